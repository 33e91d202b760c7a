"""The next round of a night, whose people may come late and leave early.

It depends only on who is present and on the rounds already played. As long as nobody has come or left, a rotating
or round-robin night follows its exact schedule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from scorekeeper.league.pairings.by_standing import by_standing, swiss
from scorekeeper.league.pairings.movements import as_partnerships, rotate, round_robin, with_pairs_of_strays
from scorekeeper.league.pairings.rotating import BASE_ROUNDS, next_of_schedule, search_round
from scorekeeper.league.pairings.values import PAIRS, RoundPlan, Shape, TablePlan, sit_outs
from scorekeeper.league.results import Entrant, Player
from scorekeeper.league.words import Name, listed


@dataclass(frozen=True, slots=True)
class PairingFault:
    """An error in a round, with the number of its table, if it concerns one."""

    message: str
    table: int | None = None


def in_order(present: Sequence[Player], history: Sequence[RoundPlan], shape: Shape = PAIRS) -> RoundPlan:
    """People in the order of arrival, to be changed by hand; those who sat out least often sit out."""
    sizes = shape.parted(len(present))
    out = sit_outs(history, present, len(present) - sum(sizes))
    seated = [player for player in present if player not in out]
    tables, start = [], 0
    for size in sizes:
        tables.append(shape.table(seated[start : start + size]))
        start += size
    return RoundPlan(tuple(tables), out)


def faults(plan: RoundPlan, present: Collection[Player], shape: Shape = PAIRS, name: Name = str) -> list[PairingFault]:
    """The errors in a round."""
    known = frozenset(present)
    wrong = [fault for number, table in enumerate(plan.tables, 1) for fault in _table_faults(table, shape, number)]
    table_of: dict[Player, int | None] = {}
    for player, number in _chairs(plan):
        if player not in known:
            wrong.append(PairingFault(f"{name(player)} is not here tonight. Choose someone who is.", number))
        elif player in table_of:
            wrong.append(PairingFault(f"{name(player)} {_twice(table_of[player], number)}.", number))
        table_of.setdefault(player, number)
    return wrong + [
        PairingFault(f"{name(player)} has no seat. Add a seat, or let this player sit out.")
        for player in present
        if player not in table_of
    ]


def _chairs(plan: RoundPlan) -> Iterator[tuple[Player, int | None]]:
    """Everybody in the round with the number of their table; None for those who sit out."""
    for number, table in enumerate(plan.tables, 1):
        for player in table.players:
            yield player, number
    for player in plan.sitting_out:
        yield player, None


def _twice(first: int | None, second: int | None) -> str:
    if first is None:
        return "sits out twice"
    if second is None:
        return f"sits at table {first} and sits out"
    return f"sits twice at table {first}" if first == second else f"sits at table {first} and at table {second}"


def _table_faults(table: TablePlan, shape: Shape, number: int) -> Iterator[PairingFault]:
    count = len(table.players)
    if count not in shape.sizes:
        sizes = listed([str(size) for size in shape.sizes], "or")
        yield PairingFault(f"Table {number} has {count} players, but needs {sizes}.", number)
    elif any(len(side) != shape.per_side for side in table.sides):
        yield PairingFault(f"Table {number} has uneven sides. Each side needs {shape.per_side}.", number)


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Night:
    """The people present (best first, where standings matter), the rounds played, and the shape of tables."""

    present: tuple[Player, ...]
    history: tuple[RoundPlan, ...] = ()
    shape: Shape = PAIRS
    #: Fixed partnerships, in the same order; empty where partners change.
    partnerships: tuple[Entrant, ...] = ()
    #: How many rounds are planned; None if unknown.
    rounds: int | None = None
    #: How often this round was drawn before; each draw is different.
    again: int = 0

    @property
    def here(self) -> tuple[Entrant, ...]:
        """Partnerships of which everybody is here; without any, the players themselves."""
        present = frozenset(self.present)
        return tuple(entrant for entrant in self.partnerships if present.issuperset(entrant)) or tuple(
            (player,) for player in self.present
        )


@dataclass(frozen=True, slots=True)
class Method:
    """One way to make a round."""

    id: str
    title: str
    words: str
    next_round: Callable[[Night], RoundPlan]


def _new_partners(night: Night) -> RoundPlan:
    """The next round of the schedule while it is followed; else the best round found."""
    present = shuffled(night.present, night.again)
    if night.shape == PAIRS and len(present) in BASE_ROUNDS and not (night.again and night.history):
        planned = next_of_schedule(present, night.history, night.rounds)
        if planned is not None:
            return planned
    return search_round(present, night.history, night.shape, night.again)


def shuffled(entrants: Sequence[T], again: int) -> list[T]:
    """Entrants in a random order that depends only on how often the round was drawn before."""
    order = list(entrants)
    if again:
        Random(again).shuffle(order)
    return order


def _swiss(night: Night) -> RoundPlan:
    sides = _sides(night)
    plan = swiss(sides, as_partnerships(night.history, sides))
    return rotate(plan, night.present, night.history)


def _round_robin(night: Night) -> RoundPlan:
    """By the Berger table while it is followed; else the nearest who have not met."""
    sides = _sides(night)
    planned, played = round_robin(sides), as_partnerships(night.history, sides)
    done = len(played)
    if done < len(planned) and all(one.tables == two.tables for one, two in zip(planned, played, strict=False)):
        return rotate(planned[done], night.present, night.history)
    return _swiss(night)


def _sides(night: Night) -> tuple[Entrant, ...]:
    return with_pairs_of_strays(night.here, night.present, night.history)


_TABLE = (
    Method(
        "new-partners",
        "New partners every round",
        "Nobody has the same partner twice if possible, and opponents change as evenly as possible.",
        _new_partners,
    ),
    Method(
        "standing",
        "By standings",
        "First and fourth play against second and third, and so on. Partners change if they played together before.",
        lambda night: by_standing(night.present, night.shape, night.history),
    ),
    Method("swiss", "Swiss", "Neighbors in the standings play each other, but not twice if possible.", _swiss),
    Method("round-robin", "Round robin", "Every partnership plays every other partnership once.", _round_robin),
)

#: Every way to make a round, by its id, in the order in which they are offered.
METHODS: dict[str, Method] = {method.id: method for method in _TABLE}


def next_round(
    history: Sequence[RoundPlan],
    present: Sequence[Player],
    method: str = "new-partners",
    shape: Shape = PAIRS,
    partnerships: Sequence[Entrant] = (),
    rounds: int | None = None,
    again: int = 0,
) -> RoundPlan:
    """The next round; `present` (and `partnerships`) best first where the method goes by standing."""
    night = Night(tuple(present), tuple(history), shape, tuple(map(tuple, partnerships)), rounds, again)
    return METHODS[method].next_round(night)
