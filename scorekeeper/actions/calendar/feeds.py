"""Feeds for other calendars: secret addresses of a club and of each member, which can be reset."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from scorekeeper.actions.calendar.announcements import FEED_DAYS, MOST_ANNOUNCED, answer_of
from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.keys import new_key
from scorekeeper.store import Announcement, Club, db
from scorekeeper.store.queries.calendar import announcements_since, club_of_feed, member_of_feed
from scorekeeper.store.tables.calendar import MAYBE, NOT_COMING
from scorekeeper.store.tables.club import MEMBER, ORGANIZER
from scorekeeper.store.transaction import writes

CONFIRMED, TENTATIVE, CANCELED = "confirmed", "tentative", "canceled"


@dataclass(frozen=True)
class Event:
    """An announced night as calendars see it."""

    id: str
    sequence: int
    changed_at: dt.datetime
    title: str
    date: dt.date
    starts: dt.time
    ends: dt.time | None
    zone: str | None
    place: str
    note: str
    status: str


@dataclass(frozen=True)
class Feed:
    """The announced nights of a club, all of them or those of one member."""

    club_id: str
    title: str
    events: tuple[Event, ...]


@writes
def make_club_feed(access: ClubAccess) -> None:
    """Make the feed of the club, or reset its address."""
    access.require(ORGANIZER if access.club.calendar_key else MEMBER)
    access.club.calendar_key = new_key()
    db.session.commit()


@writes
def make_own_feed(access: ClubAccess) -> None:
    """Make a member's own feed, or reset its address."""
    access.require(MEMBER)
    access.me.calendar_key = new_key()
    db.session.commit()


def read_feed(key: str) -> Feed:
    """The feed of an address; a member's own feed leaves out nights to which they are not coming."""
    member = member_of_feed(key) if key else None
    club = member.club if member is not None else club_of_feed(key) if key else None
    if club is None:
        raise NotFoundError(key)
    since = dt.date.today() - dt.timedelta(days=FEED_DAYS)
    rows = announcements_since(club.id, since, MOST_ANNOUNCED)
    answers = [(row, answer_of(row, member.id) if member is not None else "") for row in rows]
    events = tuple(_event(club, row, answer) for row, answer in answers if answer != NOT_COMING)
    return Feed(club.id, club.name, events)


def _event(club: Club, row: Announcement, answer: str) -> Event:
    status = CANCELED if row.canceled_at is not None else TENTATIVE if answer == MAYBE else CONFIRMED
    return Event(
        id=row.id,
        sequence=row.sequence,
        changed_at=row.changed_at,
        title=f"{club.name}: {row.name}",
        date=row.date,
        starts=row.starts,
        ends=row.ends,
        zone=row.zone,
        place=row.place,
        note=row.note,
        status=status,
    )
