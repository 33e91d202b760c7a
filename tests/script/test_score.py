"""The script that scores without network: the same sheets as the engine's, and no number that the facts do not give."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rulebook import rule
from scorekeeper.rules import BY_SLUG, GAMES, Sheet, score
from scorekeeper.rules.document import read_header
from scorekeeper.rules.fields import Choice, YesNo
from scorekeeper.rules.script_facts import facts
from scorekeeper.web.paths import root
from tests.house_games import house_game
from tests.rules.test_cases import cases
from tests.samples import HANDS, record
from tests.script.node import Node

Document = dict[str, Any]

SCORE = """async (text) => {
  const { score } = await import("/static/any/js/offline/score.js");
  return JSON.stringify(JSON.parse(text).map(([facts, record]) => score(facts, record)));
}"""

#: Those of the paths at which a figure may be changed without any sheet being another.
UNUSED = """async (text) => {
  const [pairs, paths] = JSON.parse(text);
  const { score } = await import("/static/any/js/offline/score.js");
  const at = (value, path) => path.reduce((spot, key) => spot?.[key], value);
  const bent = (facts, path, change) => {
    const other = structuredClone(facts);
    const last = path.at(-1);
    const spot = at(other, path.slice(0, -1));
    spot[last] = change(spot[last]);
    return other;
  };
  const plain = pairs.map(([facts, record]) => JSON.stringify(score(facts, record)));
  const differs = (path) => (change) => pairs.some(([facts, record], index) =>
    typeof at(facts, path) === "number" && JSON.stringify(score(bent(facts, path, change), record)) !== plain[index]);
  return paths.filter((path) => ![(n) => n + 1, (n) => Math.ceil(n / 2)].some(differs(path)));
}"""


def delivered(document: Document) -> Document:
    """The facts that the server would send for this record."""
    table, _ = read_header(document)
    assert table is not None
    kit: Document = json.loads(json.dumps(facts(table.setting, table.play)))
    return kit


def generated() -> Iterator[Document]:
    """Plausible records of every game, with the targets of the sources too, and with what can go wrong."""
    for slug in HANDS:
        for hands, seed in ((0, 0), (1, 1), (6, 2), (20, 3)):
            yield record(slug, hands, seed)
        for seed in range(4, 12):
            yield eventful(slug, seed)
        yield from begun_on_paper(slug)
        yield from one_by_one(slug)
    yield from map(house_game, range(60))


def begun_on_paper(slug: str) -> Iterator[Document]:
    """Games with opening totals: without a hand, with an open one, and to the end."""
    if not BY_SLUG[slug].adjusts:
        return
    for seed in range(20, 24):
        document = record(slug, 8, seed)
        table, _ = read_header(document)
        assert table is not None
        dice = random.Random(f"{slug} {seed}")
        opening = [dice.randrange(-60, 140) for _ in table.sides]
        plans = [[], *([*document["hands"][:last], {"open": True}] for last in range(8)), document["hands"]]
        for hands in plans:
            tried = document | {"opening": opening, "hands": hands}
            if isinstance(score(tried), Sheet):
                yield tried


def one_by_one(slug: str) -> Iterator[Document]:
    """Every counter of the game captured as a card, with every choice of options that brings one in."""
    choices = [{"rook": "20"}, {"high": 13}, {}]
    known = {option.key for option in BY_SLUG[slug].options}
    for options in (choice for choice in choices if choice.keys() <= known):
        document = record(slug, 1) | {"options": options}
        hand = document["hands"][0]
        for key in delivered(document)["hand"].get("counters", ()):
            captured = [{key: 1}, None, *[0] * (len(hand["captured"]) - 2)]
            tried = document | {"hands": [hand | {"captured": captured}]}
            if isinstance(score(tried), Sheet):
                yield tried


def eventful(slug: str, seed: int) -> Document:
    """A game in which much goes wrong: whatever the engine lets pass is kept, hand by hand."""
    dice = random.Random(f"{slug} {seed}")
    document = record(slug, 14, seed) | {"options": agreed(dice, slug), "dealer": dice.randrange(4)}
    planned, document["hands"] = document["hands"], []
    known = set(delivered(document)["fields"])
    for hand in planned:
        attempts = [attempt for attempt in mishaps(dice, hand) if attempt.keys() <= known]
        for attempt in (*dice.sample(attempts, len(attempts)), hand):
            tried = document | {"hands": [*document["hands"], attempt]}
            if isinstance(score(tried), Sheet):
                document = tried
                break
    return document


def agreed(dice: random.Random, slug: str) -> Document:
    """Some of the game's options, if they may be agreed together."""
    few = [option for option in BY_SLUG[slug].options if isinstance(option, Choice | YesNo)]
    chosen = {option.key: dice.choice(list(getattr(option, "choices", (False, True)))) for option in few}
    return chosen if not BY_SLUG[slug].objections(chosen, 4) else {}


def mishaps(dice: random.Random, hand: Document) -> Iterator[Document]:
    """The same hand with something beside it or instead of it."""
    seat = dice.randrange(4)
    captured = hand.get("captured", [0])
    less = [0 if index == 0 else share for index, share in enumerate(captured)]
    bid = {key: hand[key] for key in ("bidder", "bid", "trump") if key in hand}
    yield hand | {"adjust": [{"side": 1, "points": -15, "why": " a {late} start "}]}
    yield hand | {"misplay": seat, "captured": less}
    yield hand | {"misplay": seat}
    yield hand | {"penalties": [{"kind": "table-talk", "by": seat}, {"kind": "nest-size", "by": 1}]}
    yield hand | {"penalties": [{"kind": "nest-counter", "by": hand.get("bidder", 0)}], "captured": less}
    yield hand | {"captured": [*captured[:-1], None]}
    yield hand | {key: [None, *hand[key][1:]] for key in ("captured", "tricks", "cards", "fives") if key in hand}
    yield hand | {"trump": "yellow"}
    yield hand | {"offer": {"by": seat, "bid": dice.randrange(1, 20)}, "sold": dice.random() < 0.5}
    yield {"passed_out": True}
    yield {"misdeal": dice.choice([0, 2, 3, 7])}
    yield bid | {"misdeal": dice.choice([1, 3, 7])}
    yield hand | {"misdeal": sum(hand.get("tricks", [3]))}
    yield {"pegged": [dice.randrange(0, 9) for _ in range(4)], "shown": [dice.choice([0, 2, 16]) for _ in range(4)]}
    run = [{"run": "red", "from": 4, "to": 10}, {"run": "black", "from": 5, "to": 12}, {"set": 13, "natural": 7}]
    yield hand | {"melds": [run, []], "rooks": [2, 0], "in_hand": [0, {"wild": 2}]}


@pytest.fixture(scope="module")
def documents() -> list[Document]:
    worked = [case.values[0]["record"] for case in cases("record")]
    return [*(document for document in worked if isinstance(score(document), Sheet)), *generated()]


def by_script(page: Node, pairs: list[tuple[Document, Document]]) -> list[Document]:
    sheets: list[Document] = json.loads(page.evaluate(SCORE, json.dumps(pairs)))
    return sheets


def test_the_script_scores_as_the_engine_does(module: Node, documents: list[Document]) -> None:
    assert len(documents) > 250
    assert {document["game"] for document in documents} == set(BY_SLUG)
    sheets = by_script(module, [(delivered(document), document) for document in documents])
    for document, sheet in zip(documents, sheets, strict=True):
        engine = score(document)
        assert isinstance(engine, Sheet)
        assert sheet == json.loads(json.dumps(engine.as_json())), document


def figures(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where a whole number stands in the facts of a hand or of the end."""
    if isinstance(value, bool) or not isinstance(value, dict | list | int):
        return
    if isinstance(value, int):
        yield path
        return
    for key, entry in value.items() if isinstance(value, dict) else enumerate(value):
        yield from figures(entry, (*path, key))


def test_every_number_of_the_facts_is_used(module: Node, documents: list[Document]) -> None:
    """Each figure, changed, changes some sheet: none stands in the script instead, and none is there for show."""
    for game in GAMES:
        pairs = [[delivered(document), document] for document in documents if document["game"] == game.slug]
        paths = {
            path
            for kit, _ in pairs
            for part in ("hand", "end")
            for path in figures(kit[part], (part,))
            if not {"teams", "completes"} & set(path)
        }
        assert len(paths) > 0
        assert module.evaluate(UNUSED, json.dumps([pairs, list(paths)])) == [], game.slug


SCRIPT = Path(root(), "static", "js", "offline")


def test_the_script_names_no_game() -> None:
    paths = list(SCRIPT.glob("*.js"))
    assert len(paths) > 10
    for path in paths:
        text = path.read_text("utf-8")
        assert not [game.slug for game in GAMES if f'"{game.slug}"' in text or f'"{game.slug}.' in text], path


@pytest.mark.parametrize("name", ["score", "scoring", "hand-kinds", "bid-kind", "pegging-kind"])
def test_the_script_has_no_number_of_a_rule(name: str) -> None:
    text = (SCRIPT / f"{name}.js").read_text("utf-8")
    code = "\n".join(line for line in text.splitlines() if not line.strip().startswith(("//", "/*", "*")))
    assert set(re.findall(r"(?<![\w/])\d+", code)) <= {"0", "1", "2"}


@pytest.mark.parametrize("slug", BY_SLUG)
def test_every_rule_in_the_facts_is_in_the_rulebook(slug: str) -> None:
    def rules(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            if "why" in value and "rule" in value:
                yield value["rule"]
            for entry in value.values():
                yield from rules(entry)

    game = BY_SLUG[slug]
    for players in game.players:
        names = list(rules(facts(*game.setting(players, game.defaults))))
        assert names
        assert all(rule(name) for name in names)


@pytest.mark.parametrize(
    ("slug", "change", "path", "message"),
    [
        ("original", {"captured": [70, 60]}, "captured", "That adds up to 130 of 120: 10 too many."),
        ("original", {"captured": [60, 50]}, "captured", "That adds up to 110 of 120: 10 missing."),
        ("boston", {"tricks": [7, 6]}, "tricks", "That adds up to 13 of 14 tricks: 1 missing."),
        ("boston", {"trump": None}, "trump", "Choose the trump color."),
        ("high14", {"captured": [60, None, None, 0]}, "captured", "Only one side can get “the rest”"),
        ("original", {"penalties": [{"kind": "table-talk"}]}, "penalties[0].by", "Penalty by is missing."),
        ("doubt", {"left": ["few", 1, 2, 3]}, "left[0]", "Cards left: “few” is not a whole number."),
    ],
)
def test_what_plainly_does_not_add_up_is_a_fault(
    module: Node, slug: str, change: Document, path: str, message: str
) -> None:
    document = record(slug, hands=1)
    kit = delivered(document)
    hand = document["hands"][0] | change
    document["hands"] = [{key: value for key, value in hand.items() if value is not None}]
    (answer,) = by_script(module, [(kit, document)])
    assert [(error["hand"], error["path"]) for error in answer["errors"]] == [(1, path)]
    assert message in answer["errors"][0]["message"]


#: Figures beyond what a field allows, with what the phone says about them: just what the engine says.
BEYOND: list[tuple[str, Document, str]] = [
    ("original", {"bidder": 0, "bid": 65, "trump": "red", "captured": [70, None]}, "bid"),
    ("original", {"bidder": 0, "bid": 72, "trump": "red", "captured": [70, None]}, "bid"),
    ("original", {"bidder": 4, "bid": 70, "trump": "red", "captured": [70, None]}, "bidder"),
    ("boston", {"bidder": 0, "bid": 100, "trump": "red", "captured": [50, 50], "tricks": [15, None]}, "tricks[0]"),
    ("tuxedo", {"cards": [57, 0, 0, 0], "fives": [4, 0, 0, 0], "sweeps": [0, 0, 0, 0]}, "cards[0]"),
    ("doubt", {"out": 0, "left": [0, -1, 9, 5]}, "left[1]"),
    ("cribbage", {"pegged": [1, 2, 3, -4], "shown": [2, 2, 2, 2]}, "pegged[3]"),
    ("cribbage", {"pegged": [1, 2, 3, 4], "hands": [[1, 2, 3, 4, 5], [6, 7], [], [8]]}, "hands[1]"),
    ("everlasting", {"cards": [0, 0, 0, 0]}, "cards"),
]


def test_the_phone_refuses_figures_beyond_their_limits_in_the_words_of_the_engine(module: Node) -> None:
    documents = [record(slug, 0) | {"hands": [hand]} for slug, hand, _ in BEYOND]
    pairs = [[delivered(document), document] for document in documents]
    answers = json.loads(module.evaluate(SCORE, json.dumps(pairs)))
    for document, (_, _, path), answer in zip(documents, BEYOND, answers, strict=True):
        faults = score(document)
        assert isinstance(faults, tuple)
        (error,) = answer["errors"]
        assert (path, error["message"]) == (faults[0].path, faults[0].message)
        assert error["path"] == path


def test_a_side_whose_cards_in_hand_are_missing_is_asked_for(module: Node) -> None:
    hand = {"out": None, "melds": [[], []], "rooks": [0, 0], "in_hand": [None, 70]}
    document = {"format": "rook-record/1", "game": "club", "players": ["Ann", "Ben", "Cal", "Dot"], "hands": [hand]}
    caught = module.evaluate(
        """async (text) => {
          const { score } = await import("/static/any/js/offline/score.js");
          return score(...JSON.parse(text)).errors.map(({ message }) => message);
        }""",
        json.dumps([delivered(document), document]),
    )
    assert caught == ["Enter what each side has left in hand."]


COMPLETED = """async ([facts, hands]) => {
  const { completeHand, score } = await import("/static/any/js/offline/score.js");
  const players = ["Ann", "Ben", "Cal", "Dot"];
  return hands.map((hand) => score(facts, { players, hands: [completeHand(facts, hand)] }));
}"""


def test_a_moon_needs_no_bid_on_the_phone_either(module: Node) -> None:
    document = {"format": "rook-record/1", "game": "house", "players": ["Ann", "Ben", "Cal", "Dot"], "hands": []}
    facts = delivered(document | {"options": {"moon": 300, "one": 20}})
    moon = {"bidder": 1, "trump": "green", "moon": True, "captured": [0, 200]}
    plain = {"bidder": 1, "trump": "green", "captured": [0, 200]}
    shot, bid = module.evaluate(COMPLETED, [facts, [moon, plain]])
    assert shot["totals"] == [0, 300]
    # Nothing else follows: without the moon the bid is asked for.
    assert bid["errors"][0]["path"] == "bid"
