"""Queries about seasons: their nights, results, totals and meetings."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sqlalchemy import ColumnElement, ScalarSelect, Text, cast, delete, exists, func, insert, or_, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import InstrumentedAttribute, joinedload, undefer

from scorekeeper.store.base import Base, db
from scorekeeper.store.queries.game import load_versions
from scorekeeper.store.tables.event import Bye, Event, EventTable, GameResult, Round
from scorekeeper.store.tables.season import BY_DATE, Season, SeasonMeeting, SeasonTotal

JsonColumn = InstrumentedAttribute[Any]
Upsert = sqlite.Insert | postgresql.Insert


def _is_postgres() -> bool:
    return db.engine.dialect.name == "postgresql"


def upsert(table: type[Base]) -> Upsert:
    """An insert that can be given a conflict clause."""
    return postgresql.insert(table) if _is_postgres() else sqlite.insert(table)


def entries_beginning(column: JsonColumn, name: str, firsts: Collection[Sequence[str]]) -> ScalarSelect[Any]:
    """Those entries of a list in an object whose first part is one of these, as the text of a list."""
    if _is_postgres():
        entry = func.json_array_elements(column.op("->")(name)).table_valued("value", name=name)
        keys = [json.dumps([*first], ensure_ascii=False) for first in firsts]
        chosen = cast(cast(entry.c.value.op("->")(0), JSONB), Text).in_(keys)
        return _text_of_list(entry.c.value, chosen)
    entry = func.json_each(column, f"$.{name}").table_valued("value", name=name)
    keys = [json.dumps([*first], separators=(",", ":"), ensure_ascii=False) for first in firsts]
    chosen = func.json_extract(entry.c.value, "$[0]").in_(keys)
    return select(func.json_group_array(func.json(entry.c.value))).where(chosen).scalar_subquery()


def parts_of_entries(column: JsonColumn, name: str, places: Sequence[int]) -> ScalarSelect[Any]:
    """Some parts of every entry of a list in an object, as the text of a list."""
    if _is_postgres():
        entry = func.json_array_elements(column.op("->")(name)).table_valued("value", name=name)
        return _text_of_list(func.json_build_array(*(entry.c.value.op("->")(place) for place in places)))
    entry = func.json_each(column, f"$.{name}").table_valued("value", name=name)
    parts = func.json_array(*(func.json_extract(entry.c.value, f"$[{place}]") for place in places))
    return select(func.json_group_array(parts)).scalar_subquery()


def _text_of_list(entry: Any, *chosen: Any) -> ScalarSelect[Any]:
    return select(func.coalesce(cast(func.json_agg(entry), Text), "[]")).where(*chosen).scalar_subquery()


WITH_TOTALS = (undefer(Event.totals), undefer(Event.ratings))
IN_ORDER = (Event.date, Event.id)
LATEST_FIRST = (Event.date.desc(), Event.id.desc())


def _held(season_id: str | None) -> tuple[ColumnElement[bool], ...]:
    """Nights of a season in which a game counts."""
    return Event.season_id == season_id, Event.totals.is_not(None)


def _counted(event: Event) -> tuple[ColumnElement[bool] | InstrumentedAttribute[bool], ...]:
    """Results of a night that count in its season."""
    return GameResult.event_id == event.id, GameResult.season_id == event.season_id, GameResult.counted


def byes_of(*event_ids: str) -> list[tuple[Round, Bye]]:
    """Who was to sit out which rounds of these nights, in order."""
    query = select(Round, Bye).join(Round, Bye.round_id == Round.id).where(Round.event_id.in_(event_ids))
    ordered = query.order_by(Round.event_id, Round.number, Bye.member_id)
    return [(event_round, bye) for event_round, bye in db.session.execute(ordered)]


def events_with_byes(season_id: str, members: Collection[int]) -> list[str]:
    """The nights of a season in which one of these members was to sit out."""
    query = select(Round.event_id).join(Bye).join(Event).where(Event.season_id == season_id)
    return list(db.session.scalars(query.where(Bye.member_id.in_(members)).distinct()))


def tables_of_rounds(rounds: Collection[int]) -> list[EventTable]:
    """The tables of these rounds."""
    return list(db.session.scalars(select(EventTable).where(EventTable.round_id.in_(rounds))))


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
    """The handicaps of the nights in which a game counts; the database picks them out of long totals."""
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


def events_before(event: Event, most: int) -> list[Event]:
    """The last nights of a season before a night in which a game counts, with their totals, in order of time."""
    earlier = tuple_(*IN_ORDER) < (event.date, event.id)
    latest = select(Event.id).where(*_held(event.season_id), earlier).order_by(*LATEST_FIRST).limit(most)
    query = select(Event).where(Event.id.in_(latest)).order_by(*IN_ORDER).options(*WITH_TOTALS)
    return list(db.session.scalars(query))


def has_later_event(event: Event) -> bool:
    """A game counts in a later night of the season."""
    later = tuple_(*IN_ORDER) > (event.date, event.id)
    return db.session.scalar(select(Event.id).where(*_held(event.season_id), later).limit(1)) is not None


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
    return list(db.session.scalars(select(GameResult).where(*_counted(event))))


def rows_of_event(event_id: str) -> list[GameResult]:
    """All results of a night in their order."""
    query = select(GameResult).where(GameResult.event_id == event_id).options(joinedload(GameResult.game))
    return list(db.session.scalars(query.order_by(GameResult.round, GameResult.game_id)))


def rows_of_tables(event_id: str) -> list[tuple[GameResult, int]]:
    """All results of a night with the numbers of their tables, by round and table."""
    query = select(GameResult, EventTable.number).join(EventTable, EventTable.game_id == GameResult.game_id)
    ordered = query.where(GameResult.event_id == event_id).order_by(GameResult.round, EventTable.number)
    return [(row, number) for row, number in db.session.execute(ordered)]


def rows_of_season(season_id: str) -> list[GameResult]:
    """All results of a season, counted or not."""
    return list(db.session.scalars(select(GameResult).where(GameResult.season_id == season_id)))


def plain_results_of_season(season_id: str) -> list[Any]:
    """The plain results that count in a season, each with its night, in order of time."""
    query = select(GameResult.plain, GameResult.event_id).where(GameResult.season_id == season_id, GameResult.counted)
    order = (GameResult.date, GameResult.event_id, GameResult.round, GameResult.game_id)
    return [(plain, event) for plain, event in db.session.execute(query.order_by(*order))]


def plain_results_of_latest_events(season_id: str, events: int) -> list[dict[str, Any]]:
    """The plain results that count, of the latest nights of a season."""
    latest = select(Event.id).where(*_held(season_id)).order_by(*LATEST_FIRST).limit(events)
    query = select(GameResult.plain, GameResult.season_id).where(GameResult.event_id.in_(latest), GameResult.counted)
    # The season is compared here: in the query it would make SQLite read all results of the season.
    return [plain for plain, counts_in in db.session.execute(query) if counts_in == season_id]


def tables_of_event(event_id: str) -> list[EventTable]:
    """The tables of a night at which a game was started, with all that was saved there."""
    query = select(EventTable).join(Round).where(Round.event_id == event_id, EventTable.game_id.is_not(None))
    query = query.options(joinedload(EventTable.game), joinedload(EventTable.round))
    tables = list(db.session.scalars(query.order_by(Round.number, EventTable.number)))
    load_versions([table.game for table in tables if table.game is not None])
    return tables


def plain_results_of_event(event: Event) -> list[dict[str, Any]]:
    """The plain results of a night that count in its season."""
    return list(db.session.scalars(select(GameResult.plain).where(*_counted(event)).order_by(GameResult.id)))


def placings_by_event(events: Collection[Event]) -> dict[str, list[Any]]:
    """Who played together and their places, of the games that count, in order of time, by the id of the night.

    The database picks them out, because ratings ask for nothing else and a long season has thousands of games.
    """
    placing = parts_of_entries(GameResult.plain, "sides", (0, 2))
    seasons = {event.id: event.season_id for event in events}
    query = select(GameResult.event_id, GameResult.season_id, placing).where(GameResult.event_id.in_(seasons))
    ordered = query.where(GameResult.counted).order_by(GameResult.round, GameResult.game_id)
    placings: dict[str, list[Any]] = {event_id: [] for event_id in seasons}
    # The season is compared here: in the query it would make SQLite read all results of the season.
    for event_id, season_id, text in db.session.execute(ordered):
        if season_id == seasons[event_id]:
            placings[event_id].append(json.loads(text))
    return placings


def games_counted(season_id: str) -> int:
    """How many games count in a season."""
    query = select(func.count()).where(GameResult.season_id == season_id, GameResult.counted)
    return db.session.scalar(query) or 0


#: The lists in the totals of a night of which every entry begins with its entrant.
ENTRANT_LISTS = ("tallies", "as_substitute")
#: By the keys of two entrants: games, and half games in which the first came out ahead.
MeetingCounts = dict[tuple[str, str], tuple[int, int]]


def season_totals(season_id: str, kind: str) -> Any:
    """The stored totals of one kind, or None."""
    query = select(SeasonTotal.plain).where(SeasonTotal.season_id == season_id, SeasonTotal.kind == kind)
    return db.session.scalar(query)


def put_season_totals(season_id: str, totals: Mapping[str, Any]) -> None:
    """Replace the totals of a season."""
    db.session.execute(delete(SeasonTotal).where(SeasonTotal.season_id == season_id))
    if totals:
        rows = [{"season_id": season_id, "kind": kind, "plain": plain} for kind, plain in totals.items()]
        db.session.execute(insert(SeasonTotal), rows)


def event_totals(season_id: str, events: Collection[str] | None = None) -> dict[str, Any]:
    """The stored totals of the nights of a season, or of some of them, by the id of the night."""
    query = select(Event.id, Event.totals).where(*_held_among(season_id, events))
    return {row.id: row.totals for row in db.session.execute(query)}


def event_totals_of(
    season_id: str, entrants: Collection[Sequence[str]], events: Collection[str] | None = None
) -> dict[str, Any]:
    """Like `event_totals` for some entrants. The database picks them out, because a night is long."""
    lists = [entries_beginning(Event.totals, name, entrants) for name in ENTRANT_LISTS]
    query = select(Event.id, *lists).where(*_held_among(season_id, events))
    return {
        event_id: {name: json.loads(text) for name, text in zip(ENTRANT_LISTS, texts, strict=True)}
        for event_id, *texts in db.session.execute(query)
    }


def _held_among(season_id: str, events: Collection[str] | None) -> tuple[ColumnElement[bool], ...]:
    held = _held(season_id)
    return held if events is None else (*held, Event.id.in_(events))


def add_meetings(season_id: str, changes: MeetingCounts) -> None:
    """Add these counts to the meetings of a season, and delete meetings that have no game left."""
    if not changes:
        return
    query = upsert(SeasonMeeting)
    sums = {name: SeasonMeeting.__table__.c[name] + query.excluded[name] for name in ("games", "half_games_ahead")}
    known = query.on_conflict_do_update(index_elements=["season_id", "entrant", "opponent"], set_=sums)
    db.session.execute(known, _meeting_rows(season_id, changes))
    if any(games < 0 for games, _ in changes.values()):
        db.session.execute(delete(SeasonMeeting).where(SeasonMeeting.season_id == season_id, SeasonMeeting.games == 0))


def replace_meetings(season_id: str, meetings: MeetingCounts) -> None:
    """Replace all meetings of a season."""
    db.session.execute(delete(SeasonMeeting).where(SeasonMeeting.season_id == season_id))
    if meetings:
        db.session.execute(insert(SeasonMeeting), _meeting_rows(season_id, meetings))


def _meeting_rows(season_id: str, meetings: MeetingCounts) -> list[dict[str, Any]]:
    return [
        {"season_id": season_id, "entrant": one, "opponent": other, "games": games, "half_games_ahead": ahead}
        for (one, other), (games, ahead) in meetings.items()
    ]


def meetings(season_id: str, among: Collection[str] | None = None) -> MeetingCounts:
    """The meetings of a season, or those among some entrants."""
    columns = (
        SeasonMeeting.entrant,
        SeasonMeeting.opponent,
        SeasonMeeting.games,
        SeasonMeeting.half_games_ahead,
    )
    query = select(*columns).where(SeasonMeeting.season_id == season_id)
    if among is not None:
        query = query.where(SeasonMeeting.entrant.in_(among), SeasonMeeting.opponent.in_(among))
    return {(one, other): (games, ahead) for one, other, games, ahead in db.session.connection().execute(query)}


def meetings_of_two(seasons: Collection[str], one: str, other: str) -> dict[str, tuple[int, Fraction]]:
    """Games of two entrants against each other and those in which the first came out ahead, by season."""
    first, second = sorted((one, other))
    columns = (SeasonMeeting.season_id, SeasonMeeting.games, SeasonMeeting.half_games_ahead)
    where = (SeasonMeeting.entrant == first, SeasonMeeting.opponent == second, SeasonMeeting.season_id.in_(seasons))
    rows = db.session.execute(select(*columns).where(*where))
    ahead = {season_id: (games, Fraction(halves, 2)) for season_id, games, halves in rows}
    return {season: (games, own if one == first else games - own) for season, (games, own) in ahead.items()}
