"""Running a contest: starting it, drawing rounds, starting matches, forfeits, and undoing what is not played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from scorekeeper.actions.club.access import by
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.event.access import RUNNER, EventAccess, closed
from scorekeeper.actions.event.contest import ContestView, round_of
from scorekeeper.actions.event.contests import fewest_entrants, table_size
from scorekeeper.actions.event.entrants import is_begun, seed_entrants
from scorekeeper.actions.event.seating import add_table, game_of, seated, shape_of, sides_of, usual_size
from scorekeeper.league.contest import Match, match_key
from scorekeeper.league.outcome import is_drawn_out, next_round
from scorekeeper.league.words import counted
from scorekeeper.store import Bye, Event, EventTable, Forfeit, Round, db
from scorekeeper.store.queries.event import delete_tables
from scorekeeper.store.tables.club import ORGANIZER
from scorekeeper.store.tables.game import now

ALL_DRAWN = Refusal(("All rounds have been drawn.",))
NOT_STARTED = Refusal(("This tournament has not started yet.",))

P = ParamSpec("P")
R = TypeVar("R")


def while_started(
    action: Callable[Concatenate[EventAccess, P], R],
) -> Callable[Concatenate[EventAccess, P], R | Refusal]:
    """Allow an action only to scorers and organizers of a contest that has started and is open. See `by`."""

    @by(RUNNER)
    @wraps(action)
    def act(access: EventAccess, /, *args: P.args, **kwargs: P.kwargs) -> R | Refusal:
        if access.event.started_at is None:
            return NOT_STARTED
        return closed(access) if access.closed else action(access, *args, **kwargs)

    return act


@by(ORGANIZER)
def start(access: EventAccess) -> Refusal | None:
    """Draw the seeds and start the first round, with a game at every table. Sent twice, it starts once."""
    event = access.event
    if event.started_at is not None:
        return None
    fewest, count = fewest_entrants(event), len(event.entrants)
    if count < fewest:
        return Refusal((f"This format needs at least {fewest} entries. There are {count}.",))
    seed_entrants(event)
    event.started_at = now()
    access.log(f"{event.name} started with {counted(count, 'entry', 'entries')}.")
    return _or_roll_back(_open_round(access))


def _or_roll_back(refusal: Refusal | None) -> Refusal | None:
    if refusal is not None:
        db.session.rollback()
    return refusal


def _open_round(access: EventAccess) -> Refusal | None:
    """Draw a round if the format draws rounds, and start every match that can start."""
    view = ContestView(access)
    if view.is_bracket:
        return _start(view, view.startable)
    contest, event = view.contest, access.event
    shape = shape_of(event, contest.plan.format, usual_size(game_of(event)), mixed=False)
    plan = next_round(contest, shape)
    if not plan.tables:
        return Refusal(("There are not enough entries for another round.",))
    number = len(contest.rounds) + 1
    matches = [Match(match_key(number, at), number, table.sides) for at, table in enumerate(plan.tables, 1)]
    drawn = _wave(event, contest.plan.format)
    drawn.byes = [
        Bye(member_id=person, entrant=entrant, together=entrant.number)
        for entrant in map(view.entrant, plan.sitting_out)
        for person in entrant.people
    ]
    return _start(view, [(match, 1) for match in matches], drawn)


def _wave(event: Event, method: str) -> Round:
    """Tables that start together, with their own clock if games are timed."""
    number = max((own.number for own in event.all_rounds), default=0) + 1
    wave = Round(number=number, method=method, quality="", started_at=now())
    if event.minutes is not None:
        wave.clock_started_at, wave.clock_seconds = now(), 60 * event.minutes
    event.all_rounds.append(wave)
    return wave


@while_started
def draw_round(access: EventAccess, number: int) -> Refusal | None:
    """Draw the next round after the last one is over. Sent twice, it is drawn once."""
    view = ContestView(access)
    if view.is_bracket:
        raise NotFoundError(str(number))
    if number <= len(view.contest.rounds):
        return None
    if waiting := waiting_for(view):
        return Refusal(tuple(f"{title} is still being played." for title in waiting))
    if is_drawn_out(view.contest):
        return ALL_DRAWN
    refusal = _or_roll_back(_open_round(access))
    if refusal is None:
        access.log(f"Round {number} was drawn.")
    return refusal


def waiting_for(view: ContestView) -> list[str]:
    """The tables that are still playing, and the matches that have no table yet, in words."""
    tables = {state.table.match: state.table.number for state in view.running}
    return [
        f"Table {tables[match.key]}" if match.key in tables else view.match_title(match.key)
        for match in view.outcome.matches
        if match.is_ready
    ]


@while_started
def start_matches(access: EventAccess, keys: Iterable[str] = ()) -> Refusal | None:
    """Start these matches, or all that can start, each at a free table. Sent twice, each starts once."""
    view, wanted = ContestView(access), {*keys}
    ready = [(match, leg) for match, leg in view.startable if not wanted or match.key in wanted]
    refusal = _or_roll_back(_start(view, ready) if ready else None)
    if refusal is None and ready:
        access.log(f"{counted(len(ready), 'match', 'matches')} started.")
    return refusal


def _start(view: ContestView, ready: list[tuple[Match, int]], wave: Round | None = None) -> Refusal | None:
    """Start a game at every table of these matches. The caller commits."""
    used = {state.table.number for state in view.running}
    wave = wave or _wave(view.event, view.contest.plan.format)
    for match, leg in ready:
        for board in range(1, view.contest.plan.boards + 1):
            number = next(free for free in range(1, len(used) + 2) if free not in used)
            used.add(number)
            refusal = _add_table(view, wave, match, (leg, board, number))
            if refusal is not None:
                return refusal
    db.session.flush()
    return None


def _add_table(view: ContestView, wave: Round, match: Match, numbers: tuple[int, int, int]) -> Refusal | None:
    """Add a table of a match. The first-named side deals first."""
    event, (leg, board, number) = view.event, numbers
    sides = [_at_board(view, group, board) for group in match.groups]
    size = table_size(event, len(sides[0]), sum(map(len, sides)))
    seats = sides_of(event, wave.method, size)
    people = seated(seats, [[person for person, _ in side] for side in sides])
    entrants = seated(seats, [[entrant for _, entrant in side] for side in sides])
    table = EventTable(number=number, match=match.key, leg=leg, board=board)
    table.sit(people, entrants)
    return add_table(view.access, wave, table, f"{event.name}, {view.match_title(match.key)}", leg - 1)


def _at_board(view: ContestView, group: Iterable[str], board: int) -> list[tuple[int, int]]:
    """The people of a side at one table of a match, each with the id of the entrant."""
    people = [(person, own.id) for own in map(view.entrant, group) for person in own.people]
    share = len(people) // view.contest.plan.boards
    return people[(board - 1) * share : board * share]


@while_started
def cancel_match(access: EventAccess, key: str) -> Refusal | None:
    """Remove the games of a match from their tables, if nothing was entered."""
    view = ContestView(access)
    states = [state for state in view.current if state.table.match == key and not state.ended]
    if not states:
        raise NotFoundError(key)
    if any(map(is_begun, states)):
        return Refusal(("Something was entered at this table, so the match start cannot be undone.",))
    delete_tables([state.table for state in states], keep=not view.is_bracket)
    access.log(f"The start of {view.match_title(key)} was undone.")
    return None


@while_started
def undo_round(access: EventAccess, number: int) -> Refusal | None:
    """Undo the last drawn round, or the start of a bracket, while no hand in it is finished."""
    view = ContestView(access)
    if number != (1 if view.is_bracket else len(view.contest.rounds)):
        raise NotFoundError(str(number))
    states = [state for state in view.states if view.is_bracket or round_of(state.table.match or "") == number]
    if any(state.has_finished_hand or state.on_paper for state in states):
        return Refusal(("A hand of this round is finished, so it cannot be undone.",))
    if any(map(is_begun, states)):
        return Refusal(("Something was entered in this round. Undo it at the table first.",))
    delete_tables([state.table for state in states])
    if number == 1:
        access.event.started_at = None
        access.event.forfeits = []
    access.log(f"Round {number} was undone." if number > 1 else "The start was undone.")
    return None


@while_started
def forfeit(access: EventAccess, key: str, number: str) -> Refusal | None:
    """Let an entrant forfeit one match and stay in the contest."""
    view = ContestView(access)
    match = view.outcome.match(key)
    if match is None or not match.is_ready or (number,) not in match.groups:
        raise NotFoundError(key)
    access.event.forfeits.append(Forfeit(match=key, entrant=view.entrant(number)))
    access.log(f"{view.match_title(key)} was forfeited by {view.name(number)}.")
    return None


@while_started
def undo_forfeit(access: EventAccess, key: str) -> Refusal | None:
    """Undo a forfeit."""
    own = next((forfeit for forfeit in access.event.forfeits if forfeit.match == key), None)
    if own is None:
        raise NotFoundError(key)
    access.event.forfeits.remove(own)
    access.log(f"{ContestView(access).match_title(key)} will be played after all.")
    return None
