"""The tables of a round: substitutes, stopping a game, scoring on another phone, accepting and protesting results."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.actions.club.access import by
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.event.access import RUNNER, SEASON_CLOSED, EventAccess, Visitor, by_runner, require_event
from scorekeeper.actions.event.contest import ContestView, groups_at
from scorekeeper.actions.event.results import TableState, require_result, table_state, table_states
from scorekeeper.actions.season.results import refresh_result, result_of_game
from scorekeeper.actions.season.totals import update_totals
from scorekeeper.actions.table.access import Table, role_of
from scorekeeper.actions.table.names import seat_substitute
from scorekeeper.store import Confirmation, Dispute, EventTable, Game, Grant, Protest, Seat, db
from scorekeeper.store.queries.event import event_table_of, forget_confirmations
from scorekeeper.store.queries.game import grant_of, mark_changed
from scorekeeper.store.tables.club import MEMBER, ORGANIZER
from scorekeeper.store.tables.game import SCORER, now
from scorekeeper.store.tables.result import DISMISSED, OPEN, UPHELD


def _seat_substitute(access: EventAccess, table: EventTable, absent: int, helper: int) -> None:
    """Let somebody play on in another's seat from the next hand on."""
    chair = next(chair for chair in table.current if chair.person == absent)
    away = chair.absent if chair.absent is not None else absent
    game_table = Table(table.game, SCORER, access.visitor.device_id) if table.game is not None else None
    table.chairs.append(
        Seat(
            seat=chair.seat,
            member_id=helper,
            first_hand=game_table.next_hand if game_table is not None else 1,
            # Nobody substitutes for themselves.
            instead_of=None if helper == away else away,
            entrant_id=chair.entrant_id,
        )
    )
    db.session.flush()
    db.session.refresh(table, ["chairs"])
    if game_table is not None:
        names = [access.names[member] for member in table.seats]
        seat_substitute(game_table, names, chair.seat, absent)
        store_new_seats(table, game_table.game)


def store_new_seats(table: EventTable, game: Game) -> None:
    """Store the result for the people who sit at a table now; nobody has accepted it yet. The caller commits."""
    mark_changed(game)
    forget_confirmations(game.id)
    db.session.flush()
    refresh_result(table)


@by_runner
def substitute(access: EventAccess, table_id: int, absent: int, helper: int) -> Refusal | None:
    """Let somebody take another's seat for the rest of a game, marked as a substitute; or let the other come back."""
    table = access.table(table_id)
    if absent not in table.seats or helper not in access.names:
        raise NotFoundError(str(helper))
    if faults := _substitute_faults(access, table, helper):
        return Refusal(faults)
    _seat_substitute(access, table, absent, helper)
    db.session.flush()
    # A member who sat out and plays after all has no bye.
    update_totals(access.event)
    access.log(helper, " substitutes for ", absent, f" at {_place(table)}.")
    return None


def _place(table: EventTable) -> str:
    """Which table it is, in a sentence."""
    return f"table {table.number}" + (f" in round {table.round.number}" if table.match is None else "")


def _substitute_faults(access: EventAccess, table: EventTable, helper: int) -> tuple[str, ...]:
    name, own = access.names[helper], access.attendance(helper)
    states = [state for state in table_states(access) if helper in state.table.seats]
    busy = next((state.table for state in states if not state.ended), None)
    faults = []
    if access.plan is None and (own is None or own.left_at is not None):
        faults.append(f"{name} is not here tonight. Check them in first.")
    if helper in table.seats or busy is not None:
        faults.append(f"{name} is playing at table {(busy or table).number}. Choose someone who is free.")
    if table_state(access, table).ended:
        faults.append("This game is over, so nobody can be replaced.")
    return tuple(faults)


@by_runner
def stop(access: EventAccess, table_id: int, counts: bool) -> Refusal | None:
    """Stop a game that cannot be finished: it counts as it stands, or not at all."""
    state = table_state(access, access.table(table_id))
    if state.ended:
        return Refusal(("This game is already over.",))
    if counts and not state.sheet.hands:
        return Refusal(("No hand was finished at this table. The game can be stopped, but not counted.",))
    state.table.stopped = True
    refresh_result(state.table)
    result = result_of_game(state.game.id) or require_result(state)
    result.counted = counts
    update_totals(access.event)
    access.log(f"{state.title} was stopped: {'its score counts' if counts else 'it does not count'}.")
    return None


@by_runner
def resume(access: EventAccess, table_id: int) -> Refusal | None:
    """Let a stopped game go on."""
    state = table_state(access, access.table(table_id))
    if not state.stopped:
        return Refusal(("This game was not stopped.",))
    if state.result is not None:
        state.result.counted = True
    state.table.stopped, state.game.deleted_at = False, None
    refresh_result(state.table)
    access.log(f"{state.title} was resumed.")
    return None


#: The largest total of a game.
HIGHEST_TOTAL = 1_000_000
SCORED_HERE = "Hands were saved at this table. Stop the game there, or correct the hands; the totals will update."
NO_GAME = "This match was decided without this game. Bring the entry back first."
TIED = "A match of a bracket needs a winner. Enter totals that are not tied, or play one more hand."


@by_runner
def type_totals(access: EventAccess, table_id: int, totals: Sequence[int | None]) -> Refusal | None:
    """Enter or correct the final totals of a table that scored on paper."""
    state = table_state(access, access.table(table_id))
    figures = [total for total in totals if total is not None]
    if len(figures) != len(state.sheet.sides) or any(abs(total) > HIGHEST_TOTAL for total in figures):
        return Refusal(("Enter the total of every side as a whole number.",))
    if not state.on_paper and state.played.has_finished_hand:
        return Refusal((SCORED_HERE,))
    if access.plan is not None and (refusal := _match_fault(access, state, figures)):
        return refusal
    return _set_paper(access, state, figures)


def _match_fault(access: EventAccess, state: TableState, totals: Sequence[int]) -> Refusal | None:
    """Why a match cannot have these totals."""
    view, key = ContestView(access), state.table.match or ""
    plan, match = view.contest.plan, view.outcome.match(key)
    if match is None or match.sides != groups_at(state.table) or (match.is_over and not match.was_played):
        return Refusal((NO_GAME,))
    return Refusal((TIED,)) if plan.is_bracket and plan.best_of == 1 and len({*totals}) == 1 else None


@by_runner
def clear_totals(access: EventAccess, table_id: int) -> Refusal | None:
    """Delete the totals from paper, which reopens the game."""
    state = table_state(access, access.table(table_id))
    return _set_paper(access, state, None) if state.on_paper else None


def _set_paper(access: EventAccess, state: TableState, totals: list[int] | None) -> Refusal | None:
    if access.is_final:
        return SEASON_CLOSED
    state.table.paper = totals
    mark_changed(state.game)
    db.session.flush()
    refresh_result(state.table)
    deed = "the totals from paper were deleted"
    if totals is not None:
        deed = f"totals from paper, {' to '.join(map(str, totals))}"
    access.log(f"{state.title}: {deed}.")
    return None


@by(RUNNER)
def count(access: EventAccess, table_id: int, counts: bool) -> Refusal | None:
    """Let a finished game count, or not."""
    if access.is_final:
        return SEASON_CLOSED
    state = table_state(access, access.table(table_id))
    if not state.ended:
        return Refusal(("This game is still being played. It will count when it is over.",))
    result = require_result(state)
    if result.counted != counts:
        result.counted = counts
        update_totals(access.event)
        access.log(f"{state.title} {'counts' if counts else 'does not count'}.")
    return None


@by(MEMBER)
def take_over(access: EventAccess, table_id: int) -> str:
    """Make this phone a scorer of a table, for people who run the night or sit there; the id of its game.

    After the night is closed, only those who run it can correct the game.
    """
    table, device_id = access.table(table_id), access.visitor.device_id
    game, seated = table.game, access.me.id in table.seats
    if game is None or not (access.runs or seated):
        raise NotFoundError(str(table_id))
    grant, by = grant_of(device_id, game.id), access.me.id if access.runs else None
    if grant is None or role_of(grant, game) != SCORER or (access.runs and grant.member_id != by):
        db.session.merge(Grant(device_id=device_id, game_id=game.id, role=SCORER, key=game.scorer_key, member_id=by))
    own = access.attendance(access.me.id)
    if not access.runs and own is not None and own.device_id is None and own.left_at is None:
        # The phone of an account that scores its own table speaks for the person.
        own.device_id = device_id
    return game.id


LONGEST_STATEMENT = 1000


def event_of_game(visitor: Visitor, game_id: str) -> tuple[EventAccess, TableState] | None:
    """The night and table of a game, if the visitor may see them."""
    table = event_table_of(game_id)
    if table is None:
        return None
    try:
        access = require_event(visitor, table.round.event_id)
    except NotFoundError:
        return None
    return access, table_state(access, access.table(table.id))


def belongs_to_event(game_id: str) -> bool:
    """Whether a game is played on a club night, which gets its result by itself."""
    table = event_table_of(game_id)
    event = table.round.event if table is not None else None
    return event is not None and event.slug is not None and event.deleted_at is None


def public_key_of_game(game_id: str) -> str:
    """The key of the public page of a contest in which a game is played; empty if there is none."""
    table = event_table_of(game_id)
    event = table.round.event if table is not None else None
    return event.public_key or "" if event is not None and event.plan is not None else ""


def _require_own_table(access: EventAccess, table_id: int) -> TableState:
    state = table_state(access, access.table(table_id))
    if state.side_of(access.me.id) is None:
        raise NotFoundError(str(table_id))
    return state


@by(MEMBER)
def accept(access: EventAccess, table_id: int, score: str) -> Refusal | None:
    """Accept a result as it was shown; for the side that did not enter it."""
    state, me = _require_own_table(access, table_id), access.me
    if not state.ended:
        return Refusal(("This game is still being played. There is no result to accept yet.",))
    if score != state.score:
        return Refusal(("The result was just corrected. Check it again before you accept it.",))
    if not state.may_accept(me.id):
        return None
    confirmations = require_result(state).confirmations
    mark = next((mark for mark in confirmations if mark.member_id == me.id), None)
    if mark is None:
        mark = Confirmation(member_id=me.id)
        confirmations.append(mark)
    mark.score, mark.device_id, mark.at = score, access.visitor.device_id or None, now()
    access.log(me.id, f" accepted the result of {_place(state.table)}.")
    return None


@by(MEMBER)
def protest(access: EventAccess, table_id: int, statement: str, dispute_id: int | None = None) -> Protest | Refusal:
    """Protest against a result, with a ruling of the dispute pages if there is one."""
    state, me = _require_own_table(access, table_id), access.me
    tidy = _tidy(statement)
    faults = [] if state.ended else ["This game is still being played. Correct the hand, or settle it at the table."]
    if isinstance(tidy, Refusal):
        faults += tidy.messages
    if any(earlier.member_id == me.id and earlier.state == OPEN for earlier in protests_at(state)):
        faults.append("You have already protested this result. The organizers will decide.")
    if faults or isinstance(tidy, Refusal):
        return Refusal(tuple(faults))
    protest = Protest(member_id=me.id, device_id=access.visitor.device_id or None, words=tidy, state=OPEN)
    if (ruling := _ruling(state, dispute_id)) is not None:
        protest.hand, protest.asked, protest.verdict = ruling.hand, ruling.asked, ruling.verdict
        protest.effect, protest.rule = ruling.effect, ruling.rule
    require_result(state).protests.append(protest)
    access.log(me.id, f" protested the result of {_place(state.table)}.")
    return protest


def protests_at(state: TableState) -> list[Protest]:
    """The protests against the result of one table."""
    return state.result.protests if state.result is not None else []


def _ruling(state: TableState, dispute_id: int | None) -> Dispute | None:
    """One of the game's own rulings; any other id is not found."""
    if dispute_id is None:
        return None
    for dispute in state.game.disputes:
        if dispute.id == dispute_id:
            return dispute
    raise NotFoundError(str(dispute_id))


def _tidy(statement: str) -> str | Refusal:
    tidy = " ".join(statement.encode("utf-8", "replace").decode().replace("\0", "").split())
    if not tidy:
        return Refusal(("Describe what is wrong.",))
    if len(tidy) > LONGEST_STATEMENT:
        return Refusal((f"Use at most {LONGEST_STATEMENT} characters. This text has {len(tidy)}.",))
    return tidy


@by(MEMBER)
def withdraw(access: EventAccess, protest_id: int) -> None:
    """Withdraw one's own protest."""
    _, protest = _require_protest(access, protest_id)
    if protest.member_id != access.me.id or protest.state != OPEN:
        raise NotFoundError(str(protest_id))
    _close(access, protest, DISMISSED, "Withdrawn.")


@by(ORGANIZER)
def decide(access: EventAccess, protest_id: int, upheld: bool, reason: str) -> Refusal | None:
    """Uphold or dismiss a protest with a reason; an organizer does it, and the decision stays."""
    state, protest = _require_protest(access, protest_id)
    if protest.state != OPEN:
        return Refusal((f"This protest was already {protest.state}.",))
    tidy = _tidy(reason)
    if isinstance(tidy, Refusal):
        return Refusal(("Enter a reason. It is saved in the log.",)) if not reason.strip() else tidy
    organizers = [member.id for member in access.club.members if member.role == ORGANIZER]
    if state.side_of(access.me.id) is not None and len(organizers) > 1:
        return Refusal(("You played at this table. Another organizer must decide.",))
    _close(access, protest, UPHELD if upheld else DISMISSED, tidy)
    return None


def _require_protest(access: EventAccess, protest_id: int) -> tuple[TableState, Protest]:
    for state in table_states(access):
        for protest in protests_at(state):
            if protest.id == protest_id:
                return state, protest
    raise NotFoundError(str(protest_id))


def _close(access: EventAccess, protest: Protest, decision: str, reason: str) -> None:
    protest.state, protest.decided_by, protest.decided_at, protest.decided_words = decision, access.me.id, now(), reason
    db.session.flush()
    access.log("The protest of ", protest.member_id, f" was {decision}: {reason}")


def all_protests(states: Sequence[TableState]) -> list[tuple[TableState, Protest]]:
    """Every protest at these tables: open ones first, the latest of them first."""
    rows = [(state, protest) for state in states for protest in protests_at(state)]
    return sorted(rows, key=lambda row: (row[1].state != OPEN, -row[1].id))
