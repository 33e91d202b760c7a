"""Committing a change of a game, with what follows from it: its revision, its result, its night or tournament."""

from __future__ import annotations

from datetime import datetime

from scorekeeper.actions.club.log import write_entry
from scorekeeper.actions.season import results
from scorekeeper.actions.table.access import Table
from scorekeeper.rules import Sheet
from scorekeeper.rules.values import figure
from scorekeeper.store import GameResult, NightTable, db
from scorekeeper.store.queries.game import game_saved, grant_of, mark_changed
from scorekeeper.store.queries.night import night_moved, night_table_of, speaks_for
from scorekeeper.store.queries.season import row_of
from scorekeeper.store.queries.tournament import tournament_moved

__all__ = ["commit_change", "game_saved"]


def commit_change(table: Table, sheet: Sheet | None = None, at: datetime | None = None) -> None:
    """Mark the game as changed and commit, with the result of a club's game, from the new sheet if it is known."""
    mark_changed(table.game, at)
    finish_change(table, sheet)


def finish_change(table: Table, sheet: Sheet | None = None) -> None:
    """Update the night and the tournament of a game that was marked as changed, and commit."""
    game = table.game
    night_table = night_table_of(game.id) if game.is_of_night else None
    if night_table is not None:
        row = row_of(game.id)
        score = _score(row)
        results.refresh_result(night_table, sheet=sheet, device_id=table.device_id)
        if row is not None and _score(row) != score:
            _log_correction(night_table, table.device_id, score, _score(row))
        night_moved(game.id)
    if game.is_of_tournament:
        tournament_moved(game.id)
    db.session.commit()


def _score(row: GameResult | None) -> str:
    return "–".join(figure(points) for _, points, *_ in row.plain["sides"]) if row is not None and row.plain else ""


def _log_correction(night_table: NightTable, device_id: str, before: str, after: str) -> None:
    """Write down that the result of a table has changed, and who changed it, if the phone is somebody's."""
    night, game = night_table.round.night, night_table.game
    if game is not None and game.deleted_at is not None:
        what = f"was deleted. Its score was {before}"
    elif not after:
        what = f"was corrected and is no longer finished. Its score was {before}"
    else:
        what = f"was corrected: {before} became {after}" if before else f"is finished again: {after}"
    sentence = f"Table {night_table.number} of round {night_table.round.number} {what}."
    by = _member_at(night_table, device_id)
    write_entry(night.club_id, "night", sentence, about=night.id, by=by, device_id=device_id)


def _member_at(night_table: NightTable, device_id: str) -> int | None:
    """The member who acts on a device: an organizer or scorer who corrects, or somebody who checked in by it."""
    grant = grant_of(device_id, night_table.game_id or "")
    if grant is not None and grant.member_id is not None:
        return grant.member_id
    presence = speaks_for(night_table.round.night_id, device_id)
    return presence.member_id if presence is not None else None
