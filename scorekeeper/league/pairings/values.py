"""Tables and rounds, and what a night's rounds have brought together so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from scorekeeper.league.results.result import Player

#: Two players, in the order of their ids.
Pair = tuple[Player, Player]


def pair(one: Player, other: Player) -> Pair:
    """Two players, whichever is named first."""
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
        """Everybody in seat order, clockwise: sides take turns, so partners sit as far apart as can be."""
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
    """What these rounds have brought together."""
    history = Past()
    for plan in rounds:
        history.sat_out.update(plan.sitting_out)
        for table in plan.tables:
            history.partners.update(table.partners())
            history.opponents.update(table.opponents())
            history.played.update(table.players)
    return history


def sit_outs(rounds: Sequence[RoundPlan], present: Sequence[Player], count: int) -> tuple[Player, ...]:
    """Who sits out next: who did so least often; of these, who has played most; then the later on the list.

    So nobody sits out twice before everybody present has done so once.
    """
    so_far = past(rounds)
    place = {player: index for index, player in enumerate(present)}
    order = sorted(present, key=lambda player: (so_far.sat_out[player], -so_far.played[player], -place[player]))
    return tuple(sorted(order[:count], key=place.__getitem__))
