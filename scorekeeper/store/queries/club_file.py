"""Queries for club files: all rows of a club, and many new rows at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, func, insert, inspect, select

from scorekeeper.store import postgres
from scorekeeper.store.base import Base, db
from scorekeeper.store.columns import references_of
from scorekeeper.store.tables.calendar import Announcement
from scorekeeper.store.tables.club import LogEntry, Member
from scorekeeper.store.tables.event import Entrant, EntrantMember, Event, EventTable
from scorekeeper.store.tables.game import Game
from scorekeeper.store.tables.season import Season

MODELS: dict[str, type[Base]] = {mapper.class_.__tablename__: mapper.class_ for mapper in Base.registry.mappers}
#: Newcomers who wait at the door, and what was deleted, are in no file.
SHOWN: dict[type[Base], ColumnElement[bool]] = {
    Member: Member.waiting_at.is_(None),
    Season: Season.deleted_at.is_(None),
    Event: Event.deleted_at.is_(None),
    Entrant: Entrant.members.any(EntrantMember.member.has(Member.waiting_at.is_(None))),
}


def rows_of_club(model: type[Base], club_id: str, names: Sequence[str]) -> list[Row[Any]]:
    """Some columns of all rows of a table that belong to a club, in the order of their keys."""
    query = select(*(getattr(model, name) for name in names)).where(_is_of_club(model, club_id))
    if model in SHOWN:
        query = query.where(SHOWN[model])
    return list(db.session.execute(query.order_by(*inspect(model).primary_key)))


def _is_of_club(model: type[Base], club_id: str) -> ColumnElement[bool]:
    """Whether a row belongs to a club, by its own column or by the row that it is a part of."""
    if model is Game:
        return Game.id.in_(select(EventTable.game_id).where(_is_of_club(EventTable, club_id)))
    columns: Any = inspect(model).columns
    if "club_id" in columns:
        return columns["club_id"] == club_id  # type: ignore[no-any-return]
    owner = references_of(model)[0]
    whole: Any = MODELS[owner.table]
    shown = [SHOWN[whole]] if whole in SHOWN else []
    return getattr(model, owner.column).in_(select(whole.id).where(_is_of_club(whole, club_id), *shown))  # type: ignore[no-any-return]


def log_of_club(club_id: str) -> list[LogEntry]:
    """The whole log, the oldest decision first."""
    return list(db.session.scalars(select(LogEntry).where(LogEntry.club_id == club_id).order_by(LogEntry.id)))


def is_played_in(club_id: str) -> bool:
    """Whether a club has a season, an event or an announcement."""
    tables = (Season, Event, Announcement)
    return any(db.session.scalar(select(table.id).where(table.club_id == club_id).limit(1)) for table in tables)


def last_id(model: Any) -> int:
    """The highest id of a table whose rows are numbered."""
    return db.session.scalar(select(func.max(model.id))) or 0


def insert_rows(model: type[Base], rows: Sequence[Mapping[str, Any]]) -> None:
    """Write many rows at once. The caller commits."""
    if rows:
        db.session.execute(insert(model), rows)


def continue_numbers() -> None:
    """Number later rows above the ids that were set by hand. The caller commits."""
    connection = db.session.connection()
    if postgres.is_postgres(connection):
        postgres.continue_numbers(connection)
