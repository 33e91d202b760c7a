"""Results of games, and the tables where they were played."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import joinedload

from scorekeeper.store.base import db
from scorekeeper.store.json_parts import parts_of_entries
from scorekeeper.store.queries.game import load_versions
from scorekeeper.store.tables.night import Night, NightTable, Round
from scorekeeper.store.tables.result import GameResult


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
