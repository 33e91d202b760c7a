"""Rounds by standings: tables of neighbors, in which the first and fourth play the second and third; and Swiss rounds.

Repeated partners are avoided: first the partners at a table change, and if that is not enough, two people who are
close in the standings change tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, groupby, product

from scorekeeper.league.pairings.values import Lineup, Pair, RoundPlan, TablePlan, pair, past
from scorekeeper.league.results import Entrant, Player, partnership

#: The sides of a table as places in its order, the best player at place 0.
Places = tuple[tuple[int, ...], ...]


def by_standing(lineup: Lineup) -> RoundPlan:
    """Tables from the top down, given the players best first; sit-outs are assigned first."""
    sizes, standing, out = lineup.parted()
    tables = _Tables(standing, lineup)
    groups = min((tables.groups(sizes[at:] + sizes[:at]) for at in range(len(sizes) or 1)), key=tables.alone_again)
    return RoundPlan(tuple(tables.plan(group) for group in tables.improved(groups)), out)


class _Tables:
    """Makes tables of groups, with as few repeated partners as possible."""

    def __init__(self, standing: Sequence[Player], lineup: Lineup) -> None:
        self.place = {player: index for index, player in enumerate(standing)}
        self.shape = lineup.shape
        #: Tonight first: earlier partners only decide between sides that are equal tonight.
        self.pasts = (past(lineup.history), lineup.earlier)

    def groups(self, sizes: Sequence[int]) -> list[list[Player]]:
        """The players in groups of these sizes, from the top down."""
        return [list(table.players) for table in self.shape.tables([*self.place], sizes)]

    def alone_again(self, groups: Sequence[Sequence[Player]]) -> list[int]:
        """How often people at the tables without partners have been alone, tonight and then on earlier nights."""
        alone = [player for group in groups if self.shape.per_side(len(group)) == 1 for player in group]
        return [sum(rounds.alone[player] for player in alone) for rounds in self.pasts]

    def ways(self, group: Sequence[Player]) -> tuple[Places, ...]:
        """Every way to make sides of a group."""
        return _ways(len(group), self.shape.per_side(len(group)))

    def plan(self, group: Sequence[Player]) -> TablePlan:
        """The most even sides of those that repeat the fewest partners."""
        best = min(self.ways(group), key=lambda way: [_repeats(group, way, rounds.partners) for rounds in self.pasts])
        return TablePlan(tuple(tuple(group[place] for place in side) for side in best))

    def repeats(self, group: Sequence[Player]) -> int:
        """How often partners of tonight must be repeated in a group."""
        fewest = None
        for way in self.ways(group):
            again = _repeats(group, way, self.pasts[0].partners)
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


def _repeats(group: Sequence[Player], way: Places, partners: Mapping[Pair, int]) -> int:
    return sum(partners.get(pair(group[one], group[other]), 0) for side in way for one, other in combinations(side, 2))


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


def swiss(lineup: Lineup) -> RoundPlan:
    """The next round for these entrants, best first.

    Within the same score the upper half meets the lower half, and repeats of tonight's meetings are avoided.
    """
    met = meetings(lineup.history)
    seated = {partnership(entrant): entrant for entrant in lineup.entrants}
    out = _bye([*seated], lineup) if len(seated) % 2 else ()
    order = _halves([entrant for entrant in seated if entrant != out], lineup.scores)
    tables = []
    spare = _repeated(order, met)
    while order:
        first = order.pop(0)
        second = _opponent(first, order, met, spare)
        order.remove(second)
        spare -= bool(met[first, second])
        tables.append(TablePlan((seated[first], seated[second])))
    return RoundPlan(tuple(tables), out)


def _halves(standing: Sequence[Entrant], scores: Mapping[Entrant, Fraction]) -> list[Entrant]:
    """An order in which neighbors come from the upper and the lower half of the same score."""
    order: list[Entrant] = []
    for _, group in groupby(standing, key=lambda entrant: scores.get(entrant, entrant)):
        level = list(group)
        floater = [level.pop(0)] if len(order) % 2 else []
        half = (len(level) + 1) // 2
        folded = [entrant for two in zip(level[:half], level[half:], strict=False) for entrant in two]
        order += [*floater, *folded, *(entrant for entrant in level if entrant not in folded)]
    return order


def meetings(history: Sequence[RoundPlan]) -> Met:
    """Every meeting, in both directions."""
    met: Met = Counter()
    for plan in history:
        for table in plan.tables:
            sides = [partnership(side) for side in table.sides]
            met.update((one, other) for one in sides for other in sides if one != other)
    return met


def _bye(order: Sequence[Entrant], lineup: Lineup) -> Entrant:
    """The lowest of those with the fewest byes tonight, then in the season."""
    pasts = past(lineup.history), lineup.earlier

    def byes(entrant: Entrant) -> list[int]:
        return [sum(rounds.sat_out[player] for player in entrant) for rounds in pasts]

    return min(reversed(order), key=byes)


def _opponent(first: Entrant, rest: list[Entrant], met: Met, spare: int) -> Entrant:
    """The nearest new opponent that leaves a good pairing of the rest; else the one met least often."""
    for second in sorted(rest, key=lambda entrant: met[first, entrant]):
        left = spare - bool(met[first, second])
        if _repeated([entrant for entrant in rest if entrant != second], met) <= left:
            return second
    return rest[0]


def _repeated(order: Sequence[Entrant], met: Met) -> int:
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
