"""Announced nights, sign-ups and calendar feeds."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import dataclass

from scorekeeper.actions.club.access import ClubAccess, by
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.event.access import RUNNER, EventAccess, Visitor
from scorekeeper.actions.event.events import EventPlan, is_near, name_and_date_faults, open_event, season_choices
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import LONGEST_CLUB, clean_name
from scorekeeper.league.words import weekday
from scorekeeper.store import Announcement as Announcement
from scorekeeper.store import Event, Season, SignUp, db
from scorekeeper.store.queries.event import (
    announcements_on,
    announcements_since,
    club_of_feed,
    events_of_club,
    member_of_feed,
)
from scorekeeper.store.tables.calendar import ANSWERS as ANSWERS
from scorekeeper.store.tables.calendar import COMING, MAYBE, NOT_COMING
from scorekeeper.store.tables.club import MEMBER, ORGANIZER
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import begin_writing, writes

#: The most announced nights on a page or in a feed.
MOST_ANNOUNCED = 100
LONGEST_PLACE, LONGEST_NOTE = 120, 500
#: Calendars include nights of this many past days.
FEED_DAYS = 90
TIME_FAULT = "Enter a time such as 7:30 PM."
PAST_FAULT = "Choose today or a later day."
TOO_MANY = Refusal((f"At most {MOST_ANNOUNCED} nights can be announced at once.",))


@dataclass(frozen=True)
class Notice:
    """The contents of an announcement."""

    name: str
    date: dt.date | None
    starts: dt.time | None
    ends: dt.time | None = None
    #: The time zone, such as "America/Chicago".
    zone: str | None = None
    place: str = ""
    note: str = ""


def notice_faults(notice: Notice) -> list[str]:
    """All faults of a notice."""
    faults = name_and_date_faults(notice.name, notice.date)
    if notice.date is not None and is_near(notice.date) and _is_past(notice.date):
        faults.append(PAST_FAULT)
    if notice.starts is None:
        faults.append(TIME_FAULT)
    for label, text, most in (("place", notice.place, LONGEST_PLACE), ("note", notice.note, LONGEST_NOTE)):
        if len(tidy_text(text)) > most:
            faults.append(f"The {label} can have at most {most} characters.")
    return faults


def _is_past(date: dt.date) -> bool:
    """Whether a day is before yesterday: somewhere in the world it is still yesterday."""
    return date < dt.date.today() - dt.timedelta(days=1)


def tidy_text(text: str) -> str:
    """Text without invisible characters and extra spaces."""
    plain = text.encode("utf-8", "replace").decode()
    lines = ("".join(sign if sign.isprintable() else " " for sign in line) for line in plain.splitlines())
    return "\n".join(" ".join(line.split()) for line in lines).strip()


def upcoming(access: ClubAccess) -> list[Announcement]:
    """Upcoming nights, including canceled ones."""
    return announcements_since(access.club.id, dt.date.today(), MOST_ANNOUNCED)


def require_announcement(access: ClubAccess, announcement_id: str) -> Announcement:
    """An announced night of this club."""
    announcement = db.session.get(Announcement, announcement_id)
    if announcement is None or announcement.club_id != access.club.id:
        raise NotFoundError(announcement_id)
    return announcement


@by(RUNNER)
def announce(access: ClubAccess, notice: Notice) -> Announcement | Refusal:
    """Announce a night, so that members can sign up."""
    if faults := notice_faults(notice):
        return Refusal(tuple(faults))
    if len(upcoming(access)) >= MOST_ANNOUNCED:
        return TOO_MANY
    announcement = Announcement(id=new_key(), club_id=access.club.id, sequence=-1)
    _apply(notice, announcement)
    db.session.add(announcement)
    _log(access, announcement, "was announced")
    return announcement


@by(RUNNER)
def change(access: ClubAccess, announcement_id: str, notice: Notice) -> Refusal | None:
    """Edit an announcement. Calendars get the new version."""
    announcement = require_announcement(access, announcement_id)
    if faults := notice_faults(notice):
        return Refusal(tuple(faults))
    _apply(notice, announcement)
    _log(access, announcement, "was changed")
    return None


@by(RUNNER)
def cancel(access: ClubAccess, announcement_id: str, canceled: bool = True) -> None:
    """Cancel an announced night, or undo that. Calendars get the new version."""
    announcement = require_announcement(access, announcement_id)
    if (announcement.canceled_at is not None) != canceled:
        announcement.canceled_at = now() if canceled else None
        _log(access, announcement, "was canceled" if canceled else "is back on")


def _apply(notice: Notice, announcement: Announcement) -> None:
    name = clean_name(notice.name, LONGEST_CLUB)
    if isinstance(name, Refusal) or notice.date is None or notice.starts is None:
        raise ValueError("the notice was not checked")
    announcement.name, announcement.date, announcement.starts = name, notice.date, notice.starts
    announcement.ends, announcement.zone = notice.ends, notice.zone
    announcement.place, announcement.note = tidy_text(notice.place).replace("\n", ", "), tidy_text(notice.note)


def _log(access: ClubAccess, announcement: Announcement, what: str) -> None:
    """Increment the version of an announcement and log the change."""
    announcement.sequence += 1
    announcement.changed_at = now()
    sentence = f"{announcement.name} on {weekday(announcement.date)} {what}."
    write_log(access, "calendar", sentence, about=announcement.id)


@by(MEMBER)
def sign_up(access: ClubAccess, announcement_id: str, answer: str, member_id: int | None = None) -> Refusal | None:
    """Save whether a member is coming. Members answer for themselves, people who run nights for everyone."""
    announcement = require_announcement(access, announcement_id)
    member = access.me if member_id is None else access.member(member_id)
    if member is not access.me:
        access.require(RUNNER)
    if answer not in ANSWERS or member.left_at is not None or member.waiting_at is not None:
        raise NotFoundError(answer)
    if announcement.canceled_at is not None or _is_past(announcement.date):
        return Refusal(("You can no longer sign up for this night.",))
    row = next((row for row in announcement.sign_ups if row.member_id == member.id), None)
    if row is None:
        announcement.sign_ups.append(SignUp(member_id=member.id, answer=answer))
    else:
        row.answer, row.at = answer, now()
    return None


def counts(announcement: Announcement) -> dict[str, int]:
    """How many members gave each answer."""
    given = Counter(row.answer for row in announcement.sign_ups if row.member.left_at is None)
    return {answer: given[answer] for answer in ANSWERS}


def answer_of(announcement: Announcement, member_id: int) -> str:
    """A member's answer, or an empty string."""
    return next((row.answer for row in announcement.sign_ups if row.member_id == member_id), "")


def expected_members(access: EventAccess) -> list[int]:
    """Members who said that they are coming tonight and have not checked in yet."""
    event = access.event
    fitting = [row for row in announcements_on(event.club_id, event.date) if row.event_id in (None, event.id)]
    came = {own.person for own in event.people}
    listed = {member.id for member in access.club.members} - came
    answers = [row.member_id for announcement in fitting for row in announcement.sign_ups if row.answer == COMING]
    return [member for member in dict.fromkeys(answers) if member in listed]


@dataclass(frozen=True)
class Copy:
    """What a new night copies from the last one and from its announcement."""

    last: Event
    name: str
    season: Season | None
    announcement: Announcement | None


def last_event(access: ClubAccess) -> Event | None:
    """The club's latest night."""
    return next(iter(events_of_club(access.club.id, 1)), None)


def copy_of_last(access: ClubAccess, announcement_id: str = "") -> Copy:
    """What today's night would copy."""
    last = last_event(access)
    if last is None:
        raise NotFoundError(access.club.id)
    announcement = require_announcement(access, announcement_id) if announcement_id else None
    seasons = season_choices(access.club.id)
    fitting = [season for season in seasons if season.slug in (None, last.slug)]
    # The same season, unless it is over: then today's season that plays this game.
    same = [season for season in fitting if season.id == last.season_id]
    counts = last.season_id is not None
    season = next(iter(same), fitting[0] if fitting and counts else None)
    return Copy(last, announcement.name if announcement else last.name, season, announcement)


@writes
def open_copy(access: ClubAccess, visitor: Visitor, announcement_id: str = "") -> Event | Refusal:
    """Open today's night like the last one. Members who are coming are proposed for check-in."""
    copy = copy_of_last(access, announcement_id)
    last = copy.last
    season_id = copy.season.id if copy.season is not None else ""
    date = copy.announcement.date if copy.announcement is not None else dt.date.today()
    plan = EventPlan(copy.name, date, last.slug or "", last.options or {}, season_id, last.planned, last.minutes)
    event = open_event(access, visitor, plan)
    if isinstance(event, Refusal):
        return event
    if announcement_id:
        begin_writing()
        require_announcement(access, announcement_id).event_id = event.id
        db.session.commit()
    return event


CONFIRMED, TENTATIVE, CANCELED = "confirmed", "tentative", "canceled"


@dataclass(frozen=True)
class Feed:
    """The announced nights of a club or of one member, each with its status."""

    club_id: str
    title: str
    entries: tuple[tuple[Announcement, str], ...]


@writes
def make_club_feed(access: ClubAccess) -> None:
    """Create the club's feed, or reset its address."""
    access.require(ORGANIZER if access.club.calendar_key else MEMBER)
    access.club.calendar_key = new_key()
    db.session.commit()


@by(MEMBER)
def make_own_feed(access: ClubAccess) -> None:
    """Create a member's own feed, or reset its address."""
    access.me.calendar_key = new_key()


def read_feed(key: str) -> Feed:
    """The feed at an address. A member's own feed leaves out nights they are not coming to."""
    member = member_of_feed(key) if key else None
    club = member.club if member is not None else club_of_feed(key) if key else None
    if club is None:
        raise NotFoundError(key)
    since = dt.date.today() - dt.timedelta(days=FEED_DAYS)
    rows = announcements_since(club.id, since, MOST_ANNOUNCED)
    answers = [(row, answer_of(row, member.id) if member is not None else "") for row in rows]
    entries = tuple((row, _status(row, answer)) for row, answer in answers if answer != NOT_COMING)
    return Feed(club.id, club.name, entries)


def _status(row: Announcement, answer: str) -> str:
    return CANCELED if row.canceled_at is not None else TENTATIVE if answer == MAYBE else CONFIRMED
