"""The fast ways to read and print JSON give to the byte what the plain ones of Python give."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import given, settings

from scorekeeper.cli.documents import indented_sheet
from scorekeeper.rules import Fault, Sheet, read, score
from scorekeeper.rules.json_text import FEW_BRACKETS
from tests.budget import examples
from tests.rows import each_row
from tests.second_records import random_record
from tests.strategies import field_records, sound_records, spoiled_records

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))


def check_printed(record: Any) -> None:
    """The sheet is printed as json.dumps prints it."""
    sheet = score(record)
    if isinstance(sheet, Sheet):
        assert indented_sheet(sheet) == json.dumps(sheet.as_json(), indent=2)


@settings(max_examples=examples(150))
@given(sound_records() | spoiled_records() | field_records())
def test_printing_random_records(record: dict[str, Any]) -> None:
    check_printed(record)


def test_printing_games_with_agreed_options_and_hands_in_play() -> None:
    for seed in range(200):
        check_printed(random_record(seed))
    names = ["Ann “A.” O’Hara", 'B"\\en', "Çal\u2028", "Dot 🂡"]
    head = {"format": "rook-record/1", "game": "original", "players": names}
    check_printed(head | {"hands": []})
    in_play = {"bidder": 1, "bid": 95, "trump": "green", "open": True, "note": 'a "note"\nof two lines'}
    check_printed(head | {"hands": [in_play]})
    assert isinstance(score(head | {"hands": [in_play]}), Sheet)


@each_row("path", CASES, ids=lambda path: path.stem)
def test_printing_the_worked_cases(path: Path) -> None:
    cases = json.loads(path.read_text("utf-8"))
    for case in cases if isinstance(cases, list) else cases.get("cases", []):
        if "record" in case:
            check_printed(case["record"])


def nested(levels: int) -> str:
    """An object with lists in lists."""
    return '{"a": ' + "[" * (levels - 1) + "]" * (levels - 1) + "}"


@each_row("levels", [2, FEW_BRACKETS, FEW_BRACKETS + 1])
def test_reading_nesting_that_is_not_too_deep(levels: int) -> None:
    assert read(nested(levels)) == json.loads(nested(levels))


@each_row(
    ("text", "message"),
    [
        (nested(100_000), "The text is nested too deeply. A record has only a few levels."),
        (nested(900), "The text is nested too deeply. A record has only a few levels."),
        ('{"a": 1, "b": {"c": 1, "c": 2}}', "The key “c” appears twice. Keep one of them."),
        ('{"a": 1, "a": 1}', "The key “a” appears twice. Keep one of them."),
        ('{"a": NaN}', "NaN can't be scored. Write a whole number."),
        ('{"a": -Infinity}', "-Infinity can't be scored. Write a whole number."),
        ('{"a": ' + "9" * 5000 + "}", "A number in the text is far too long."),
        ('{"a": 1,', "This is not JSON: Expecting property name enclosed in double quotes on line 1, column 9."),
        ('{"a": 1} x', "This is not JSON: Extra data on line 1, column 10."),
        ("[1]", "The text must be one object in braces, not a list."),
        (b'{"a": "\xff"}', "The text is not UTF-8. Save it as UTF-8 and try again."),
    ],
    ids=lambda text: str(text)[:20],
)
def test_reading_invalid_json(text: str | bytes, message: str) -> None:
    faults = read(text)
    assert isinstance(faults, tuple)
    assert [fault.message for fault in faults if isinstance(fault, Fault)] == [message]


def test_reading_with_a_byte_order_mark() -> None:
    assert read(b'\xef\xbb\xbf{"a": 1}') == read('\ufeff{"a": 1}') == {"a": 1}
