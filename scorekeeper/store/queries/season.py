"""Seasons and their nights."""

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
from scorekeeper.store.tables.night import Bye, GameResult, Night, NightTable, Round
from scorekeeper.store.tables.season import BY_DATE, Season, SeasonMeeting, SeasonTotal

JsonColumn = InstrumentedAttribute[Any]
Upsert = sqlite.Insert | postgresql.Insert


def _is_postgres() -> bool:
    return db.engine.dialect.name == "postgresql"


def upsert(table: type[Base]) -> Upsert:
    """An insert that may say what happens to a row that is there already."""
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


def seasons_counting(club_id: str, day: dt.date) -> list[Season]:
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


def row_of(game_id: str) -> GameResult | None:
    """What is kept of a game's result, also of one that is open again."""
    return db.session.scalar(select(GameResult).where(GameResult.game_id == game_id))


def counted_rows(night: Night) -> list[GameResult]:
    """The results of a night that count in its season."""
    counts = (GameResult.season_id == night.season_id, GameResult.counted)
    return list(db.session.scalars(select(GameResult).where(GameResult.night_id == night.id, *counts)))


def rows_of_night(night_id: str) -> list[GameResult]:
    """All results of a night in their order."""
    query = select(GameResult).where(GameResult.night_id == night_id).options(joinedload(GameResult.game))
    return list(db.session.scalars(query.order_by(GameResult.round, GameResult.game_id)))


def rows_of_tables(night_id: str) -> list[tuple[GameResult, int]]:
    """All results of a night with the numbers of their tables, by round and table."""
    query = select(GameResult, NightTable.number).join(NightTable, NightTable.game_id == GameResult.game_id)
    ordered = query.where(GameResult.night_id == night_id).order_by(GameResult.round, NightTable.number)
    return [(row, number) for row, number in db.session.execute(ordered)]


def rows_of_season(season_id: str) -> list[GameResult]:
    """All results of a season, counted or not."""
    return list(db.session.scalars(select(GameResult).where(GameResult.season_id == season_id)))


def plain_results_of_season(season_id: str) -> list[Any]:
    """The plain results that count in a season, in order of time; rows are not made."""
    query = select(GameResult.plain, GameResult.night_id).where(GameResult.season_id == season_id, GameResult.counted)
    order = (GameResult.date, GameResult.night_id, GameResult.round, GameResult.game_id)
    return [(plain, night) for plain, night in db.session.execute(query.order_by(*order))]


def plain_results_of_latest_nights(season_id: str, nights: int) -> list[dict[str, Any]]:
    """The plain results that count, of the latest nights of a season."""
    held = (Night.season_id == season_id, Night.totals.is_not(None))
    latest = select(Night.id).where(*held).order_by(Night.date.desc(), Night.id.desc()).limit(nights)
    query = select(GameResult.plain, GameResult.season_id).where(GameResult.night_id.in_(latest), GameResult.counted)
    # The season is compared here: in the query it would make SQLite read all results of the season.
    return [plain for plain, counts_in in db.session.execute(query) if counts_in == season_id]


def tables_of_night(night_id: str) -> list[NightTable]:
    """The tables of a night at which a game was started, with all that was saved there."""
    query = select(NightTable).join(Round).where(Round.night_id == night_id, NightTable.game_id.is_not(None))
    query = query.options(joinedload(NightTable.game), joinedload(NightTable.round))
    tables = list(db.session.scalars(query.order_by(Round.number, NightTable.number)))
    load_versions([table.game for table in tables if table.game is not None])
    return tables


def plain_results_of_night(night: Night) -> list[dict[str, Any]]:
    """The plain results of a night that count in its season."""
    counts = (GameResult.season_id == night.season_id, GameResult.counted)
    query = select(GameResult.plain).where(GameResult.night_id == night.id, *counts)
    return list(db.session.scalars(query.order_by(GameResult.id)))


def placings_by_night(nights: Collection[Night]) -> dict[str, list[Any]]:
    """Who played together and their places, of the games that count, in order of time, by the id of the night.

    The database picks them out, because ratings ask for nothing else and a long season has thousands of games.
    """
    placing = parts_of_entries(GameResult.plain, "sides", (0, 2))
    seasons = {night.id: night.season_id for night in nights}
    query = select(GameResult.night_id, GameResult.season_id, placing).where(GameResult.night_id.in_(seasons))
    ordered = query.where(GameResult.counted).order_by(GameResult.round, GameResult.game_id)
    placings: dict[str, list[Any]] = {night_id: [] for night_id in seasons}
    # The season is compared here: in the query it would make SQLite read all results of the season.
    for night_id, season_id, text in db.session.execute(ordered):
        if season_id == seasons[night_id]:
            placings[night_id].append(json.loads(text))
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


def night_totals(season_id: str, nights: Collection[str] | None = None) -> dict[str, Any]:
    """The stored totals of the nights of a season, or of some of them, by the id of the night."""
    query = select(Night.id, Night.totals).where(*_held(season_id, nights))
    return {row.id: row.totals for row in db.session.execute(query)}


def night_totals_of(
    season_id: str, entrants: Collection[Sequence[str]], nights: Collection[str] | None = None
) -> dict[str, Any]:
    """The same for some entrants alone, picked out by the database: a night is long and JSON is slow to read."""
    lists = [entries_beginning(Night.totals, name, entrants) for name in ENTRANT_LISTS]
    query = select(Night.id, *lists).where(*_held(season_id, nights))
    return {
        night_id: {name: json.loads(text) for name, text in zip(ENTRANT_LISTS, texts, strict=True)}
        for night_id, *texts in db.session.execute(query)
    }


def _held(season_id: str, nights: Collection[str] | None) -> tuple[ColumnElement[bool], ...]:
    """Nights of a season in which a game counts."""
    held = (Night.season_id == season_id, Night.totals.is_not(None))
    return held if nights is None else (*held, Night.id.in_(nights))


def add_meetings(season_id: str, changes: MeetingCounts) -> None:
    """Add these counts to the meetings of a season; a meeting without games goes."""
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
