"""Shapes of tables, whole schedules, and short ways to draw the next round of a night."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.league.pairings.draw import draw
from scorekeeper.league.pairings.rotating import planned, whole
from scorekeeper.league.pairings.strays import with_strays
from scorekeeper.league.pairings.values import PAIRS, RoundPlan, Shape

#: Two sides of three.
THREES = Shape({6: 3}, 6)


def names(count: int) -> list[str]:
    return [f"p{number:02}" for number in range(count)]


def everyone_alone(low: int = 3, high: int = 6, wanted: int = 4) -> Shape:
    """Tables of single players, of any size from low to high."""
    return Shape(dict.fromkeys(range(low, high + 1), 1), wanted)


def rotating(players: Sequence[str], rounds: int | None = None) -> tuple[RoundPlan, ...]:
    """The whole schedule for these players, or the best for so many rounds."""
    schedule = []
    for tables in whole(len(players)) if rounds is None else planned(len(players), rounds):
        seated = [players[number] for table in tables for number in table]
        out = tuple(player for player in players if player not in seated)
        schedule.append(RoundPlan(PAIRS.tables(seated, [4] * len(tables)), out))
    return tuple(schedule)


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
    return draw(method, with_strays(here, present), history, shape, **more)
