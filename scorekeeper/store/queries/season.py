"""Queries about seasons: their events and results."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, exists, func, or_, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute, aliased, joinedload, selectinload, undefer

from scorekeeper.store.base import db
from scorekeeper.store.queries.game import load_versions
from scorekeeper.store.tables.club import Member
from scorekeeper.store.tables.event import Bye, Event, EventTable, Round, Seat
from scorekeeper.store.tables.result import GameResult, Placing
from scorekeeper.store.tables.season import BY_DATE, Season

WITH_TOTALS = (undefer(Event.totals), undefer(Event.ratings))
IN_ORDER = (Event.date, Event.id)
LATEST_FIRST = (Event.date.desc(), Event.id.desc())


def _held(season_id: str | None) -> tuple[ColumnElement[bool], ...]:
    """Nights of a season in which a game counts."""
    return Event.season_id == season_id, Event.totals.is_not(None)


def byes_of(*event_ids: str) -> list[tuple[Round, Bye]]:
    """Who was to sit out which rounds of these nights, in order."""
    query = select(Round, Bye).join(Round, Bye.round_id == Round.id).where(Round.event_id.in_(event_ids))
    ordered = query.order_by(Round.event_id, Round.number, Bye.member_id).options(joinedload(Bye.member))
    return [(event_round, bye) for event_round, bye in db.session.execute(ordered)]


def tables_of_rounds(rounds: Collection[int]) -> list[EventTable]:
    """The tables of these rounds."""
    query = select(EventTable).where(EventTable.round_id.in_(rounds))
    return list(db.session.scalars(query.options(selectinload(EventTable.chairs))))


def events_of(season_id: str, totals: bool = False) -> list[Event]:
    """The nights of a season in order of time."""
    query = select(Event).where(Event.season_id == season_id).order_by(*IN_ORDER)
    return list(db.session.scalars(query.options(*WITH_TOTALS) if totals else query))


def played_events(season_id: str, most: int | None = None) -> list[Event]:
    """The nights of a season that have a result, the latest first, or only so many of them."""
    query = select(Event).where(*_played(season_id)).order_by(*LATEST_FIRST)
    return list(db.session.scalars(query.limit(most)))


def count_played_events(season_id: str) -> int:
    """How many nights of a season have a result."""
    return db.session.scalar(select(func.count()).select_from(Event).where(*_played(season_id))) or 0


def count_held_events(season_id: str) -> int:
    """How many nights of a season have a game that counts."""
    return db.session.scalar(select(func.count()).select_from(Event).where(*_held(season_id))) or 0


def _played(season_id: str) -> tuple[ColumnElement[bool], ...]:
    return Event.season_id == season_id, exists().where(GameResult.event_id == Event.id)


def held_events(season_id: str, totals: bool = True) -> list[Event]:
    """The nights of a season in which a game counts, in order of time, with their ratings, and perhaps totals."""
    options = WITH_TOTALS if totals else (undefer(Event.ratings),)
    return list(db.session.scalars(select(Event).where(*_held(season_id)).order_by(*IN_ORDER).options(*options)))


def handicaps_by_event(season_id: str) -> dict[str, dict[str, int]]:
    """The handicaps of the events in which a game counts; the database picks them out of long totals."""
    query = select(Event.id, Event.totals["handicaps"]).where(*_held(season_id))
    return {row[0]: row[1] for row in db.session.execute(query)}


def latest_dates(season_id: str, most: int | None) -> dict[str, dt.date]:
    """The days of the latest nights in which a game counts, or of all, by the id of the night."""
    query = select(Event.id, Event.date).where(*_held(season_id)).order_by(*LATEST_FIRST).limit(most)
    return {row.id: row.date for row in db.session.execute(query)}


def latest_event(season_id: str) -> Event | None:
    """The latest night of a season in which a game counts, with its totals."""
    # By its id, because the totals are long and sorting would read those of all nights.
    latest = select(Event.id).where(*_held(season_id)).order_by(*LATEST_FIRST).limit(1).scalar_subquery()
    return db.session.scalar(select(Event).where(Event.id == latest).options(*WITH_TOTALS))


def events_from(event: Event, totals: bool = False) -> list[Event]:
    """An event of a season and all later ones, in order of time, with their ratings, and perhaps totals."""
    later = tuple_(*IN_ORDER) >= (event.date, event.id)
    query = select(Event).where(Event.season_id == event.season_id, later).order_by(*IN_ORDER)
    return list(db.session.scalars(query.options(*WITH_TOTALS if totals else (undefer(Event.ratings),))))


def totals_by_event(season_id: str, names: Sequence[str]) -> dict[tuple[dt.date, str], dict[str, Any]]:
    """Parts of the stored totals of the events in which a game counts, by day and id, in order of time."""
    parts = [Event.totals[name] for name in names]
    query = select(Event.date, Event.id, *parts).where(*_held(season_id)).order_by(*IN_ORDER)
    rows = db.session.execute(query)
    return {(date, event_id): dict(zip(names, own, strict=True)) for date, event_id, *own in rows}


def events_before(event: Event, most: int) -> list[Event]:
    """The last nights of a season before a night in which a game counts, with their totals, in order of time."""
    earlier = tuple_(*IN_ORDER) < (event.date, event.id)
    latest = select(Event.id).where(*_held(event.season_id), earlier).order_by(*LATEST_FIRST).limit(most)
    query = select(Event).where(Event.id.in_(latest)).order_by(*IN_ORDER).options(*WITH_TOTALS)
    return list(db.session.scalars(query))


def loose_events(club_id: str, starts: dt.date, ends: dt.date) -> list[Event]:
    """Nights between two days that belong to no season, without those that are kept out of all seasons."""
    where = (Event.club_id == club_id, Event.season_id.is_(None), Event.date.between(starts, ends))
    return list(db.session.scalars(select(Event).where(*where, ~Event.apart).order_by(*IN_ORDER)))


def day_without_event(season: Season, day: dt.date, name: str) -> Event | None:
    """The night that holds the games of a day added by hand: the season's, or one that belongs to no season."""
    where = (Event.club_id == season.club_id, Event.date == day, Event.name == name, Event.slug.is_(None))
    free = or_(Event.season_id == season.id, Event.season_id.is_(None))
    query = select(Event).where(*where, free, Event.deleted_at.is_(None))
    return db.session.scalar(query.order_by(Event.season_id.is_(None), Event.id))


def seasons_of(club_id: str) -> list[Season]:
    """The seasons of a club, the latest first."""
    query = select(Season).where(Season.club_id == club_id, Season.deleted_at.is_(None))
    return list(db.session.scalars(query.order_by(Season.starts.desc(), Season.created_at.desc())))


def all_seasons_of(club_id: str) -> list[Season]:
    """The seasons of a club, deleted ones included."""
    return list(db.session.scalars(select(Season).where(Season.club_id == club_id).order_by(Season.id)))


def seasons_counting_day(club_id: str, day: dt.date) -> list[Season]:
    """Open seasons that count the games of a day by their date, the latest begun first."""
    where = (Season.club_id == club_id, Season.starts <= day, Season.ends >= day, Season.closed_at.is_(None))
    query = select(Season).where(*where, Season.counting == BY_DATE, Season.deleted_at.is_(None))
    return list(db.session.scalars(query.order_by(Season.starts.desc(), Season.id)))


def public_season(key: str) -> Season | None:
    """The season with this key of a public page."""
    query = select(Season).where(Season.public_key == key, Season.deleted_at.is_(None))
    return db.session.scalar(query.options(joinedload(Season.club)))


def every_season() -> list[Season]:
    """All seasons of all clubs, without deleted ones."""
    query = select(Season).where(Season.deleted_at.is_(None)).options(joinedload(Season.club))
    return list(db.session.scalars(query.order_by(Season.club_id, Season.starts, Season.id)))


def row_of(game_id: str) -> GameResult | None:
    """The stored result of a game, even if the game is open again."""
    return db.session.scalar(select(GameResult).where(GameResult.game_id == game_id))


def counted_rows(event: Event) -> list[GameResult]:
    """The results of a night that count in its season."""
    where = (GameResult.event_id == event.id, GameResult.season_id == event.season_id, GameResult.counted)
    return list(db.session.scalars(select(GameResult).where(*where)))


def rows_of_event(event_id: str) -> list[GameResult]:
    """All results of a night in their order."""
    query = select(GameResult).where(GameResult.event_id == event_id)
    query = query.options(joinedload(GameResult.game), selectinload(GameResult.placings))
    return list(db.session.scalars(query.order_by(GameResult.round, GameResult.game_id)))


def rows_of_tables(event_id: str) -> list[tuple[GameResult, int]]:
    """All results of a night with the numbers of their tables, by round and table."""
    query = select(GameResult, EventTable.number).join(EventTable, EventTable.game_id == GameResult.game_id)
    ordered = query.where(GameResult.event_id == event_id).order_by(GameResult.round, EventTable.number)
    ordered = ordered.options(selectinload(GameResult.placings))
    return [(row, number) for row, number in db.session.execute(ordered)]


def stopped_games(event_id: str) -> set[str]:
    """The ids of the games of a night that were stopped before their end, one by one or all together."""
    query = select(EventTable.game_id).join(Round).where(Round.event_id == event_id)
    stopped = query.where(or_(EventTable.stopped, Round.stopped_at.is_not(None)), EventTable.paper.is_(None))
    return {game_id for game_id in db.session.scalars(stopped) if game_id is not None}


def rows_of_season(season_id: str) -> list[GameResult]:
    """All results of a season, counted or not."""
    return list(db.session.scalars(select(GameResult).where(GameResult.season_id == season_id)))


def tables_of_event(event_id: str) -> list[EventTable]:
    """The tables of a night at which a game was started, with all that was saved there."""
    query = select(EventTable).join(Round).where(Round.event_id == event_id, EventTable.game_id.is_not(None))
    query = query.options(
        joinedload(EventTable.game),
        joinedload(EventTable.round),
        selectinload(EventTable.chairs).joinedload(Seat.absent_member),
    )
    tables = list(db.session.scalars(query.order_by(Round.number, EventTable.number)))
    load_versions([table.game for table in tables if table.game is not None])
    return tables


def games_counted(season_id: str) -> int:
    """How many games count in a season."""
    query = select(func.count()).where(GameResult.season_id == season_id, GameResult.counted)
    return db.session.scalar(query) or 0


class PlacingRow(NamedTuple):
    """A person of a game that counts, by the person's id."""

    result_id: int
    game_id: str
    event_id: str
    round: int
    date: dt.date
    slug: str
    hands: int
    lowest_wins: bool
    side: int
    person: int
    points: int
    place: int
    is_substitute: bool
    instead_of: int | None
    has_left: bool
    bids: list[Any] | None


ABSENT = aliased(Member)
PLACINGS = (
    select(
        GameResult.id,
        GameResult.game_id,
        GameResult.event_id,
        GameResult.round,
        GameResult.date,
        GameResult.slug,
        GameResult.hands,
        GameResult.lowest_wins,
        Placing.side,
        func.coalesce(Member.same_as, Member.id),
        Placing.points,
        Placing.place,
        Placing.is_substitute,
        func.coalesce(ABSENT.same_as, ABSENT.id),
        Placing.has_left,
        Placing.bids,
    )
    .join(Placing, Placing.result_id == GameResult.id)
    .join(Member, Placing.member_id == Member.id)
    .outerjoin(ABSENT, Placing.instead_of == ABSENT.id)
    .order_by(GameResult.date, GameResult.event_id, GameResult.round, GameResult.game_id, Placing.number)
)


def placings(*where: ColumnElement[bool] | InstrumentedAttribute[bool]) -> list[PlacingRow]:
    """Everybody of some results, in order of time, game by game and side by side."""
    return [*map(PlacingRow._make, db.session.connection().execute(PLACINGS.where(*where)))]


def season_placings(season_id: str, event_ids: Collection[str] | None = None) -> list[PlacingRow]:
    """Everybody of the games that count in a season, or in some of its events."""
    chosen = () if event_ids is None else (GameResult.event_id.in_(event_ids),)
    return placings(GameResult.season_id == season_id, GameResult.counted, *chosen)


def placings_of(result_ids: Collection[int]) -> list[PlacingRow]:
    """Everybody of these results."""
    return placings(GameResult.id.in_(result_ids))


class SidePerson(NamedTuple):
    """A person on a side of a game that counts, without anything else, because a long season has thousands."""

    result_id: int
    date: dt.date
    event_id: str
    side: int
    person: int
    place: int
    is_substitute: bool
    instead_of: int | None


SIDES = (
    select(
        GameResult.id,
        GameResult.date,
        GameResult.event_id,
        Placing.side,
        func.coalesce(Member.same_as, Member.id),
        Placing.place,
        Placing.is_substitute,
        func.coalesce(ABSENT.same_as, ABSENT.id),
    )
    .join(Placing, Placing.result_id == GameResult.id)
    .join(Member, Placing.member_id == Member.id)
    .outerjoin(ABSENT, Placing.instead_of == ABSENT.id)
    .where(GameResult.counted, ~Placing.has_left)
    .order_by(GameResult.date, GameResult.event_id, GameResult.round, GameResult.game_id, Placing.number)
)


def season_sides(season_id: str, since: dt.date | None = None) -> list[SidePerson]:
    """Everybody of the games that count in a season, or from a day on, in order of time and side by side."""
    where = (GameResult.season_id == season_id, *((GameResult.date >= since,) if since is not None else ()))
    return [*map(SidePerson._make, db.session.connection().execute(SIDES.where(*where)))]


def placings_of_latest_events(season_id: str, events: int) -> list[PlacingRow]:
    """Everybody of the games that count, of the latest events of a season."""
    latest = select(Event.id).where(*_held(season_id)).order_by(*LATEST_FIRST).limit(events)
    return placings(GameResult.season_id == season_id, GameResult.counted, GameResult.event_id.in_(latest))
