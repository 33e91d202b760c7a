"""Two names of one person become one: in seats, substitutes, handicaps and lots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

#: Who helps out, and for whom.
Pairs = Sequence[Sequence[int | None]]


def merge_seats(seats: Sequence[int], gone: int, stays: int) -> list[int]:
    """The seats with one person under the other name."""
    return [stays if member == gone else member for member in seats]


def merge_left_seats(left: Sequence[Sequence[int]] | None, gone: int, stays: int) -> list[list[int]] | None:
    """Who left a seat: the seat, the member, and a hand; None where that is not known."""
    return None if left is None else [[seat, stays if member == gone else member, hand] for seat, member, hand in left]


def merge_substitutes(pairs: Pairs, gone: int, stays: int) -> list[list[int | None]]:
    """Helpers and those they play for, with one person under the other name."""
    return [[stays if member == gone else member for member in pair] for pair in pairs]


def merge_handicaps(handicaps: Mapping[str, Any], gone: int, stays: int) -> dict[str, Any]:
    """Fixed handicaps; who has two keeps their own."""
    fixed = dict(handicaps.get("fixed", {}))
    points = fixed.pop(str(gone), None)
    if points is not None:
        fixed.setdefault(str(stays), points)
    return {**handicaps, "fixed": fixed} if "fixed" in handicaps else dict(handicaps)


def merge_lots(lots: Sequence[Mapping[str, Any]], gone: int, stays: int) -> list[dict[str, Any]]:
    """Drawn lots; who was drawn twice keeps the better place."""
    return [{**lot, "drawn": _merge_drawn(lot["drawn"], str(gone), str(stays))} for lot in lots]


def _merge_drawn(drawn: Sequence[Sequence[str]], gone: str, stays: str) -> list[list[str]]:
    entrants = (tuple(sorted({stays if player == gone else player for player in entrant})) for entrant in drawn)
    return [list(entrant) for entrant in dict.fromkeys(entrants)]
