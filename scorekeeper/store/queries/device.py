"""The games that a device keeps score of, read at once and without their history, and the rules it has saved."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Row, Select, Subquery, and_, func, insert, literal, select

from scorekeeper.store.base import db
from scorekeeper.store.tables.game import SCORER, Device, Game, Grant, NameChange, UtcTime, Version, now
from scorekeeper.store.tables.night import NightTable
from scorekeeper.store.tables.rules import SavedRules
from scorekeeper.store.transaction import write_first


class StoredRecord(NamedTuple):
    """A game's id, its record, the numbers of its hands, and who played in its seats if that changed."""

    game_id: str
    record: dict[str, Any]
    hands: list[int]
    #: As in `NameChange.after`.
    stints: list[list[list[Any]]] | None


#: Games that a device still keeps score of: neither deleted nor left, and not a table of a club night.
_SCORED = (
    select(Game.id)
    .join(Grant, and_(Grant.game_id == Game.id, Grant.role == SCORER, Grant.key == Game.scorer_key))
    .outerjoin(NightTable, NightTable.game_id == Game.id)
    .where(Game.deleted_at.is_(None), NightTable.id.is_(None))
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
    """How many games a device keeps score of."""
    games = _SCORED.where(Grant.device_id == device_id).subquery()
    return db.session.scalar(select(func.count()).select_from(games)) or 0


def scored_records(device_id: str, most: int, most_versions: int) -> list[StoredRecord]:
    """The records of the games that a device keeps score of, the latest change first.

    Some very long games may be left out, so that no more versions are read than `most_versions`.
    """
    latest = _SCORED.where(Grant.device_id == device_id).order_by(Game.changed_at.desc(), Game.id).limit(most)
    ids = _first_versions(latest, most_versions)
    heads = (
        select(Game.id, Game.slug, Game.players, Game.dealer, Game.options, NameChange.after)
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
    """The games whose versions, counted from the first game on, are not too many."""
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
    """A game with the hands in force."""
    hands = {hand: facts for hand, facts in sorted(newest.items(), key=lambda item: item[0]) if facts is not None}
    head = {"format": "rook-record/1", "game": row.slug, "players": row.players, "dealer": row.dealer}
    options = {"options": row.options} if row.options else {}
    return StoredRecord(row.id, head | options | {"hands": [*hands.values()]}, [*hands], row.after)


def _saved(device_id: str, slug: str) -> Select[SavedRules]:
    return select(SavedRules).where(SavedRules.device_id == device_id, SavedRules.slug == slug)


def saved_rules_of(device_id: str, slug: str, most: int) -> list[SavedRules]:
    """The rules of a game that a device has saved, the latest first."""
    latest_first = _saved(device_id, slug).order_by(SavedRules.at.desc(), SavedRules.id.desc())
    return list(db.session.scalars(latest_first.limit(most)))


def rules_by_name(device_id: str, slug: str, name: str) -> SavedRules | None:
    """The rules that a device has saved under a name."""
    return db.session.scalar(_saved(device_id, slug).where(SavedRules.name == name))
