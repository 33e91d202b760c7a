"""Nights of one day, told apart in the notes of their records: a record itself has a day and no night."""

from __future__ import annotations

import re

SAID = re.compile(r"(?:^|, )(?:night|evening) ([1-9]\d?) of the day$")


def told(note: str | None, number: int) -> str:
    """A note that also says which night of its day a game belongs to."""
    return f"{note}, night {number} of the day" if note else f"night {number} of the day"


def heard(note: object) -> tuple[str | None, int]:
    """The note as it was, and which night it names; the first where it names none."""
    if not isinstance(note, str):
        return None, 1
    found = SAID.search(note)
    return (note[: found.start()] or None, int(found[1])) if found else (note, 1)
