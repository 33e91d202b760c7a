"""The rounds of an event: accepted with a game at every table, or undone before they begin."""

from __future__ import annotations

from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.event.access import EventAccess, by_runner
from scorekeeper.actions.event.drafts import (
    RoundDraft,
    describe,
    draft_faults,
    forget_draft,
    seats_of_plan,
    tables_to_wait_for,
)
from scorekeeper.actions.event.results import table_states
from scorekeeper.actions.event.seating import add_table, set_bye_partners
from scorekeeper.actions.season.totals import update_totals
from scorekeeper.league.words import counted
from scorekeeper.store import Bye, EventTable, Round, db
from scorekeeper.store.queries.event import delete_tables
from scorekeeper.store.tables.game import now


@by_runner
def accept(access: EventAccess, draft: RoundDraft) -> Round | Refusal:
    """Store the round and start a game at each table. Sent twice, it is stored once."""
    rounds = access.event.rounds
    if draft.number <= len(rounds):
        return _accepted_before(access, draft)
    if draft.number != len(rounds) + 1:
        return Refusal(("This seating is out of date. Draw the round again.",))
    faults = [*tables_to_wait_for(access), *draft_faults(access, draft)]
    if faults:
        return Refusal(tuple(faults))
    forget_draft(access)
    event_round = Round(number=draft.number, method=draft.method, size=draft.size, started_at=now())
    event_round.quality = describe(access, draft).quality
    access.event.all_rounds.append(event_round)
    event_round.byes = [Bye(member_id=int(player), sits_out=True) for player in draft.plan.sitting_out]
    set_bye_partners(access, event_round)
    for number, plan in enumerate(draft.plan.tables, 1):
        table = EventTable(number=number)
        table.sit(seats_of_plan(access, plan, draft.method))
        note = f"{access.event.name}, round {draft.number}, table {number}"
        refusal = add_table(access, event_round, table, note, draft.number - 1)
        if refusal is not None:
            db.session.rollback()
            return refusal
    db.session.flush()
    update_totals(access.event)
    access.log(f"Round {draft.number} was drawn: {counted(len(event_round.tables), 'table', 'tables')}.")
    return event_round


def _accepted_before(access: EventAccess, draft: RoundDraft) -> Round | Refusal:
    event_round = access.event.rounds[draft.number - 1]
    seats = {tuple(table.seats) for table in event_round.tables}
    if {tuple(seats_of_plan(access, plan, draft.method)) for plan in draft.plan.tables} == seats:
        return event_round
    return Refusal((f"Another phone started round {draft.number} first. This is its seating.",))


@by_runner
def undo(access: EventAccess, number: int) -> Refusal | None:
    """Undo the last round if no hand was finished at its tables; bids that were entered go with it."""
    event_round = access.current_round
    if event_round is None or event_round.number != number:
        raise NotFoundError(str(number))
    if played := [state.table.number for state in table_states(access, event_round) if state.has_finished_hand]:
        why = "so the round cannot be undone. Change its seating or stop its games instead."
        return Refusal(tuple(f"Table {table} has finished a hand, {why}" for table in played))
    delete_tables(event_round.tables)
    update_totals(access.event)
    access.log(f"Round {number} was undone before a hand was finished.")
    return None
