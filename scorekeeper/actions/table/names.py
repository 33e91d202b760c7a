"""Renaming players: a new spelling for the whole game, or a new player in a seat from some hand on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import visible_name
from scorekeeper.actions.stored_game import SeatChange, Seats
from scorekeeper.actions.table.access import Table
from scorekeeper.actions.table.changes import commit_change
from scorekeeper.actions.table.games import InvalidRecord, unwritable_text
from scorekeeper.rules import BY_SLUG, Sheet, score
from scorekeeper.rules.game import UNCOUNTED_KEYS, Movement
from scorekeeper.store import NameChange
from scorekeeper.store.tables.game import now


def movement_of(table: Table) -> Movement | None:
    """How partners change at this table, or None."""
    movement = BY_SLUG[table.game.slug].movement
    return movement if movement is not None and table.game.options.get(movement.option) else None


def has_moved(table: Table, place: int) -> bool:
    """Whether players have changed seats in the hand at this place. A record can't store bids of such a hand."""
    return bool(table.game.moves_seats) and seats_at(table, place)[0] != tuple(range(len(table.game.players)))


def seats_at(table: Table, place: int) -> tuple[tuple[int, ...], int]:
    """The players clockwise, and the dealer, of the hand at this place. The deal passes left in the new seats."""
    movement, game = movement_of(table), BY_SLUG[table.game.slug]
    seats, dealer, counted = tuple(range(len(table.game.players))), table.game.dealer, 0
    for hand in table.record["hands"][: place - 1]:
        counted += UNCOUNTED_KEYS.isdisjoint(hand)
        if movement is not None and table.game.moves_seats:
            seats = clockwise(movement, counted)
        if game.passes_deal(hand):
            dealer = left_neighbor(seats, dealer)
    return seats, dealer


def clockwise(movement: Movement, counted: int) -> tuple[int, ...]:
    """The players clockwise after this many counted hands, with partners opposite each other."""
    one, other = movement.partners[min(counted // movement.hands_per_partner, len(movement.partners) - 1)]
    return one[0], other[0], one[1], other[1]


def left_neighbor(seats: Sequence[int], player: int) -> int:
    """The player to a player's left."""
    return seats[(seats.index(player) + 1) % len(seats)]


OF_A_CLUB = Refusal(("This game belongs to a club. Its names come from the club’s members.",))


@dataclass(frozen=True)
class Renaming:
    """Contents of the form: the names in seat order, the state it was made from, and its token."""

    names: tuple[str, ...]
    #: The number of the last change that the form knew.
    base: int
    token: str
    #: The first hand of the new players; None if only the spelling changes.
    hand: int | None = None


@dataclass(frozen=True)
class Renamed:
    """The names are saved. Without changes nothing was different."""

    changes: tuple[SeatChange, ...] = ()


@dataclass(frozen=True)
class NamesConflict:
    """Another phone changed the names first. `names` merges both where possible."""

    changes: tuple[SeatChange, ...]
    names: tuple[str, ...]


@dataclass(frozen=True)
class PastChange:
    """A change of names in the game's history."""

    changes: tuple[SeatChange, ...]
    #: Whether it undid these changes.
    undone: bool
    at: datetime
    device_id: str
    device: str


Result = Renamed | NamesConflict | InvalidRecord | Refusal


def are_of_club(table: Table) -> bool:
    """Whether the seats belong to members of a club."""
    return table.game.is_of_event


def rename(table: Table, renaming: Renaming) -> Result:
    """Save new names. A form sent twice is saved once."""
    table.check_scorer()
    renaming = replace(renaming, names=tuple(map(visible_name, renaming.names)))
    if are_of_club(table):
        return OF_A_CLUB
    if _is_saved(table, renaming.token):
        return Renamed()
    if renaming.base != (table.game.names_number or 0):
        return _conflict(table, renaming)
    seats = table.seats
    if renaming.hand is None:
        after = seats.spell(renaming.names)
    elif renaming.hand in takeover_hands(table):
        after = seats.take_over(renaming.names, renaming.hand)
    else:
        raise NotFoundError(table.game.id)
    return _faults(table, renaming.names) or _write(table, seats, after, renaming.token)


def takeover_hands(table: Table) -> list[int]:
    """Hands from which a new player can play: the next one first, then back to the last takeover."""
    earliest = max(2, table.seats.last_takeover)
    played = [version.hand for version in table.hands[1:] if version.hand >= earliest]
    return [table.next_hand, *reversed(played)] if table.hands and not table.sheet.over else []


def undo(table: Table, number: int, token: str) -> Result:
    """Undo the last change of names, if `number` is still the last. Undoing twice restores it."""
    table.check_scorer()
    if are_of_club(table):
        return OF_A_CLUB
    if _is_saved(table, token):
        return Renamed()
    if not number or number != table.game.names_number:
        return NamesConflict((), tuple(table.game.players))
    last = table.game.name_changes[-1]
    return _write(table, table.seats, Seats.from_json(last.before), token, not last.undoes)


def past_changes(table: Table) -> list[PastChange]:
    """Every change of names, in order."""
    return [_past_change(row) for row in table.game.name_changes] if table.game.names_number else []


def last_change(table: Table) -> PastChange | None:
    """The last change of names, unless a hand was saved after it."""
    if not table.game.names_number:
        return None
    row, version = table.game.name_changes[-1], table.last_version
    return _past_change(row) if version is None or row.at > version.at else None


def _past_change(row: NameChange) -> PastChange:
    before, after = Seats.from_json(row.before), Seats.from_json(row.after)
    changes = after.changes_to(before) if row.undoes else before.changes_to(after)
    return PastChange(changes, row.undoes, row.at, row.device_id, row.device.name)


def _is_saved(table: Table, token: str) -> bool:
    return bool(table.game.names_number) and any(change.token == token for change in table.game.name_changes)


def _conflict(table: Table, renaming: Renaming) -> NamesConflict:
    """The other phone's changes, and the merged names."""
    known = next((change for change in table.game.name_changes if change.number == renaming.base + 1), None)
    if known is None:
        raise NotFoundError(table.game.id)
    before, current = Seats.from_json(known.before), table.seats
    triples = zip(before.names, renaming.names, current.names, strict=True)
    names = tuple(mine if mine != old else theirs for old, mine, theirs in triples)
    return NamesConflict(before.changes_to(current), names)


def _faults(table: Table, names: Sequence[str]) -> InvalidRecord | None:
    """What is wrong with these names."""
    sheet = score(table.record | {"players": list(names)})
    return unwritable_text(names) if isinstance(sheet, Sheet) else InvalidRecord(sheet)


def _write(table: Table, before: Seats, after: Seats, token: str, undoes: bool = False) -> Renamed:
    """Store a change, unless nothing changes."""
    changes = before.changes_to(after)
    if changes:
        _add_change(table, before, after, NameChange(token=token or new_key(), undoes=undoes))
        commit_change(table, at=now())
    return Renamed(changes)


def seat_substitute(table: Table, names: Sequence[str], seat: int, member_id: int) -> None:
    """Set the names of a club's game, where somebody takes over a member's seat. The caller commits."""
    before, spelled = table.seats, [*names]
    spelled[seat] = before.names[seat]
    after = before.spell(spelled).take_over(names, table.next_hand)
    if table.game.versions:
        _add_change(table, before, after, NameChange(token=new_key(), member_id=member_id))
    table.game.players = after.names


def reseat_players(table: Table, after: Seats) -> None:
    """Correct the players of a club's game from the first hand on. The caller commits."""
    before = table.seats
    if table.game.versions and before.changes_to(after):
        _add_change(table, before, after, NameChange(token=new_key()))
    table.game.players = after.names


def _add_change(table: Table, before: Seats, after: Seats, change: NameChange) -> None:
    """Add a change to the game's name history."""
    game = table.game
    game.players, game.names_number = after.names, (game.names_number or 0) + 1
    change.number, change.before, change.after = game.names_number, before.as_json(), after.as_json()
    change.device_id, change.at = table.device_id, now()
    game.name_changes.append(change)
