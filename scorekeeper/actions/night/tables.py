"""The tables of a round: substitutes, stopping a game, and scoring on another phone."""

from __future__ import annotations

from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.night.access import RUNNER, SEASON_CLOSED, NightAccess, by_runner
from scorekeeper.actions.night.results import require_result, table_state, table_states
from scorekeeper.actions.season.results import refresh_result, stop_game
from scorekeeper.actions.season.totals import update_totals
from scorekeeper.actions.table.access import Table, role_of
from scorekeeper.actions.table.names import seat_substitute
from scorekeeper.store import Game, Grant, NightTable, db
from scorekeeper.store.queries.game import grant_of
from scorekeeper.store.tables.game import SCORER
from scorekeeper.store.transaction import writes


def _seat_substitute(access: NightAccess, table: NightTable, absent: int, helper: int) -> None:
    """Let somebody play on in another's seat from the next hand on."""
    device_id = access.visitor.device_id
    seat = table.seats.index(absent)
    table.seats = [*table.seats[:seat], helper, *table.seats[seat + 1 :]]
    if table.game is not None:
        names, game_table = [access.names[member] for member in table.seats], Table(table.game, SCORER, device_id)
        table.left_seats = [*(table.left_seats or []), [seat, absent, game_table.next_hand]]
        seat_substitute(game_table, names, seat, absent)
        _count_seating(table, table.game)


def _count_seating(table: NightTable, game: Game) -> None:
    """Other people sit at the table of a game."""
    game.revision += 1
    db.session.flush()
    refresh_result(table)


@by_runner
def substitute(access: NightAccess, table_id: int, absent: int, helper: int) -> Refusal | None:
    """Let somebody take another's seat for the rest of a game, marked as a substitute; or let the other come back."""
    table = access.table(table_id)
    if absent not in table.seats or helper not in access.names:
        raise NotFoundError(str(helper))
    if faults := _substitute_faults(access, table, helper):
        return Refusal(faults)
    table.substitutes = _substitutes(table, absent, helper)
    _seat_substitute(access, table, absent, helper)
    db.session.flush()
    # Whoever sat out and plays after all has no bye.
    update_totals(access.night)
    access.log(helper, " substitutes for ", absent, f" at table {table.number} in round {table.round.number}.")
    db.session.commit()
    return None


def _substitutes(table: NightTable, absent: int, helper: int) -> list[list[int | None]]:
    """The pairs of helper and absent member after a change; nobody substitutes for themselves."""
    original = next((away for stand_in, away in table.substitutes if stand_in == absent), absent)
    pairs = [pair for pair in table.substitutes if pair[0] != absent]
    return pairs if helper == original else [*pairs, [helper, original]]


def _substitute_faults(access: NightAccess, table: NightTable, helper: int) -> tuple[str, ...]:
    name, presence = access.names[helper], access.presence(helper)
    states = [state for state in table_states(access) if helper in state.table.seats]
    busy = next((state.table for state in states if not state.ended), None)
    faults = []
    if presence is None or presence.left_at is not None:
        faults.append(f"{name} is not here tonight. Check them in first.")
    if helper in table.seats or busy is not None:
        faults.append(f"{name} is playing at table {(busy or table).number}. Choose someone who is free.")
    if table_state(access, table).ended:
        faults.append("This game is over, so nobody can be replaced.")
    return tuple(faults)


@by_runner
def stop(access: NightAccess, table_id: int, counts: bool) -> Refusal | None:
    """Stop a game that cannot be finished: it counts as it stands, or not at all."""
    state = table_state(access, access.table(table_id))
    if state.ended:
        return Refusal(("This game is already over.",))
    if counts and not state.sheet.hands:
        return Refusal(("No hand was finished at this table. The game can be stopped, but not counted.",))
    result = stop_game(state.table) or require_result(state)
    result.stopped, result.counted = True, counts
    update_totals(access.night)
    access.log(f"{state.title} was stopped: {'its score counts' if counts else 'it does not count'}.")
    db.session.commit()
    return None


@by_runner
def resume(access: NightAccess, table_id: int) -> Refusal | None:
    """Let a stopped game go on."""
    state = table_state(access, access.table(table_id))
    if not state.stopped:
        return Refusal(("This game was not stopped.",))
    if state.result is not None:
        state.result.stopped, state.result.counted = False, True
    state.game.deleted_at = None
    refresh_result(state.table)
    access.log(f"{state.title} was resumed.")
    db.session.commit()
    return None


@writes
def count(access: NightAccess, table_id: int, counts: bool) -> Refusal | None:
    """Let a finished game count, or not."""
    access.require(RUNNER)
    if access.is_final:
        return SEASON_CLOSED
    state = table_state(access, access.table(table_id))
    if not state.ended:
        return Refusal(("This game is still being played. It will count when it is over.",))
    result = require_result(state)
    if result.counted != counts:
        result.counted = counts
        update_totals(access.night)
        access.log(f"{state.title} {'counts' if counts else 'does not count'}.")
        db.session.commit()
    return None


@writes
def take_over(access: NightAccess, table_id: int) -> str:
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
    if seated and not access.runs:
        _let_phone_speak(access)
    db.session.commit()
    return game.id


def _let_phone_speak(access: NightAccess) -> None:
    """Let the phone of an account that scores its own table speak for the person."""
    presence = access.presence(access.me.id)
    if presence is not None and presence.device_id is None and presence.left_at is None:
        presence.device_id = access.visitor.device_id
