"""The round clock on pages."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.actions.event.clock import Clock, clock_of_game
from scorekeeper.actions.table.access import Table


@dataclass(frozen=True)
class ClockView:
    """A clock on a page. Script counts down to its end."""

    text: str
    #: Milliseconds since 1970 on the server's clock; None while paused.
    ends: int | None
    is_paused: bool
    is_up: bool
    is_stopped: bool


def clock_view(clock: Clock | None) -> ClockView | None:
    """The clock in minutes and seconds."""
    if clock is None:
        return None
    ends = round(clock.ends_at.timestamp() * 1000) if clock.ends_at else None
    text = "Time is up" if clock.is_up else minutes_and_seconds(clock.left)
    return ClockView(text, ends, clock.is_paused, clock.is_up, clock.is_stopped)


def minutes_and_seconds(seconds: int) -> str:
    """4:10; 0:00 when it has run out."""
    minutes, rest = divmod(max(seconds, 0), 60)
    return f"{minutes}:{rest:02}"


def table_clock(table: Table) -> tuple[ClockView | None, bool]:
    """The clock of a game, and whether one may start while the page is open."""
    clock, event = clock_of_game(table.game)
    return clock_view(clock), bool(event)
