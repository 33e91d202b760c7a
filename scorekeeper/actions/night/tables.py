"""The tables of a round: changing places, substitutes, stopping a game, and taking over its scoring."""

from __future__ import annotations

from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.night.access import NightAccess, Who, done, require_night, running
from scorekeeper.actions.night.results import Played, at_table, played, row_for
from scorekeeper.actions.season.results import refresh_result, stop_game
from scorekeeper.actions.season.totals import update_totals
from scorekeeper.actions.table.access import role_of
from scorekeeper.store import Bye, Grant, NightTable, db
from scorekeeper.store.queries.game import grant_of
from scorekeeper.store.tables.game import SCORER
from scorekeeper.store.transaction import writes


@writes
def change_places(who: Who, night_id: str, one: int, other: int) -> Refusal | None:
    """Two people of the round take each other's seat, before anything is played there."""
    found = running(who, night_id)
    if isinstance(found, Refusal):
        return found
    if found.current_round is None or one == other:
        return Refusal(("Touch two different names of this round.",))
    tables = [each for each in played(found, found.current_round) if {one, other} & {*each.seating.seats}]
    out = [bye for bye in found.current_round.byes if bye.member_id in (one, other)]
    if sum(len({one, other} & {*each.seating.seats}) for each in tables) + len(out) != 2:
        return Refusal(("Both must be in this round, at a table or sitting out.",))
    if begun := [each for each in tables if each.begun]:
        why = "its hands belong to who sits there. Name a substitute instead."
        return Refusal(tuple(f"Table {each.seating.number} has begun: {why}" for each in begun))
    _exchange(found, tables, out, one, other)
    found.said(one, " and ", other, f" changed places in round {found.current_round.number}.")
    done()
    return None


def _exchange(found: NightAccess, tables: list[Played], out: list[Bye], one: int, other: int) -> None:
    places = {one: other, other: one}
    for each in tables:
        _seat(found, each.seating, [places.get(member, member) for member in each.seating.seats])
    if len(out) == 1 and found.current_round is not None:
        found.current_round.byes.remove(out[0])
        db.session.delete(out[0])
        db.session.flush()
        found.current_round.byes.append(Bye(member_id=places[out[0].member_id]))
        db.session.flush()
        update_totals(found.night)


def _seat(found: NightAccess, seating: NightTable, seats: list[int]) -> None:
    """Let these people sit at a table; its game calls them by their names."""
    names, seating.seats = found.names, seats
    if seating.game is not None:
        seating.game.players = [names[member] for member in seats]
        seating.game.revision += 1
        db.session.flush()
        refresh_result(seating)


@writes
def substitute(who: Who, night_id: str, table_id: int, absent: int, helper: int) -> Refusal | None:
    """Somebody takes another's seat for the rest of a game, marked as a substitute; or the other comes back."""
    found = running(who, night_id)
    if isinstance(found, Refusal):
        return found
    seating = found.seating(table_id)
    if absent not in seating.seats or helper not in found.names:
        raise NotFoundError(str(helper))
    if wrong := _substitute_faults(found, seating, helper):
        return Refusal(wrong)
    _seat(found, seating, [helper if member == absent else member for member in seating.seats])
    pairs = [tuple(pair) for pair in seating.substitutes]
    original = next((away for stand_in, away in pairs if stand_in == absent), absent)
    pairs = [pair for pair in pairs if pair[0] != absent] + ([] if helper == original else [(helper, original)])
    seating.substitutes = [list(pair) for pair in pairs]
    where = f" at table {seating.number} in round {seating.round.number}."
    found.said(helper, " plays on for ", absent, where)
    done()
    return None


def _substitute_faults(found: NightAccess, seating: NightTable, helper: int) -> tuple[str, ...]:
    name = found.names[helper]
    presence = found.presence(helper)
    busy = next((each for each in played(found) if helper in each.seating.seats and not each.ended), None)
    wrong = []
    if presence is None or presence.left_at is not None:
        wrong.append(f"{name} is not here tonight: check the person in first.")
    if helper in seating.seats or busy is not None:
        at = seating if busy is None else busy.seating
        wrong.append(f"{name} plays at table {at.number}: choose somebody who is free.")
    if at_table(found, seating).ended:
        wrong.append("This game is over: nobody can be replaced any more.")
    return tuple(wrong)


@writes
def stop(who: Who, night_id: str, table_id: int, counts: bool) -> Refusal | None:
    """Stop a game that cannot be finished: it counts as it stands, or not at all."""
    found = running(who, night_id)
    if isinstance(found, Refusal):
        return found
    each = at_table(found, found.seating(table_id))
    if each.ended:
        return Refusal(("This game is over already.",))
    if counts and not each.table.sheet.hands:
        return Refusal(("Nothing was played to the end there: it can be stopped, but not counted.",))
    row = stop_game(each.seating) or row_for(found, each)
    row.stopped, row.counted = True, counts
    update_totals(found.night)
    how = "it counts as it stands" if counts else "it does not count"
    found.said(f"Table {each.seating.number} of round {each.round.number} was stopped: {how}.")
    done()
    return None


@writes
def go_on(who: Who, night_id: str, table_id: int) -> Refusal | None:
    """Take a stop back: the game goes on."""
    found = running(who, night_id)
    if isinstance(found, Refusal):
        return found
    each = at_table(found, found.seating(table_id))
    if not each.stopped:
        return Refusal(("This game was not stopped.",))
    if each.row is not None:
        each.row.stopped, each.row.counted = False, True
    each.table.game.deleted_at = None
    refresh_result(each.seating)
    found.said(f"Table {each.seating.number} of round {each.round.number} goes on.")
    done()
    return None


@writes
def count(who: Who, night_id: str, table_id: int, counts: bool) -> Refusal | None:
    """Let a finished game count, or not; an organizer decides."""
    found = require_night(who, night_id, "organizer")
    each = at_table(found, found.seating(table_id))
    if not each.ended:
        return Refusal(("This game still goes on: it counts by itself when it is over.",))
    row = row_for(found, each)
    if row.counted != counts:
        row.counted = counts
        update_totals(found.night)
        how = "counts" if counts else "does not count"
        found.said(f"Table {each.seating.number} of round {each.round.number} {how}.")
        done()
    return None


@writes
def take_over(who: Who, night_id: str, table_id: int) -> str:
    """This phone becomes a scorer of a table: for whoever runs the night, or sits there. The id of its game."""
    found = require_night(who, night_id)
    seating = found.seating(table_id)
    if seating.game is None or not (found.runs or found.me.id in seating.seats):
        raise NotFoundError(str(table_id))
    grant, game = grant_of(who.device_id, seating.game.id), seating.game
    if role_of(grant, game) != SCORER:
        db.session.merge(Grant(device_id=who.device_id, game_id=game.id, role=SCORER, key=game.scorer_key))
    if found.me.id in seating.seats and not found.runs:
        _speaks(found)
    done()
    return game.id


def _speaks(found: NightAccess) -> None:
    """The phone of an account that scores its own table speaks for the person."""
    presence = found.presence(found.me.id)
    if presence is not None and presence.device_id is None and presence.left_at is None:
        presence.device_id = found.who.device_id
