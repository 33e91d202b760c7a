"""Queries about games and devices, and what a save writes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, cast

from blinker import Signal
from sqlalchemy import Row, Select, Subquery, Table, and_, bindparam, func, insert, inspect, literal, select, update
from sqlalchemy.orm import undefer
from sqlalchemy.orm.attributes import set_committed_value

from scorekeeper.store.base import db
from scorekeeper.store.tables.event import EventTable
from scorekeeper.store.tables.game import (
    ALL_VERSIONS,
    EVENT,
    ROUND,
    SCORER,
    SEATING,
    WATCHER,
    Device,
    Game,
    Grant,
    HandVersion,
    NameChange,
    SavedRules,
    UtcTime,
    Version,
    now,
)
from scorekeeper.store.transaction import ChangedError, begin_writing, write_first

#: What a game belongs to, which decides who can change it and what changes with it.
BELONGS_TO = ("is_of_event", "is_of_closed_event")

#: Built once, because every page and every save uses them.
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
_EVENTS = select(ROUND.c.event_id).where(ROUND.c.id.in_(_ROUNDS))
_BELONGS_TO = (
    _ROUNDS.exists(),
    select(EVENT.c.id).where(EVENT.c.closed_at.is_not(None), EVENT.c.id.in_(_EVENTS)).exists(),
)
COUNT_CHANGE = (
    UPDATE_GAME.where(_GAME.c.revision == bindparam("old_revision"))
    .values(revision=_GAME.c.revision + 1, changed_at=bindparam("at"))
    .returning(*_BELONGS_TO)
)


class Right(NamedTuple):
    """The rights of a device in a game, and the key that gave them."""

    role: str
    key: str
    #: As in `Grant.member_id`.
    member_id: int | None


def game_with_right(game_id: str, device_id: str) -> tuple[Game | None, Right | None]:
    """A game, and the rights of a device in it."""
    row = db.session.execute(GAME_WITH_GRANT, {"game": game_id, "device": device_id}).one_or_none()
    if row is None:
        return None, None
    game, role, key, member_id = row
    return game, Right(role, key, member_id) if role is not None else None


def watcher_revision(game_id: str, device_id: str) -> int | None:
    """The revision of a game for a device that has its watch link; None for other devices."""
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


def mark_changed(game: Game, at: datetime | None = None) -> None:
    """Raise the revision of a game: pages that show it are old. At a moment, if its hands have changed.

    This takes the write lock; the caller commits.

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
    """The rights of a device in a game."""
    return db.session.get(Grant, (device_id, game_id))


def grant_by_name(game_id: str, name: str) -> Grant | None:
    """The rights of the device with this name in a game."""
    query = select(Grant).join(Device, Device.id == Grant.device_id)
    return db.session.scalar(query.where(Grant.game_id == game_id, Device.name == name))


def games_of(device_id: str, most: int | None = None) -> list[tuple[Game, Grant]]:
    """The games of a device, deleted ones included, the latest change first."""
    query = (
        select(Game, Grant)
        .join(Grant, Grant.game_id == Game.id)
        .where(Grant.device_id == device_id)
        .order_by(Game.changed_at.desc())
        .limit(most)
        .options(undefer(Game.is_of_event), undefer(Game.is_of_closed_event))
    )
    pairs = [(game, grant) for game, grant in db.session.execute(query)]
    load_versions([game for game, _ in pairs])
    return pairs


def names_used(device_id: str, limit: int = 24) -> list[str]:
    """Names that this device has entered, the latest first, then those of players who were replaced."""
    names = [name for players in db.session.scalars(_players(device_id, 20)) for name in players]
    return list(dict.fromkeys([*names, *_former_players(device_id, 20)]))[:limit]


def _former_players(device_id: str, most: int) -> list[str]:
    """Names of players who left a game that this device scores, the latest first."""
    latest = and_(NameChange.game_id == Game.id, NameChange.number == Game.names_number)
    query = (
        _players(device_id, most)
        .join(NameChange, latest)
        .with_only_columns(NameChange.after, maintain_column_froms=True)
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
    """The current version of every hand, deleted ones included, in order of the hands; or that at an earlier time."""
    versions = game.versions if until is None else [version for version in game.versions if version.at <= until]
    newest = {version.hand: version for version in sorted(versions, key=lambda version: version.number)}
    return {hand: newest[hand] for hand in sorted(newest)}


def record_of(game: Game, until: datetime | None = None) -> dict[str, Any]:
    """The game as a record, now or at an earlier time."""
    return record_with(game, versions_in_force(game, until).values())


def record_with(game: Game, versions: Iterable[HandVersion]) -> dict[str, Any]:
    """The game as a record of these versions of its hands."""
    head: dict[str, Any] = {
        "format": "rook-record/1",
        "game": game.slug,
        "players": game.players,
        "dealer": game.dealer,
    }
    more = {"options": game.options or None, "date": game.date, "note": game.note, "opening": game.opening}
    hands = [version.facts for version in versions if version.facts is not None]
    return head | {key: value for key, value in more.items() if value is not None} | {"hands": hands}


class StoredRecord(NamedTuple):
    """A game's id, its record, the numbers of its hands, and the stints of its players if they changed."""

    game_id: str
    record: dict[str, Any]
    hands: list[int]
    #: As in `NameChange.after`.
    stints: list[list[list[Any]]] | None


#: Games that a device scores: neither deleted nor left, and not at a club night.
_SCORED = (
    select(Game.id)
    .join(Grant, and_(Grant.game_id == Game.id, Grant.role == SCORER, Grant.key == Game.scorer_key))
    .outerjoin(EventTable, EventTable.game_id == Game.id)
    .where(Game.deleted_at.is_(None), EventTable.id.is_(None))
)


def has_device(device_id: str) -> bool:
    """The device is stored."""
    return db.session.get(Device, device_id) is not None


def store_device_later(device_id: str, name: str) -> None:
    """Store a device with the first thing that it changes in this request."""
    row = select(literal(device_id), literal(name), literal(now(), UtcTime))
    missing = row.where(~select(Device.id).where(Device.id == device_id).exists())
    write_first(insert(Device).from_select(["id", "name", "created_at"], missing))


def count_scored_games(device_id: str) -> int:
    """The number of games that a device scores."""
    games = _SCORED.where(Grant.device_id == device_id).subquery()
    return db.session.scalar(select(func.count()).select_from(games)) or 0


def scored_records(device_id: str, most: int, most_versions: int) -> list[StoredRecord]:
    """The records of the games that a device scores, the latest change first.

    Some very long games may be left out, so that no more versions are read than `most_versions`.
    """
    latest = _SCORED.where(Grant.device_id == device_id).order_by(Game.changed_at.desc(), Game.id).limit(most)
    ids = _first_versions(latest, most_versions)
    heads = (
        select(Game.id, Game.slug, Game.players, Game.dealer, Game.options, Game.opening, NameChange.after)
        .join(ids, ids.c.id == Game.id)
        .outerjoin(NameChange, and_(NameChange.game_id == Game.id, NameChange.number == Game.names_number))
        .order_by(Game.changed_at.desc(), Game.id)
    )
    hands = select(Version.game_id, Version.hand, Version.facts).join(ids, ids.c.id == Version.game_id)
    newest: dict[str, dict[int, dict[str, Any] | None]] = {}
    for game_id, hand, facts in db.session.execute(hands.order_by(Version.number)):
        newest.setdefault(game_id, {})[hand] = facts
    return [_stored_record(row, newest.get(row.id, {})) for row in db.session.execute(heads)]


def _first_versions(games: Select[str], most: int) -> Subquery:
    """The first games that have no more than so many versions together."""
    latest = games.add_columns(func.row_number().over(order_by=(Game.changed_at.desc(), Game.id)).label("place"))
    chosen = latest.subquery()
    counted = (
        select(chosen.c.id, func.sum(func.count(Version.id)).over(order_by=chosen.c.place).label("versions"))
        .outerjoin(Version, Version.game_id == chosen.c.id)
        .group_by(chosen.c.id, chosen.c.place)
        .subquery()
    )
    return select(counted.c.id).where(counted.c.versions <= most).subquery()


def _stored_record(row: Row[Any], newest: dict[int, dict[str, Any] | None]) -> StoredRecord:
    """A game with the current versions of its hands."""
    hands = {hand: facts for hand, facts in sorted(newest.items(), key=lambda item: item[0]) if facts is not None}
    head = {"format": "rook-record/1", "game": row.slug, "players": row.players, "dealer": row.dealer}
    more = {"options": row.options} if row.options else {}
    more |= {"opening": row.opening} if row.opening is not None else {}
    return StoredRecord(row.id, head | more | {"hands": [*hands.values()]}, [*hands], row.after)


def _saved(device_id: str, slug: str) -> Select[SavedRules]:
    return select(SavedRules).where(SavedRules.device_id == device_id, SavedRules.slug == slug)


def saved_rules_of(device_id: str, slug: str, most: int) -> list[SavedRules]:
    """The rules of a game that a device has saved, the latest first."""
    latest_first = _saved(device_id, slug).order_by(SavedRules.at.desc(), SavedRules.id.desc())
    return list(db.session.scalars(latest_first.limit(most)))


def rules_by_name(device_id: str, slug: str, name: str) -> SavedRules | None:
    """The rules that a device has saved under a name."""
    return db.session.scalar(_saved(device_id, slug).where(SavedRules.name == name))
