"""Every game at the table, by plain forms and without script: facts typed from the sources, the totals, the faults."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.rules import score
from tests.rows import each_row
from tests.rules.test_cases import game_of
from tests.web.table.test_reading import Form, Sent

CASES = Path(__file__).parent.parent.parent / "cases"
#: What is entered when the bidding ends.
BID_KEYS = ("calls", "bidder", "bid", "trump", "partner", "moon")
#: With these a hand is over before it was played.
OVER_AT_ONCE = {"passed_out", "misdeal"}
NAMES = ["Ann", "Ben", "Cal", "Dot"]

Facts = dict[str, Any]


def cases(key: str) -> list[Any]:
    return [
        pytest.param(case, id=f"{path.stem}: {case['name']}")
        for path in sorted(CASES.glob("*.json"))
        for case in json.loads(path.read_text("utf-8"))
        if "record" in case and key in case and can_be_sent(case)
    ]


def can_be_sent(case: dict[str, Any]) -> bool:
    """A form has no unknown keys and the right number of entries, and its table is sound."""
    faults = score(case["record"])
    cannot = (" has no “", " one for each side in order.")
    return not isinstance(faults, tuple) or all(
        fault.hand and not any(words in fault.message for words in cannot) for fault in faults
    )


class Phone:
    """A phone that keeps the score of one game."""

    def __init__(self, client: FlaskClient, slug: str, players: list[str], dealer: int = 0, **options: Any) -> None:
        self.client = client
        form = Form(client.get(f"/new/{slug}?players={len(players)}").text)
        for control, name in zip(form.at("players"), players, strict=True):
            control.value = name
        form.set("dealer", str(dealer))
        for key, value in options.items():
            form.fill(key, value)
        answer = client.post(f"/new/{slug}", data=multi(form.sent()))
        assert answer.status_code == 303, text_of(answer.text)
        self.url = answer.headers["Location"]

    def page(self) -> str:
        return self.client.get(self.url).text

    def form(self, page: str | None = None) -> Form:
        return Form(page or self.page(), "hand", self.look)

    def look(self, sent: Sent) -> str:
        """Press a button that changes the form and saves nothing."""
        before = self.record()
        answer = self.client.post(f"{self.url}/hand", data=multi(sent))
        assert answer.status_code == 200, text_of(answer.text)
        assert self.record() == before
        return answer.text

    def send(self, form: Form, *more: tuple[str, str]) -> Any:
        return self.client.post(f"{self.url}/hand", data=multi(form.sent(*more)))

    def save(self, facts: Facts, form: Form | None = None) -> Any:
        """Fill in one form and send it."""
        form = form or self.form()
        for key, value in facts.items():
            form.fill(key, value)
        return self.send(form)

    def play(self, hand: Facts) -> Any:
        """Enter a hand as it goes at the table: the bid when it is known, then the rest."""
        form = self.form()
        if ("stage", "bid") not in form.sent():
            return self.save(hand, form)
        if OVER_AT_ONCE & hand.keys() and "bidder" not in hand:
            return self.save(hand, form)
        answer = self.save({key: hand[key] for key in BID_KEYS if key in hand}, form)
        if "open" in hand or answer.status_code != 303:
            return answer
        return self.save({key: value for key, value in hand.items() if key not in BID_KEYS})

    def record(self) -> Facts:
        return dict(json.loads(self.client.get(f"{self.url}/record.json").data))

    def totals(self) -> list[int]:
        page = self.page()
        # The finish names the winners first.
        ranked = sorted(re.findall(r'data-side="(\d)">([−\d,]+)</strong>', page))
        # The plate has them, or else the players' rows.
        figures = [total for _, total in ranked] or re.findall(r"<strong>([−\d,]+)</strong>\s*<small>", page)
        figures = figures or re.findall(r'data-total="([−\d,]+)"', page)
        return [int(figure.replace("−", "-").replace(",", "")) for figure in figures]


def multi(sent: Sent) -> dict[str, list[str]]:
    return {key: [value for name, value in sent if name == key] for key, _ in sent}


def text_of(page: str) -> str:
    """The words of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.partition("<main")[2])).split())


def phone_of(client: FlaskClient, record: Facts) -> Phone:
    phone = Phone(client, record["game"], record["players"], record.get("dealer", 0), **record.get("options", {}))
    if "opening" in record:
        answer = client.post(f"{phone.url}/paper", data={"total": [*map(str, record["opening"])]})
        assert answer.status_code == 303, text_of(answer.text)
    return phone


def with_cards_shown(hand: Facts, players: int) -> Facts:
    """The page adds everybody's five cards when all of them were played and nobody said what they count."""
    plays = hand.get("plays", [])
    if len(plays) < 5 * players or "hands" in hand or "shown" in hand:
        return hand
    return hand | {"hands": [[card for seat, card in plays if seat == player] for player in range(players)]}


@each_row("case", cases("expect"), group=game_of)
def test_a_worked_case_entered_by_forms(client: FlaskClient, case: dict[str, Any]) -> None:
    record, expect = case["record"], case["expect"]
    phone = phone_of(client, record)
    for hand in record["hands"]:
        answer = phone.play(hand)
        assert answer.status_code == 303, text_of(answer.text)
    assert phone.record()["hands"] == [with_cards_shown(hand, len(record["players"])) for hand in record["hands"]]
    if expect.get("points"):
        opening = [record["opening"]] if "opening" in record else []
        assert phone.totals() == [sum(points) for points in zip(*opening, *expect["points"], strict=True)]
    if "totals" in expect:
        assert phone.totals() == expect["totals"]
    assert ("Rematch" in phone.page()) == expect.get("over", "Rematch" in phone.page())


@each_row("case", cases("errors"), group=game_of)
def test_a_faulty_case_gets_every_message(client: FlaskClient, case: dict[str, Any]) -> None:
    """Sent as plain fields, also those that the page would not offer; what is sound before it is saved."""
    record = case["record"]
    last = min(error["hand"] for error in case["errors"])
    phone = phone_of(client, record)
    for hand in record["hands"][: last - 1]:
        assert phone.play(hand).status_code == 303
    sent = [("stage", "whole"), ("hand", str(last)), ("base", "0"), ("token", "t")]
    before = phone.record()
    answer = client.post(f"{phone.url}/hand", data=multi(sent + _flat("", record["hands"][last - 1])))
    alone = score(record | {"hands": record["hands"][:last]})
    assert isinstance(alone, tuple)
    assert answer.status_code == 422 if "Rematch" not in phone.page() else answer.status_code < 500
    for fault in alone:
        assert fault.message in text_of(answer.text), fault
    assert phone.record() == before


def _flat(path: str, value: Any) -> Sent:
    if isinstance(value, dict):
        return [pair for key, part in value.items() for pair in _flat(f"{path}.{key}" if path else key, part)]
    if isinstance(value, list):
        return [pair for index, part in enumerate(value) for pair in _flat(f"{path}[{index}]", part)]
    return [] if value is None else [(path, str(value).lower() if isinstance(value, bool) else str(value))]


#: One sound hand of each game and its totals, typed from record.md.
HANDS: dict[str, tuple[Facts, list[int]]] = {
    "original": ({"bidder": 1, "bid": 95, "trump": "green", "captured": [None, 75]}, [45, -95]),
    "house": ({"bidder": 1, "bid": 120, "trump": "green", "captured": [None, 105]}, [75, -120]),
    "boston": ({"bidder": 0, "bid": 140, "trump": "red", "captured": [60, None], "tricks": [8, None]}, [140, 100]),
    "display": ({"bidder": 2, "bid": 100, "trump": "black", "captured": [80, None], "tricks": [9, None]}, [0, 60]),
    "club": (
        {
            "out": 0,
            "melds": [
                [{"set": 6, "natural": 4, "wild": 3}, {"run": "red", "from": 4, "to": 10}],
                [{"set": 9, "natural": 3}],
            ],
            "rooks": [1, 0],
            "in_hand": [0, {"natural": 5, "wild": 1}],
        },
        [400 + 1200 + 200 + 200 + 10 + 100 + 70, 30 - 70],
    ),
    "regular": ({"bidder": 3, "bid": 50, "trump": "yellow", "captured": [20, 15, 15, None]}, [20, 15, 15, 50]),
    "booklet": ({"bidder": 0, "bid": 50, "trump": "blue", "captured": [45, 20, 35, None]}, [-50, 20, 35, 0]),
    "cordova": (
        {"trump": "blue", "offer": {"by": 2, "bid": 12}, "sold": True, "captured": [5, 2, 10, 15]},
        [5 + 12, 2, -12, 15],
    ),
    "high14": ({"captured": [{"5": 1, "10": 1}, 20, 25, None]}, [15, 20, 25, 0]),
    "flip": ({"captured": [{"red": 2, "red 10": 1}, 5, 6, None]}, [12, 5, 6, 0]),
    "tuxedo": ({"cards": [10, 10, 20, None], "fives": [2, 1, 1, None], "sweeps": [1, 0, 0, 2]}, [11, 5, 10, 2]),
    "doubt": ({"out": 3, "left": [4, 7, 9, 0]}, [0, 0, 0, 20]),
    "cribbage": ({"pegged": [2, 0, 3, 1], "shown": [4, 0, 16, 2]}, [6, 0, 19, 3]),
    "everlasting": ({"cards": [36, 0, 20, 0]}, [36, 0, 20, 0]),
    "tens": ({"cards": [5, 31, 20, 0]}, [5, 31, 20, 0]),
    "donkey": ({"winner": 2}, [0, 0, 1, 0]),
}


@each_row("slug", list(HANDS))
def test_one_hand_of_every_game(client: FlaskClient, slug: str) -> None:
    hand, totals = HANDS[slug]
    phone = Phone(client, slug, NAMES)
    answer = phone.play({**hand, "note": "by lamplight"})
    assert answer.status_code == 303, text_of(answer.text)
    assert phone.totals() == totals
    assert phone.record()["hands"] == [{**hand, "note": "by lamplight"}]


@each_row("slug", list(HANDS))
def test_the_change_form_sent_untouched_changes_nothing(client: FlaskClient, slug: str) -> None:
    phone = Phone(client, slug, NAMES)
    phone.play(HANDS[slug][0])
    before = phone.record()
    answer = phone.send(phone.form(client.get(f"{phone.url}/hand/1/change").text))
    assert answer.status_code == 303, text_of(answer.text)
    assert phone.record() == before


SPECIALS: list[tuple[str, list[Facts], list[int]]] = [
    ("original", [{"passed_out": True, "note": "nobody dared"}], [0, 0]),
    ("original", [{"passed_out": True, "calls": ["pass"] * 4}], [0, 0]),
    ("original", [{"misdeal": 0, "adjust": [{"side": 1, "points": -5, "why": "dropped a card"}]}], [0, -5]),
    ("original", [HANDS["original"][0] | {"misplay": 0, "captured": [20, 40]}], [-95, 40]),
    (
        "original",
        [HANDS["original"][0] | {"penalties": [{"kind": "table-talk", "by": 0}, {"kind": "nest-size", "by": 2}]}],
        [45 - 80, -95],
    ),
    ("original", [HANDS["original"][0] | {"calls": [95, "pass", "pass", "pass"]}], [45, -95]),
    ("boston", [{"passed_out": True}], [0, 0]),
    ("boston", [HANDS["boston"][0] | {"calls": ["pass", [130, "black"], "pass", [140, "red"], "pass"]}], [140, 100]),
    ("boston", [HANDS["boston"][0] | {"misplay": 1, "captured": [30, 20], "tricks": [4, 3]}], [70, -40]),
    ("boston", [HANDS["boston"][0] | {"bidder": 1, "misdeal": 3, "captured": [5, 5], "tricks": [2, 1]}], [0, 140]),
    ("display", [{"misdeal": 2}], [0, 0]),
    ("regular", [{"misdeal": 3}], [-40, 0, 0, 0]),
    ("regular", [HANDS["regular"][0] | {"misplay": 3, "captured": [20, 0, 0, 10]}], [20, 0, 0, -40]),
    ("booklet", [{"bidder": 0, "bid": 50, "trump": "blue", "misdeal": 5}], [-40, 0, 0, 0]),
    ("club", [HANDS["club"][0] | {"out": None, "openings": [130, None]}], [1980, -40]),
    ("cordova", [HANDS["cordova"][0] | {"sold": False}], [-12, 2, 10, 15]),
    ("flip", [HANDS["flip"][0] | {"adjust": [{"side": 3, "points": 4, "why": "agreed"}] * 2}], [12, 5, 6, 8]),
]


@each_row(("slug", "played", "totals"), SPECIALS)
def test_what_goes_wrong_at_the_table(client: FlaskClient, slug: str, played: list[Facts], totals: list[int]) -> None:
    phone = Phone(client, slug, NAMES)
    for hand in played:
        answer = phone.play(hand)
        assert answer.status_code == 303, text_of(answer.text)
    assert phone.totals() == totals
    assert phone.record()["hands"] == played


def test_a_counter_in_the_nest(client: FlaskClient) -> None:
    phone = Phone(client, "regular", NAMES, nest=True)
    hand = HANDS["regular"][0] | {"captured": [20, 15, 15, 40], "penalties": [{"kind": "nest-counter", "by": 3}]}
    assert phone.play(hand).status_code == 303
    assert phone.totals() == [20, 15, 15, -70]


@each_row("wrong", [{"misplay": 1}, {"penalties": [{"kind": "table-talk", "by": 1}]}, {"note": "late"}])
def test_a_mistaken_entry_can_be_removed_without_script(client: FlaskClient, wrong: Facts) -> None:
    phone = Phone(client, "original", NAMES)
    whole = HANDS["original"][0] | {"captured": [45, 75]}
    assert phone.play(whole | wrong).status_code == 303
    form = phone.form(client.get(f"{phone.url}/hand/1/change").text)
    if "penalties" in wrong:
        form.load(phone.look(form.sent(("drop", "penalties[0]"))))
    else:
        form.set(next(iter(wrong)), "")
    assert phone.send(form).status_code == 303
    assert phone.record()["hands"] == [whole]


def test_an_error_is_next_to_its_field_and_the_input_stays(client: FlaskClient) -> None:
    phone = Phone(client, "original", NAMES)
    phone.save({"bidder": 1, "bid": 95, "trump": "green"})
    form = phone.form()
    entered = {"captured": [50, 75], "note": 'by <lamp> & "light"', "adjust": [{"side": 1, "points": -7, "why": " "}]}
    answer = phone.save(entered, form)
    assert answer.status_code == 422
    assert re.search(r'id="wrong-captured(\[\d\])?"><p>[^<]*125', answer.text)
    assert 'id="wrong-adjust[0].why">' in answer.text
    values = dict(phone.form(answer.text).sent())
    assert (values["captured[0]"], values["captured[1]"], values["note"]) == ("50", "75", entered["note"])
    assert (values["adjust[0].side"], values["adjust[0].points"]) == ("1", "-7")
    assert {key: values[key] for key in ("token", "base", "hand", "stage")} == {
        key: dict(form.sent())[key] for key in ("token", "base", "hand", "stage")
    }


def test_a_new_game_with_faults_comes_back_as_it_was_typed(client: FlaskClient) -> None:
    sent = {"players": ["Ann", "ann", "x" * 41, ""], "dealer": "2", "target": "many"}
    answer = client.post("/new/original", data=sent)
    assert answer.status_code == 422
    form = Form(answer.text)
    assert [control.value for control in form.at("players")] == sent["players"]
    assert ("dealer", "2") in form.sent()
    assert ("target", "many") in form.sent()
    assert re.search(r'id="wrong-target"[^>]*>\s*<p>', answer.text)
