"""Who plays with whom against whom: schedules, and the next round of a night."""

from scorekeeper.league.pairings.by_hand import PairingFault, faults
from scorekeeper.league.pairings.by_standing import by_standing
from scorekeeper.league.pairings.night import METHODS, Method, next_round, shuffled
from scorekeeper.league.pairings.quality import Quality, quality
from scorekeeper.league.pairings.repeats import Repeat, repeated_opponents, repeated_partners, times_out
from scorekeeper.league.pairings.rotating import exact, rotating
from scorekeeper.league.pairings.round_robin import round_robin
from scorekeeper.league.pairings.shapes import PAIRS, THREE_PAIRS, THREES, Shape, everyone_alone
from scorekeeper.league.pairings.swiss import swiss
from scorekeeper.league.pairings.values import RoundPlan, Schedule, TablePlan

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
