"""New partners every round: everybody partners everybody at most once, and meets everybody as evenly as possible.

For 4 to 32 players a whole schedule is made from `BASE_ROUNDS`; its rounds are put in an order in which nobody
sits out twice before everybody did once. If a night plays only part of it, a search for every round may give a more
even result, and is used then, as it is for more players.

The search works for any number of people and any shape of table. It seats everybody, then lets two people change
places wherever that lowers the cost: repeated partners first, then repeated opponents. When no change helps, a few
are moved at random, with a fixed seed, so that the same night always gives the same round.

Earlier nights count less than tonight: they decide between rounds that are equally good, and who gets which number
of a schedule.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, permutations
from random import Random

from scorekeeper.league.pairings.values import (
    NOTHING,
    PAIRS,
    Lineup,
    Pair,
    Past,
    RoundPlan,
    Shape,
    by_turn,
    pair,
    past,
    quality,
    sit_outs,
)
from scorekeeper.league.results import Player

#: For each number of players a step and some rounds. A round gives as many rounds as the step: every number moves
#: forward by one within its block of so many.
BASE_ROUNDS: dict[int, tuple[int, tuple[str, ...]]] = {
    4: (3, ("0+3 1+2",)),
    5: (5, ("1+4 2+3",)),
    6: (1, ("2+5 3+4", "0+1 4+5", "0+2 1+3", "1+4 3+5", "0+5 2+3", "0+4 1+2")),
    7: (1, ("3+6 4+5", "0+2 1+6", "1+2 3+4", "0+5 2+4", "0+1 3+5", "1+5 4+6", "0+3 2+6")),
    8: (7, ("0+7 1+3, 2+6 4+5",)),
    9: (3, ("1+2 4+8, 3+6 5+7", "0+6 1+8, 2+7 4+5", "0+3 2+4, 1+5 7+8")),
    10: (5, ("1+6 2+4, 3+7 8+9", "1+2 3+5, 4+7 6+9")),
    11: (11, ("3+6 7+9, 4+8 5+10",)),
    12: (11, ("0+8 3+10, 1+6 2+11, 4+5 7+9",)),
    13: (13, ("1+10 2+7, 3+4 6+8, 5+11 9+12",)),
    14: (7, ("1+8 6+10, 2+5 12+13, 3+11 4+9", "1+6 4+5, 2+11 7+10, 3+9 8+13")),
    15: (15, ("3+11 4+14, 5+9 7+10, 6+8 12+13",)),
    16: (15, ("0+15 1+4, 2+8 5+10, 3+14 7+9, 6+13 11+12",)),
    17: (17, ("1+10 9+12, 2+4 6+16, 3+7 8+13, 5+11 14+15",)),
    18: (9, ("1+7 5+17, 2+16 3+8, 4+12 14+15, 6+10 11+13", "1+2 4+10, 3+13 8+15, 5+7 11+16, 6+17 9+12")),
    19: (19, ("3+11 15+17, 4+5 9+12, 6+18 7+16, 8+13 10+14",)),
    20: (19, ("0+10 8+15, 1+7 17+19, 2+5 6+14, 3+4 9+11, 12+16 13+18",)),
    21: (21, ("1+16 6+19, 2+18 4+14, 3+7 15+17, 5+12 11+20, 8+9 10+13",)),
    22: (
        11,
        (
            "1+9 6+19, 2+17 10+13, 3+12 5+7, 4+16 8+18, 14+21 15+20",
            "1+7 11+13, 2+21 8+14, 3+19 4+5, 6+10 12+15, 9+20 17+18",
        ),
    ),
    23: (23, ("3+10 15+19, 4+12 6+17, 5+11 7+20, 8+13 14+16, 9+18 21+22",)),
    24: (23, ("0+8 5+10, 1+11 17+18, 2+6 14+16, 3+12 4+7, 9+20 21+23, 13+19 15+22",)),
    25: (25, ("1+24 6+19, 2+23 11+14, 3+22 5+20, 4+21 10+15, 7+18 8+17, 9+16 12+13",)),
    26: (
        13,
        (
            "1+9 6+10, 2+4 7+22, 3+23 8+25, 5+11 15+16, 12+17 18+21, 14+20 19+24",
            "1+20 5+14, 2+16 3+4, 6+22 12+25, 7+17 9+21, 8+11 15+19, 10+18 13+24",
        ),
    ),
    27: (27, ("3+17 11+14, 4+9 10+21, 5+24 13+15, 6+12 7+19, 8+26 22+23, 16+20 18+25",)),
    28: (27, ("0+1 7+26, 2+4 11+17, 3+15 5+12, 6+19 14+23, 8+18 22+27, 9+25 20+24, 10+13 16+21",)),
    29: (29, ("1+28 11+18, 2+27 5+24, 3+26 8+21, 4+25 10+19, 6+23 14+15, 7+22 9+20, 12+17 13+16",)),
    30: (
        15,
        (
            "1+7 5+18, 2+4 22+26, 3+21 9+23, 6+28 11+14, 8+29 24+27, 10+19 12+20, 13+17 16+25",
            "1+11 4+5, 2+17 7+23, 3+20 16+24, 6+14 15+29, 8+12 9+19, 10+22 25+27, 13+18 21+26",
        ),
    ),
    31: (31, ("3+8 11+27, 4+13 10+22, 5+23 12+19, 6+26 21+24, 7+15 16+17, 9+30 25+29, 14+28 18+20",)),
    32: (31, ("0+31 1+18, 2+5 11+19, 3+29 6+27, 4+10 17+30, 7+22 26+28, 8+20 12+23, 9+16 21+25, 13+14 15+24",)),
}


#: With so many players the beginning of the whole schedule is as even as rounds that are searched for, or more even.
#: A night of unknown length follows it; with other numbers every round is searched for. A test proves it.
EVEN_FROM_THE_START = frozenset({4, 5, 6, 7, 8, 10, 16, 32})
#: The numbers of partners and of opponents.
Neighbors = tuple[list[int], list[int]]
#: The rounds of an ordinary night.
USUAL_ROUNDS = 6


def next_of_schedule(lineup: Lineup) -> RoundPlan | None:
    """The next round of a schedule that the night has followed; None if it left it or finished it.

    Players are numbered by their seats in the first round, so a first round that was drawn or changed by hand
    starts a schedule too. The schedule is left if, in this season, it is somebody else's turn to sit out.
    """
    done, count = len(lineup.history), len(lineup.players)
    if lineup.rounds is not None and lineup.rounds > done:
        plan = planned(count, lineup.rounds)
    else:
        # For other numbers, rounds that are searched for are better in a night of unknown length.
        plan = whole(count) if count in EVEN_FROM_THE_START else ()
    if done >= len(plan):
        return None
    for names in _numbered(plan, lineup):
        schedule = [drawn.renamed(names) for drawn in plan[: done + 1]]
        follows = all(_have_same_tables(made, drawn) for made, drawn in zip(schedule, lineup.history, strict=False))
        if follows and _is_fair(schedule[done], lineup):
            return schedule[done]
    return None


def _is_fair(plan: RoundPlan, lineup: Lineup) -> bool:
    """Those who sit out have had no more byes in the season than those whose turn it is."""
    out, byes = sit_outs(lineup.history, lineup.players, len(plan.sitting_out), lineup.earlier), lineup.earlier.sat_out
    return sum(byes[one] for one in plan.sitting_out) <= sum(byes[one] for one in out)


def _numbered(plan: Sequence[RoundPlan], lineup: Lineup) -> Iterator[Mapping[Player, Player]]:
    """Players by their numbers: as given or as is fair, or in every way that gives the first round played."""
    players = lineup.players
    if not lineup.history:
        order = players if lineup.earlier == NOTHING else _fairly_numbered(players, plan, lineup.earlier)
        yield dict(zip(_numbers(len(players)), order, strict=True))
        return
    drawn = lineup.history[0]
    seated = [player for table in drawn.tables for player in table.players]
    numbers = [number for table in plan[0].tables for number in table.players]
    if {*seated, *drawn.sitting_out} == {*players} and len(seated) == len(numbers):
        for out in permutations(drawn.sitting_out):
            yield dict(zip([*numbers, *plan[0].sitting_out], [*seated, *out], strict=True))


def _fairly_numbered(players: Sequence[Player], plan: Sequence[RoundPlan], earlier: Past) -> list[Player]:
    """Byes to those whose turn it is; between equals, new partners and opponents in the first rounds."""
    numbers = _numbers(len(players))
    by_round_out = sorted(numbers, key=lambda number: _rounds_out(plan, number))
    order = [player for _, player in sorted(zip(by_round_out, by_turn(players, NOTHING, earlier), strict=True))]
    byes = [earlier.sat_out[player] if len(players) % 4 else 0 for player in order]
    equals = [(one, two) for one, two in combinations(range(len(players)), 2) if byes[one] == byes[two]]
    seating = _Seating(order, [_neighbors(plan[:USUAL_ROUNDS], number) for number in numbers], NOTHING, earlier)
    at = list(range(len(players)))
    while sum(seating.swap_if_better(at, one, two) for one, two in equals):
        pass
    return [order[player] for player in at]


def _rounds_out(plan: Sequence[RoundPlan], number: Player) -> list[int]:
    """The rounds in which a number sits out; a number that always plays comes after all others."""
    return [at for at, drawn in enumerate(plan) if number in drawn.sitting_out] + [len(plan)]


def _neighbors(plan: Sequence[RoundPlan], number: Player) -> Neighbors:
    """The partners and the opponents of a number, each as often as they meet."""
    mates: list[int] = []
    others: list[int] = []
    for table in (table for drawn in plan for table in drawn.tables if number in table.players):
        for side in table.sides:
            near = mates if number in side else others
            near += [int(player) for player in side if player != number]
    return mates, others


def _have_same_tables(made: RoundPlan, drawn: RoundPlan) -> bool:
    return made.tables == drawn.tables and {*made.sitting_out} == {*drawn.sitting_out}


def _numbers(count: int) -> list[Player]:
    """Numbers in the place of names, which sort in their order."""
    return [f"{number:03}" for number in range(count)]


@lru_cache(maxsize=256)
def planned(count: int, rounds: int) -> tuple[RoundPlan, ...]:
    """So many rounds in player numbers; a schedule that is too short is repeated."""
    plan = whole(count)
    part = tuple(plan[number % len(plan)] for number in range(rounds))
    if rounds >= len(plan):
        return part
    searched: list[RoundPlan] = []
    for _ in range(rounds):
        searched.append(search_round(Lineup([(number,) for number in _numbers(count)], searched)))
    return min(part, tuple(searched), key=_worth)


def _worth(plan: Sequence[RoundPlan]) -> tuple[int, int]:
    """Lower is better."""
    figures = quality(plan)
    return figures.repeated_partners, figures.unevenness


@lru_cache(maxsize=64)
def whole(count: int) -> tuple[RoundPlan, ...]:
    """The whole schedule in player numbers, well ordered."""
    order: list[RoundPlan] = []
    met: Counter[Pair] = Counter()
    for run in _runs(count):
        left = list(run)
        while left:
            best = min(left, key=lambda plan: sum(2 * met[couple] + 1 for couple in _opposed(plan)))
            left.remove(best)
            order.append(best)
            met.update(_opposed(best))
    return tuple(order)


def _opposed(plan: RoundPlan) -> Iterator[Pair]:
    return chain.from_iterable(table.opponents() for table in plan.tables)


def _runs(count: int) -> list[list[RoundPlan]]:
    """Rounds in groups; within a group the order does not matter to who sits out.

    With three sitting out side by side, each round must begin where the last one ended.
    """
    step, texts = BASE_ROUNDS[count]
    blocks = [[_counted_on(text, by, step, count) for by in range(step)] for text in texts]
    if count % 4 < 2:
        return [[plan for block in blocks for plan in block]]
    if count % 4 == 2 or step == 1:
        return blocks
    if step % 3:
        return [[blocks[0][3 * number % step]] for number in range(step)]
    return [blocks[0][first::3] for first in range(3)]


def _counted_on(text: str, by: int, step: int, count: int) -> RoundPlan:
    """The round “0+3 1+2, …” with every number moved forward within its block."""
    numbers, blocks = _numbers(count), count // step * step

    def moved(digits: str) -> Player:
        number = int(digits)
        return numbers[number if number >= blocks else number // step * step + (number + by) % step]

    seated = [moved(digits) for digits in re.findall(r"\d+", text)]
    sizes = [4] * (len(seated) // 4)
    return RoundPlan(PAIRS.tables(seated, sizes), tuple(number for number in numbers if number not in seated))


#: Whatever happened tonight is worse than everything on earlier nights together.
TONIGHT = 10**9
#: A repeated partner is worse than any number of repeated opponents.
PARTNER_AGAIN = 1000
#: Playing without a partner again is worse than a few repeated opponents.
ALONE_AGAIN = 50
#: The search compares so many neighbors at most, which takes less than a tenth of a second.
LOOKS = 120_000
#: Added to the seed each time that a round is drawn again.
ANOTHER_DRAW = 100_003
#: Seats moved at random when no change helps.
SHAKEN = 3

Costs = list[list[int]]


def search_round(lineup: Lineup) -> RoundPlan:
    """The best round found; sit-outs are assigned first."""
    sizes, players, out = lineup.parted()
    tonight = past(lineup.history)
    seating = _Seating(players, [*_seats(sizes, lineup.shape)], tonight, lineup.earlier)
    at = seating.improved(Random(sum(tonight.played.values()) + lineup.again * ANOTHER_DRAW))
    return RoundPlan(lineup.shape.tables([players[player] for player in at], sizes), out)


class _Seating:
    """The cost of seating players; players and seats are numbers."""

    def __init__(self, players: Sequence[Player], seats: Sequence[Neighbors], tonight: Past, earlier: Past) -> None:
        self.count = len(players)
        self.mates = [mates for mates, _ in seats]
        self.others = [others for _, others in seats]
        #: How many comparisons it takes to see everybody's neighbors.
        self.looks = self.count * max((len(mates) + len(others) for mates, others in seats), default=1)
        every = range(self.count)
        self.strangers = [[two for two in every if two != one and two not in self.mates[one]] for one in every]
        self.partner = self._costs(players, tonight, earlier, self._partner)
        self.opponent = self._costs(players, tonight, earlier, self._opponent)
        #: Seats without a partner, if others have one: people take turns there.
        self.lone = [any(self.mates) and not mates for mates in self.mates]
        self.alone = [ALONE_AGAIN * (TONIGHT * tonight.alone[player] + earlier.alone[player]) for player in players]

    @staticmethod
    def _costs(players: Sequence[Player], tonight: Past, earlier: Past, cost: Callable[[Past, Pair], int]) -> Costs:
        pairs = [[pair(one, other) for other in players] for one in players]
        return [[TONIGHT * cost(tonight, both) + cost(earlier, both) for both in row] for row in pairs]

    @staticmethod
    def _partner(rounds: Past, both: Pair) -> int:
        return PARTNER_AGAIN * rounds.partners[both] ** 2 + rounds.opponents[both]

    @staticmethod
    def _opponent(rounds: Past, both: Pair) -> int:
        return 2 * rounds.opponents[both] + rounds.partners[both]

    def cost(self, player: int, seat: int, at: list[int]) -> int:
        """The cost of a player in a seat, given the other seats."""
        partner, opponent = self.partner[player], self.opponent[player]
        bad = self.alone[player] if self.lone[seat] else 0
        for mate in self.mates[seat]:
            bad += partner[at[mate]]
        for other in self.others[seat]:
            bad += opponent[at[other]]
        return bad

    def total(self, at: list[int]) -> int:
        """The cost of a whole seating; every couple is counted twice."""
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
        """Swap players as long as it helps, and return how many comparisons are left."""
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
        """Swap a player with the one where it helps most; False if it helps nowhere."""
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

    def swap_if_better(self, at: list[int], one: int, two: int) -> bool:
        """Swap two players, whatever their seats have to do with each other, if that lowers the cost."""
        before = self.cost(at[one], one, at) + self.cost(at[two], two, at)
        at[one], at[two] = at[two], at[one]
        if self.cost(at[one], one, at) + self.cost(at[two], two, at) < before:
            return True
        at[one], at[two] = at[two], at[one]
        return False

    def _gain(self, at: list[int], one: int, two: int, costs: list[int]) -> int:
        """How much a swap of two seats lowers the cost."""
        first, second = at[one], at[two]
        after = self.cost(second, one, at) + self.cost(first, two, at)
        if two in self.others[one]:
            after += 2 * self.opponent[first][second]
        return costs[one] + costs[two] - after

    def _shaken(self, at: list[int], chance: Random) -> list[int]:
        """A copy with a few seats moved at random."""
        moved = at.copy()
        seats = chance.sample(range(self.count), min(SHAKEN, self.count))
        for seat, source in zip(seats, seats[1:] + seats[:1], strict=True):
            moved[seat] = at[source]
        return moved


def _seats(sizes: Sequence[int], shape: Shape) -> Iterator[Neighbors]:
    """The neighbors of every seat, table by table and side by side."""
    start = 0
    for size in sizes:
        table, step = range(start, start + size), shape.per_side(size)
        for seat in table:
            first = seat - (seat - start) % step
            side = range(first, first + step)
            yield [mate for mate in side if mate != seat], [other for other in table if other not in side]
        start += size
