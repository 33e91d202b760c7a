"""The clock of a round: started, paused, extended; and *Time is up*, after which tables finish their hand and stop."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
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
    """The clock of the round in which a game is played, and the id of its event; empty if there is none."""
    table = event_table_of(game.id) if game.is_of_event else None
    if table is None or table.round.event.closed_at is not None:
        return None, ""
    return clock_of(table.round), table.round.event_id


def rounds_in_play(access: EventAccess) -> list[Round]:
    """The rounds at whose tables people play: the last one, or all that are not over where matches start one by one."""
    playing = {state.round.number for state in table_states(access) if not state.ended}
    rounds = access.event.rounds
    return [own for own in rounds if own is rounds[-1] or (access.plan is not None and own.number in playing)]


@by_runner
def start(access: EventAccess, minutes: int | None) -> Refusal | None:
    """Start the clock of the round, or start it again with so many minutes; later rounds are offered as many."""
    rounds = rounds_in_play(access)
    if not rounds:
        return NO_ROUND
    if minutes is None or not 1 <= minutes <= MOST_MINUTES:
        return Refusal((MINUTES_FAULT,))
    for own in rounds:
        own.clock_started_at, own.clock_seconds, own.clock_paused_at = now(), 60 * minutes, None
    access.event.minutes = minutes
    time = counted(minutes, "minute", "minutes")
    _log(access, rounds, f"The clock of {_title(access)} was started: {time}.")
    return None


@by_runner
def pause(access: EventAccess) -> Refusal | None:
    """Pause the clock, or let it go on."""
    rounds = [own for own in rounds_in_play(access) if own.clock_started_at is not None and own.time_up_at is None]
    if not rounds:
        return NO_CLOCK
    goes_on = all(own.clock_paused_at is not None for own in rounds)
    for own in rounds:
        paused, started = own.clock_paused_at, own.clock_started_at
        if goes_on and paused is not None and started is not None:
            own.clock_started_at, own.clock_paused_at = started + (now() - paused), None
        elif not goes_on:
            own.clock_paused_at = paused or now()
    _log(access, rounds, f"The clock of {_title(access)} was {'resumed' if goes_on else 'paused'}.")
    return None


@by_runner
def extend(access: EventAccess, minutes: int) -> Refusal | None:
    """Give the round some more minutes; a clock that has run out goes on from now."""
    rounds = [own for own in rounds_in_play(access) if own.clock_started_at is not None and own.time_up_at is None]
    if not rounds:
        return NO_CLOCK
    for own in rounds:
        clock = clock_of(own)
        passed = min(clock.left, 0) if clock is not None else 0
        own.clock_seconds = (own.clock_seconds or 0) + 60 * minutes - passed
    _log(access, rounds, f"{_title(access).capitalize()} was extended by {counted(minutes, 'minute', 'minutes')}.")
    return None


@by_runner
def call_time(access: EventAccess) -> Refusal | None:
    """Time is up: every table finishes its hand and stops, and results count as they stand."""
    rounds = rounds_in_play(access)
    if not rounds:
        return NO_ROUND
    called = [own for own in rounds if own.time_up_at is None]
    for own in called:
        own.time_up_at = now()
    if called:
        _log(access, called, f"Time was called in {_title(access)}.", results=True)
    return None


@by_runner
def stop_all(access: EventAccess) -> Refusal | None:
    """Stop all tables at once, also those in the middle of a hand; finished hands count."""
    rounds = rounds_in_play(access)
    if not rounds:
        return NO_ROUND
    for own in rounds:
        own.time_up_at, own.stopped_at = own.time_up_at or now(), now()
    _log(access, rounds, f"All tables of {_title(access)} were stopped.", results=True)
    return None


@by_runner
def play_on(access: EventAccess) -> Refusal | None:
    """Take *Time is up* back: tables that it stopped play on."""
    rounds = [own for own in access.event.rounds if own.time_up_at is not None]
    last = rounds[-1:] if access.plan is not None else [own for own in rounds if own is access.current_round]
    if not last:
        return Refusal(("Time was not called in this round.",))
    for own in last:
        own.time_up_at = own.stopped_at = None
    _log(access, last, f"The tables of {_title(access)} resumed play.", results=True)
    return None


def _title(access: EventAccess) -> str:
    """What is timed: a round, or the matches that are being played."""
    return f"round {len(access.event.rounds)}" if access.plan is None else "the matches"


def _log(access: EventAccess, rounds: Sequence[Round], sentence: str, results: bool = False) -> None:
    """Log it, show it at every table that plays, and store results where they change."""
    db.session.flush()
    for own in rounds:
        for state in table_states(access, own):
            if state.gone or (state.begun and state.sheet.over):
                continue
            mark_changed(state.game)
            if results:
                refresh_result(state.table, sheet=state.sheet)
    access.log(sentence)
