"""Text of a request into numbers and days: the one place that does it."""

from __future__ import annotations

import datetime as dt
import re

#: Longer digits are no number that anybody means.
LONGEST = 18
#: A minus as people and phones write it, and the thin space between thousands.
TYPED = str.maketrans({"−": "-", "\u202f": None})
INTEGER = re.compile(rf"[+-]?[0-9]{{1,{LONGEST}}}")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def integer(text: object) -> int | None:
    """A whole number with or without a sign, or None."""
    tidy = str(text).strip().translate(TYPED)
    return int(tidy) if INTEGER.fullmatch(tidy) else None


def count(text: object, digits: int = 9) -> int | None:
    """A number of things: digits alone, at most so many, or None."""
    tidy = str(text)
    return int(tidy) if tidy.isascii() and tidy.isdecimal() and len(tidy) <= digits else None


def date(text: object) -> dt.date | None:
    """A day written as 2026-11-10, or None."""
    tidy = str(text)
    try:
        return dt.date.fromisoformat(tidy) if DAY.fullmatch(tidy) else None
    except ValueError:
        return None
