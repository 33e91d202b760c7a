"""Rounds by standings: tables of neighbors, in which the first and fourth play the second and third; and Swiss rounds.

Repeated partners are avoided: first the partners at a table change, and if that is not enough, two people who are
close in the standings change tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

from scorekeeper.league.pairings.values import PAIRS, Past, RoundPlan, Shape, TablePlan, pair, past, sit_outs
from scorekeeper.league.results import Entrant, Player, partnership

#: The sides of a table as places in its order, the best player at place 0.
Places = tuple[tuple[int, ...], ...]


def by_standing(standing: Sequence[Player], shape: Shape = PAIRS, history: Sequence[RoundPlan] = ()) -> RoundPlan:
    """Tables from the top down, given the players best first; sit-outs are assigned first."""
    sizes = shape.parted(len(standing))
    out = sit_outs(history, standing, len(standing) - sum(sizes))
    rest = [player for player in standing if player not in out]
    groups = []
    for size in sizes:
        groups.append(rest[:size])
        rest = rest[size:]
    tables = _Tables([player for group in groups for player in group], shape.per_side, past(history))
    return RoundPlan(tuple(tables.plan(group) for group in tables.improved(groups)), out)


class _Tables:
    """Makes tables of groups, with as few repeated partners as possible."""

    def __init__(self, standing: Sequence[Player], per_side: int, so_far: Past) -> None:
        self.place = {player: index for index, player in enumerate(standing)}
        self.per_side = per_side
        self.so_far = so_far

    def plan(self, group: Sequence[Player]) -> TablePlan:
        """The most even sides of those that repeat the fewest partners."""
        best = min(_ways(len(group), self.per_side), key=lambda way: self._repeats(group, way))
        return TablePlan(tuple(tuple(group[place] for place in side) for side in best))

    def _repeats(self, group: Sequence[Player], way: Places) -> int:
        partners = self.so_far.partners
        return sum(
            partners.get(pair(group[one], group[other]), 0) for side in way for one, other in combinations(side, 2)
        )

    def repeats(self, group: Sequence[Player]) -> int:
        """How often partners must be repeated in a group."""
        fewest = None
        for way in _ways(len(group), self.per_side):
            again = self._repeats(group, way)
            if not again:
                return 0
            fewest = again if fewest is None else min(fewest, again)
        return fewest or 0

    def improved(self, groups: list[list[Player]]) -> list[list[Player]]:
        """The groups after moving people to the nearest table that saves a repeat, until none does."""
        while any(self._move(groups, one) for one, group in enumerate(groups) if self.repeats(group)):
            pass
        return groups

    def _move(self, groups: list[list[Player]], one: int) -> bool:
        """Swap two people of a table and the nearest table where it helps; False if it helps nowhere."""
        for other in sorted(range(len(groups)), key=lambda other: abs(other - one))[1:]:
            before = self.repeats(groups[one]) + self.repeats(groups[other])
            after, _, here, there = min(self._swaps(groups[one], groups[other]))
            if after < before:
                groups[one], groups[other] = here, there
                return True
        return False

    def _swaps(self, here: list[Player], there: list[Player]) -> Iterator[tuple[int, int, list[Player], list[Player]]]:
        """Two groups after every possible swap: repeats in both, how far the two moved, and the groups."""
        for first, second in product(here, there):
            both = self._after(here, first, second), self._after(there, second, first)
            yield sum(map(self.repeats, both)), abs(self.place[first] - self.place[second]), *both

    def _after(self, group: Sequence[Player], gone: Player, new: Player) -> list[Player]:
        return sorted((new if player == gone else player for player in group), key=self.place.__getitem__)


@cache
def _ways(size: int, per_side: int) -> tuple[Places, ...]:
    """Every way to make sides of a table, the usual one first, then from even to uneven."""
    usual = _usual(size, size // per_side)
    others = [
        way for way in _divided(tuple(range(size)), per_side) if {*map(frozenset, way)} != {*map(frozenset, usual)}
    ]
    return usual, *sorted(others, key=lambda way: sum(sum(side) ** 2 for side in way))


def _usual(size: int, sides: int) -> Places:
    """The most even sides: dealt down the sides, then up again."""
    dealt: list[list[int]] = [[] for _ in range(sides)]
    for place in range(size):
        lap, seat = divmod(place, sides)
        dealt[seat if lap % 2 == 0 else sides - 1 - seat].append(place)
    return tuple(map(tuple, dealt))


def _divided(places: tuple[int, ...], per_side: int) -> Iterator[Places]:
    if not places:
        yield ()
        return
    for mates in combinations(places[1:], per_side - 1):
        rest = tuple(place for place in places[1:] if place not in mates)
        for others in _divided(rest, per_side):
            yield (places[0], *mates), *others


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
    """Every meeting, in both directions."""
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
    """The nearest new opponent that leaves a good pairing of the rest; else the one met least often."""
    for second in sorted(rest, key=lambda entrant: met[first, entrant]):
        left = spare - bool(met[first, second])
        if _repeats([entrant for entrant in rest if entrant != second], met) <= left:
            return second
    return rest[0]


def _repeats(order: Sequence[Entrant], met: Met) -> int:
    """The smallest number of couples who have met before, over all pairings."""
    return 0 if _pairs_up_greedily(order, met) else len(order) // 2 - _most_new_couples(order, met)


def _pairs_up_greedily(order: Sequence[Entrant], met: Met) -> bool:
    """Whether everybody gets a new opponent if paired from the bottom up, each with the nearest."""
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
    # Importing networkx takes half a second and 19 MB, and only nights with many repeats need it.
    import networkx

    graph = networkx.Graph((one, other) for one, other in combinations(order, 2) if not met[one, other])
    return len(networkx.max_weight_matching(graph, maxcardinality=True))
