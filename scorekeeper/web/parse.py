"""Parse numbers and days from the text of requests. No other module does."""

from __future__ import annotations

import datetime as dt
import re

#: More digits are no meaningful number.
LONGEST = 18
#: A sum has terms of at most so many digits, and at most so many characters in all.
LONGEST_TERM, LONGEST_SUM = 9, 100
#: A minus as people and phones write it, and the thin space between thousands.
TYPED = str.maketrans({"−": "-", "\u202f": None})
INTEGER = re.compile(rf"[+-]?[0-9]{{1,{LONGEST}}}")
TERM = rf"[0-9]{{1,{LONGEST_TERM}}}"
SUM = re.compile(rf"[+-]?{TERM}(?: *[+-] *{TERM})+")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def integer(text: object) -> int | None:
    """A whole number with or without a sign, or None; a sum is added up. `static/js/numbers.js` reads the same."""
    tidy = str(text).strip().translate(TYPED)
    if INTEGER.fullmatch(tidy):
        return int(tidy)
    return add_up(tidy) if len(tidy) <= LONGEST_SUM and SUM.fullmatch(tidy) else None


def add_up(text: str) -> int:
    """The result of a sum such as `12 + 11 - 7`."""
    return sum(int(term) for term in re.findall(r"[+-]?[0-9]+", text.replace(" ", "")))


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
