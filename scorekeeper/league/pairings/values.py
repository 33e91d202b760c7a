"""Tables and rounds of a night, who was together in them, and how even they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from scorekeeper.league.results import Player
from scorekeeper.league.words import counted, listed, times

#: Two players, in the order of their ids.
Pair = tuple[Player, Player]


def pair(one: Player, other: Player) -> Pair:
    """Two players in order, whichever comes first."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Who plays here: the sides, each with its players."""

    sides: tuple[tuple[Player, ...], ...]

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody at the table, side by side."""
        return tuple(player for side in self.sides for player in side)

    @property
    def seats(self) -> tuple[Player, ...]:
        """Everybody in seat order, clockwise: sides alternate, so partners sit opposite."""
        return tuple(side[seat] for seat in range(len(self.sides[0])) for side in self.sides)

    def partners(self) -> Iterator[Pair]:
        """Every two who play together."""
        for side in self.sides:
            for one, other in combinations(side, 2):
                yield pair(one, other)

    def opponents(self) -> Iterator[Pair]:
        """Every two who play against each other."""
        for side, against in combinations(self.sides, 2):
            for one in side:
                for other in against:
                    yield pair(one, other)


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """The tables of a round, and who sits out."""

    tables: tuple[TablePlan, ...]
    sitting_out: tuple[Player, ...] = ()


Schedule = tuple[RoundPlan, ...]


@dataclass(frozen=True)
class Past:
    """How often two were partners or opponents, and how often each sat out or played."""

    partners: Counter[Pair] = field(default_factory=Counter)
    opponents: Counter[Pair] = field(default_factory=Counter)
    sat_out: Counter[Player] = field(default_factory=Counter)
    played: Counter[Player] = field(default_factory=Counter)


def past(rounds: Iterable[RoundPlan]) -> Past:
    """Count partners, opponents, sit-outs and games of these rounds."""
    history = Past()
    for plan in rounds:
        history.sat_out.update(plan.sitting_out)
        for table in plan.tables:
            history.partners.update(table.partners())
            history.opponents.update(table.opponents())
            history.played.update(table.players)
    return history


def sit_outs(rounds: Sequence[RoundPlan], present: Sequence[Player], count: int) -> tuple[Player, ...]:
    """The people who sit out next: those who did so least often, then those who played most, then the last listed.

    So nobody sits out twice before everybody present has sat out once.
    """
    so_far = past(rounds)
    place = {player: index for index, player in enumerate(present)}
    order = sorted(present, key=lambda player: (so_far.sat_out[player], -so_far.played[player], -place[player]))
    return tuple(sorted(order[:count], key=place.__getitem__))


@dataclass(frozen=True, slots=True)
class Shape:
    """Tables of these sizes with so many players on a side; `wanted` is the size to prefer."""

    sizes: tuple[int, ...] = (4,)
    per_side: int = 2
    wanted: int = 4

    def parted(self, count: int) -> tuple[int, ...]:
        """The best sizes of tables for so many people: few left over, near the wanted size, and even."""
        return min(self._ways(count), key=lambda way: self._fault(way, count), default=())

    def _ways(self, count: int) -> Iterator[tuple[int, ...]]:
        """Tables of at most two sizes, the larger first."""
        for large in self.sizes:
            for small in (size for size in self.sizes if size <= large):
                for tables in range(count // large + 1):
                    rest = (count - tables * large) // small if small < large else 0
                    yield (large,) * tables + (small,) * rest

    def _fault(self, way: tuple[int, ...], count: int) -> tuple[int, int, int, int]:
        """People left over, the table furthest from the size wanted, unevenness, and all distances together."""
        off = [abs(size - self.wanted) for size in way]
        spread = max(way, default=0) - min(way, default=0)
        return count - sum(way), max(off, default=0), spread, abs(sum(way) - self.wanted * len(way))

    def table(self, players: Sequence[Player]) -> TablePlan:
        """A table of players who are named side by side."""
        step = self.per_side
        return TablePlan(tuple(tuple(players[at : at + step]) for at in range(0, len(players), step)))


PAIRS = Shape()
#: Two sides of three.
THREES = Shape((6,), 3, 6)


def everyone_alone(low: int = 3, high: int = 6, wanted: int = 4) -> Shape:
    """Tables of single players, of any size from low to high."""
    return Shape(tuple(range(low, high + 1)), 1, wanted)


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two players who were together before, and the numbers of those rounds."""

    pair: Pair
    rounds: tuple[int, ...]


def repeated_partners(earlier: Sequence[RoundPlan], table: TablePlan) -> list[Repeat]:
    """Partners at this table who were partners before."""
    return _repeats(earlier, table, TablePlan.partners)


def repeated_opponents(earlier: Sequence[RoundPlan], table: TablePlan) -> list[Repeat]:
    """Opponents at this table who were opponents before."""
    return _repeats(earlier, table, TablePlan.opponents)


def times_out(earlier: Sequence[RoundPlan], player: Player) -> int:
    """How often somebody sat out."""
    return sum(player in plan.sitting_out for plan in earlier)


def _repeats(
    earlier: Sequence[RoundPlan], table: TablePlan, pairs: Callable[[TablePlan], Iterable[Pair]]
) -> list[Repeat]:
    met: dict[Pair, list[int]] = {}
    for number, plan in enumerate(earlier, 1):
        for other in plan.tables:
            for pair in pairs(other):
                met.setdefault(pair, []).append(number)
    return [Repeat(pair, tuple(met[pair])) for pair in pairs(table) if pair in met]


@dataclass(frozen=True, slots=True)
class Quality:
    """The figures of a schedule: lower is better, and each `least` should be near its `most`."""

    #: Pairs who are partners more than once, counted as often as they are too often.
    repeated_partners: int
    opponents_least: int
    opponents_most: int
    #: The sum of squares of how often every two oppose each other: the lower, the more even.
    unevenness: int
    sit_outs_least: int
    sit_outs_most: int

    def sentence(self, partners: bool = True, repeated: int | None = None) -> str:
        """The figures in a sentence, with or without partners.

        `repeated` is how many partnerships the last round repeats; without it, all repeats are counted.
        """
        clauses = [f"everybody plays against everybody {_span(self.opponents_least, self.opponents_most)}"]
        if partners or self.repeated_partners:
            clauses.insert(0, self._partners_clause(repeated))
        if self.sit_outs_most:
            clauses.append(f"everybody sits out {_span(self.sit_outs_least, self.sit_outs_most)}")
        return f"{listed(clauses)}.".capitalize()

    def _partners_clause(self, repeated: int | None) -> str:
        if not self.repeated_partners:
            return "nobody has the same partner twice"
        if repeated is None:
            return counted(self.repeated_partners, "partnership is repeated", "partnerships are repeated")
        if not repeated:
            return "this round repeats no partnership"
        return f"this round repeats {counted(repeated, 'partnership', 'partnerships')}"


def _span(least: int, most: int) -> str:
    if least == most:
        return times(least) if least else "never"
    return f"{times(least)} to {times(most)}" if least else f"at most {times(most)}"


def quality(rounds: Sequence[RoundPlan]) -> Quality:
    """The quality of some rounds, among all who take part in them."""
    so_far = past(rounds)
    players = sorted({*so_far.played, *so_far.sat_out})
    opponents = [so_far.opponents[one, other] for one, other in combinations(players, 2)]
    out = [so_far.sat_out[player] for player in players]
    return Quality(
        sum(often - 1 for often in so_far.partners.values()),
        min(opponents, default=0),
        max(opponents, default=0),
        sum(often * often for often in opponents),
        min(out, default=0),
        max(out, default=0),
    )
