"""The clock of a round: started, paused, extended; and *Time is up*, after which tables finish their hand and stop."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event.access import EventAccess, by_runner
from scorekeeper.actions.event.results import table_states
from scorekeeper.actions.season.results import refresh_result
from scorekeeper.league.words import counted
from scorekeeper.store import Game, Round, db
from scorekeeper.store.queries.event import event_table_of
from scorekeeper.store.queries.game import mark_changed
from scorekeeper.store.tables.game import now

#: The longest round, in minutes.
MOST_MINUTES = 300
MINUTES_FAULT = f"Enter 1 to {MOST_MINUTES} minutes."
NO_ROUND = Refusal(("No round is being played.",))
NO_CLOCK = Refusal(("The clock is not running.",))


@dataclass(frozen=True)
class Clock:
    """How a round stands against the clock."""

    #: When it runs out; None while it is paused, or not used at all.
    ends_at: dt.datetime | None
    #: Seconds left now; negative when it has run out.
    left: int
    is_paused: bool
    #: Somebody has called *Time is up*.
    is_up: bool
    #: All tables were stopped, also in the middle of a hand.
    is_stopped: bool


def clock_of(event_round: Round | None) -> Clock | None:
    """The clock of a round; None where nobody has started one or called time."""
    if event_round is None or (event_round.clock_started_at is None and event_round.time_up_at is None):
        return None
    is_up, paused = event_round.time_up_at is not None, event_round.clock_paused_at
    start, seconds = event_round.clock_started_at, event_round.clock_seconds or 0
    is_stopped = event_round.stopped_at is not None
    if start is None:
        return Clock(None, 0, False, is_up, is_stopped)
    ends_at = start + dt.timedelta(seconds=seconds)
    left = round((ends_at - (paused or now())).total_seconds())
    return Clock(None if paused or is_up else ends_at, left, paused is not None, is_up, is_stopped)


def clock_of_game(game: Game) -> tuple[Clock | None, str]:
    """The clock of the round in which a game is played, and the id of its night; empty if there is none."""
    table = event_table_of(game.id) if game.is_of_event else None
    if table is None or table.round.event.closed_at is not None:
        return None, ""
    return clock_of(table.round), table.round.event_id


@by_runner
def start(access: EventAccess, minutes: int | None) -> Refusal | None:
    """Start the clock of the round, or start it again with so many minutes; later rounds are offered as many."""
    event_round = access.current_round
    if event_round is None:
        return NO_ROUND
    if minutes is None or not 1 <= minutes <= MOST_MINUTES:
        return Refusal((MINUTES_FAULT,))
    event_round.clock_started_at, event_round.clock_seconds, event_round.clock_paused_at = now(), 60 * minutes, None
    access.event.minutes = minutes
    time = counted(minutes, "minute", "minutes")
    _log(access, event_round, f"The clock of round {event_round.number} was started: {time}.")
    return None


@by_runner
def pause(access: EventAccess) -> Refusal | None:
    """Pause the clock, or let it go on."""
    event_round = access.current_round
    if event_round is None or event_round.clock_started_at is None or event_round.time_up_at is not None:
        return NO_CLOCK
    paused = event_round.clock_paused_at
    if paused is None:
        event_round.clock_paused_at = now()
        _log(access, event_round, f"The clock of round {event_round.number} was paused.")
    else:
        event_round.clock_started_at += now() - paused
        event_round.clock_paused_at = None
        _log(access, event_round, f"The clock of round {event_round.number} was resumed.")
    return None


@by_runner
def extend(access: EventAccess, minutes: int) -> Refusal | None:
    """Give the round some more minutes; a clock that has run out goes on from now."""
    event_round = access.current_round
    clock = clock_of(event_round)
    if event_round is None or clock is None or clock.is_up or event_round.clock_started_at is None:
        return NO_CLOCK
    passed = min(clock.left, 0)
    event_round.clock_seconds = (event_round.clock_seconds or 0) + 60 * minutes - passed
    _log(access, event_round, f"Round {event_round.number} was extended by {counted(minutes, 'minute', 'minutes')}.")
    return None


@by_runner
def call_time(access: EventAccess) -> Refusal | None:
    """Time is up: every table finishes its hand and stops, and results count as they stand."""
    event_round = access.current_round
    if event_round is None:
        return NO_ROUND
    if event_round.time_up_at is None:
        event_round.time_up_at = now()
        _log(access, event_round, f"Time was called in round {event_round.number}.", results=True)
    return None


@by_runner
def stop_all(access: EventAccess) -> Refusal | None:
    """Stop all tables at once, also those in the middle of a hand; finished hands count."""
    event_round = access.current_round
    if event_round is None:
        return NO_ROUND
    event_round.time_up_at = event_round.time_up_at or now()
    event_round.stopped_at = now()
    _log(access, event_round, f"All tables of round {event_round.number} were stopped.", results=True)
    return None


@by_runner
def play_on(access: EventAccess) -> Refusal | None:
    """Take *Time is up* back: tables that it stopped play on."""
    event_round = access.current_round
    if event_round is None or event_round.time_up_at is None:
        return Refusal(("Time was not called in this round.",))
    event_round.time_up_at = event_round.stopped_at = None
    _log(access, event_round, f"The tables of round {event_round.number} resumed play.", results=True)
    return None


def _log(access: EventAccess, event_round: Round, sentence: str, results: bool = False) -> None:
    """Log it, show it at every table that plays, and store results where they change."""
    db.session.flush()
    for state in table_states(access, event_round):
        if state.gone or (state.begun and state.sheet.over):
            continue
        mark_changed(state.game)
        if results:
            refresh_result(state.table, sheet=state.sheet)
    access.log(sentence)
