"""Figures and names as a player says them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from fractions import Fraction

from scorekeeper.league.results import Entrant, Player

SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
PARTS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}

#: Thousands are separated from here on: 9999, 10,000.
SEPARATED = 10_000

#: The name of a player; the id where nothing better is known.
Name = Callable[[Player], str]


def number(figure: Fraction | int) -> str:
    """A figure as short as can be: 12, 2½, −40, 3.17, 10,000."""
    size = abs(Fraction(figure))
    sign = "−" if figure < 0 else ""
    if size.denominator == 1:
        return f"{sign}{size.numerator:,}" if size >= SEPARATED else f"{sign}{size.numerator}"
    whole, part = divmod(size, 1)
    return f"{sign}{whole or ''}{PARTS[part]}" if part in PARTS else f"{sign}{float(size):.2f}"


def percent(figure: Fraction | int) -> str:
    """A share of one as a share of a hundred, with one decimal."""
    return f"{float(figure * 100):.1f}%"


def points_share(figure: Fraction | int) -> str:
    """A share of all points: 52.1% of the points."""
    return f"{percent(figure)} of the points"


def whole_percent(share: Fraction) -> str:
    """A share of one as a share of a hundred, without decimals."""
    return f"{round(share * 100)}%"


def counted(figure: Fraction | int, one: str, many: str) -> str:
    """A figure with its noun: 1 win, 2½ wins."""
    return f"{number(figure)} {one if figure == 1 else many}"


def small(count: Fraction | int) -> str:
    """Small whole numbers as words."""
    return SMALL[int(count)] if count in range(len(SMALL)) else number(count)


def ordinal(count: int) -> str:
    """A place: 1st, 2nd, 3rd, 11th, 22nd."""
    ending = "th" if count % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
    return f"{count}{ending}"


def place_word(count: int) -> str:
    """A place in a sentence: first, second, third, 4th."""
    return {1: "first", 2: "second", 3: "third"}.get(count) or ordinal(count)


def times(count: int) -> str:
    """How often: once, twice, three times."""
    return {1: "once", 2: "twice"}.get(count, f"{small(count)} times")


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Ann, Bea and Cal."""
    return f" {last} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def called(entrant: Entrant, name: Name = str) -> str:
    """An entrant by name: Ann, or Ann & Cal."""
    return " & ".join(map(name, entrant))


def day(date: dt.date) -> str:
    """A day: Nov 17, 2026."""
    return f"{_month_and_day(date)}, {date.year}"


def weekday(date: dt.date) -> str:
    """A day of this season, by its weekday: Tue, Nov 17."""
    return f"{date:%a}, {_month_and_day(date)}"


def days(first: dt.date, last: dt.date) -> str:
    """A range of days, the year once where it is the same: Jan 1 to Dec 31, 2026."""
    return f"{_month_and_day(first) if first.year == last.year else day(first)} to {day(last)}"


def time_of_day(time: dt.datetime | dt.time) -> str:
    """A time of day: 3:05 PM."""
    return f"{time.hour % 12 or 12}:{time.minute:02} {'AM' if time.hour < 12 else 'PM'}"


def _month_and_day(date: dt.date) -> str:
    return f"{date:%b} {date.day}"
