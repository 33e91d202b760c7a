"""Short ways to draw the next round of a night."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.league.pairings.draw import draw
from scorekeeper.league.pairings.strays import with_strays
from scorekeeper.league.pairings.values import PAIRS, RoundPlan, Shape


def names(count: int) -> list[str]:
    return [f"p{number:02}" for number in range(count)]


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
