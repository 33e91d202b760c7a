"""The twelve-hand movement of The Original ROOK: four players, everyone for himself.

Partners change after every four hands, so that after twelve everybody has played four hands with each
of the others (source 004, “For individual scoring”).
"""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.league.pairings.values import TablePlan
from scorekeeper.league.results.result import Player

#: 004 For individual scoring: partners change after every four hands, twelve in all.
HANDS_TOGETHER = 4
#: Seats of the two sides, stage by stage.
STAGES = (((0, 2), (1, 3)), ((0, 1), (2, 3)), ((0, 3), (1, 2)))
HANDS = HANDS_TOGETHER * len(STAGES)


def movement(seats: Sequence[Player]) -> tuple[TablePlan, ...]:
    """Who plays with whom in each of the twelve hands; everybody stays in his seat."""
    if len(seats) != len(STAGES) + 1:
        raise ValueError(f"The movement is for 4 players, not {len(seats)}.")
    return tuple(
        TablePlan(tuple(tuple(seats[seat] for seat in side) for side in STAGES[hand // HANDS_TOGETHER]))
        for hand in range(HANDS)
    )
