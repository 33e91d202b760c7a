"""Shapes of tables, whole schedules, and short ways to draw the next round of a night."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.league.pairings.draw import draw
from scorekeeper.league.pairings.rotating import planned, whole
from scorekeeper.league.pairings.strays import with_strays
from scorekeeper.league.pairings.values import PAIRS, Lineup, RoundPlan, Shape

#: Two sides of three.
THREES = Shape({6: 3}, 6)


def names(count: int) -> list[str]:
    return [f"p{number:02}" for number in range(count)]


def everyone_alone(low: int = 3, high: int = 6, wanted: int = 4) -> Shape:
    """Tables of single players, of any size from low to high."""
    return Shape(dict.fromkeys(range(low, high + 1), 1), wanted)


def rotating(players: Sequence[str], rounds: int | None = None) -> tuple[RoundPlan, ...]:
    """The whole schedule for these players, or the best for so many rounds."""
    schedule = whole(len(players)) if rounds is None else planned(len(players), rounds)
    by_number = {f"{number:03}": player for number, player in enumerate(players)}
    return tuple(plan.renamed(by_number) for plan in schedule)


def next_round(
    history: Sequence[RoundPlan],
    present: Sequence[str],
    method: str = "new-partners",
    shape: Shape = PAIRS,
    partnerships: Sequence[tuple[str, ...]] = (),
    **more: Any,
) -> RoundPlan:
    """The next round for the people present; partnerships of which somebody is missing are split up."""
    here = [side for side in partnerships if {*side} <= {*present}]
    return draw(method, Lineup(with_strays(here, present), history, shape, **more))
