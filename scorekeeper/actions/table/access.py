"""Who may look at a game, and who may change it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.errors import NotAllowedError, NotFoundError
from scorekeeper.actions.keys import new_key, same_key
from scorekeeper.rules import Sheet, score
from scorekeeper.store import Device, Game, Grant, Version, db
from scorekeeper.store.queries.game import game_with_versions, grant_of, latest, record_of
from scorekeeper.store.tables.game import SCORER, WATCHER
from scorekeeper.store.transaction import begin_writing


def device(device_id: str | None, name: str) -> Device:
    """The device of this cookie, or a new one."""
    known = db.session.get(Device, device_id) if device_id else None
    if known is None:
        begin_writing()
        known = Device(id=new_key(), name=name)
        db.session.add(known)
        db.session.commit()
    return known


@dataclass(frozen=True)
class Table:
    """A game as one device sees it."""

    game: Game
    role: str
    record: dict[str, Any]
    sheet: Sheet
    #: The version in force of every hand of the record, in its order.
    hands: tuple[Version, ...]

    @property
    def may_score(self) -> bool:
        """This device keeps the score."""
        return self.role == SCORER

    @property
    def next_hand(self) -> int:
        """The number that a new hand would get."""
        return max((version.hand for version in self.game.versions), default=0) + 1

    def position(self, hand: int) -> int | None:
        """Where a hand stands in the record, counted from 0."""
        return next((index for index, version in enumerate(self.hands) if version.hand == hand), None)


def role_of(grant: Grant | None, game: Game) -> str | None:
    """What a grant is still worth: a renewed link makes the old ones void."""
    if grant is None:
        return None
    if grant.role == SCORER and same_key(grant.key, game.scorer_key):
        return SCORER
    if grant.role == WATCHER and same_key(grant.key, game.watch_key):
        return WATCHER
    return None


def role_by(key: str, game: Game) -> str | None:
    """What a key opens."""
    rights = ((SCORER, game.scorer_key), (WATCHER, game.watch_key))
    return next((role for role, right in rights if same_key(key, right)), None)


def seen(device_id: str, game_id: str, deleted: bool = False) -> Table:
    """The game as this device may see it."""
    game = game_with_versions(game_id)
    role = role_of(grant_of(device_id, game_id), game) if game is not None else None
    if game is None or role is None or (game.deleted_at is not None and not deleted):
        raise NotFoundError(game_id)
    return table_of(game, role)


def watched_revision(device_id: str, game_id: str) -> int | None:
    """How often a game that this device only watches has changed; hundreds may ask after every save."""
    game, grant = db.session.get(Game, game_id), grant_of(device_id, game_id)
    if game is None or game.deleted_at is not None or role_of(grant, game) != WATCHER:
        return None
    return game.revision


def table_of(game: Game, role: str) -> Table:
    """A game with its record and its sheet."""
    record = record_of(game)
    sheet = score(record)
    if not isinstance(sheet, Sheet):
        # Only sound records are stored; a rule may not change under a stored game.
        raise RuntimeError(f"game {game.id} no longer scores: {sheet[0].message}")
    return Table(game, role, record, sheet, tuple(entry for entry in latest(game).values() if entry.facts is not None))


def scored_by(device_id: str, game_id: str, deleted: bool = False) -> Table:
    """The game, if this device may change it."""
    table = seen(device_id, game_id, deleted)
    if not table.may_score:
        raise NotAllowedError(game_id)
    return table
