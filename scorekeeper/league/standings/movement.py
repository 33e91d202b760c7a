"""How places changed between two standings of one season."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.league.results.result import Entrant
from scorekeeper.league.standings.standings import Standings

#: Places gained, below zero for places lost; None for an entrant that had no place before.
Movement = Mapping[Entrant, int | None]


def movement(before: Standings, now: Standings) -> Movement:
    """The movement of everybody who has a row and a place now; nobody moves where there was nothing before.

    Of the standings before, the rows of the same entrants are enough.
    """
    if not before.size:
        return {}
    places = {row.entrant: row.place for row in before.rows}
    return {row.entrant: _gained(places.get(row.entrant), row.place) for row in now.rows if row.place is not None}


def _gained(before: int | None, now: int) -> int | None:
    return None if before is None else before - now


class Climb(NamedTuple):
    """The most places that anybody gained, and who did."""

    places: int
    entrants: tuple[Entrant, ...]


def biggest_climb(moved: Movement) -> Climb | None:
    """Who gained most places, all who did; None if nobody gained any."""
    most = max((gained for gained in moved.values() if gained is not None), default=0)
    return Climb(most, tuple(entrant for entrant, gained in moved.items() if gained == most)) if most > 0 else None
