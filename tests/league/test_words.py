"""Days as people write them, and how good a schedule is in words that nobody stumbles over."""

from __future__ import annotations

import datetime as dt

from scorekeeper.league.pairings.values import Quality
from scorekeeper.league.words import day, days, time_of_day, weekday
from tests.rows import each_row


def test_days_are_written_as_americans_do() -> None:
    assert day(dt.date(2026, 1, 3)) == "Jan 3, 2026"
    assert weekday(dt.date(2026, 11, 17)) == "Tue, Nov 17"


def test_the_year_is_written_once_where_it_is_the_same() -> None:
    assert days(dt.date(2026, 1, 1), dt.date(2026, 12, 31)) == "Jan 1 to Dec 31, 2026"
    assert days(dt.date(2026, 9, 1), dt.date(2027, 5, 31)) == "Sep 1, 2026 to May 31, 2027"


@each_row(
    ("hour", "minute", "text"), [(15, 5, "3:05 PM"), (0, 0, "12:00 AM"), (12, 30, "12:30 PM"), (11, 59, "11:59 AM")]
)
def test_the_clock_has_twelve_hours(hour: int, minute: int, text: str) -> None:
    assert time_of_day(dt.datetime(2026, 11, 17, hour, minute)) == text


def test_nobody_meets_never_to_once() -> None:
    sentence = Quality(0, 0, 1, 0, 0, 1).sentence()
    assert sentence == (
        "Nobody has the same partner twice, everybody plays against everybody at most once "
        "and everybody sits out at most once."
    )
    assert "everybody plays against everybody once to twice" in Quality(0, 1, 2, 0, 0, 0).sentence()
    assert "everybody plays against everybody twice" in Quality(0, 2, 2, 0, 0, 0).sentence()
