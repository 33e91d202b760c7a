"""The clock of a game at its table: of its round on a club night, or of its match in a tournament."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.actions.night.clock import clock_of_game
from scorekeeper.actions.table.access import Table
from scorekeeper.actions.tournament.tables import clock_of_match_game
from scorekeeper.web.clock.views import ClockView, clock_view


@dataclass(frozen=True)
class TableClock:
    """What the table shows now, and whether somebody may start a clock while its page is open."""

    view: ClockView | None = None
    is_possible: bool = False


NO_CLOCK = TableClock()


def table_clock(table: Table) -> TableClock:
    """The clock of a game."""
    game = table.game
    clock, event = clock_of_match_game(game) if game.is_of_tournament else clock_of_game(game)
    return TableClock(clock_view(clock), bool(event))
