"""The document around the hands, and the text it is read from."""

from __future__ import annotations

from typing import Any

from scorekeeper.rules import Sheet, read, score
from tests.rows import each_row

RECORD: dict[str, Any] = {
    "format": "rook-record/1",
    "game": "original",
    "players": ["Ann", "Ben", "Cal", "Dot"],
    "hands": [],
}


def places(document: dict[str, Any]) -> list[tuple[int | None, str | None]]:
    faults = score(document)
    return [] if isinstance(faults, Sheet) else [(fault.hand, fault.path) for fault in faults]


def test_an_empty_game_is_a_game() -> None:
    sheet = score(RECORD | {"dealer": 2})
    assert isinstance(sheet, Sheet)
    assert sheet.as_json() == {
        "format": "rook-score/1",
        "game": "original",
        "sides": [{"name": "Ann & Cal", "seats": [0, 2]}, {"name": "Ben & Dot", "seats": [1, 3]}],
        "hands": [],
        "totals": [0, 0],
        "over": False,
        "winners": [],
        "next_dealer": 2,
    }


@each_row("key", ["format", "game", "players", "hands"])
def test_a_missing_key_is_its_own_path(key: str) -> None:
    assert places({name: value for name, value in RECORD.items() if name != key}) == [(None, key)]


@each_row(
    ("change", "path"),
    [
        ({"format": "rook-record/2"}, "format"),
        ({"game": "whist"}, "game"),
        ({"game": ["original"]}, "game"),
        ({"players": "Ann"}, "players"),
        ({"players": None}, "players"),
        ({"players": ["Ann", "Ben", "Cal"]}, "players"),
        ({"players": ["Ann", "Ben", "Cal", " ann "]}, "players[3]"),
        ({"players": ["Ann", "Ben", "Cal", "  "]}, "players[3]"),
        ({"players": ["Ann", "Ben", "Cal", "D" * 41]}, "players[3]"),
        ({"players": ["Ann", "Ben", "Cal", 4]}, "players[3]"),
        ({"players": ["Ann", "Ben", "Cal", "\ud800"]}, "players[3]"),
        ({"dealer": 4}, "dealer"),
        ({"dealer": -1}, "dealer"),
        ({"options": []}, "options"),
        ({"options": {"target": 0}}, "options.target"),
        ({"options": {"target": 2**53}}, "options.target"),
        ({"options": {"tarket": 300}}, "options.tarket"),
        ({"options": {"target": 200, "hands": 5}}, "options.target"),
        ({"options": {"hands": 5, "individual": True}}, "options.hands"),
        ({"options": {"hands": None}}, "options.hands"),
        ({"date": 1910}, "date"),
        ({"note": None}, "note"),
        ({"hands": {}}, "hands"),
        ({"opening": None}, "opening"),
        ({"opening": 100}, "opening"),
        ({"opening": {"0": 100}}, "opening"),
        ({"opening": []}, "opening"),
        ({"opening": [10, 20, 30]}, "opening"),
        ({"opening": [10, 20], "options": {"individual": True}}, "opening"),
        ({"opening": [0, "20"]}, "opening[1]"),
        ({"opening": [True, 20]}, "opening[0]"),
        ({"opening": [None, 20]}, "opening[0]"),
        ({"opening": [-100_001, 20]}, "opening[0]"),
        ({"opening": [0, 100_001]}, "opening[1]"),
        ({"handz": []}, "handz"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_a_wrong_document_is_refused_at_its_place(change: dict[str, Any], path: str) -> None:
    assert places(RECORD | change) == [(None, path)]


def test_opening_totals_are_checked_as_far_as_the_rest_can_be_read() -> None:
    wrong = {"opening": [1.0, 100_001]}
    entries = [(None, "opening[0]"), (None, "opening[1]")]
    assert places(RECORD | wrong) == entries
    # How many sides there are is not known, but what a total looks like is.
    assert places(RECORD | wrong | {"game": "whist"}) == [(None, "game"), *entries]
    assert places(RECORD | wrong | {"players": ["Ann"]}) == [(None, "players"), *entries]
    assert places(RECORD | {"players": ["Ann"], "opening": [1, 2, 3]}) == [(None, "players")]
    # After one hand everything is over: whatever it is, it does not belong there.
    for slug in ("everlasting", "tens", "donkey"):
        assert places(RECORD | wrong | {"game": slug}) == [(None, "opening")]


def test_with_wrong_opening_totals_nothing_is_said_about_the_end() -> None:
    hand = {"bidder": 0, "bid": 100, "trump": "red", "captured": [120, 0]}
    hands = [hand, hand, hand, hand, hand | {"bid": 72}]
    assert places(RECORD | {"hands": hands}) == [(4, None), (5, None), (5, "bid")]
    assert places(RECORD | {"hands": hands, "opening": [0]}) == [(None, "opening"), (5, "bid")]


def test_opening_totals_are_on_the_sheet_and_in_all_totals() -> None:
    bid = {"bidder": 1, "bid": 70, "trump": "red", "open": True}
    sheet = score(RECORD | {"opening": [-100_000, 100_000], "hands": [{"misdeal": 0, "adjust": []}, bid]})
    # 100,000 is past the target of 300: the misdeal ends the game, and the bid comes too late.
    assert isinstance(sheet, tuple)
    assert [(fault.hand, fault.after_end) for fault in sheet] == [(2, True)]
    sheet = score(RECORD | {"opening": [-100_000, 290], "hands": [{"misdeal": 0, "adjust": []}, bid]})
    assert isinstance(sheet, Sheet)
    printed = sheet.as_json()
    assert (printed["opening"], printed["totals"], printed["hands"][0]["points"]) == ([-100_000, 290],) * 2 + ([0, 0],)
    assert (printed["open"]["dealer"], sheet.before(1), sheet.before(2)) == (0, (-100_000, 290), (-100_000, 290))
    zeros = score(RECORD | {"opening": [0, 0]})
    assert isinstance(zeros, Sheet)
    assert zeros.as_json()["opening"] == [0, 0]


def test_names_are_trimmed_and_may_have_forty_characters() -> None:
    sheet = score(RECORD | {"players": [" Ann ", "B" * 40, "Cäcilie", "Дot"]})
    assert isinstance(sheet, Sheet)
    assert [side.name for side in sheet.sides] == ["Ann & Cäcilie", "B" * 40 + " & Дot"]


def test_all_errors_are_reported_in_the_document_and_in_the_hands() -> None:
    hands = [{"bidder": 9, "bid": 71, "trump": "blue", "captured": [60, 55]}, 7, {"captured": [120, None]}]
    assert places(RECORD | {"note": 1, "options": {"target": "x"}, "hands": hands}) == [
        (None, "note"),
        (None, "options.target"),
        (1, "bidder"),
        (1, "bid"),
        (1, "trump"),
        (1, "captured"),
        (2, None),
        (3, "bidder"),
        (3, "bid"),
        (3, "trump"),
    ]


def test_a_wrong_option_leaves_the_others_in_force() -> None:
    hand = {"bidder": 0, "bid": 110, "trump": "red", "captured": [115, 0, 5]}
    three = RECORD | {"game": "regular", "players": ["Ann", "Ben", "Cal"], "hands": [hand]}
    assert places(three | {"options": {"rook": "20", "x": 1}}) == [(None, "options.x")]
    assert places(
        RECORD
        | {
            "options": {"individual": True, "target": 9},
            "hands": [{"passed_out": True, "adjust": [{"side": 3, "points": 5, "why": "agreed"}]}],
        }
    ) == [(None, "options.target")]


def test_without_a_game_the_rest_of_the_document_is_looked_at() -> None:
    document = {"format": "rook-record/1", "game": "x", "players": ["a", "A"], "dealer": -1, "options": 5, "hands": []}
    assert places(document) == [(None, "game"), (None, "players[1]"), (None, "options"), (None, "dealer")]


def test_an_unknown_key_hides_nothing() -> None:
    hand = {"passed_out": True, "bidder": 0, "bid": 100, "trump": "red", "captured": [100, 0, 5]}
    document = RECORD | {"game": "regular", "players": ["Ann", "Ben", "Cal"], "hands": [hand]}
    assert places(document) == [(1, "passed_out"), (1, "captured")]


def test_after_a_wrong_hand_the_end_of_the_game_is_not_looked_at() -> None:
    won = {"bidder": 0, "bid": 120, "trump": "red", "captured": [120, 0]}
    wrong = {**won, "bid": 121}
    assert places(RECORD | {"hands": [won, won, won, won, won]}) == [(4, None), (5, None)]
    assert places(RECORD | {"hands": [wrong, won, won, won, won]}) == [(1, "bid")]


@each_row(
    "text",
    [
        "",
        "not json",
        "[]",
        '"text"',
        "{",
        '{"a": NaN}',
        '{"a": -Infinity}',
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"a": ' + "9" * 5000 + "}",
        b"\xff\xfe{}",
        '{"format": "rook-record/1"} {}',
    ],
    ids=lambda text: repr(text)[:30],
)
def test_text_that_is_no_object_is_refused(text: str | bytes) -> None:
    faults = read(text)
    assert isinstance(faults, tuple)
    assert [(fault.rule, fault.hand, fault.path) for fault in faults] == [("record.json", None, None)]


def test_a_duplicate_key_is_refused_at_its_place() -> None:
    faults = read(
        '{"note": "a", "note": "b", "hands": [{}, {"bid": 70, "bid": 75, "adjust": [{"side": 0, "side": 1}]}]}'
    )
    assert isinstance(faults, tuple)
    assert [(fault.hand, fault.path) for fault in faults] == [(None, "note"), (2, "bid"), (2, "adjust[0].side")]


def test_a_byte_order_mark_is_ignored() -> None:
    assert read(b"\xef\xbb\xbf{}") == read("\ufeff{}") == {}
