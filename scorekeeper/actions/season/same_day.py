"""Which night of its day.

A record has a day and no night; where a day has several nights, the record's note says which.
"""

from __future__ import annotations

import re

SUFFIX = re.compile(r"(?:^|, )(?:night|evening) ([1-9]\d?) of the day$")


def add_night_number(note: str | None, number: int) -> str:
    """A note that also says which night of its day a game belongs to."""
    return f"{note}, night {number} of the day" if note else f"night {number} of the day"


def split_night_number(note: object) -> tuple[str | None, int]:
    """The note as it was, and which night it names; the first where it names none."""
    if not isinstance(note, str):
        return None, 1
    suffix = SUFFIX.search(note)
    return (note[: suffix.start()] or None, int(suffix[1])) if suffix else (note, 1)
