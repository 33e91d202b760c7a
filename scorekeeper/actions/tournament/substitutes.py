"""Substitutes in a tournament: somebody plays on in a seat, and the game counts for the entry as before."""

from __future__ import annotations

from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.table.access import Table
from scorekeeper.actions.table.names import seat_substitute
from scorekeeper.actions.tournament.access import GameState, TournamentAccess, while_started
from scorekeeper.store import Member, TournamentGame, db
from scorekeeper.store.tables.game import SCORER


def free_members(access: TournamentAccess) -> list[Member]:
    """The club's members who sit at no table that plays now."""
    busy = {member for state in access.running for member in state.row.seats}
    members = access.tournament.club.members
    return [one for one in members if one.left_at is None and one.waiting_at is None and one.id not in busy]


def substitutes_at(access: TournamentAccess, row: TournamentGame) -> list[str]:
    """The names of people at a table who are of none of its entries."""
    entries = [access.entry(number) for side in row.sides for number in side]
    own = {member for entry in entries for member in entry.members}
    return [access.names[member] for member in row.seats if member not in own]


@while_started
def substitute(access: TournamentAccess, game_number: int, absent: int, helper: int) -> Refusal | None:
    """Let somebody take a seat from the next hand on, or let the player come back; the entry keeps the game."""
    state = access.game(game_number)
    if absent not in state.row.seats or helper not in access.names:
        raise NotFoundError(str(helper))
    if not any(state.row is own.row for own in access.running):
        return Refusal(("This game is over, so nobody can be replaced.",))
    if helper not in {member.id for member in free_members(access)}:
        return Refusal((f"{access.names[helper]} is playing now. Choose someone who is free.",))
    _seat(access, state, absent, helper)
    access.log(helper, " took the seat of ", absent, f" at table {state.row.place}.")
    db.session.commit()
    return None


def _seat(access: TournamentAccess, state: GameState, absent: int, helper: int) -> None:
    row = state.row
    seat = row.seats.index(absent)
    row.seats = [*row.seats[:seat], helper, *row.seats[seat + 1 :]]
    names = [access.names[member] for member in row.seats]
    seat_substitute(Table(row.game, SCORER, access.device_id), names, seat, absent)
    row.game.revision += 1
