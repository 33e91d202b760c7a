"""Seasons and their nights."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from sqlalchemy import ColumnElement, exists, func, or_, select, tuple_
from sqlalchemy.orm import joinedload, undefer

from scorekeeper.store.base import db
from scorekeeper.store.tables.night import Bye, Night, NightTable, Round
from scorekeeper.store.tables.result import GameResult
from scorekeeper.store.tables.season import BY_DATE, Season

WITH_TOTALS = (undefer(Night.totals), undefer(Night.ratings))
LATEST_FIRST = (Night.date.desc(), Night.id.desc())


def byes_of(*night_ids: str) -> list[tuple[Round, Bye]]:
    """Who was to sit out which rounds of these nights, in order."""
    query = select(Round, Bye).join(Round, Bye.round_id == Round.id).where(Round.night_id.in_(night_ids))
    ordered = query.order_by(Round.night_id, Round.number, Bye.member_id)
    return [(night_round, bye) for night_round, bye in db.session.execute(ordered)]


def nights_with_byes(season_id: str, members: Collection[int]) -> list[str]:
    """The nights of a season in which one of these members was to sit out."""
    query = select(Round.night_id).join(Bye).join(Night).where(Night.season_id == season_id)
    return list(db.session.scalars(query.where(Bye.member_id.in_(members)).distinct()))


def tables_of_rounds(rounds: Collection[int]) -> list[NightTable]:
    """The tables of these rounds."""
    return list(db.session.scalars(select(NightTable).where(NightTable.round_id.in_(rounds))))


def nights_of(season_id: str, totals: bool = False) -> list[Night]:
    """The nights of a season in order of time."""
    query = select(Night).where(Night.season_id == season_id).order_by(Night.date, Night.id)
    return list(db.session.scalars(query.options(*WITH_TOTALS) if totals else query))


def played_nights(season_id: str, most: int | None = None) -> list[Night]:
    """The nights of a season that have a result, the latest first, or only so many of them."""
    query = select(Night).where(*_played(season_id)).order_by(*LATEST_FIRST)
    return list(db.session.scalars(query.limit(most)))


def count_played_nights(season_id: str) -> int:
    """How many nights of a season have a result."""
    return db.session.scalar(select(func.count()).select_from(Night).where(*_played(season_id))) or 0


def count_held_nights(season_id: str) -> int:
    """How many nights of a season have a game that counts."""
    held = (Night.season_id == season_id, Night.totals.is_not(None))
    return db.session.scalar(select(func.count()).select_from(Night).where(*held)) or 0


def _played(season_id: str) -> tuple[ColumnElement[bool], ...]:
    return Night.season_id == season_id, exists().where(GameResult.night_id == Night.id)


def held_nights(season_id: str, totals: bool = True) -> list[Night]:
    """The nights of a season in which a game counts, in order of time, with their ratings, and perhaps totals."""
    query = select(Night).where(Night.season_id == season_id, Night.totals.is_not(None))
    options = WITH_TOTALS if totals else (undefer(Night.ratings),)
    return list(db.session.scalars(query.order_by(Night.date, Night.id).options(*options)))


def handicaps_by_night(season_id: str) -> dict[str, dict[str, int]]:
    """The handicaps of the nights in which a game counts; the database picks them out of long totals."""
    query = select(Night.id, Night.totals["handicaps"]).where(Night.season_id == season_id, Night.totals.is_not(None))
    return {row[0]: row[1] for row in db.session.execute(query)}


def latest_dates(season_id: str, most: int | None) -> dict[str, dt.date]:
    """The days of the latest nights in which a game counts, or of all, by the id of the night."""
    held = (Night.season_id == season_id, Night.totals.is_not(None))
    query = select(Night.id, Night.date).where(*held).order_by(*LATEST_FIRST).limit(most)
    return {row.id: row.date for row in db.session.execute(query)}


def latest_night(season_id: str) -> Night | None:
    """The latest night of a season in which a game counts, with its totals."""
    held = (Night.season_id == season_id, Night.totals.is_not(None))
    # By its id, because the totals are long and sorting would read those of all nights.
    latest = select(Night.id).where(*held).order_by(*LATEST_FIRST).limit(1).scalar_subquery()
    return db.session.scalar(select(Night).where(Night.id == latest).options(*WITH_TOTALS))


def nights_before(night: Night, most: int) -> list[Night]:
    """The last nights of a season before a night in which a game counts, with their totals, in order of time."""
    held = (Night.season_id == night.season_id, Night.totals.is_not(None))
    earlier = tuple_(Night.date, Night.id) < (night.date, night.id)
    latest = select(Night.id).where(*held, earlier).order_by(*LATEST_FIRST).limit(most)
    query = select(Night).where(Night.id.in_(latest)).order_by(Night.date, Night.id).options(*WITH_TOTALS)
    return list(db.session.scalars(query))


def has_later_night(night: Night) -> bool:
    """A game counts in a later night of the season."""
    held = (Night.season_id == night.season_id, Night.totals.is_not(None))
    later = tuple_(Night.date, Night.id) > (night.date, night.id)
    return db.session.scalar(select(Night.id).where(*held, later).limit(1)) is not None


def loose_nights(club_id: str, starts: dt.date, ends: dt.date) -> list[Night]:
    """Nights between two days that belong to no season, but those that somebody keeps out of all."""
    where = (Night.club_id == club_id, Night.season_id.is_(None), Night.date.between(starts, ends))
    return list(db.session.scalars(select(Night).where(*where, ~Night.apart).order_by(Night.date, Night.id)))


def day_without_night(season: Season, day: dt.date, name: str) -> Night | None:
    """The night that stands for games of a day added by hand: the season's, or one that belongs to none."""
    where = (Night.club_id == season.club_id, Night.date == day, Night.name == name, Night.slug.is_(None))
    free = or_(Night.season_id == season.id, Night.season_id.is_(None))
    query = select(Night).where(*where, free, Night.deleted_at.is_(None))
    return db.session.scalar(query.order_by(Night.season_id.is_(None), Night.id))


def seasons_of(club_id: str) -> list[Season]:
    """The seasons of a club, the latest first."""
    query = select(Season).where(Season.club_id == club_id, Season.deleted_at.is_(None))
    return list(db.session.scalars(query.order_by(Season.starts.desc(), Season.created_at.desc())))


def all_seasons_of(club_id: str) -> list[Season]:
    """The seasons of a club, deleted ones included."""
    return list(db.session.scalars(select(Season).where(Season.club_id == club_id).order_by(Season.id)))


def seasons_on(club_id: str, day: dt.date) -> list[Season]:
    """Seasons that count this day's games by their date and are not closed, the latest begun first."""
    where = (Season.club_id == club_id, Season.starts <= day, Season.ends >= day, Season.closed_at.is_(None))
    query = select(Season).where(*where, Season.counting == BY_DATE, Season.deleted_at.is_(None))
    return list(db.session.scalars(query.order_by(Season.starts.desc(), Season.id)))


def public_season(key: str) -> Season | None:
    """The season with this key of a public page."""
    query = select(Season).where(Season.public_key == key, Season.deleted_at.is_(None))
    return db.session.scalar(query.options(joinedload(Season.club)))


def every_season() -> list[Season]:
    """Every season there is."""
    query = select(Season).where(Season.deleted_at.is_(None)).options(joinedload(Season.club))
    return list(db.session.scalars(query.order_by(Season.club_id, Season.starts, Season.id)))
