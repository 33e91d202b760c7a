"""Correcting who sat where: hands stay with the table, seats change, and the standings follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.club.access import ClubAccess, by
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.event.access import RUNNER, SEASON_CLOSED, EventAccess, Visitor
from scorekeeper.actions.event.results import TableState, table_states
from scorekeeper.actions.event.seating import set_bye_partners
from scorekeeper.actions.event.tables import store_new_seats
from scorekeeper.actions.season.totals import update_totals
from scorekeeper.actions.stored_game import Seats
from scorekeeper.actions.table.access import Table
from scorekeeper.actions.table.names import reseat_players
from scorekeeper.league.reseating import Places, TableSeats, changed_in_play, size_of, stints_of
from scorekeeper.store import Bye, EventTable, Round, Seat, db
from scorekeeper.store.queries.event import whole_event
from scorekeeper.store.tables.game import SCORER

STEP = "seats changed"
TWO_PEOPLE = "Choose two different names."
TWO_TABLES = "Choose two different tables."


@dataclass(frozen=True)
class Swap:
    """Two people, or two tables by their ids, that change places in a round."""

    round: int
    people: tuple[int, ...] = ()
    tables: tuple[int, ...] = ()


@dataclass(frozen=True)
class Reseating:
    """A swap before it is done: the tables that it changes, and their seats after it."""

    states: tuple[TableState, ...]
    before: Places
    after: Places
    #: What the log says.
    sentence: tuple[str | int, ...]

    @property
    def is_after_play(self) -> bool:
        """A hand was finished at one of the tables: somebody has to confirm the swap."""
        return any(state.has_finished_hand for state in self.states)


def places_of(event_round: Round) -> Places:
    """Who sits where in a round."""
    tables = {table.id: _people_at(table) for table in event_round.tables}
    return Places(tables, frozenset(event_round.out))


def _people_at(table: EventTable) -> TableSeats:
    """Everybody of a table: the seat, the member, the first hand, and the absent member of a substitute."""
    return tuple((chair.seat, chair.person, chair.first_hand, chair.absent) for chair in table.chairs)


def require_round(access: EventAccess, number: int) -> Round:
    """A round of the event by its number."""
    for event_round in access.event.rounds:
        if event_round.number == number:
            return event_round
    raise NotFoundError(str(number))


def plan_swap(access: EventAccess, swap: Swap) -> Reseating | Refusal:
    """What a swap would change, or why it cannot be done."""
    event_round = require_round(access, swap.round)
    before = places_of(event_round)
    if access.is_final:
        return SEASON_CLOSED
    after = _swap_tables(before, swap) if swap.tables else _swap_people(access, before, swap)
    if isinstance(after, Refusal):
        return after
    changed = before.changed_tables(after)
    states = tuple(state for state in table_states(access, event_round) if state.table.id in changed)
    return Reseating(states, before, after, _sentence(swap, states))


def _swap_people(access: EventAccess, before: Places, swap: Swap) -> Places | Refusal:
    here = {own.person for own in access.event.people}
    two = {*swap.people}
    if len(two) != 2 or len(swap.people) != 2:
        return Refusal((TWO_PEOPLE,))
    if not two & before.at_tables or not two <= before.people | here:
        return Refusal(("Choose two people who are here, at least one of them at a table of this round.",))
    return before.swap_people(*swap.people)


def _swap_tables(before: Places, swap: Swap) -> Places | Refusal:
    if len(swap.tables) != 2 or len({*swap.tables}) != 2:
        return Refusal((TWO_TABLES,))
    if not {*swap.tables} <= {*before.tables}:
        raise NotFoundError(str(swap.tables))
    one, other = swap.tables
    if size_of(before.tables[one]) != size_of(before.tables[other]):
        return Refusal(("These tables have different sizes. Swap people one by one.",))
    if any(changed_in_play(before.tables[table]) for table in swap.tables):
        # Its hand is one of the game that stays, so nobody can say when it was in the other game.
        return Refusal(("A seat at one of these tables changed players during play. Swap people one by one.",))
    return before.swap_tables(one, other)


def _sentence(swap: Swap, states: Sequence[TableState]) -> tuple[str | int, ...]:
    late = " after play" if any(state.has_finished_hand for state in states) else ""
    if swap.tables:
        numbers = " and ".join(str(state.table.number) for state in states)
        return (f"Tables {numbers} swapped their players in round {swap.round}{late}.",)
    one, other = swap.people
    return one, " and ", other, f" swapped seats in round {swap.round}{late}."


@by(RUNNER)
def reseat(access: EventAccess, swap: Swap) -> Refusal | None:
    """Swap two people or two tables; each table keeps its hands."""
    plan = plan_swap(access, swap)
    if isinstance(plan, Refusal):
        return plan
    event_round = require_round(access, swap.round)
    entry = access.log(*plan.sentence)
    entry.undo = {
        "step": STEP,
        "event": access.event.id,
        "round": event_round.id,
        "device": access.visitor.device_id,
        "tables": [
            [state.table.id, [*plan.before.tables[state.table.id]], [*plan.after.tables[state.table.id]]]
            for state in plan.states
        ],
        "out": [sorted(plan.before.out), sorted(plan.after.out)],
    }
    for state in plan.states:
        _seat(access, state.table, plan.after.tables[state.table.id])
    _set_byes(access, event_round, plan.before.out, plan.after.out)
    update_totals(access.event)
    return None


def _seat(access: EventAccess, table: EventTable, people: TableSeats) -> None:
    """Seat these people at a table and in its game; what was played stays."""
    entrants = {own.person: own.entrant_id for own in access.event.people if access.event.plan is not None}
    table.chairs = [
        Seat(seat=seat, member_id=member, first_hand=hand, instead_of=absent, entrant_id=entrants.get(absent or member))
        for seat, member, hand, absent in people
    ]
    db.session.flush()
    db.session.refresh(table, ["chairs"])
    game = table.game
    if game is None:
        return
    played = Table(game, SCORER, access.visitor.device_id)
    reseat_players(played, _seats_in_game(access, table, played.seats))
    store_new_seats(table, game)


def _seats_in_game(access: EventAccess, table: EventTable, before: Seats) -> Seats:
    """The names of those who played in each seat, from the first hand on."""
    if len(table.chairs) == len(table.seats):
        return before.spell([access.names[member] for member in table.seats])
    return Seats(
        tuple(tuple((hand, access.names[member]) for hand, member in stints) for stints in stints_of(_people_at(table)))
    )


def _set_byes(access: EventAccess, event_round: Round, before: frozenset[int], after: frozenset[int]) -> None:
    event_round.byes = [bye for bye in event_round.byes if bye.sits_out and bye.person not in before - after]
    db.session.flush()
    event_round.byes += [Bye(member_id=member) for member in sorted(after - before)]
    set_bye_partners(access, event_round)
    db.session.flush()


def _read(plain: Sequence[Sequence[Any]]) -> TableSeats:
    return tuple((seat, member, hand, absent) for seat, member, hand, absent in plain)


def seat_back(access: ClubAccess, facts: Mapping[str, Any]) -> Refusal | None:
    """Undo a swap, if everybody still sits where it put them."""
    event = whole_event(facts["event"])
    rounds = event.rounds if event is not None else []
    event_round = next((event_round for event_round in rounds if event_round.id == facts["round"]), None)
    if event is None or event_round is None:
        return Refusal(("The round or its night has been deleted since.",))
    runner = EventAccess(event, access.me, access.me.role, Visitor(access.me.account_id or "", facts["device"]))
    if runner.is_final:
        return SEASON_CLOSED
    out, tables = places_of(event_round).out, {table.id: table for table in event_round.tables}
    was_out, is_out = map(frozenset, facts["out"])
    rows = [(tables[table], _read(before), _read(after)) for table, before, after in facts["tables"]]
    if out != is_out or any(_people_at(table) != after for table, _, after in rows):
        return Refusal(("Somebody in this round has moved to another seat since. Undo that first.",))
    for table, before, _ in rows:
        _seat(runner, table, before)
    _set_byes(runner, event_round, out, was_out)
    update_totals(event)
    runner.mark_changed()
    return None
