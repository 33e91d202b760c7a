"""The clock of a round: started, paused, extended; and *Time is up*, after which tables finish their hand and stop."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.night.access import NightAccess, by_runner
from scorekeeper.actions.night.results import table_states
from scorekeeper.actions.season.results import refresh_result
from scorekeeper.league.words import counted
from scorekeeper.store import Game, Round, db
from scorekeeper.store.queries.game import mark_changed
from scorekeeper.store.queries.night import night_table_of
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


def clock_of(night_round: Round | None) -> Clock | None:
    """The clock of a round; None where nobody has started one or called time."""
    if night_round is None or (night_round.clock_started_at is None and night_round.time_up_at is None):
        return None
    is_up, paused = night_round.time_up_at is not None, night_round.clock_paused_at
    start, seconds = night_round.clock_started_at, night_round.clock_seconds or 0
    is_stopped = night_round.stopped_at is not None
    if start is None:
        return Clock(None, 0, False, is_up, is_stopped)
    ends_at = start + dt.timedelta(seconds=seconds)
    left = round((ends_at - (paused or now())).total_seconds())
    return Clock(None if paused or is_up else ends_at, left, paused is not None, is_up, is_stopped)


def clock_of_game(game: Game) -> tuple[Clock | None, str]:
    """The clock of the round in which a game is played, and the id of its night; empty if there is none."""
    table = night_table_of(game.id) if game.is_of_night else None
    if table is None or table.round.night.closed_at is not None:
        return None, ""
    return clock_of(table.round), table.round.night_id


@by_runner
def start(access: NightAccess, minutes: int | None) -> Refusal | None:
    """Start the clock of the round, or start it again with so many minutes; later rounds are offered as many."""
    night_round = access.current_round
    if night_round is None:
        return NO_ROUND
    if minutes is None or not 1 <= minutes <= MOST_MINUTES:
        return Refusal((MINUTES_FAULT,))
    night_round.clock_started_at, night_round.clock_seconds, night_round.clock_paused_at = now(), 60 * minutes, None
    access.night.minutes = minutes
    time = counted(minutes, "minute", "minutes")
    _log(access, night_round, f"The clock of round {night_round.number} was started: {time}.")
    return None


@by_runner
def pause(access: NightAccess) -> Refusal | None:
    """Pause the clock, or let it go on."""
    night_round = access.current_round
    if night_round is None or night_round.clock_started_at is None or night_round.time_up_at is not None:
        return NO_CLOCK
    paused = night_round.clock_paused_at
    if paused is None:
        night_round.clock_paused_at = now()
        _log(access, night_round, f"The clock of round {night_round.number} was paused.")
    else:
        night_round.clock_started_at += now() - paused
        night_round.clock_paused_at = None
        _log(access, night_round, f"The clock of round {night_round.number} was resumed.")
    return None


@by_runner
def extend(access: NightAccess, minutes: int) -> Refusal | None:
    """Give the round some more minutes; a clock that has run out goes on from now."""
    night_round = access.current_round
    clock = clock_of(night_round)
    if night_round is None or clock is None or clock.is_up or night_round.clock_started_at is None:
        return NO_CLOCK
    passed = min(clock.left, 0)
    night_round.clock_seconds = (night_round.clock_seconds or 0) + 60 * minutes - passed
    _log(access, night_round, f"Round {night_round.number} was extended by {counted(minutes, 'minute', 'minutes')}.")
    return None


@by_runner
def call_time(access: NightAccess) -> Refusal | None:
    """Time is up: every table finishes its hand and stops, and results count as they stand."""
    night_round = access.current_round
    if night_round is None:
        return NO_ROUND
    if night_round.time_up_at is None:
        night_round.time_up_at = now()
        _log(access, night_round, f"Time was called in round {night_round.number}.", results=True)
    return None


@by_runner
def stop_all(access: NightAccess) -> Refusal | None:
    """Stop all tables at once, also those in the middle of a hand; finished hands count."""
    night_round = access.current_round
    if night_round is None:
        return NO_ROUND
    night_round.time_up_at = night_round.time_up_at or now()
    night_round.stopped_at = now()
    _log(access, night_round, f"All tables of round {night_round.number} were stopped.", results=True)
    return None


@by_runner
def play_on(access: NightAccess) -> Refusal | None:
    """Take *Time is up* back: tables that it stopped play on."""
    night_round = access.current_round
    if night_round is None or night_round.time_up_at is None:
        return Refusal(("Time was not called in this round.",))
    night_round.time_up_at = night_round.stopped_at = None
    _log(access, night_round, f"The tables of round {night_round.number} resumed play.", results=True)
    return None


def _log(access: NightAccess, night_round: Round, sentence: str, results: bool = False) -> None:
    """Log it, show it at every table that plays, and store results where they change."""
    db.session.flush()
    for state in table_states(access, night_round):
        if state.gone or (state.begun and state.sheet.over):
            continue
        mark_changed(state.game)
        if results:
            refresh_result(state.table, sheet=state.sheet)
    access.log(sentence)
