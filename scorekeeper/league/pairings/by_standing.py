"""By standing: those who are close play together; the first with the fourth against the second with the third."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.league.pairings.shapes import PAIRS, Shape
from scorekeeper.league.pairings.values import RoundPlan, TablePlan, sit_outs
from scorekeeper.league.results.result import Player


def by_standing(standing: Sequence[Player], shape: Shape = PAIRS, history: Sequence[RoundPlan] = ()) -> RoundPlan:
    """Tables from the top down, given the players best first; sit-outs are shared equally before."""
    sizes = shape.parted(len(standing))
    out = sit_outs(history, standing, len(standing) - sum(sizes))
    rest = [player for player in standing if player not in out]
    tables = []
    for size in sizes:
        tables.append(_table(rest[:size], size // shape.per_side))
        rest = rest[size:]
    return RoundPlan(tuple(tables), out)


def _table(players: Sequence[Player], sides: int) -> TablePlan:
    """Sides made as even as can be: down the sides, then up again."""
    dealt: list[list[Player]] = [[] for _ in range(sides)]
    for at, player in enumerate(players):
        lap, seat = divmod(at, sides)
        dealt[seat if lap % 2 == 0 else sides - 1 - seat].append(player)
    return TablePlan(tuple(tuple(side) for side in dealt))
