"""What is asked of the store about announced nights."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import delete, select
from sqlalchemy.orm import selectinload

from scorekeeper.store.base import db
from scorekeeper.store.tables.calendar import Announcement, SignUp
from scorekeeper.store.tables.club import Club, Member


def announcements_since(club_id: str, date: dt.date, most: int) -> list[Announcement]:
    """The announced nights of a club from a day on, the next one first, with their sign-ups."""
    query = select(Announcement).where(Announcement.club_id == club_id, Announcement.date >= date)
    query = query.order_by(Announcement.date, Announcement.starts, Announcement.id).limit(most)
    return list(db.session.scalars(query.options(selectinload(Announcement.sign_ups).joinedload(SignUp.member))))


def next_announcement(club_id: str, since: dt.date) -> Announcement | None:
    """The first announced night from a day on that was not canceled."""
    query = select(Announcement).where(Announcement.club_id == club_id, Announcement.date >= since)
    query = query.where(Announcement.canceled_at.is_(None))
    return db.session.scalar(query.order_by(Announcement.date, Announcement.starts, Announcement.id).limit(1))


def announcements_on(club_id: str, date: dt.date) -> list[Announcement]:
    """The announced nights of one day that were not canceled, with their sign-ups."""
    query = select(Announcement).where(Announcement.club_id == club_id, Announcement.date == date)
    query = query.where(Announcement.canceled_at.is_(None)).order_by(Announcement.starts, Announcement.id)
    return list(db.session.scalars(query.options(selectinload(Announcement.sign_ups).joinedload(SignUp.member))))


def delete_sign_ups(member_id: int) -> None:
    """Forget whether a member is coming. The caller commits."""
    db.session.execute(delete(SignUp).where(SignUp.member_id == member_id))


def club_of_feed(key: str) -> Club | None:
    """The club whose calendar feed has this key."""
    return db.session.scalar(select(Club).where(Club.calendar_key == key))


def member_of_feed(key: str) -> Member | None:
    """The member whose calendar feed has this key."""
    query = select(Member).where(Member.calendar_key == key, Member.left_at.is_(None), Member.account_id.is_not(None))
    return db.session.scalar(query)
