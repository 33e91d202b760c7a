"""Who plays with whom against whom: schedules, and the next round of a night."""

from scorekeeper.league.pairings.by_standing import by_standing, swiss
from scorekeeper.league.pairings.movements import round_robin
from scorekeeper.league.pairings.night import METHODS, Method, PairingFault, faults, next_round, shuffled
from scorekeeper.league.pairings.rotating import exact, rotating
from scorekeeper.league.pairings.values import (
    PAIRS,
    THREE_PAIRS,
    THREES,
    Quality,
    Repeat,
    RoundPlan,
    Schedule,
    Shape,
    TablePlan,
    everyone_alone,
    quality,
    repeated_opponents,
    repeated_partners,
    times_out,
)

__all__ = [
    "METHODS",
    "PAIRS",
    "THREES",
    "THREE_PAIRS",
    "Method",
    "PairingFault",
    "Quality",
    "Repeat",
    "RoundPlan",
    "Schedule",
    "Shape",
    "TablePlan",
    "by_standing",
    "everyone_alone",
    "exact",
    "faults",
    "next_round",
    "quality",
    "repeated_opponents",
    "repeated_partners",
    "rotating",
    "round_robin",
    "shuffled",
    "swiss",
    "times_out",
]
