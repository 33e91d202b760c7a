"""Disputes with the rulings that the sources ask for, and every house rule that people may ask about."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.judge.disputes import Case, Ruling, settle, situation, situations
from scorekeeper.rulebook import disputed_rules, rule
from scorekeeper.rules import BY_SLUG, Fault, Sheet, score
from tests.judge import rows_cards, rows_misplay, rows_ours, rows_rest, rows_wrong
from tests.judge.row import NAMES, At, Facts, P, Row
from tests.rows import each_row

ROWS = [*rows_misplay.ROWS, *rows_wrong.ROWS, *rows_cards.ROWS, *rows_rest.ROWS, *rows_ours.ROWS]
#: A hand that counts and ends no game, to stand before the hand in dispute.
FILLER = {"bidder": 0, "bid": 70, "trump": "red", "captured": [70, 50]}


def ruled(row: Row) -> Ruling:
    case = row.case()
    ruling = settle(situation(case, row.situation), case, row.answers)
    assert isinstance(ruling, Ruling), ruling
    return ruling


def sheet(row: Row, hand: Facts) -> Sheet:
    """The sheet with the hand in its place."""
    at = row.at
    assert at is not None
    record = {
        "format": "rook-record/1",
        "game": row.game,
        "players": list(NAMES[: row.players]),
        "dealer": (at.dealer - at.counted) % row.players,
        "options": row.options,
        "hands": [FILLER] * at.counted + [hand],
    }
    sheet = score(record)
    assert isinstance(sheet, Sheet), sheet
    return sheet


@each_row("row", ROWS, ids=lambda row: row.name)
def test_the_ruling_is_what_the_source_says(row: Row) -> None:
    ruling = ruled(row)
    assert ruling.rule == row.rule
    for name in (ruling.rule, *ruling.also):
        assert rule(name).game == row.game
    assert set(row.also) <= set(ruling.also)
    for words in row.says:
        assert words in ruling.verdict
    for words in row.never:
        assert words not in ruling.verdict
    assert row.effect in ruling.effect
    if row.at is None:
        assert ruling.hand is None
        assert not ruling.adjust


@each_row("row", [row for row in ROWS if row.points is not None], ids=lambda row: row.name)
def test_the_hand_proposed_is_accepted_and_gives_the_points(row: Row) -> None:
    ruling = ruled(row)
    assert [dict(adjustment) for adjustment in ruling.adjust] == row.adjust
    assert row.at is not None
    if row.adjust:
        assert ruling.hand is None
        written = sheet(row, dict(row.at.hand) | {"adjust": row.adjust})
    else:
        assert ruling.hand is not None
        written = sheet(row, dict(ruling.hand))
    if row.then:
        assert ruling.hand is not None
        assert written.open is not None
        written = sheet(row, {key: value for key, value in ruling.hand.items() if key != "open"} | row.then)
    assert list(written.hands[-1].points) == row.points
    if row.next_dealer is not None:
        assert written.next_dealer == row.next_dealer
    if row.hand is not None:
        assert ruling.hand == row.hand


@each_row("row", [row for row in ROWS if row.at and row.points is None], ids=lambda row: f"{row.name} {row.at}"[:150])
def test_a_ruling_without_a_figure_proposes_nothing(row: Row) -> None:
    ruling = ruled(row)
    assert ruling.hand is None
    assert not ruling.adjust


@each_row("row", [row for row in ROWS if row.won is not None], ids=lambda row: row.name)
def test_the_trick_and_what_each_could_have_played(row: Row) -> None:
    cards = ruled(row).more["cards"]
    assert [index for index, card in enumerate(cards) if card["won"]] == [row.won]
    for words, card in zip(row.card_words, cards, strict=False):
        assert words in card["words"]


@each_row("row", [row for row in ROWS if row.legal], ids=lambda row: row.name)
def test_the_cards_that_could_have_been_played(row: Row) -> None:
    assert tuple(card["card"] for card in ruled(row).more["cards"] if card["won"]) == row.legal


@each_row("row", [row for row in ROWS if row.ways is not None], ids=lambda row: row.name)
def test_every_way_to_capture(row: Row) -> None:
    ways = ruled(row).more["ways"]
    captured = [[index for index, (_, is_taken) in enumerate(way["cards"]) if is_taken] for way in ways]
    assert captured == row.ways
    assert ["sweep" in way["words"] for way in ways] == row.sweeps


def test_there_are_enough_of_them() -> None:
    assert len(ROWS) >= 90
    for game in {row.game for row in ROWS}:
        case = next(row for row in ROWS if row.game == game).case()
        offered = {offer.id for offer in situations(case)}
        tried = {row.situation for row in ROWS if row.game == game}
        assert offered <= tried | {"agreed", "worth", "pile", "out"}, game


OPEN = rows_misplay.ORIGINAL
#: What is still to be said, in order: (game, options, players, situation, answers, table, keys).
ASKED: list[tuple[str, Facts, str, Facts, At | None, list[str]]] = [
    ("original", {}, "misplay", {}, None, ["when"]),
    ("original", {}, "misplay", {"when": "late"}, None, ["when", "bid"]),
    ("regular", {}, "misplay", {"when": "late"}, None, ["when"]),
    ("original", {}, "misplay", {"when": "late"}, At(hand=OPEN), ["when", "by"]),
    (
        "original",
        {},
        "misplay",
        {"when": "late", "by": 0},
        At(),
        ["when", "by", "bidder", "bid", "trump", "counters-1", "counters-0"],
    ),
    (
        "original",
        {"individual": True},
        "misplay",
        {"when": "late", "by": 2},
        At(hand=OPEN, counted=4),
        ["when", "by", "counters-0", "counters-1"],
    ),
    (
        "boston",
        {},
        "misplay",
        {"when": "late", "by": 1},
        At(hand=rows_misplay.BOSTON),
        ["when", "by", "counters-0", "tricks-0", "counters-1", "tricks-1"],
    ),
    ("display", {}, "misdeal", {"misdeal": 2}, At(), ["misdeal"]),
    ("display", {}, "misdeal", {"misdeal": 3}, At(), ["misdeal", "bidder", "bid", "trump"]),
    ("display", {}, "misdeal", {"misdeal": 3}, None, ["misdeal"]),
    ("original", {}, "nest-size", {}, At(hand=OPEN), ["when"]),
    ("original", {}, "nest-size", {}, At(), ["when", "by"]),
    ("regular", {"nest": True}, "nest-counter", {}, At(), ["bidder", "bid"]),
    ("regular", {}, "trick", {}, At(hand=rows_misplay.REGULAR), ["leader", "cards"]),
    ("regular", {}, "trick", {}, None, ["trump", "cards"]),
    ("flip", {}, "trick", {}, None, ["cards"]),
]


@each_row(("game", "options", "name", "answers", "at", "keys"), ASKED)
def test_only_what_the_table_does_not_know_is_asked(
    game: str, options: Facts, name: str, answers: Facts, at: At | None, keys: list[str]
) -> None:
    case = Row(game=game, situation=name, options=options, at=at, rule="").case()
    assert [question.key for question in situation(case, name).questions(case, answers)] == keys


#: Answers that cannot be: (game, situation, answers, table, the question at fault).
WRONG: list[tuple[str, str, Facts, At | None, str]] = [
    ("original", "misplay", {"when": "never"}, None, "when"),
    ("original", "misplay", {"when": "late", "by": 4}, At(hand=OPEN), "by"),
    ("original", "misplay", {"when": "late", "by": "x"}, At(hand=OPEN), "by"),
    ("original", "misplay", {"when": "late", "by": 0, "counters-1": 125}, At(hand=OPEN), "counters-1"),
    ("original", "misplay", {"when": "late", "by": 0, "counters-1": 3}, At(hand=OPEN), "counters-0"),
    ("original", "misplay", {"when": "late", "by": 0, "counters-1": 80, "counters-0": 80}, At(hand=OPEN), "counters-0"),
    ("original", "table-talk", {"by": 9}, At(), "by"),
    ("original", "table-talk", {"by": -1}, At(), "by"),
    ("original", "misdeal", {"shown": "4"}, At(), "shown"),
    ("regular", "misdeal", {"misdeal": 15}, At(), "misdeal"),
    ("regular", "misdeal", {"misdeal": -1}, At(), "misdeal"),
    ("regular", "misdeal", {"misdeal": "x"}, None, "misdeal"),
    ("display", "misdeal", {"misdeal": 5, "bidder": 99}, At(), "bidder"),
    ("boston", "misdeal", {"misdeal": 5, "bidder": "x"}, At(), "bidder"),
    ("boston", "misdeal", {"misdeal": 5, "bidder": 1, "bid": 160, "trump": "yellow"}, At(), "bid"),
    ("regular", "nest-counter", {"bid": 60, "bidder": 7}, At(), "bidder"),
    ("regular", "nest-counter", {"bid": 63}, None, "bid"),
    ("regular", "trick", {"trump": "blue", "cards": ["red 5"]}, None, "trump"),
    ("regular", "trick", {"trump": "red", "cards": ["rook"]}, None, "cards[0]"),
    ("regular", "trick", {"trump": "red", "cards": ["red 5", "red 5"]}, None, "cards[1]"),
    ("original", "trick", {"trump": "red", "cards": ["red 4"]}, None, "cards[0]"),
    ("regular", "trick", {"trump": "red", "cards": [f"red {number}" for number in range(1, 8)]}, None, "cards"),
    ("regular", "trick", {"trump": "red", "cards": [f"red {number}" for number in range(1, 6)]}, At(), "cards"),
    ("regular", "auction", {"dealer": 4}, None, "dealer"),
    ("regular", "auction", {"dealer": 0, "players": 7}, None, "players"),
    ("cribbage", "fifteens", {"cards": [5, 5, 5, 5, 5]}, None, "cards"),
    ("cribbage", "fifteens", {"cards": [5, 5, 5, 5]}, None, "cards"),
    ("tuxedo", "capture", {"card": 15}, None, "card"),
    ("club", "opening", {"score": 0, "melds": [{"set": 6, "natural": 2}]}, None, "melds[0]"),
    ("club", "opening", {"side": 2, "melds": [{"set": 6, "natural": 5}]}, At(), "side"),
    ("original", "agreed", {"side": 2, "points": 5, "why": "tea"}, At(), "side"),
    ("original", "agreed", {"side": 1, "points": 5, "why": " "}, At(), "why"),
    ("original", "line", {"total-0": "many", "total-1": 5}, None, "total-0"),
    ("boston", "auction", {"calls": [[70, "blue"]]}, At(), "calls[0][1]"),
    # Somebody has bid, so nobody can say that nobody did.
    ("boston", "nobody-bid", {}, At(hand={"calls": [[70, "red"], P], "open": True}), "calls"),
    ("original", "nobody-bid", {}, At(hand={"calls": [P, 70, P], "open": True}), "calls"),
    # A hand that was never played has no misplay.
    (
        "original",
        "misplay",
        {"when": "late", "by": 0, "bidder": 1, "bid": 70, "trump": "red", "counters-1": 0},
        At(hand={"passed_out": True}, finished=True),
        "misplay",
    ),
]


@each_row(("game", "name", "answers", "at", "key"), WRONG)
def test_an_impossible_answer_names_its_field(game: str, name: str, answers: Facts, at: At | None, key: str) -> None:
    case = Row(game=game, situation=name, at=at, rule="").case()
    faults = settle(situation(case, name), case, answers)
    assert isinstance(faults, tuple), faults
    assert all(isinstance(fault, Fault) and fault.message for fault in faults)
    assert key in [fault.path for fault in faults]


NOT_HERE = [("regular", "rook-duty"), ("flip", "misplay"), ("original", "no-follow"), ("cordova", "auction")]
NOT_HERE += [("club", "trick"), ("regular", "meld"), ("tuxedo", "fifteens"), ("donkey", "line"), ("flip", "table-talk")]


@each_row(("game", "name"), NOT_HERE)
def test_impossible_situations_are_not_offered(game: str, name: str) -> None:
    with pytest.raises(KeyError):
        situation(Row(game=game, situation=name, rule="").case(), name)


#: Part 2 of the digest, each ruling with a house-rule switch: where it can be asked, and what must be answered.
HOUSE_RULES: list[tuple[str, list[str], list[str]]] = [
    ("A02", ["booklet.blue", "cordova.colors", "flip.colors", "high14.colors"], ["Yellow plays as blue"]),
    ("A13", ["booklet.pass-again", "cordova.pass"], ["Yes", "higher bid", "agreed otherwise"]),
    ("A14", ["regular.dealer-five", "booklet.dealer-five", "display.dealer-five"], ["5", "minimum your table agreed"]),
    ("A14", ["regular.bid", "booklet.bid", "display.bid"], ["5 and 1", "higher minimum may be agreed"]),
    ("A17", ["boston.passed-out", "original.passed-out"], ["Nobody scores", "to the left", "force", "70"]),
    ("A20", ["display.tricks-help"], ["Yes", "counters alone"]),
    ("A21", ["display.failed"], ["Nothing", "not taken off", "set-back"]),
    (
        "A26",
        [f"{game}.misplay-offender" for game in ("regular", "booklet", "display", "boston")],
        ["No.", "minus 40 and nothing else", "agreed"],
    ),
    ("A27", ["cordova.misplay", "high14.misplay"], ["Nothing is fixed", "agreed adjustment"]),
    ("A27", ["flip.misplay"], ["Nothing is fixed", "added to"]),
    ("A32", ["regular.nest-agreed", "booklet.nest-agreed"], ["agree", "size", "no counter"]),
    ("A32", ["display.nest-counter", "boston.nest-counter"], ["bid plus 20"]),
    ("A32", ["original.nest-counters"], ["Yes", "last trick", "ban"]),
    ("A36", ["original.misdeal-other"], ["same dealer", "1924"]),
    ("A37", [f"{game}.rook-20" for game in ("regular", "booklet", "display", "boston")], ["No", "20"]),
    ("A42", ["display.dummy-always"], ["dealer's partner", "agreed to play without a dummy"]),
    ("A45", ["original.individual"], ["pair", "every four hands", "twelve"]),
    ("A48", ["tuxedo.most-cards"], ["Nobody", "each"]),
    ("A50", ["tuxedo.one-capture"], ["one match or one sum", "agreed otherwise"]),
    ("A50", ["tuxedo.must-capture"], ["Yes", "misplay"]),
    ("A53", ["flip.tie"], ["share the win", "extra hand"]),
    ("A53", ["flip.pool-reds"], ["Yes"]),
    ("A55", ["cribbage.go-when"], ["Yes", "1 more"]),
    ("A55", ["cribbage.go-31"], ["No"]),
    ("A55", ["cribbage.go-last"], ["No", "1 for it"]),
    ("A55", ["cribbage.go-empty"], ["Yes"]),
    ("A62", ["cordova.short"], ["whole bid", "captures score nothing", "credit"]),
    ("A66", ["club.rook-bonus"], ["200", "500", "1000", "10 each", "option"]),
    ("A67", ["club.players"], ["three pairs", "two sides of three"]),
    ("A76", [f"{game}.target-agreed" for game in ("regular", "booklet")], ["No", "before", "longer", "house rule"]),
    ("A76", ["boston.target-agreed"], ["No", "before", "shorter game is allowed"]),
    ("A76", ["display.target-agreed", "original.target-agreed", "club.target-agreed"], ["No", "house rule"]),
    ("A76", ["cribbage.target-agreed", "cordova.other-target", "tuxedo.other-target"], ["No", "house rule"]),
    ("A76", ["high14.other-target"], ["No", "100 for a longer game"]),
    ("A76", ["doubt.other-target"], ["No", "house rule"]),
]


@each_row(("ruling", "names", "words"), HOUSE_RULES, ids=lambda value: str(value)[:40])
def test_every_house_rule_can_be_asked(ruling: str, names: list[str], words: list[str]) -> None:
    for name in names:
        rule = next((entry for entry in disputed_rules(name.partition(".")[0]) if entry.name == name), None)
        assert rule is not None, name
        assert rule.ask
        assert ruling in rule.rulings, name
        for word in words:
            assert word in rule.verdict, name


def test_boston_names_the_dummy_and_closed_hands() -> None:
    """A42: Boston prints the choice itself."""
    rule: Any = next(entry for entry in disputed_rules("boston") if entry.id == "dummy")
    assert "color-maker's partner" in rule.verdict
    assert "closed hands" in rule.verdict


def test_an_auction_with_calls_on_the_hand_needs_no_answers() -> None:
    hand = {"calls": [15, 25, P], "open": True}
    ruling = ruled(Row(game="regular", situation="auction", at=At(hand=hand), rule=""))
    assert "Dot is next" in ruling.verdict
    assert "30" in ruling.verdict


@each_row(("players", "refused"), [(3, True), (4, False)])
def test_three_at_regular_play_without_the_low_cards(players: int, refused: bool) -> None:
    answers = {"trump": "green", "cards": ["red 5", "red 4"]}
    row = Row(game="regular", situation="trick", answers=answers, players=players, at=At(), rule="regular.trick")
    case = row.case()
    ruling = settle(situation(case, "trick"), case, answers)
    assert isinstance(ruling, tuple) is refused
    if isinstance(ruling, tuple):
        assert "is not a card in this game" in ruling[0].message


@each_row("totals", [(150, 0, 0, 0), (0, 0, 150, 0)])
def test_a_name_with_an_ampersand_is_one_player(totals: tuple[int, ...]) -> None:
    """The verb goes by the sides that have won, never by how a name is written."""
    setting, play = BY_SLUG["regular"].setting(4, BY_SLUG["regular"].defaults)
    case = Case(setting, play, ("A & B", "Ben", "Cal and Co", "Dot"), 0, (0, 0, 0, 0))
    ruling = settle(situation(case, "line"), case, {f"total-{side}": total for side, total in enumerate(totals)})
    assert isinstance(ruling, Ruling)
    winner = "A & B" if totals[0] else "Cal and Co"
    assert ruling.verdict == f"{winner} won. 150 points, exactly the target."
