"""Round robin for fixed partnerships: everybody meets everybody once, by the circle method.

All but the first move on by one place each round, and each meets the one across. With an odd number,
whoever would meet the empty chair has a bye: everybody once.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.league.pairings.values import RoundPlan, Schedule, TablePlan
from scorekeeper.league.results.result import Entrant

EMPTY: Entrant = ()


def round_robin(entrants: Sequence[Entrant], cycles: int = 1) -> Schedule:
    """All rounds, in each of which everybody has another opponent; with more cycles all of it again."""
    if len(entrants) < 2:
        return ()
    circle = [*entrants, *([EMPTY] if len(entrants) % 2 else [])]
    rounds = [_round([circle[0], *circle[step:], *circle[1:step]]) for step in range(1, len(circle))]
    return tuple(rounds * cycles)


def _round(order: list[Entrant]) -> RoundPlan:
    """The first half against the second, folded over."""
    across = [(order[seat], order[-1 - seat]) for seat in range(len(order) // 2)]
    tables = tuple(TablePlan(sides) for sides in across if EMPTY not in sides)
    return RoundPlan(tables, tuple(player for sides in across if EMPTY in sides for side in sides for player in side))
