"""Drawing a round, by any method.

    draw("swiss", Lineup(entrants, history, shape))     # a RoundPlan: tables, and who sits out

A round depends only on who plays and on the rounds already played, so people may come late and leave early. As long as
nobody does, new partners and round robins follow their exact schedules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from scorekeeper.league.pairings.by_standing import by_standing, swiss
from scorekeeper.league.pairings.rotating import BASE_ROUNDS, next_of_schedule, search_round
from scorekeeper.league.pairings.round_robin import round_robin
from scorekeeper.league.pairings.strays import as_sides, explain_rotation, partnerships_of, rotate
from scorekeeper.league.pairings.values import (
    BY_HAND,
    DOUBLE,
    MOVEMENT,
    NEW_PARTNERS,
    PAIRS,
    ROUND_ROBIN,
    SINGLE,
    STANDING,
    SWISS,
    Lineup,
    RoundPlan,
    Shape,
    TablePlan,
    quality,
    repeats,
)
from scorekeeper.league.results import Entrant, Player, partnership
from scorekeeper.league.words import Name, counted, listed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Method:
    """One way to draw a round, and what it needs."""

    id: str
    title: str
    words: str
    #: A bracket draws no rounds: its matches follow from seeds and games.
    draw: Callable[[Lineup], RoundPlan] | None = None
    #: Partners stay together, and two sides meet at every table.
    fixed_partners: bool = False
    #: Entrants come in the order of the standings.
    by_standing: bool = False
    #: The fewest entrants.
    fewest: int = 1


def _new_partners(lineup: Lineup) -> RoundPlan:
    """The next round of the schedule while it is followed; else the best round found."""
    players = shuffled(lineup.players, lineup.again)
    mixed = replace(lineup, entrants=[(player,) for player in players])
    has_schedule = _has_schedule(len(players), lineup.shape) and not (lineup.again and lineup.history)
    return (next_of_schedule(mixed) if has_schedule else None) or search_round(mixed)


def _has_schedule(count: int, shape: Shape) -> bool:
    """Whether so many people make only tables of two pairs."""
    return count in BASE_ROUNDS and shape.sides.get(4) == 2 and shape.parted(count) == (4,) * (count // 4)


def shuffled(entrants: Sequence[T], again: int) -> list[T]:
    """Entrants in a random order that depends only on how often the round was drawn before."""
    order = list(entrants)
    if again:
        Random(again).shuffle(order)
    return order


def _swiss(lineup: Lineup) -> RoundPlan:
    return rotate(swiss(as_sides(lineup)), lineup)


def _round_robin(lineup: Lineup) -> RoundPlan:
    return rotate(round_robin(as_sides(lineup)), lineup)


def _in_order(lineup: Lineup) -> RoundPlan:
    """People in the order in which they came, to be changed by hand."""
    sizes, players, out = lineup.parted()
    return RoundPlan(lineup.shape.tables(players, sizes), out)


_TABLE = (
    Method(
        NEW_PARTNERS,
        "New partners every round",
        "Nobody has the same partner twice if possible, and opponents change as evenly as possible.",
        _new_partners,
        fewest=4,
    ),
    Method(
        STANDING,
        "By standings",
        "First and fourth play against second and third, and so on. Partners change if they played together before.",
        by_standing,
        by_standing=True,
        fewest=4,
    ),
    Method(
        SWISS,
        "Swiss",
        "Neighbors in the standings play each other, but not twice if possible.",
        _swiss,
        fixed_partners=True,
        by_standing=True,
        fewest=3,
    ),
    Method(
        ROUND_ROBIN,
        "Round robin",
        "Every partnership plays every other partnership once.",
        _round_robin,
        fixed_partners=True,
        fewest=3,
    ),
    Method(
        SINGLE,
        "Single elimination",
        "One loss and you are out.",
        fixed_partners=True,
        fewest=2,
    ),
    Method(
        DOUBLE,
        "Double elimination",
        "Two losses and you are out.",
        fixed_partners=True,
        fewest=3,
    ),
    Method(
        MOVEMENT,
        "The game’s own movement",
        "Partners change during the game, and new people meet every round.",
        _new_partners,
        fewest=4,
    ),
    Method(BY_HAND, "By hand", "In check-in order. Swap people as you like.", _in_order),
)

#: Every way to draw a round, by its id, in the order in which they are offered.
METHODS: dict[str, Method] = {method.id: method for method in _TABLE}


def draw(method: str, lineup: Lineup) -> RoundPlan:
    """The next round; a bracket draws none."""
    own = METHODS[method].draw
    return RoundPlan(()) if own is None else own(lineup)


def explain(method: str, plan: RoundPlan, lineup: Lineup, name: Name = str) -> tuple[str, ...]:
    """How good the rounds are with this one, what it repeats, and why people without a partner sit where they do."""
    if METHODS[method].fixed_partners:
        rotation = explain_rotation(plan, partnerships_of(lineup.entrants), name)
        return _meetings_sentence(plan, lineup.history), *rotation
    repeated = sum(len(repeats(lineup.history, table, TablePlan.partners)) for table in plan.tables)
    return (quality([*lineup.history, plan]).sentence(lineup.shape.has_partners, repeated),)


def _meetings_sentence(plan: RoundPlan, history: Sequence[RoundPlan]) -> str:
    met = [meeting for played in history for meeting in meetings_of(played)]
    again = len(meetings_of(plan).intersection(met))
    if again:
        return f"This round repeats {counted(again, 'meeting', 'meetings')}."
    return "Nobody meets the same side twice." if len(met) == len({*met}) else "This round repeats no meeting."


def meetings_of(plan: RoundPlan) -> frozenset[frozenset[Entrant]]:
    """The sides that meet in a round, in any order of tables."""
    return frozenset(frozenset(partnership(side) for side in table.sides) for table in plan.tables)


def faults(plan: RoundPlan, present: Collection[Player], shape: Shape = PAIRS, name: Name = str) -> list[str]:
    """The errors in a round, in words."""
    known = frozenset(present)
    wrong = [fault for number, table in enumerate(plan.tables, 1) for fault in _table_faults(table, shape, number)]
    table_of: dict[Player, int | None] = {}
    for player, number in _chairs(plan):
        if player not in known:
            wrong.append(f"{name(player)} is not here tonight. Choose someone who is.")
        elif player in table_of:
            wrong.append(f"{name(player)} {_twice(table_of[player], number)}.")
        table_of.setdefault(player, number)
    return wrong + [
        f"{name(player)} has no seat. Add a seat, or let this player sit out."
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


def _table_faults(table: TablePlan, shape: Shape, number: int) -> Iterator[str]:
    count = len(table.players)
    if count not in shape.sides:
        sizes = listed([str(size) for size in shape.sides], "or")
        yield f"Table {number} has {count} players, but needs {sizes}."
    elif any(len(side) != shape.per_side(count) for side in table.sides):
        yield f"Table {number} has uneven sides. Each side needs {shape.per_side(count)}."
