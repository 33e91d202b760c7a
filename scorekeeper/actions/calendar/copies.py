"""Opening a night like the one before: same season, game, options, number of rounds and minutes."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from scorekeeper.actions.calendar.announcements import require_announcement
from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.night.access import Visitor
from scorekeeper.actions.night.nights import Plan, open_night, season_choices
from scorekeeper.store import Announcement, Night, Season, db
from scorekeeper.store.queries.night import nights_of_club
from scorekeeper.store.transaction import begin_writing, writes


@dataclass(frozen=True)
class Copy:
    """What a new night takes over."""

    last: Night
    name: str
    season: Season | None
    announcement: Announcement | None


def last_night(access: ClubAccess) -> Night | None:
    """The club's latest night."""
    return next(iter(nights_of_club(access.club.id, 1)), None)


def copy_of_last(access: ClubAccess, announcement_id: str = "") -> Copy:
    """What today's night would take over from the last one, and from its announcement."""
    last = last_night(access)
    if last is None:
        raise NotFoundError(access.club.id)
    announcement = require_announcement(access, announcement_id) if announcement_id else None
    seasons = season_choices(access.club.id)
    fitting = [season for season in seasons if season.slug in (None, last.slug)]
    # The same season, unless it is over: then the one of today that plays this game.
    same = [season for season in fitting if season.id == last.season_id]
    counts = last.season_id is not None
    season = next(iter(same), fitting[0] if fitting and counts else None)
    return Copy(last, announcement.name if announcement else last.name, season, announcement)


@writes
def open_copy(access: ClubAccess, visitor: Visitor, announcement_id: str = "") -> Night | Refusal:
    """Open today's night like the last one; people who said that they are coming are proposed for check-in."""
    copy = copy_of_last(access, announcement_id)
    last = copy.last
    season_id = copy.season.id if copy.season is not None else ""
    date = copy.announcement.date if copy.announcement is not None else dt.date.today()
    plan = Plan(copy.name, date, last.slug or "", last.options or {}, season_id, last.planned, last.minutes)
    night = open_night(access, visitor, plan)
    if isinstance(night, Refusal):
        return night
    if announcement_id:
        begin_writing()
        require_announcement(access, announcement_id).night_id = night.id
        db.session.commit()
    return night
