"""The clock of a tournament by minutes: every game has so many from its start."""

from __future__ import annotations

import datetime as dt

from scorekeeper.actions.night.clock import Clock
from scorekeeper.store import Game, TournamentGame
from scorekeeper.store.queries.tournament import row_of_game
from scorekeeper.store.tables.game import now


def clock_of_row(row: TournamentGame) -> Clock | None:
    """The clock of a game at its table; None where the tournament goes by hands or to the end."""
    if row.tournament.minutes is None:
        return None
    ends_at = row.started_at + dt.timedelta(minutes=row.tournament.minutes)
    left = round((ends_at - now()).total_seconds())
    return Clock(None if row.stopped else ends_at, left, False, row.stopped, False)


def clock_of_match_game(game: Game) -> tuple[Clock | None, str]:
    """The clock of a game of a tournament, and the id of the tournament; empty if there is none."""
    row = row_of_game(game.id) if game.is_of_tournament else None
    clock = clock_of_row(row) if row is not None else None
    return (clock, row.tournament_id) if row is not None and clock is not None else (None, "")
