"""What is asked of the store about games."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import and_, bindparam, select
from sqlalchemy.orm import selectinload

from scorekeeper.store.base import db
from scorekeeper.store.tables.game import SCORER, Device, Game, Grant, Version

#: Made once, because every page and every save asks it.
GAME_WITH_GRANT = (
    select(Game, Grant)
    .outerjoin(Grant, and_(Grant.game_id == Game.id, Grant.device_id == bindparam("device")))
    .where(Game.id == bindparam("game"))
    .options(selectinload(Game.versions))
)


def game_with_versions(game_id: str) -> Game | None:
    """A game and all that was ever saved in it."""
    return db.session.scalar(select(Game).where(Game.id == game_id).options(selectinload(Game.versions)))


def game_with_grant(game_id: str, device_id: str) -> tuple[Game | None, Grant | None]:
    """A game with all its versions, and what a device was allowed in it."""
    row = db.session.execute(GAME_WITH_GRANT, {"game": game_id, "device": device_id}).one_or_none()
    return (row[0], row[1]) if row is not None else (None, None)


def grant_of(device_id: str, game_id: str) -> Grant | None:
    """What a device was allowed."""
    return db.session.get(Grant, (device_id, game_id))


def grant_by_name(game_id: str, name: str) -> Grant | None:
    """What the device of this name was allowed in a game."""
    query = select(Grant).join(Device, Device.id == Grant.device_id)
    return db.session.scalar(query.where(Grant.game_id == game_id, Device.name == name))


def games_of(device_id: str, most: int | None = None) -> list[tuple[Game, Grant]]:
    """The games of a device, the latest change first; deleted ones too."""
    query = (
        select(Game, Grant)
        .join(Grant, Grant.game_id == Game.id)
        .where(Grant.device_id == device_id)
        .options(selectinload(Game.versions))
        .order_by(Game.changed_at.desc())
        .limit(most)
    )
    return [(game, grant) for game, grant in db.session.execute(query)]


def names_used(device_id: str, limit: int = 24) -> list[str]:
    """Names that this device has entered, the latest first."""
    query = (
        select(Game.players)
        .join(Grant, Grant.game_id == Game.id)
        .where(Grant.device_id == device_id, Grant.role == SCORER)
        .order_by(Game.created_at.desc())
        .limit(20)
    )
    names = dict.fromkeys(name for players in db.session.scalars(query) for name in players)
    return list(names)[:limit]


def latest(game: Game, until: datetime | None = None) -> dict[int, Version]:
    """The version in force of every hand, deleted ones included, in order of the hands; as it was at a moment."""
    versions = game.versions if until is None else [version for version in game.versions if version.at <= until]
    newest = {version.hand: version for version in sorted(versions, key=lambda version: version.number)}
    return {hand: newest[hand] for hand in sorted(newest)}


def record_of(game: Game, until: datetime | None = None) -> dict[str, Any]:
    """The game as a record: facts only; as they were at a moment, if one is named."""
    head: dict[str, Any] = {
        "format": "rook-record/1",
        "game": game.slug,
        "players": game.players,
        "dealer": game.dealer,
    }
    more = {"options": game.options or None, "date": game.date, "note": game.note}
    hands = [version.facts for version in latest(game, until).values() if version.facts is not None]
    return head | {key: value for key, value in more.items() if value is not None} | {"hands": hands}
