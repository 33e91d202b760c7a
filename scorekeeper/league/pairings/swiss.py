"""Swiss rounds: neighbors in the standing meet, and nobody meets the same opponent again while it can be helped.

From the top down, everybody meets the nearest one below whom they have not met yet, so long as the rest
can still be paired with no more repeats than must be. With an odd number the bye goes to the lowest of
those who have had the fewest. For fixed partnerships, or for single players against each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from scorekeeper.league.pairings.values import RoundPlan, TablePlan, past
from scorekeeper.league.results.result import Entrant, partnership

#: How often two entrants have met.
Met = Counter[tuple[Entrant, Entrant]]


def swiss(standing: Sequence[Entrant], history: Sequence[RoundPlan] = ()) -> RoundPlan:
    """The next round for these entrants, best first."""
    met = _met(history)
    seated = {partnership(entrant): entrant for entrant in standing}
    out = _bye([*seated], history) if len(seated) % 2 else ()
    order = [entrant for entrant in seated if entrant != out]
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
    met: Met = Counter()
    for plan in history:
        for table in plan.tables:
            sides = [partnership(side) for side in table.sides]
            met.update((one, other) for one in sides for other in sides if one != other)
    return met


def _bye(order: Sequence[Entrant], history: Sequence[RoundPlan]) -> Entrant:
    """The lowest of those with the fewest byes."""
    sat_out = past(history).sat_out
    return min(reversed(order), key=lambda entrant: sum(sat_out[player] for player in entrant))


def _opponent(first: Entrant, rest: list[Entrant], met: Met, spare: int) -> Entrant:
    """The nearest new opponent who leaves the rest no worse off; else the one met least often."""
    for second in sorted(rest, key=lambda entrant: met[first, entrant]):
        left = spare - bool(met[first, second])
        if _repeats([entrant for entrant in rest if entrant != second], met) <= left:
            return second
    return rest[0]


def _repeats(order: Sequence[Entrant], met: Met) -> int:
    """How many of these couples must have met before, however they are paired."""
    return 0 if _pairs_up_greedily(order, met) else len(order) // 2 - _most_new_couples(order, met)


def _pairs_up_greedily(order: Sequence[Entrant], met: Met) -> bool:
    """Whether pairing from the bottom up, each with the nearest new opponent, leaves nobody over."""
    left = list(order)
    while left:
        one = left.pop()
        other = next((other for other in reversed(left) if not met[one, other]), None)
        if other is None:
            return False
        left.remove(other)
    return True


def _most_new_couples(order: Sequence[Entrant], met: Met) -> int:
    """The largest number of couples who have not met."""
    # Importing networkx takes half a second and 19 MB, which only a night with many repeats has to pay.
    import networkx

    graph = networkx.Graph((one, other) for one, other in combinations(order, 2) if not met[one, other])
    return len(networkx.max_weight_matching(graph, maxcardinality=True))
