"""Days as people write them, and how good a schedule is in words that nobody stumbles over."""

from __future__ import annotations

import datetime as dt

from scorekeeper.league.pairings.quality import Quality
from scorekeeper.league.words import day, days


def test_a_day_as_people_write_it() -> None:
    assert day(dt.date(2026, 1, 3)) == "3 January 2026"


def test_the_year_stands_once_where_it_is_the_same() -> None:
    assert days(dt.date(2026, 1, 1), dt.date(2026, 12, 31)) == "1 January to 31 December 2026"
    assert days(dt.date(2026, 9, 1), dt.date(2027, 5, 31)) == "1 September 2026 to 31 May 2027"


def test_nobody_meets_never_to_once() -> None:
    sentence = Quality(0, 0, 1, 0, 0, 1).sentence()
    assert sentence == (
        "Nobody has the same partner twice, everybody meets everybody at most once as opponents "
        "and everybody sits out at most once."
    )
    assert "everybody meets everybody once to twice as opponents" in Quality(0, 1, 2, 0, 0, 0).sentence()
    assert "everybody meets everybody twice as opponents" in Quality(0, 2, 2, 0, 0, 0).sentence()
