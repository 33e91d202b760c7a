"""Text of a request into numbers and days."""

from __future__ import annotations

import datetime as dt

from scorekeeper.web import parse
from tests.rows import each_row

INTEGERS = {
    "": None,
    " ": None,
    "0": 0,
    "7": 7,
    " 7 ": 7,
    "+7": 7,
    "-7": -7,
    "−95": -95,
    "−−95": None,
    "- 7": None,
    "+": None,
    "007": 7,
    "10\u202f000": 10_000,
    "10,000": None,
    "1.5": None,
    "1e3": None,
    "0x10": None,
    "1_000": None,
    "٧": None,
    "²": None,
    "999999999999999999": 999_999_999_999_999_999,
    "123456789012345678901234567890": None,
    "seven": None,
    # Sums, as people write them beside a paper sheet.
    "12+11+7": 30,
    "12 + 11 + 7": 30,
    " 12 +11+ 7 ": 30,
    "50-15": 35,
    "50 − 15": 35,
    "15-50": -35,
    "-5+10": 5,
    "−5−10": -15,
    "+5+10": 15,
    "007+1": 8,
    "999999999+999999999": 1_999_999_998,
    "10\u202f000+5": 10_005,
    "12 11": None,
    "12+": None,
    "+12+": None,
    "12++7": None,
    "12+-7": None,
    "12--7": None,
    "- 5 + 10": None,
    "12*7": None,
    "(12+7)": None,
    "12+x": None,
    "12+1.5": None,
    "12+11=23": None,
    "12\n+7": None,
    "12+٧": None,
    "1234567890+1": None,
    "__import__('os')": None,
    # At most 100 characters.
    "1+" * 49 + "10": 59,
    "1+" * 49 + "100": None,
    "1+" * 50_000 + "1": None,
}

COUNTS = {
    "": None,
    "0": 0,
    "7": 7,
    " 7 ": None,
    "+7": None,
    "-7": None,
    "−7": None,
    "1\u202f000": None,
    "٧": None,
    "²": None,
    "999999999": 999_999_999,
    "1000000000": None,
    "123456789012345678901234567890": None,
}

DAYS = {
    "": None,
    "2026-11-10": dt.date(2026, 11, 10),
    "2024-02-29": dt.date(2024, 2, 29),
    "2026-02-29": None,
    "20261110": None,
    "2026-W46-2": None,
    "11/10/2026": None,
    " 2026-11-10": None,
    "2026-11-10T12:00": None,
}


@each_row(("text", "number"), INTEGERS.items())
def test_an_integer(text: str, number: int | None) -> None:
    assert parse.integer(text) == number


@each_row(("text", "number"), COUNTS.items())
def test_a_count(text: str, number: int | None) -> None:
    assert parse.count(text) == number


def test_a_count_of_so_many_digits() -> None:
    assert parse.count("99", 2) == 99
    assert parse.count("100", 2) is None


@each_row(("text", "day"), DAYS.items())
def test_a_day(text: str, day: dt.date | None) -> None:
    assert parse.date(text) == day


@each_row("nothing", [None, [], {}])
def test_only_text_becomes_a_number(nothing: object) -> None:
    assert parse.integer(nothing) is None
    assert parse.count(nothing) is None
    assert parse.date(nothing) is None
