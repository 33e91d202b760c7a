"""What is asked of the store about permanent table codes."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import func, select
from sqlalchemy.orm import selectinload

from scorekeeper.store.base import db
from scorekeeper.store.tables.club import Club, LogEntry
from scorekeeper.store.tables.night import Night, NightTable, Round


def club_by_table_key(key: str) -> Club | None:
    """The club of a table code."""
    return db.session.scalar(select(Club).where(Club.table_key == key))


def nights_with_tables(club_id: str, since: dt.date) -> list[Night]:
    """The nights of these days with their rounds and tables: open ones first, then the latest."""
    held = (Night.club_id == club_id, Night.slug.is_not(None), Night.deleted_at.is_(None))
    query = select(Night).where(*held, Night.date >= since)
    tables = selectinload(Night.rounds).selectinload(Round.tables).joinedload(NightTable.game)
    order = (Night.closed_at.is_not(None), Night.created_at.desc())
    return list(db.session.scalars(query.options(tables).order_by(*order)))


def tables_of_latest_night(club_id: str) -> int:
    """The highest number of a table at the club's latest night that had tables."""
    query = select(func.max(NightTable.number)).join(Round).join(Night)
    query = query.where(Night.club_id == club_id, Night.deleted_at.is_(None))
    return db.session.scalar(query.group_by(Night.id).order_by(Night.date.desc(), Night.id).limit(1)) or 0


def last_entry_of(club_id: str) -> int:
    """The number of the latest entry of a club's log."""
    return db.session.scalar(select(func.max(LogEntry.id)).where(LogEntry.club_id == club_id)) or 0
