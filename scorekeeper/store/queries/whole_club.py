"""All of a club at once, for its file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import CompoundSelect, func, select, union
from sqlalchemy.orm import selectinload

from scorekeeper.store import postgres
from scorekeeper.store.base import db
from scorekeeper.store.queries.game import INSERT_VERSION
from scorekeeper.store.tables.calendar import Announcement
from scorekeeper.store.tables.club import LogEntry, Member
from scorekeeper.store.tables.game import ALL_VERSIONS, Game, HandVersion, Version
from scorekeeper.store.tables.night import Night, NightTable, Round
from scorekeeper.store.tables.result import GameResult
from scorekeeper.store.tables.season import Season
from scorekeeper.store.tables.tournament import Tournament, TournamentGame

#: What is stored of a game beside its hands.
WITH_HISTORY = (selectinload(Game.disputes), selectinload(Game.name_changes))


def nights_of_club(club_id: str) -> list[Night]:
    """Every night that is not deleted, in order of time, with people, rounds, byes, tables and games."""
    rounds = selectinload(Night.rounds)
    query = select(Night).where(Night.club_id == club_id, Night.deleted_at.is_(None)).order_by(Night.date, Night.id)
    query = query.options(
        selectinload(Night.presences),
        rounds.selectinload(Round.byes),
        rounds.selectinload(Round.tables).selectinload(NightTable.game).options(*WITH_HISTORY),
    )
    return list(db.session.scalars(query))


def versions_of_club(club_id: str) -> dict[str, list[HandVersion]]:
    """Every version of every hand of its nights and tournaments, by the id of the game."""
    query = ALL_VERSIONS.where(Version.game_id.in_(_games(club_id)))
    versions: dict[str, list[HandVersion]] = {}
    for version in map(HandVersion._make, db.session.connection().execute(query)):
        versions.setdefault(version.game_id, []).append(version)
    return versions


def _games(club_id: str) -> CompoundSelect[tuple[str | None]]:
    return union(
        select(NightTable.game_id).join(Round).join(Night).where(Night.club_id == club_id),
        select(TournamentGame.game_id).join(Tournament).where(Tournament.club_id == club_id),
    )


def tournaments_in_order(club_id: str) -> list[Tournament]:
    """Every tournament with entries, rounds and games, the first created first."""
    query = select(Tournament).where(Tournament.club_id == club_id).order_by(Tournament.created_at, Tournament.id)
    query = query.options(
        selectinload(Tournament.entries),
        selectinload(Tournament.rounds),
        selectinload(Tournament.games).selectinload(TournamentGame.game).options(*WITH_HISTORY),
    )
    return list(db.session.scalars(query))


def announcements_in_order(club_id: str) -> list[Announcement]:
    """Every announced night with its sign-ups, in order of time."""
    query = select(Announcement).where(Announcement.club_id == club_id).options(selectinload(Announcement.sign_ups))
    return list(db.session.scalars(query.order_by(Announcement.date, Announcement.starts, Announcement.id)))


def results_of_club(club_id: str) -> dict[str, GameResult]:
    """Every result by the id of its game, with confirmations and protests."""
    query = select(GameResult).where(GameResult.club_id == club_id)
    query = query.options(selectinload(GameResult.confirmations), selectinload(GameResult.protests))
    return {row.game_id: row for row in db.session.scalars(query)}


def log_of_club(club_id: str) -> list[LogEntry]:
    """The whole log, the oldest decision first."""
    return list(db.session.scalars(select(LogEntry).where(LogEntry.club_id == club_id).order_by(LogEntry.id)))


def seasons_in_order(club_id: str) -> list[Season]:
    """Every season that is not deleted, the first created first."""
    query = select(Season).where(Season.club_id == club_id, Season.deleted_at.is_(None))
    return list(db.session.scalars(query.order_by(Season.created_at, Season.id)))


def is_played_in(club_id: str) -> bool:
    """Whether a club has a season, a night, a tournament or an announcement."""
    tables = (Season, Night, Tournament, Announcement)
    return any(db.session.scalar(select(table.id).where(table.club_id == club_id).limit(1)) for table in tables)


def next_member_id() -> int:
    """A number above that of every member."""
    return (db.session.scalar(select(func.max(Member.id))) or 0) + 1


def continue_member_ids() -> None:
    """Let members who join later have ids above those that were given by hand. The caller commits."""
    connection = db.session.connection()
    if postgres.is_postgres(connection):
        postgres.continue_numbers(connection)


def insert_version_rows(rows: Sequence[Mapping[str, Any]]) -> None:
    """Write versions of many games at once. The caller commits."""
    if rows:
        db.session.connection().execute(INSERT_VERSION, rows)
