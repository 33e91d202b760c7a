"""What is asked of the store about club nights."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import delete, select, update
from sqlalchemy.orm import joinedload, selectinload

from scorekeeper.store.base import db
from scorekeeper.store.tables.game import Game, Grant
from scorekeeper.store.tables.night import Evening, Presence, Round, Seating
from scorekeeper.store.tables.result import OPEN, Confirmation, GameResult, Protest
from scorekeeper.store.tables.season import Season


def whole_evening(evening_id: str) -> Evening | None:
    """An evening with its people, rounds, tables and games."""
    game = selectinload(Evening.rounds).selectinload(Round.seatings).joinedload(Seating.game)
    query = (
        select(Evening)
        .where(Evening.id == evening_id)
        .options(
            joinedload(Evening.club),
            joinedload(Evening.season),
            selectinload(Evening.presences).joinedload(Presence.member),
            selectinload(Evening.rounds).selectinload(Round.byes),
            game.selectinload(Game.versions),
            game.selectinload(Game.disputes),
        )
    )
    return db.session.scalar(query)


def evening_by_link(key: str) -> str | None:
    """The id of the evening to which a check-in link leads."""
    return db.session.scalar(select(Evening.id).where(Evening.checkin_key == key, Evening.closed_at.is_(None)))


def evenings_of(club_id: str, most: int) -> list[Evening]:
    """A club's nights, the latest first."""
    query = select(Evening).where(Evening.club_id == club_id, Evening.slug.is_not(None))
    return list(db.session.scalars(query.order_by(Evening.date.desc(), Evening.created_at.desc()).limit(most)))


def seasons_on(club_id: str, date: dt.date) -> list[Season]:
    """Seasons of a club that go on at this date."""
    query = select(Season).where(
        Season.club_id == club_id,
        Season.starts <= date,
        Season.ends >= date,
        Season.closed_at.is_(None),
        Season.archived_at.is_(None),
    )
    return list(db.session.scalars(query.order_by(Season.starts.desc(), Season.id)))


def speaks_for(evening_id: str, device_id: str) -> Presence | None:
    """Who checked in by this device."""
    query = select(Presence).where(Presence.evening_id == evening_id, Presence.device_id == device_id)
    return db.session.scalar(query.options(joinedload(Presence.member)))


def seating_of(game_id: str) -> Seating | None:
    """The table of an evening at which this game is played."""
    query = select(Seating).where(Seating.game_id == game_id)
    return db.session.scalar(query.options(joinedload(Seating.round)))


def evening_moved(game_id: str) -> None:
    """Count a change of the evening to which a game belongs, if it belongs to one; the caller commits."""
    its = select(Round.evening_id).join(Seating).where(Seating.game_id == game_id).scalar_subquery()
    db.session.execute(
        update(Evening).where(Evening.id == its).values(revision=Evening.revision + 1),
        execution_options={"synchronize_session": False},
    )


def results_of(evening_id: str) -> dict[str, GameResult]:
    """The results of an evening by their games, with who accepts them and who protests."""
    query = select(GameResult).where(GameResult.evening_id == evening_id)
    query = query.options(selectinload(GameResult.confirmations), selectinload(GameResult.protests))
    return {result.game_id: result for result in db.session.scalars(query)}


def confirmed_still(game_id: str, revision: int) -> None:
    """A game has a new revision in which nothing was scored otherwise: who accepted it before accepts it now."""
    its = select(GameResult.id).where(GameResult.game_id == game_id).scalar_subquery()
    fresh = (Confirmation.result_id == its, Confirmation.game_revision == revision - 1)
    db.session.execute(update(Confirmation).where(*fresh).values(game_revision=revision))


def open_protests(club_id: str) -> list[Protest]:
    """What organisers of a club have to decide, the oldest first."""
    query = select(Protest).join(GameResult).where(GameResult.club_id == club_id, Protest.state == OPEN)
    return list(db.session.scalars(query.options(joinedload(Protest.result)).order_by(Protest.id)))


def take_apart(turn: Round) -> None:
    """Delete a round of which nothing was played, with its tables and their games."""
    evening, games = turn.evening, [seating.game for seating in turn.seatings if seating.game is not None]
    for row in (*turn.byes, *turn.seatings):
        db.session.delete(row)
    db.session.flush()
    db.session.execute(delete(Grant).where(Grant.game_id.in_([game.id for game in games])))
    db.session.expire(turn)
    for row in (*games, turn):
        db.session.delete(row)
    db.session.flush()
    db.session.refresh(evening, ["rounds"])
