"""Queries about events, announcements and calendar feeds."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from sqlalchemy import Select, bindparam, delete, func, or_, select, update
from sqlalchemy.orm import joinedload, selectinload

from scorekeeper.store.base import db
from scorekeeper.store.queries.game import load_versions, mark_changed
from scorekeeper.store.tables.calendar import Announcement, SignUp
from scorekeeper.store.tables.club import Club, LogEntry, Member
from scorekeeper.store.tables.event import Entrant, EntrantMember, Event, EventTable, Round, Seat
from scorekeeper.store.tables.game import Game, Grant, now
from scorekeeper.store.tables.result import Confirmation, GameResult, Placing, Protest
from scorekeeper.store.tables.season import Season

#: Nights that are neither closed nor deleted.
IS_OPEN = (Event.closed_at.is_(None), Event.deleted_at.is_(None))


def whole_event(event_id: str) -> Event | None:
    """An event with its people, rounds, tables and games, unless it is deleted."""
    tables = selectinload(Event.all_rounds).selectinload(Round.tables)
    query = (
        select(Event)
        .where(Event.id == event_id, Event.deleted_at.is_(None))
        .options(
            # All members of the club once, so that seats, byes and people find theirs without a query.
            joinedload(Event.club).selectinload(Club.members),
            joinedload(Event.season),
            selectinload(Event.entrants).selectinload(Entrant.members),
            selectinload(Event.people),
            selectinload(Event.all_rounds).selectinload(Round.byes),
            tables.selectinload(EventTable.chairs).lazyload(Seat.member),
            tables.joinedload(EventTable.game).selectinload(Game.disputes),
        )
    )
    event = db.session.scalar(query)
    if event is not None:
        load_versions([table.game for table in event.tables if table.game is not None])
    return event


def event_by_link(key: str) -> str | None:
    """The id of the open event to which a check-in link leads."""
    return db.session.scalar(select(Event.id).where(Event.checkin_key == key, *IS_OPEN))


def event_by_screen(key: str) -> str | None:
    """The id of the open event that a big screen shows."""
    return db.session.scalar(select(Event.id).where(Event.screen_key == key, *IS_OPEN))


def public_event(key: str) -> Event | None:
    """The event with this key of a public summary."""
    query = select(Event).where(Event.public_key == key, Event.deleted_at.is_(None))
    return db.session.scalar(query.options(joinedload(Event.club), joinedload(Event.season)))


def events_of_club(club_id: str, most: int, contests: bool = False) -> list[Event]:
    """A club's nights, or its tournaments, the latest first."""
    where = (Event.club_id == club_id, Event.slug.is_not(None), Event.deleted_at.is_(None))
    query = select(Event).where(*where, Event.plan.is_not(None) if contests else Event.plan.is_(None))
    return list(db.session.scalars(query.order_by(Event.date.desc(), Event.created_at.desc()).limit(most)))


def open_events(account_id: str, device_id: str, since: dt.date) -> list[Event]:
    """The open events of an account's clubs and those at which a device checked in, the latest first."""
    phone = (
        select(EntrantMember)
        .join(Member)
        .where(EntrantMember.event_id == Event.id, EntrantMember.device_id == device_id, Member.waiting_at.is_(None))
    )
    clubs = select(Member.club_id).where(Member.account_id == account_id, Member.left_at.is_(None))
    query = select(Event).where(*IS_OPEN, Event.slug.is_not(None), Event.date >= since)
    query = query.where(or_(phone.exists(), Event.club_id.in_(clubs))).options(joinedload(Event.club))
    return list(db.session.scalars(query.order_by(Event.created_at.desc())))


def open_seasons(club_id: str, date: dt.date | None = None) -> list[Season]:
    """Seasons of a club that are neither closed, archived nor deleted, the latest first; of a date, if one is given."""
    shown = (Season.closed_at.is_(None), Season.archived_at.is_(None), Season.deleted_at.is_(None))
    query = select(Season).where(Season.club_id == club_id, *shown)
    if date is not None:
        query = query.where(Season.starts <= date, Season.ends >= date)
    return list(db.session.scalars(query.order_by(Season.starts.desc(), Season.id)))


def speaks_for(event_id: str, device_id: str) -> EntrantMember | None:
    """The person who checked in by this device."""
    query = select(EntrantMember).where(EntrantMember.event_id == event_id, EntrantMember.device_id == device_id)
    return db.session.scalar(query.options(joinedload(EntrantMember.member)))


#: Made once, because every save at an event asks it.
EVENT_TABLE = (
    select(EventTable)
    .where(EventTable.game_id == bindparam("game"))
    .options(joinedload(EventTable.round).joinedload(Round.event).joinedload(Event.season))
)


def event_table_of(game_id: str) -> EventTable | None:
    """The table of an event at which this game is played."""
    return db.session.scalar(EVENT_TABLE, {"game": game_id})


def event_moved(game_id: str) -> None:
    """Count a change of the event to which a game belongs, if it belongs to one; the caller commits."""
    its = select(Round.event_id).join(EventTable).where(EventTable.game_id == game_id).scalar_subquery()
    db.session.execute(
        update(Event).where(Event.id == its).values(revision=Event.revision + 1),
        execution_options={"synchronize_session": False},
    )


def results_of(event_id: str) -> dict[str, GameResult]:
    """The results of an event by the ids of their games, with confirmations and protests."""
    query = select(GameResult).where(GameResult.event_id == event_id)
    parts = (GameResult.placings, GameResult.confirmations, GameResult.protests)
    query = query.options(*map(selectinload, parts))
    return {result.game_id: result for result in db.session.scalars(query)}


def forget_confirmations(game_id: str) -> None:
    """Forget who accepted the result of a game, because other people played it. The caller commits."""
    its = select(GameResult.id).where(GameResult.game_id == game_id).scalar_subquery()
    db.session.execute(delete(Confirmation).where(Confirmation.result_id == its))


def delete_tables(tables: Sequence[EventTable], keep: bool = False) -> None:
    """Delete the games of tables, with the tables or without; and rounds without tables. The caller commits.

    Games at which something was entered stay with the phones that entered it, as deleted ones.
    """
    rounds, games = {table.round for table in tables}, [table.game for table in tables if table.game is not None]
    event = tables[0].round.event if tables else None
    touched = [game for game in games if game.versions or game.disputes or game.names_number]
    unused = [game for game in games if game not in touched]
    for table in [*tables]:
        table.game = None
        if not keep:
            db.session.delete(table)
            table.round.tables.remove(table)
    db.session.flush()
    _delete_results([game.id for game in games])
    db.session.execute(delete(Grant).where(Grant.game_id.in_([game.id for game in unused])))
    for game in touched:
        game.deleted_at = now()
        mark_changed(game)
    for row in (*unused, *(own for own in rounds if not own.tables)):
        db.session.delete(row)
    db.session.flush()
    if event is not None:
        db.session.refresh(event, ["all_rounds"])


def _delete_results(game_ids: Sequence[str]) -> None:
    """Delete the results of games, with their confirmations and protests."""
    results = select(GameResult.id).where(GameResult.game_id.in_(game_ids)).scalar_subquery()
    for table in (Confirmation, Protest, Placing):
        db.session.execute(delete(table).where(table.result_id.in_(results)))
    db.session.execute(delete(GameResult).where(GameResult.game_id.in_(game_ids)))


def _announcements(club_id: str) -> Select[Announcement]:
    """The announced nights of a club, the first one first."""
    query = select(Announcement).where(Announcement.club_id == club_id)
    return query.order_by(Announcement.date, Announcement.starts, Announcement.id)


WITH_SIGN_UPS = selectinload(Announcement.sign_ups).joinedload(SignUp.member)


def announcements_since(club_id: str, date: dt.date, most: int) -> list[Announcement]:
    """The announced nights of a club from a day on, the next one first, with their sign-ups."""
    query = _announcements(club_id).where(Announcement.date >= date).limit(most)
    return list(db.session.scalars(query.options(WITH_SIGN_UPS)))


def next_announcement(club_id: str, since: dt.date) -> Announcement | None:
    """The first announced night from a day on that was not canceled."""
    query = _announcements(club_id).where(Announcement.date >= since, Announcement.canceled_at.is_(None))
    return db.session.scalar(query.limit(1))


def announcements_on(club_id: str, date: dt.date) -> list[Announcement]:
    """The announced nights of one day that were not canceled, with their sign-ups."""
    query = _announcements(club_id).where(Announcement.date == date, Announcement.canceled_at.is_(None))
    return list(db.session.scalars(query.options(WITH_SIGN_UPS)))


def delete_sign_ups(member_id: int) -> None:
    """Delete a member's answers to announcements. The caller commits."""
    db.session.execute(delete(SignUp).where(SignUp.member_id == member_id))


def club_of_feed(key: str) -> Club | None:
    """The club whose calendar feed has this key."""
    return db.session.scalar(select(Club).where(Club.calendar_key == key))


def member_of_feed(key: str) -> Member | None:
    """The member whose calendar feed has this key."""
    query = select(Member).where(Member.calendar_key == key, Member.left_at.is_(None), Member.account_id.is_not(None))
    return db.session.scalar(query)


def club_by_table_key(key: str) -> Club | None:
    """The club of a table code."""
    return db.session.scalar(select(Club).where(Club.table_key == key))


def events_with_tables(club_id: str, since: dt.date) -> list[Event]:
    """The events of these days with their rounds and tables: open ones first, then the latest."""
    held = (Event.club_id == club_id, Event.slug.is_not(None), Event.deleted_at.is_(None))
    query = select(Event).where(*held, Event.date >= since)
    tables = selectinload(Event.all_rounds).selectinload(Round.tables).joinedload(EventTable.game)
    order = (Event.closed_at.is_not(None), Event.created_at.desc())
    return list(db.session.scalars(query.options(tables).order_by(*order)))


def tables_of_latest_event(club_id: str) -> int:
    """The highest number of a table at the club's latest event that had tables."""
    query = select(func.max(EventTable.number)).join(Round).join(Event)
    query = query.where(Event.club_id == club_id, Event.deleted_at.is_(None))
    return db.session.scalar(query.group_by(Event.id).order_by(Event.date.desc(), Event.id).limit(1)) or 0


def last_entry_of(club_id: str) -> int:
    """The number of the latest entry of a club's log."""
    return db.session.scalar(select(func.max(LogEntry.id)).where(LogEntry.club_id == club_id)) or 0
