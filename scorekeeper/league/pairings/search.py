"""The best round that a bounded search finds, for any number of people and any shape of table.

Everybody is seated; then two change places wherever that lessens what is bad: a partner again first of
all, then an opponent again. When no change helps, a few are moved at random, by a seed of its own, so
that the same night always gives the same round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from scorekeeper.league.pairings.values import PAIRS, Past, RoundPlan, Shape, TablePlan, pair, past, sit_outs
from scorekeeper.league.results import Player

#: A partner again is worse than any number of opponents again.
PARTNER_AGAIN = 1000
#: Looks at one neighbor that the search may take: less than a tenth of a second.
LOOKS = 120_000
#: Added to the seed each time that a round is drawn again.
ANOTHER_DRAW = 100_003
#: Seats moved at random when no change helps.
SHAKEN = 3

Costs = list[list[int]]


def search_round(
    present: Sequence[Player], history: Sequence[RoundPlan], shape: Shape = PAIRS, again: int = 0
) -> RoundPlan:
    """The best round found for who is here, after the rounds played so far; sit-outs are shared out first."""
    sizes = shape.parted(len(present))
    out = sit_outs(history, present, len(present) - sum(sizes))
    seated = [player for player in present if player not in out]
    return RoundPlan(best_round(seated, sizes, shape, past(history), again), out)


def best_round(
    players: Sequence[Player], sizes: Sequence[int], shape: Shape, so_far: Past, again: int = 0
) -> tuple[TablePlan, ...]:
    """Tables for exactly these players."""
    seating = _Seating(players, sizes, shape.per_side, so_far)
    at = seating.improved(Random(sum(so_far.played.values()) + again * ANOTHER_DRAW))
    tables, start = [], 0
    for size in sizes:
        tables.append(shape.table([players[player] for player in at[start : start + size]]))
        start += size
    return tuple(tables)


class _Seating:
    """Who may sit where, and what it costs; players and seats are numbers."""

    def __init__(self, players: Sequence[Player], sizes: Sequence[int], per_side: int, so_far: Past) -> None:
        self.count = len(players)
        self.mates: list[list[int]] = []
        self.others: list[list[int]] = []
        for side, table in _sides(sizes, per_side):
            for seat in side:
                self.mates.append([mate for mate in side if mate != seat])
                self.others.append([other for other in table if other not in side])
        #: Looks that it takes to see everybody's neighbors.
        self.looks = self.count * max((size - 1 for size in sizes), default=1)
        seats = range(self.count)
        self.strangers = [[two for two in seats if two != one and two not in self.mates[one]] for one in seats]
        self.partner: Costs = [[self._partner(so_far, one, other) for other in players] for one in players]
        self.opponent: Costs = [[self._opponent(so_far, one, other) for other in players] for one in players]

    @staticmethod
    def _partner(so_far: Past, one: Player, other: Player) -> int:
        both = pair(one, other)
        return PARTNER_AGAIN * so_far.partners[both] ** 2 + so_far.opponents[both]

    @staticmethod
    def _opponent(so_far: Past, one: Player, other: Player) -> int:
        both = pair(one, other)
        return 2 * so_far.opponents[both] + so_far.partners[both] if one != other else 0

    def cost(self, player: int, seat: int, at: list[int]) -> int:
        """What it costs to have somebody in a seat, the others as they sit."""
        partner, opponent = self.partner[player], self.opponent[player]
        bad = 0
        for mate in self.mates[seat]:
            bad += partner[at[mate]]
        for other in self.others[seat]:
            bad += opponent[at[other]]
        return bad

    def total(self, at: list[int]) -> int:
        """What a whole seating costs (every couple is counted twice)."""
        return sum(self.cost(player, seat, at) for seat, player in enumerate(at))

    def improved(self, chance: Random) -> list[int]:
        """The best seating found."""
        at = list(range(self.count))
        chance.shuffle(at)
        left = LOOKS
        best, lowest = at, None
        while lowest is None or (lowest and left > 0):
            left = self._settle(at, left)
            cost = self.total(at)
            if lowest is None or cost < lowest:
                best, lowest = at.copy(), cost
            at = self._shaken(best, chance)
        return best

    def _settle(self, at: list[int], left: int) -> int:
        """Change places as long as it helps; gives back how many trials are left."""
        costs = [self.cost(player, seat, at) for seat, player in enumerate(at)]
        left -= 2 * self.looks
        changed = True
        while changed and left > 0:
            changed = False
            for one in range(self.count):
                if costs[one]:
                    left -= 2 * self.looks
                    changed = self._move(one, at, costs) or changed
        return left

    def _move(self, one: int, at: list[int], costs: list[int]) -> bool:
        """Let somebody change places with the one with whom it helps most; false if it helps nowhere."""
        best, gain = one, 0
        for two in self.strangers[one]:
            better = self._gain(at, one, two, costs)
            if better > gain:
                best, gain = two, better
        if not gain:
            return False
        at[one], at[best] = at[best], at[one]
        for seat in (one, best):
            for near in (seat, *self.mates[seat], *self.others[seat]):
                costs[near] = self.cost(at[near], near, at)
        return True

    def _gain(self, at: list[int], one: int, two: int, costs: list[int]) -> int:
        """How much better it is if these two change places."""
        first, second = at[one], at[two]
        after = self.cost(second, one, at) + self.cost(first, two, at)
        if two in self.others[one]:
            after += 2 * self.opponent[first][second]
        return costs[one] + costs[two] - after

    def _shaken(self, at: list[int], chance: Random) -> list[int]:
        """The same with a few seats moved."""
        moved = at.copy()
        seats = chance.sample(range(self.count), min(SHAKEN, self.count))
        for seat, source in zip(seats, seats[1:] + seats[:1], strict=True):
            moved[seat] = at[source]
        return moved


def _sides(sizes: Sequence[int], per_side: int) -> Iterator[tuple[range, range]]:
    """Every side with its table, as seat numbers."""
    start = 0
    for size in sizes:
        for first in range(start, start + size, per_side):
            yield range(first, first + per_side), range(start, start + size)
        start += size
