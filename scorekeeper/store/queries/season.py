"""What is asked of the store about seasons, evenings, and their results."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Select, bindparam, delete, exists, func, insert, or_, select, tuple_
from sqlalchemy.orm import joinedload, selectinload, undefer

from scorekeeper.store.base import db
from scorekeeper.store.tables.game import Game
from scorekeeper.store.tables.night import Evening, Round, Seating, SitOut
from scorekeeper.store.tables.result import GameResult
from scorekeeper.store.tables.season import BY_DATE, Season, SeasonSum


def seating_of(game_id: str) -> Seating | None:
    """The table of a club at which a game is played."""
    way = joinedload(Seating.round).joinedload(Round.evening).joinedload(Evening.season)
    return db.session.scalar(select(Seating).where(Seating.game_id == game_id).options(way))


def row_of(game_id: str) -> GameResult | None:
    """What is kept of a game's result, also of one that is open again."""
    return db.session.scalar(select(GameResult).where(GameResult.game_id == game_id))


def counted_rows(evening: Evening) -> list[GameResult]:
    """The results of an evening that count in its season."""
    counts = (GameResult.season_id == evening.season_id, GameResult.counted)
    return list(db.session.scalars(select(GameResult).where(GameResult.evening_id == evening.id, *counts)))


def rows_of_evening(evening_id: str) -> list[GameResult]:
    """All results of an evening in their order."""
    query = select(GameResult).where(GameResult.evening_id == evening_id).options(joinedload(GameResult.game))
    return list(db.session.scalars(query.order_by(GameResult.round, GameResult.game_id)))


def rows_of_season(season_id: str) -> list[GameResult]:
    """All results of a season, counted or not."""
    return list(db.session.scalars(select(GameResult).where(GameResult.season_id == season_id)))


def plains_of_season(season_id: str) -> list[Any]:
    """The plain results that count in a season, in order of time; rows are not made."""
    query = select(GameResult.plain, GameResult.evening_id).where(GameResult.season_id == season_id, GameResult.counted)
    order = (GameResult.date, GameResult.evening_id, GameResult.round, GameResult.game_id)
    return [(plain, evening) for plain, evening in db.session.execute(query.order_by(*order))]


def byes_of(evening_id: str) -> list[tuple[int, int]]:
    """Who sat out which round of an evening, as numbers of rounds and of members."""
    query = select(Round.number, SitOut.member_id).join(Round, SitOut.round_id == Round.id)
    ordered = query.where(Round.evening_id == evening_id).order_by(Round.number, SitOut.member_id)
    return [(number, member) for number, member in db.session.execute(ordered)]


def tables_of_evening(evening_id: str) -> list[Seating]:
    """The tables of an evening at which a game was started, with all that was saved there."""
    way = joinedload(Seating.game).selectinload(Game.versions)
    query = select(Seating).join(Round).where(Round.evening_id == evening_id, Seating.game_id.is_not(None))
    return list(
        db.session.scalars(query.options(way, joinedload(Seating.round)).order_by(Round.number, Seating.number))
    )


def evenings_of(season_id: str, books: bool = False, played: bool = False) -> list[Evening]:
    """The evenings of a season in order of time; or only those that have a result."""
    query = select(Evening).where(Evening.season_id == season_id).order_by(Evening.date, Evening.id)
    if played:
        query = query.where(exists().where(GameResult.evening_id == Evening.id))
    return list(db.session.scalars(query.options(undefer(Evening.book)) if books else query))


def held_evenings(season_id: str, **where: bool) -> list[Evening]:
    """The evenings of a season in which something counts, in order of time; `summed` picks some."""
    query = select(Evening).where(Evening.season_id == season_id, Evening.book.is_not(None)).filter_by(**where)
    return list(db.session.scalars(query.order_by(Evening.date, Evening.id).options(undefer(Evening.book))))


def held_before(evening: Evening, most: int, books: bool = False) -> list[Evening]:
    """The last evenings of its season before an evening in which something counts, in order of time."""
    earlier = tuple_(Evening.date, Evening.id) < (evening.date, evening.id)
    query = _held_beside(evening, books).where(earlier).order_by(Evening.date.desc(), Evening.id.desc())
    return list(reversed(db.session.scalars(query.limit(most)).all()))


def held_after(evening: Evening, most: int | None = None, books: bool = False) -> list[Evening]:
    """The evenings of its season after an evening in which something counts, in order of time."""
    later = tuple_(Evening.date, Evening.id) > (evening.date, evening.id)
    query = _held_beside(evening, books).where(later).order_by(Evening.date, Evening.id)
    return list(db.session.scalars(query.limit(most)))


def _held_beside(evening: Evening, books: bool) -> Select[Evening]:
    query = select(Evening).where(Evening.season_id == evening.season_id, Evening.book.is_not(None))
    return query.options(undefer(Evening.book)) if books else query


def plains_of_evening(evening: Evening) -> list[dict[str, Any]]:
    """The plain results of an evening that count in its season."""
    counts = (GameResult.season_id == evening.season_id, GameResult.counted)
    return list(db.session.scalars(select(GameResult.plain).where(GameResult.evening_id == evening.id, *counts)))


def stored_books(season_id: str) -> Iterator[tuple[dt.date, str, dict[str, Any]]]:
    """Day, id and book of every evening that is in the sums; one after the other, for they are long."""
    query = select(Evening.date, Evening.id, Evening.book).where(Evening.season_id == season_id, Evening.summed)
    for day, key, book in db.session.execute(query.execution_options(yield_per=50)):
        yield day, key, book or {}


def loose_evenings(club_id: str, starts: dt.date, ends: dt.date) -> list[Evening]:
    """Evenings between two days that belong to no season, but those that somebody keeps out of all."""
    where = (Evening.club_id == club_id, Evening.season_id.is_(None), Evening.date.between(starts, ends))
    return list(db.session.scalars(select(Evening).where(*where, ~Evening.apart).order_by(Evening.date, Evening.id)))


def evening_with_rounds(evening_id: str) -> Evening | None:
    """An evening, its rounds and tables."""
    way = selectinload(Evening.rounds)
    both = (way.selectinload(Round.seatings).joinedload(Seating.game), way.selectinload(Round.byes))
    return db.session.scalar(select(Evening).where(Evening.id == evening_id).options(*both))


def day_without_night(season: Season, day: dt.date, name: str) -> Evening | None:
    """The evening that stands for games of a day added by hand: the season's, or one that belongs to none."""
    where = (Evening.club_id == season.club_id, Evening.date == day, Evening.name == name, Evening.slug.is_(None))
    free = or_(Evening.season_id == season.id, Evening.season_id.is_(None))
    return db.session.scalar(select(Evening).where(*where, free).order_by(Evening.season_id.is_(None), Evening.id))


def seasons_of(club_id: str) -> list[Season]:
    """The seasons of a club, the latest first."""
    query = select(Season).where(Season.club_id == club_id)
    return list(db.session.scalars(query.order_by(Season.starts.desc(), Season.created_at.desc())))


def seasons_on(club_id: str, day: dt.date) -> list[Season]:
    """Seasons that count this day's games by their date and are not closed, the latest begun first."""
    where = (Season.club_id == club_id, Season.starts <= day, Season.ends >= day, Season.closed_at.is_(None))
    query = select(Season).where(*where, Season.counting == BY_DATE)
    return list(db.session.scalars(query.order_by(Season.starts.desc(), Season.id)))


def public_season(key: str) -> Season | None:
    """The season with this key of a public page."""
    return db.session.scalar(select(Season).where(Season.public_key == key).options(joinedload(Season.club)))


def every_season() -> list[Season]:
    """Every season there is."""
    query = select(Season).options(joinedload(Season.club))
    return list(db.session.scalars(query.order_by(Season.club_id, Season.starts, Season.id)))


def sums(season_id: str, parts: Iterable[str] | None = None) -> dict[str, Any]:
    """The parts of a season's sums, or those that are named."""
    query = select(SeasonSum.part, SeasonSum.plain).where(SeasonSum.season_id == season_id)
    if parts is not None:
        query = query.where(SeasonSum.part.in_(list(parts)))
    return {row.part: row.plain for row in db.session.execute(query)}


#: Made once: a standing may ask for dozens of parts.
_PART = select(SeasonSum.plain).where(SeasonSum.season_id == bindparam("season"), SeasonSum.part == bindparam("part"))


def one_sum(season_id: str, part: str) -> Any:
    """One part of a season's sums, or None."""
    return db.session.connection().execute(_PART, {"season": season_id, "part": part}).scalar()


def put_sums(season_id: str, parts: dict[str, Any], alone: bool = False) -> None:
    """Write parts of a season's sums, None to take one out; `alone` takes all others out."""
    gone = delete(SeasonSum).where(SeasonSum.season_id == season_id)
    db.session.execute(gone if alone else gone.where(SeasonSum.part.in_(list(parts))))
    there = [(part, plain) for part, plain in parts.items() if plain is not None]
    rows = [{"season_id": season_id, "part": part, "plain": plain} for part, plain in there]
    if rows:
        db.session.execute(insert(SeasonSum), rows)


def games_counted(season_id: str) -> int:
    """How many games count in a season."""
    query = select(func.count()).where(GameResult.season_id == season_id, GameResult.counted)
    return db.session.scalar(query) or 0
