"""Drawing a round, by any method.

    draw("swiss", entrants, history, shape)     # a RoundPlan: tables, who sits out, and why

A round depends only on who plays and on the rounds already played, so people may come late and leave early. As long as
nobody does, new partners and round robins follow their exact schedules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from random import Random
from typing import TypeVar

from scorekeeper.league.pairings.bracket import Bracket, Elimination, bracket, places, waits_for
from scorekeeper.league.pairings.by_standing import by_standing, swiss
from scorekeeper.league.pairings.rotating import BASE_ROUNDS, next_of_schedule, search_round
from scorekeeper.league.pairings.round_robin import round_robin
from scorekeeper.league.pairings.strays import (
    as_partnerships,
    explain_rotation,
    partnerships_of,
    rotate,
    with_pairs_of_strays,
)
from scorekeeper.league.pairings.values import (
    BY_HAND,
    DOUBLE,
    MOVEMENT,
    NEW_PARTNERS,
    NOTHING,
    PAIRS,
    ROUND_ROBIN,
    SINGLE,
    STANDING,
    SWISS,
    Past,
    RoundPlan,
    Shape,
    TablePlan,
    quality,
    repeated_partners,
    sit_outs,
)
from scorekeeper.league.results import Entrant, Player, partnership
from scorekeeper.league.words import Name, counted, listed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Lineup:
    """Who plays, the rounds already played, and the tables they may have."""

    #: Best first where the method goes by standings, in the order of their seeds in a bracket. With fixed partners,
    #: people who have none are entrants of their own.
    entrants: tuple[Entrant, ...]
    history: tuple[RoundPlan, ...] = ()
    shape: Shape = PAIRS
    #: Rounds of earlier nights, which count less than tonight's.
    earlier: Past = NOTHING
    #: How many rounds are planned; None if unknown.
    rounds: int | None = None
    #: How often this round was drawn before; each draw is different.
    again: int = 0
    #: What each entrant has scored, for Swiss rounds.
    scores: Mapping[Entrant, Fraction] = field(default_factory=dict)
    #: Nobody may meet twice in a round robin, even if some have to sit out.
    meet_once: bool = False
    #: The bracket as it stands; without it, nothing has been played.
    matches: Bracket | None = None

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody, in the order of the entrants."""
        return tuple(player for entrant in self.entrants for player in entrant)


@dataclass(frozen=True, slots=True)
class Method:
    """One way to draw a round, and what it needs."""

    id: str
    title: str
    words: str
    draw: Callable[[Lineup], RoundPlan]
    #: Partners stay together.
    fixed_partners: bool = False
    #: Two sides meet at every table.
    two_sides: bool = False
    #: Entrants come in the order of the standings.
    by_standing: bool = False
    #: Entrants have seeds, and losers are out.
    is_bracket: bool = False
    #: The fewest entrants.
    fewest: int = 1


def _new_partners(lineup: Lineup) -> RoundPlan:
    """The next round of the schedule while it is followed; else the best round found."""
    players = shuffled(lineup.players, lineup.again)
    if _has_schedule(len(players), lineup.shape) and not (lineup.again and lineup.history):
        planned = next_of_schedule(players, lineup.history, lineup.rounds, lineup.earlier)
        if planned is not None:
            return planned
    return search_round(players, lineup.history, lineup.shape, lineup.again, lineup.earlier)


def _has_schedule(count: int, shape: Shape) -> bool:
    """Whether so many people make only tables of two pairs."""
    return count in BASE_ROUNDS and shape.sides.get(4) == 2 and shape.parted(count) == (4,) * (count // 4)


def shuffled(entrants: Sequence[T], again: int) -> list[T]:
    """Entrants in a random order that depends only on how often the round was drawn before."""
    order = list(entrants)
    if again:
        Random(again).shuffle(order)
    return order


def _by_standing(lineup: Lineup) -> RoundPlan:
    return by_standing(lineup.players, lineup.shape, lineup.history, lineup.earlier)


def _swiss(lineup: Lineup) -> RoundPlan:
    sides, played = _sides(lineup)
    plan = swiss(sides, played, lineup.scores, lineup.earlier)
    return rotate(plan, lineup.entrants, lineup.history, lineup.earlier)


def _round_robin(lineup: Lineup) -> RoundPlan:
    sides, played = _sides(lineup)
    plan = round_robin(sides, played, lineup.meet_once, lineup.earlier)
    return rotate(plan, lineup.entrants, lineup.history, lineup.earlier)


def _sides(lineup: Lineup) -> tuple[tuple[Entrant, ...], tuple[RoundPlan, ...]]:
    """The sides that can meet, and the rounds that they have played."""
    sides = with_pairs_of_strays(lineup.entrants, lineup.history, lineup.earlier)
    return sides, as_partnerships(lineup.history, sides)


def _eliminate(method: str, lineup: Lineup) -> RoundPlan:
    """Every match that can be played now; those who are still in and have no opponent yet sit out."""
    seeds = dict(enumerate(lineup.entrants, 1))
    matches = lineup.matches or bracket(Elimination(method, seeds))
    tables = tuple(TablePlan(own.match.groups, key) for key, own in matches.items() if own.match.is_ready)
    seated = {player for table in tables for player in table.players}
    reached = places(seeds, matches)
    waiting = [entrant for entrant in lineup.entrants if reached[entrant[0]] is None and entrant[0] not in seated]
    return RoundPlan(tables, tuple(player for entrant in waiting for player in entrant), (*_waits(matches),))


def _waits(matches: Bracket) -> Iterator[str]:
    """Sentences about the matches that come next."""
    for key, own in matches.items():
        before = [matches[other].match for other in waits_for(matches, key)]
        if own.is_shown and before and all(match.is_ready for match in before):
            yield f"Match {own.match.number} waits for {listed([f'match {match.number}' for match in before])}."


def _in_order(lineup: Lineup) -> RoundPlan:
    """People in the order in which they came, to be changed by hand."""
    players, shape = lineup.players, lineup.shape
    sizes = shape.parted(len(players))
    out = sit_outs(lineup.history, players, len(players) - sum(sizes), lineup.earlier)
    return RoundPlan(shape.tables([player for player in players if player not in out], sizes), out)


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
        _by_standing,
        by_standing=True,
        fewest=4,
    ),
    Method(
        SWISS,
        "Swiss",
        "Neighbors in the standings play each other, but not twice if possible.",
        _swiss,
        fixed_partners=True,
        two_sides=True,
        by_standing=True,
        fewest=3,
    ),
    Method(
        ROUND_ROBIN,
        "Round robin",
        "Every partnership plays every other partnership once.",
        _round_robin,
        fixed_partners=True,
        two_sides=True,
        fewest=3,
    ),
    Method(
        SINGLE,
        "Single elimination",
        "One loss and you are out.",
        partial(_eliminate, SINGLE),
        fixed_partners=True,
        two_sides=True,
        is_bracket=True,
        fewest=2,
    ),
    Method(
        DOUBLE,
        "Double elimination",
        "Two losses and you are out.",
        partial(_eliminate, DOUBLE),
        fixed_partners=True,
        two_sides=True,
        is_bracket=True,
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


def draw(
    method: str,
    entrants: Sequence[Entrant],
    history: Sequence[RoundPlan] = (),
    shape: Shape = PAIRS,
    *,
    earlier: Past = NOTHING,
    rounds: int | None = None,
    again: int = 0,
    scores: Mapping[Entrant, Fraction] | None = None,
    meet_once: bool = False,
    matches: Bracket | None = None,
    name: Name = str,
) -> RoundPlan:
    """The next round, with what can be said about it; see `Lineup` for what it depends on."""
    people = tuple(map(tuple, entrants))
    lineup = Lineup(people, tuple(history), shape, earlier, rounds, again, scores or {}, meet_once, matches)
    plan = METHODS[method].draw(lineup)
    return replace(plan, why=plan.why or explain(method, plan, people, history, shape, name))


def explain(
    method: str,
    plan: RoundPlan,
    entrants: Sequence[Entrant],
    history: Sequence[RoundPlan],
    shape: Shape = PAIRS,
    name: Name = str,
) -> tuple[str, ...]:
    """How good the rounds are with this one, what it repeats, and why people without a partner sit where they do."""
    if METHODS[method].fixed_partners:
        return (_meetings_sentence(plan, history), *explain_rotation(plan, partnerships_of(entrants), name))
    repeated = sum(len(repeated_partners(history, table)) for table in plan.tables)
    return (quality([*history, plan]).sentence(partners=shape.has_partners, repeated=repeated),)


def _meetings_sentence(plan: RoundPlan, history: Sequence[RoundPlan]) -> str:
    met = [meeting for played in history for meeting in meetings_of(played)]
    again = len(meetings_of(plan).intersection(met))
    if again:
        return f"This round repeats {counted(again, 'meeting', 'meetings')}."
    return "Nobody meets the same side twice." if len(met) == len({*met}) else "This round repeats no meeting."


def meetings_of(plan: RoundPlan) -> frozenset[frozenset[Entrant]]:
    """The sides that meet in a round, in any order of tables."""
    return frozenset(frozenset(partnership(side) for side in table.sides) for table in plan.tables)


@dataclass(frozen=True, slots=True)
class PairingFault:
    """An error in a round, with the number of its table, if it concerns one."""

    message: str
    table: int | None = None


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
    if count not in shape.sides:
        sizes = listed([str(size) for size in shape.sizes], "or")
        yield PairingFault(f"Table {number} has {count} players, but needs {sizes}.", number)
    elif any(len(side) != shape.per_side(count) for side in table.sides):
        yield PairingFault(f"Table {number} has uneven sides. Each side needs {shape.per_side(count)}.", number)
