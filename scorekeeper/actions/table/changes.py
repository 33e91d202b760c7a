"""Committing a change of a game and updating its revision, result and event."""

from __future__ import annotations

from datetime import datetime

from scorekeeper.actions.club.log import write_entry
from scorekeeper.actions.season import results
from scorekeeper.actions.table.access import Table
from scorekeeper.rules import Sheet
from scorekeeper.rules.values import figure
from scorekeeper.store import EventTable, GameResult, db
from scorekeeper.store.queries.event import event_moved, event_table_of, speaks_for
from scorekeeper.store.queries.game import game_saved, grant_of, mark_changed
from scorekeeper.store.queries.season import row_of

__all__ = ["commit_change", "game_saved"]


def commit_change(table: Table, sheet: Sheet | None = None, at: datetime | None = None) -> None:
    """Mark the game as changed and commit, updating a club's result from the new sheet if given."""
    mark_changed(table.game, at)
    finish_change(table, sheet)


def finish_change(table: Table, sheet: Sheet | None = None) -> None:
    """Update the event of a game marked as changed, and commit."""
    game = table.game
    event_table = event_table_of(game.id) if game.is_of_event else None
    if event_table is not None:
        row = row_of(game.id)
        score = _score(row)
        results.refresh_result(event_table, sheet=sheet, device_id=table.device_id)
        if row is not None and _score(row) != score:
            _log_correction(event_table, table.device_id, score, _score(row))
        event_moved(game.id)
    db.session.commit()


def _score(row: GameResult | None) -> str:
    """The points of a result, or empty if there is none."""
    sides = {placing.side: placing.points for placing in row.placings} if row is not None else {}
    return " to ".join(figure(sides[side]) for side in sorted(sides))


def _log_correction(event_table: EventTable, device_id: str, before: str, after: str) -> None:
    """Log that the result of a table changed, and who changed it if the device is known."""
    event, game = event_table.round.event, event_table.game
    if game is not None and game.deleted_at is not None:
        what = f"was deleted. Its score was {before}"
    elif not after:
        what = f"was corrected and is no longer finished. Its score was {before}"
    else:
        what = f"was corrected: {before} became {after}" if before else f"is finished again: {after}"
    sentence = f"Table {event_table.number} of round {event_table.round.number} {what}."
    by = _member_at(event_table, device_id)
    write_entry(event.club_id, "event", sentence, about=event.id, by=by, device_id=device_id)


def _member_at(event_table: EventTable, device_id: str) -> int | None:
    """The member behind a device: an organizer or scorer, or a member who checked in with it."""
    grant = grant_of(device_id, event_table.game_id or "")
    if grant is not None and grant.member_id is not None:
        return grant.member_id
    presence = speaks_for(event_table.round.event_id, device_id)
    return presence.member_id if presence is not None else None
