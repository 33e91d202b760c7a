"""Access to a game: devices, roles, and the game as one device sees it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from werkzeug.utils import cached_property

from scorekeeper.actions.errors import NotAllowedError, NotFoundError
from scorekeeper.actions.keys import new_key, picture_key, same_key
from scorekeeper.actions.stored_game import Seats, score_stored, seats_of
from scorekeeper.rules import Sheet
from scorekeeper.store import Device, Game, Grant, HandVersion, Member, db
from scorekeeper.store.queries.game import (
    Right,
    game_with_right,
    grant_of,
    has_device,
    record_with,
    store_device_later,
    versions_in_force,
    watcher_revision,
)
from scorekeeper.store.tables.club import MEMBER
from scorekeeper.store.tables.game import SCORER, WATCHER
from scorekeeper.store.transaction import begin_writing


def device(device_id: str | None, name: str) -> Device:
    """The device with this id, or a new one."""
    row = db.session.get(Device, device_id) if device_id else None
    if row is None:
        begin_writing()
        row = Device(id=new_key(), name=name)
        db.session.add(row)
        db.session.commit()
    return row


def known_device(device_id: str, name: str) -> str:
    """The id of a known device, or of a new one, which is stored with its first change."""
    if device_id and has_device(device_id):
        return device_id
    new_id = new_key()
    store_device_later(new_id, name)
    return new_id


def device_name(device_id: str) -> str:
    """The name of a device in the history."""
    row = db.session.get(Device, device_id)
    return row.name if row is not None else ""


@dataclass(frozen=True)
class Table:
    """A game as one device may see it. Derived values are computed once, on first use."""

    game: Game
    role: str
    device_id: str = ""
    #: A past moment at which the game is shown; None for now.
    until: datetime | None = None

    @cached_property
    def in_force(self) -> dict[int, HandVersion]:
        """The version in force of every hand, by hand number. Includes deleted hands."""
        return versions_in_force(self.game, self.until)

    @cached_property
    def record(self) -> dict[str, Any]:
        """The game as a record."""
        return record_with(self.game, self.hands)

    @cached_property
    def sheet(self) -> Sheet:
        """The score sheet."""
        return score_stored(self.game.id, self.record)

    @property
    def has_finished_hand(self) -> bool:
        """Whether any hand is finished."""
        return any(version.facts is not None and "open" not in version.facts for version in self.hands)

    @cached_property
    def hands(self) -> tuple[HandVersion, ...]:
        """The version in force of every hand that is not deleted, in order."""
        return tuple(version for version in self.in_force.values() if version.facts is not None)

    @cached_property
    def seats(self) -> Seats:
        """Current and former players of each seat."""
        return seats_of(self.game)

    def names_in(self, hand: int) -> list[str]:
        """The names of the players of a hand."""
        return self.seats.names_in(hand)

    def names_at(self, place: int) -> list[str]:
        """The names of the players of the hand at this place in the record, counted from 1."""
        return self.names_in(self.hands[place - 1].hand if place <= len(self.hands) else self.next_hand)

    @property
    def may_score(self) -> bool:
        """Whether this device may score."""
        return self.role == SCORER

    def check_scorer(self) -> None:
        """Refuse a device that may only watch."""
        if not self.may_score:
            raise NotAllowedError(self.game.id)

    @property
    def next_hand(self) -> int:
        """The number of the next new hand."""
        return max((version.hand for version in self.game.versions), default=0) + 1

    @property
    def last_version(self) -> HandVersion | None:
        """The latest version of any hand."""
        return max(self.game.versions, key=lambda version: version.id, default=None)

    def position(self, hand: int) -> int | None:
        """The index of a hand in the record, counted from 0."""
        return next((index for index, version in enumerate(self.hands) if version.hand == hand), None)

    def place(self, hand: int) -> int:
        """The place of a hand in the record, counted from 1. A new hand goes last."""
        position = self.position(hand)
        return (len(self.hands) if position is None else position) + 1


def role_of(grant: Grant | Right | None, game: Game) -> str | None:
    """The role that a grant still gives. Renewing a link revokes its grants."""
    if grant is None:
        return None
    key = {SCORER: game.scorer_key, WATCHER: game.watch_key}[grant.role]
    if not same_key(grant.key, key):
        return None
    if not game.is_of_closed_event:
        return grant.role
    # Organizers and scorers of the club may correct games of closed nights.
    member = db.session.get(Member, grant.member_id) if grant.member_id is not None else None
    return grant.role if member is not None and member.left_at is None and member.role != MEMBER else WATCHER


def role_by(key: str, game: Game) -> str | None:
    """The role that a key gives. Once the night is closed, keys only allow watching."""
    role = kind_of_key(key, game)
    return WATCHER if role is not None and game.is_of_closed_event else role


def kind_of_key(key: str, game: Game) -> str | None:
    """The role for which a key was made."""
    rights = ((SCORER, game.scorer_key), (WATCHER, game.watch_key))
    return next((role for role, right in rights if same_key(key, right)), None)


def require_viewer(device_id: str, game_id: str, deleted: bool = False) -> Table:
    """The game as this device may see it."""
    game, right = game_with_right(game_id, device_id)
    role = role_of(right, game) if game is not None else None
    if game is None or role is None or (game.deleted_at is not None and not deleted):
        raise NotFoundError(game_id)
    return Table(game, role, device_id)


def require_link(game_id: str, key: str) -> Table:
    """The game as this link shows it. No device is stored."""
    game = _playable_game(game_id)
    role = role_by(key, game)
    if role is None:
        raise NotFoundError(game_id)
    return Table(game, role)


def require_picture(game_id: str, key: str) -> Table:
    """The game whose picture this key opens."""
    game = _playable_game(game_id)
    if not any(same_key(key, picture_key(link_key)) for link_key in (game.watch_key, game.scorer_key)):
        raise NotFoundError(game_id)
    return Table(game, WATCHER)


def _playable_game(game_id: str) -> Game:
    """A game that is not deleted."""
    game = db.session.get(Game, game_id)
    if game is None or game.deleted_at is not None:
        raise NotFoundError(game_id)
    return game


def require_scorer(device_id: str, game_id: str, deleted: bool = False) -> Table:
    """The game, read under the write lock, for a device that may change it."""
    begin_writing(game_id)
    table = require_viewer(device_id, game_id, deleted)
    table.check_scorer()
    return table


def require_scorer_view(device_id: str, game_id: str) -> Table:
    """The game for a scorer, without the lock. Saving checks that it is unchanged."""
    table = require_viewer(device_id, game_id)
    table.check_scorer()
    return table


def watched_revision(device_id: str, game_id: str) -> int | None:
    """The game's revision if this device only watches it, else None. Cheap, because hundreds ask after every save."""
    if (revision := watcher_revision(game_id, device_id)) is not None:
        return revision
    game, grant = db.session.get(Game, game_id), grant_of(device_id, game_id)
    if game is None or game.deleted_at is not None or role_of(grant, game) != WATCHER:
        return None
    return game.revision
