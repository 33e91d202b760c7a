"""What every change of a game brings with it: a new revision, a new result, a night that has moved."""

from __future__ import annotations

from datetime import datetime

from scorekeeper.actions.season import results
from scorekeeper.actions.table.access import Table
from scorekeeper.rules import Sheet
from scorekeeper.store import db
from scorekeeper.store.queries.game import count_change
from scorekeeper.store.queries.night import night_moved, night_table_of


def commit_change(table: Table, sheet: Sheet | None = None, at: datetime | None = None) -> None:
    """Count the change and commit it; a game of a club takes its result along, from the new sheet if it is known."""
    game = table.game
    count_change(game, at)
    night_table = night_table_of(game.id) if game.is_of_night else None
    if night_table is not None:
        results.refresh_result(night_table, sheet=sheet, device_id=table.device_id)
        night_moved(game.id)
    db.session.commit()
