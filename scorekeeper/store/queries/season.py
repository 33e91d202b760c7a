"""What is asked of the store about seasons, nights, and their results."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Select, bindparam, delete, exists, func, insert, or_, select, tuple_
from sqlalchemy.orm import joinedload, undefer

from scorekeeper.store.base import db
from scorekeeper.store.tables.game import Game
from scorekeeper.store.tables.night import Bye, Night, NightTable, Round
from scorekeeper.store.tables.result import GameResult
from scorekeeper.store.tables.season import BY_DATE, Season, SeasonSum


def night_table_of(game_id: str) -> NightTable | None:
    """The table of a club at which a game is played."""
    way = joinedload(NightTable.round).joinedload(Round.night).joinedload(Night.season)
    return db.session.scalar(select(NightTable).where(NightTable.game_id == game_id).options(way))


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


def rows_of_season(season_id: str) -> list[GameResult]:
    """All results of a season, counted or not."""
    return list(db.session.scalars(select(GameResult).where(GameResult.season_id == season_id)))


def plains_of_season(season_id: str) -> list[Any]:
    """The plain results that count in a season, in order of time; rows are not made."""
    query = select(GameResult.plain, GameResult.night_id).where(GameResult.season_id == season_id, GameResult.counted)
    order = (GameResult.date, GameResult.night_id, GameResult.round, GameResult.game_id)
    return [(plain, night) for plain, night in db.session.execute(query.order_by(*order))]


def byes_of(night_id: str) -> list[tuple[int, int]]:
    """Who sat out which round of a night, as numbers of rounds and of members."""
    query = select(Round.number, Bye.member_id).join(Round, Bye.round_id == Round.id)
    ordered = query.where(Round.night_id == night_id).order_by(Round.number, Bye.member_id)
    return [(number, member) for number, member in db.session.execute(ordered)]


def tables_of_night(night_id: str) -> list[NightTable]:
    """The tables of a night at which a game was started, with all that was saved there."""
    way = joinedload(NightTable.game).selectinload(Game.versions)
    query = select(NightTable).join(Round).where(Round.night_id == night_id, NightTable.game_id.is_not(None))
    return list(
        db.session.scalars(query.options(way, joinedload(NightTable.round)).order_by(Round.number, NightTable.number))
    )


def nights_of(season_id: str, books: bool = False, played: bool = False) -> list[Night]:
    """The nights of a season in order of time; or only those that have a result."""
    query = select(Night).where(Night.season_id == season_id).order_by(Night.date, Night.id)
    if played:
        query = query.where(exists().where(GameResult.night_id == Night.id))
    return list(db.session.scalars(query.options(undefer(Night.book)) if books else query))


def held_nights(season_id: str, **where: bool) -> list[Night]:
    """The nights of a season in which something counts, in order of time; `summed` picks some."""
    query = select(Night).where(Night.season_id == season_id, Night.book.is_not(None)).filter_by(**where)
    return list(db.session.scalars(query.order_by(Night.date, Night.id).options(undefer(Night.book))))


def held_before(night: Night, most: int, books: bool = False) -> list[Night]:
    """The last nights of its season before a night in which something counts, in order of time."""
    earlier = tuple_(Night.date, Night.id) < (night.date, night.id)
    query = _held_beside(night, books).where(earlier).order_by(Night.date.desc(), Night.id.desc())
    return list(reversed(db.session.scalars(query.limit(most)).all()))


def held_after(night: Night, most: int | None = None, books: bool = False) -> list[Night]:
    """The nights of its season after a night in which something counts, in order of time."""
    later = tuple_(Night.date, Night.id) > (night.date, night.id)
    query = _held_beside(night, books).where(later).order_by(Night.date, Night.id)
    return list(db.session.scalars(query.limit(most)))


def _held_beside(night: Night, books: bool) -> Select[Night]:
    query = select(Night).where(Night.season_id == night.season_id, Night.book.is_not(None))
    return query.options(undefer(Night.book)) if books else query


def plains_of_night(night: Night) -> list[dict[str, Any]]:
    """The plain results of a night that count in its season."""
    counts = (GameResult.season_id == night.season_id, GameResult.counted)
    return list(db.session.scalars(select(GameResult.plain).where(GameResult.night_id == night.id, *counts)))


def stored_books(season_id: str) -> Iterator[tuple[dt.date, str, dict[str, Any]]]:
    """Day, id and book of every night that is in the sums; one after the other, for they are long."""
    query = select(Night.date, Night.id, Night.book).where(Night.season_id == season_id, Night.summed)
    for day, key, book in db.session.execute(query.execution_options(yield_per=50)):
        yield day, key, book or {}


def loose_nights(club_id: str, starts: dt.date, ends: dt.date) -> list[Night]:
    """Nights between two days that belong to no season, but those that somebody keeps out of all."""
    where = (Night.club_id == club_id, Night.season_id.is_(None), Night.date.between(starts, ends))
    return list(db.session.scalars(select(Night).where(*where, ~Night.apart).order_by(Night.date, Night.id)))


def day_without_night(season: Season, day: dt.date, name: str) -> Night | None:
    """The night that stands for games of a day added by hand: the season's, or one that belongs to none."""
    where = (Night.club_id == season.club_id, Night.date == day, Night.name == name, Night.slug.is_(None))
    free = or_(Night.season_id == season.id, Night.season_id.is_(None))
    return db.session.scalar(select(Night).where(*where, free).order_by(Night.season_id.is_(None), Night.id))


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
