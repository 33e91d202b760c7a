"""Tables and rounds, who was together in them, and how even they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, islice

from scorekeeper.league.results import Entrant, Player
from scorekeeper.league.words import counted, listed, times

#: The ids of the ways to draw a round; `draw.METHODS` describes them.
NEW_PARTNERS, STANDING, SWISS, ROUND_ROBIN = "new-partners", "standing", "swiss", "round-robin"
SINGLE, DOUBLE, MOVEMENT, BY_HAND = "single", "double", "movement", "hand"

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

    def renamed(self, names: Mapping[Player, Player]) -> TablePlan:
        """The table with some players replaced by others."""
        return TablePlan(tuple(tuple(names.get(player, player) for player in side) for side in self.sides))


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """The tables of a round, and who sits out."""

    tables: tuple[TablePlan, ...]
    sitting_out: tuple[Player, ...] = ()

    def renamed(self, names: Mapping[Player, Player]) -> RoundPlan:
        """The round with some players replaced by others."""
        tables = tuple(table.renamed(names) for table in self.tables)
        return RoundPlan(tables, tuple(names.get(player, player) for player in self.sitting_out))


@dataclass(frozen=True)
class Past:
    """How often two were partners or opponents, and how often each sat out, played, or played without a partner."""

    partners: Counter[Pair] = field(default_factory=Counter)
    opponents: Counter[Pair] = field(default_factory=Counter)
    sat_out: Counter[Player] = field(default_factory=Counter)
    played: Counter[Player] = field(default_factory=Counter)
    alone: Counter[Player] = field(default_factory=Counter)


def past(rounds: Iterable[RoundPlan]) -> Past:
    """Count partners, opponents, sit-outs and games of these rounds."""
    history = Past()
    for plan in rounds:
        history.sat_out.update(plan.sitting_out)
        for table in plan.tables:
            history.partners.update(table.partners())
            history.opponents.update(table.opponents())
            history.played.update(table.players)
            history.alone.update(side[0] for side in table.sides if len(side) == 1)
    return history


#: Nothing has been played.
NOTHING = Past()


def sit_outs(rounds: Sequence[RoundPlan], present: Sequence[Player], count: int, earlier: Past) -> tuple[Player, ...]:
    """The people who sit out next, in the order in which they are listed.

    Nobody sits out twice before everybody present has sat out once.
    """
    out = {*by_turn(present, past(rounds), earlier)[:count]}
    return tuple(player for player in present if player in out)


def by_turn(present: Sequence[Player], tonight: Past, earlier: Past) -> list[Player]:
    """Those who sat out least often tonight first, then in earlier rounds, then those who played most.

    Of earlier rounds the share counts, because not everybody is there every night; newcomers have the usual share. If
    that does not decide, the last listed come first.
    """
    shares = _shares_out(present, earlier)
    turns = {player: (tonight.sat_out[player], shares[player], -tonight.played[player]) for player in reversed(present)}
    return sorted(turns, key=turns.__getitem__)


def _shares_out(present: Sequence[Player], earlier: Past) -> dict[Player, Fraction]:
    """The part of the earlier rounds that everybody sat out."""
    rounds = {player: earlier.sat_out[player] + earlier.played[player] for player in present}
    known = {player: Fraction(earlier.sat_out[player], count) for player, count in rounds.items() if count}
    usual = sum(known.values(), Fraction(0)) / len(known) if known else Fraction(0)
    return {player: known.get(player, usual) for player in present}


@dataclass(frozen=True, slots=True)
class Shape:
    """How many players are on a side, by the size of a table; `wanted` is the size to prefer."""

    sides: Mapping[int, int] = field(default_factory=lambda: {4: 2})
    wanted: int = 4

    @property
    def has_partners(self) -> bool:
        """People play together at some table."""
        return any(players > 1 for players in self.sides.values())

    def per_side(self, size: int) -> int:
        """The players on a side; at a table of an impossible size, as many as at one of the wanted size."""
        return self.sides.get(size, self.sides.get(self.wanted, 1))

    def parted(self, count: int) -> tuple[int, ...]:
        """The best sizes of tables for so many people: few left over, near the wanted size, and even."""
        return min(self._ways(count), key=lambda way: self._fault(way, count), default=())

    def _ways(self, count: int) -> Iterator[tuple[int, ...]]:
        """Tables of at most two sizes, the larger first."""
        for large in self.sides:
            for small in (size for size in self.sides if size <= large):
                for tables in range(count // large + 1):
                    rest = (count - tables * large) // small if small < large else 0
                    yield (large,) * tables + (small,) * rest

    def _fault(self, way: tuple[int, ...], count: int) -> tuple[int, ...]:
        """People left over, people on other sides than wanted, the largest distance, unevenness, and all distances."""
        other = sum(size for size in way if self.sides[size] != self.per_side(self.wanted))
        off = [abs(size - self.wanted) for size in way]
        spread = max(way, default=0) - min(way, default=0)
        return count - sum(way), other, max(off, default=0), spread, abs(sum(way) - self.wanted * len(way))

    def tables(self, players: Sequence[Player], sizes: Iterable[int]) -> tuple[TablePlan, ...]:
        """Tables of these sizes for players who are named side by side, table by table."""
        left = iter(players)
        return tuple(self.table([*islice(left, size)]) for size in sizes)

    def table(self, players: Sequence[Player]) -> TablePlan:
        """A table of players who are named side by side."""
        step = self.per_side(len(players))
        return TablePlan(tuple(tuple(players[at : at + step]) for at in range(0, len(players), step)))


PAIRS = Shape()


@dataclass(frozen=True, slots=True)
class Lineup:
    """Who plays, the rounds already played, and the tables they may have."""

    #: Best first where the method goes by standings. With fixed partners, people who have none are entrants of their
    #: own.
    entrants: Sequence[Entrant]
    history: Sequence[RoundPlan] = ()
    shape: Shape = PAIRS
    #: Rounds of earlier nights, which count less than tonight's.
    earlier: Past = NOTHING
    #: How many rounds are planned; None if unknown.
    rounds: int | None = None
    #: How often this round was drawn before; each draw is different.
    again: int = 0
    #: What each entrant has scored, for Swiss rounds; nobody is level with anybody who is not in it.
    scores: Mapping[Entrant, Fraction] = field(default_factory=dict)
    #: Nobody may meet twice in a round robin, even if some have to sit out.
    meet_once: bool = False

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody, in the order of the entrants."""
        return tuple(player for entrant in self.entrants for player in entrant)

    def parted(self) -> tuple[tuple[int, ...], list[Player], tuple[Player, ...]]:
        """The sizes of the tables, who plays, and who sits out."""
        players = self.players
        sizes = self.shape.parted(len(players))
        out = sit_outs(self.history, players, len(players) - sum(sizes), self.earlier)
        return sizes, [player for player in players if player not in out], out


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two players who were together before, and the numbers of those rounds."""

    pair: Pair
    rounds: tuple[int, ...]


def repeats(
    earlier: Sequence[RoundPlan], table: TablePlan, pairs: Callable[[TablePlan], Iterable[Pair]]
) -> list[Repeat]:
    """Partners (or opponents) at this table who were partners (or opponents) before."""
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

    def sentence(self, partners: bool = True, repeated: int = 0) -> str:
        """The figures in a sentence, with or without partners; the last round repeats so many partnerships."""
        clauses = [f"everybody plays against everybody {_span(self.opponents_least, self.opponents_most)}"]
        if partners or self.repeated_partners:
            clauses.insert(0, self._partners_clause(repeated))
        if self.sit_outs_most:
            clauses.append(f"everybody sits out {_span(self.sit_outs_least, self.sit_outs_most)}")
        return f"{listed(clauses)}.".capitalize()

    def _partners_clause(self, repeated: int) -> str:
        if not self.repeated_partners:
            return "nobody has the same partner twice"
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
