"""Swiss rounds: neighbors in the standing meet, and nobody meets the same opponent again while it can be helped.

From the top down, everybody meets the nearest one below whom he has not met yet, so long as the rest
can still be paired with no more repeats than must be. With an odd number the bye goes to the lowest of
those who have had the fewest. For fixed partnerships, or for single players against each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorekeeper.league.pairings.matching import NOBODY, largest_matching
from scorekeeper.league.pairings.values import RoundPlan, TablePlan, past
from scorekeeper.league.results.result import Entrant, partnership

#: How often two entrants have met.
Met = Counter[tuple[Entrant, Entrant]]


def swiss(standing: Sequence[Entrant], history: Sequence[RoundPlan] = ()) -> RoundPlan:
    """The next round for these entrants, best first."""
    met = _met(history)
    seated = {partnership(who): who for who in standing}
    out = _bye([*seated], history) if len(seated) % 2 else ()
    order = [who for who in seated if who != out]
    tables = []
    spare = _repeats(order, met)
    while order:
        first = order.pop(0)
        second = _opponent(first, order, met, spare)
        order.remove(second)
        spare -= bool(met[first, second])
        tables.append(TablePlan((seated[first], seated[second])))
    return RoundPlan(tuple(tables), out)


def _met(history: Sequence[RoundPlan]) -> Met:
    """Every meeting, in both directions, whichever way round partners sat."""
    found: Met = Counter()
    for turn in history:
        for table in turn.tables:
            sides = [partnership(side) for side in table.sides]
            found.update((one, other) for one in sides for other in sides if one != other)
    return found


def _bye(order: Sequence[Entrant], history: Sequence[RoundPlan]) -> Entrant:
    """The lowest of those with the fewest byes."""
    sat_out = past(history).sat_out
    return min(reversed(order), key=lambda who: sum(sat_out[player] for player in who))


def _opponent(first: Entrant, rest: list[Entrant], met: Met, spare: int) -> Entrant:
    """The nearest new opponent who leaves the rest no worse off; else the one met least often."""
    for second in sorted(rest, key=lambda who: met[first, who]):
        left = spare - bool(met[first, second])
        if _repeats([who for who in rest if who != second], met) <= left:
            return second
    return rest[0]


def _repeats(order: Sequence[Entrant], met: Met) -> int:
    """How many of these couples must have met before, however they are paired."""
    friends = [[at for at, other in enumerate(order) if other != who and not met[who, other]] for who in order]
    return largest_matching(friends).count(NOBODY) // 2
