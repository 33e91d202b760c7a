"""What is asked of the store about games, and what a save writes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, cast

from blinker import Signal
from sqlalchemy import Select, Table, and_, bindparam, insert, inspect, select, update
from sqlalchemy.orm import undefer
from sqlalchemy.orm.attributes import set_committed_value

from scorekeeper.store.base import db
from scorekeeper.store.tables.game import (
    ALL_VERSIONS,
    NIGHT,
    ROUND,
    SCORER,
    SEATING,
    TOURNAMENT_GAME,
    WATCHER,
    Device,
    Game,
    Grant,
    HandVersion,
    NameChange,
    Version,
    now,
)
from scorekeeper.store.transaction import ChangedError, begin_writing

#: What a game is part of; it decides who may change it, and what changes with it.
BELONGS_TO = ("is_of_night", "is_of_tournament", "is_of_closed_night")

#: Made once, because every page and every save asks them.
GAME_WITH_GRANT = (
    select(Game, Grant.role, Grant.key, Grant.member_id)
    .outerjoin(Grant, and_(Grant.game_id == Game.id, Grant.device_id == bindparam("device")))
    .where(Game.id == bindparam("game"))
    .options(*(undefer(getattr(Game, name)) for name in BELONGS_TO))
)
WATCHED_REVISION = (
    select(Game.revision)
    .join(Grant, and_(Grant.game_id == Game.id, Grant.device_id == bindparam("device"), Grant.key == Game.watch_key))
    .where(Game.id == bindparam("game"), Game.deleted_at.is_(None), Grant.role == WATCHER)
)
VERSIONS_OF_MANY = ALL_VERSIONS.where(Version.game_id.in_(bindparam("games", expanding=True)))

# A save writes these two rows without the session's bookkeeping, which costs more than the writing.
_GAME, _VERSION = cast(Table, Game.__table__), cast(Table, Version.__table__)
INSERT_VERSION = insert(_VERSION)
UPDATE_GAME = update(_GAME).where(_GAME.c.id == bindparam("game"))
# What is returned is written without the names of tables, so no two of them stand side by side.
_ROUNDS = select(SEATING.c.round_id).where(SEATING.c.game_id == bindparam("game"))
_NIGHTS = select(ROUND.c.night_id).where(ROUND.c.id.in_(_ROUNDS))
_BELONGS_TO = (
    _ROUNDS.exists(),
    select(TOURNAMENT_GAME.c.game_id).where(TOURNAMENT_GAME.c.game_id == bindparam("game")).exists(),
    select(NIGHT.c.id).where(NIGHT.c.closed_at.is_not(None), NIGHT.c.id.in_(_NIGHTS)).exists(),
)
COUNT_CHANGE = (
    UPDATE_GAME.where(_GAME.c.revision == bindparam("old_revision"))
    .values(revision=_GAME.c.revision + 1, changed_at=bindparam("at"))
    .returning(*_BELONGS_TO)
)


class Right(NamedTuple):
    """What a device was allowed in a game, and by which key."""

    role: str
    key: str
    #: As in `Grant.member_id`.
    member_id: int | None


def game_with_right(game_id: str, device_id: str) -> tuple[Game | None, Right | None]:
    """A game, and what a device was allowed in it."""
    row = db.session.execute(GAME_WITH_GRANT, {"game": game_id, "device": device_id}).one_or_none()
    if row is None:
        return None, None
    game, role, key, member_id = row
    return game, Right(role, key, member_id) if role is not None else None


def watcher_revision(game_id: str, device_id: str) -> int | None:
    """The revision of a game for a device that has its watch link; nothing for other devices."""
    return db.session.connection().scalar(WATCHED_REVISION, {"game": game_id, "device": device_id})


def game_ids() -> list[str]:
    """The ids of all games, deleted ones included."""
    return [*db.session.scalars(select(Game.id).order_by(Game.id))]


def insert_versions(game: Game, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write versions of hands; the game's versions are read again when they are needed. The caller commits."""
    # Known without reading the game again.
    (game_id,) = inspect(game).identity or (game.id,)
    common = {"game_id": game_id, "at": now()}
    db.session.connection().execute(INSERT_VERSION, [{**common, **row} for row in rows])
    vars(game).pop("versions", None)


def load_versions(games: Collection[Game]) -> None:
    """Read the versions of many games at once."""
    by_id: dict[str, list[HandVersion]] = {game.id: [] for game in games}
    for version in map(HandVersion._make, db.session.connection().execute(VERSIONS_OF_MANY, {"games": [*by_id]})):
        by_id[version.game_id].append(version)
    for game in games:
        game.versions = by_id[game.id]


#: Sent at every change of a game.
game_saved = Signal()


def count_change(game: Game, at: datetime | None = None) -> None:
    """Count a change of a game, at a moment if its hands have changed, under the write lock. The caller commits.

    Raises `ChangedError` if the game was changed since it was read.
    """
    game_id, revision, changed_at = game.id, game.revision, at or game.changed_at
    read = {name: vars(game)[name] for name in BELONGS_TO if name in vars(game)}
    begin_writing(game_id)
    values = {"game": game_id, "old_revision": revision, "at": changed_at}
    row = db.session.connection().execute(COUNT_CHANGE, values).one_or_none()
    belongs_to = dict(zip(BELONGS_TO, row, strict=True)) if row is not None else {}
    if row is None or not read.items() <= belongs_to.items():
        raise ChangedError(game_id)
    for name, value in {"revision": revision + 1, "changed_at": changed_at, **belongs_to}.items():
        set_committed_value(game, name, value)
    game_saved.send()


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
        .order_by(Game.changed_at.desc())
        .limit(most)
        .options(undefer(Game.is_of_night), undefer(Game.is_of_closed_night))
    )
    pairs = [(game, grant) for game, grant in db.session.execute(query)]
    load_versions([game for game, _ in pairs])
    return pairs


def names_used(device_id: str, limit: int = 24) -> list[str]:
    """Names that this device has entered, the latest first, then those of players whose seat somebody took over."""
    names = [name for players in db.session.scalars(_players(device_id, 20)) for name in players]
    return list(dict.fromkeys([*names, *_former_players(device_id, 20)]))[:limit]


def _former_players(device_id: str, most: int) -> list[str]:
    """Names of players who left a game that this device scores, the latest first."""
    query = (
        select(NameChange.after)
        .join(Game, and_(Game.id == NameChange.game_id, Game.names_number == NameChange.number))
        .join(Grant, and_(Grant.game_id == Game.id, Grant.key == Game.scorer_key))
        .where(Grant.device_id == device_id, Grant.role == SCORER)
        .order_by(Game.created_at.desc())
        .limit(most)
    )
    return [name for seats in db.session.scalars(query) for stints in seats for _, name in stints[:-1]]


def players_of_last_game(device_id: str) -> list[str]:
    """The players of the latest game that this device scores, in seat order."""
    return list(db.session.scalar(_players(device_id, 1)) or ())


def _players(device_id: str, most: int) -> Select[list[str]]:
    """The players of the games that a device scores, the latest first."""
    return (
        select(Game.players)
        .join(Grant, and_(Grant.game_id == Game.id, Grant.key == Game.scorer_key))
        .where(Grant.device_id == device_id, Grant.role == SCORER)
        .order_by(Game.created_at.desc())
        .limit(most)
    )


def versions_in_force(game: Game, until: datetime | None = None) -> dict[int, HandVersion]:
    """The version in force of every hand, deleted ones included, in order of the hands; as it was at a moment."""
    versions = game.versions if until is None else [version for version in game.versions if version.at <= until]
    newest = {version.hand: version for version in sorted(versions, key=lambda version: version.number)}
    return {hand: newest[hand] for hand in sorted(newest)}


def record_of(game: Game, until: datetime | None = None) -> dict[str, Any]:
    """The game as a record: facts only; as they were at a moment, if one is named."""
    return record_with(game, versions_in_force(game, until).values())


def record_with(game: Game, versions: Iterable[HandVersion]) -> dict[str, Any]:
    """The game as a record of these versions of its hands."""
    head: dict[str, Any] = {
        "format": "rook-record/1",
        "game": game.slug,
        "players": game.players,
        "dealer": game.dealer,
    }
    more = {"options": game.options or None, "date": game.date, "note": game.note}
    hands = [version.facts for version in versions if version.facts is not None]
    return head | {key: value for key, value in more.items() if value is not None} | {"hands": hands}
