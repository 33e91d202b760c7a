"""Queries about tournaments."""

from __future__ import annotations

from sqlalchemy import delete, select, update
from sqlalchemy.orm import joinedload, selectinload

from scorekeeper.store.base import db
from scorekeeper.store.queries.game import load_versions
from scorekeeper.store.tables.game import Game, Grant
from scorekeeper.store.tables.tournament import Tournament, TournamentEntry, TournamentGame, TournamentRound


def whole_tournament(tournament_id: str) -> Tournament | None:
    """A tournament with its entries, rounds and games."""
    query = (
        select(Tournament)
        .where(Tournament.id == tournament_id)
        .options(
            joinedload(Tournament.club),
            selectinload(Tournament.entries),
            selectinload(Tournament.rounds),
            selectinload(Tournament.games).joinedload(TournamentGame.game),
        )
    )
    tournament = db.session.scalar(query)
    if tournament is not None:
        load_versions([row.game for row in tournament.games])
    return tournament


def tournament_by_link(key: str) -> str | None:
    """The id of the tournament whose public page has this key."""
    return db.session.scalar(select(Tournament.id).where(Tournament.public_key == key))


def tournaments_of_club(club_id: str, most: int) -> list[Tournament]:
    """A club's tournaments, the latest first."""
    query = select(Tournament).where(Tournament.club_id == club_id)
    return list(db.session.scalars(query.order_by(Tournament.date.desc(), Tournament.created_at.desc()).limit(most)))


def tournament_of_game(game_id: str) -> str | None:
    """The id of the tournament to which a game belongs."""
    return db.session.scalar(select(TournamentGame.tournament_id).where(TournamentGame.game_id == game_id))


def row_of_game(game_id: str) -> TournamentGame | None:
    """The place of a game in its tournament."""
    query = select(TournamentGame).where(TournamentGame.game_id == game_id)
    return db.session.scalar(query.options(joinedload(TournamentGame.tournament)))


def tournament_games_of_club(club_id: str) -> list[tuple[TournamentGame, Game]]:
    """Every game of a club's tournaments."""
    query = select(TournamentGame, Game).join(Game).join(Tournament).where(Tournament.club_id == club_id)
    return [(row, game) for row, game in db.session.execute(query)]


def tournament_moved(game_id: str) -> None:
    """Count a change of the tournament to which a game belongs; the caller commits."""
    its = select(TournamentGame.tournament_id).where(TournamentGame.game_id == game_id).scalar_subquery()
    db.session.execute(
        update(Tournament).where(Tournament.id == its).values(revision=Tournament.revision + 1),
        execution_options={"synchronize_session": False},
    )


def delete_games(tournament: Tournament, rows: list[TournamentGame]) -> None:
    """Delete games of which nothing was played; the caller commits."""
    games = [row.game for row in rows]
    for row in rows:
        tournament.games.remove(row)
        db.session.delete(row)
    db.session.flush()
    db.session.execute(delete(Grant).where(Grant.game_id.in_([game.id for game in games])))
    for game in games:
        db.session.delete(game)
    db.session.flush()


def delete_round(tournament: Tournament, drawn: TournamentRound) -> None:
    """Delete a round without games; the caller commits."""
    tournament.rounds.remove(drawn)
    db.session.delete(drawn)
    db.session.flush()


def delete_entry(tournament: Tournament, entry: TournamentEntry) -> None:
    """Delete an entry of a tournament that has not started; the caller commits."""
    tournament.entries.remove(entry)
    db.session.delete(entry)
    db.session.flush()


def delete_tournament(tournament: Tournament) -> None:
    """Delete a tournament that has no game; the caller commits."""
    for row in (*tournament.entries, *tournament.rounds):
        db.session.delete(row)
    db.session.flush()
    db.session.expire(tournament)
    db.session.delete(tournament)
