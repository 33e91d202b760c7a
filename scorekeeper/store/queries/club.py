"""Queries about accounts and clubs, for the pages of a club, merging members, and club files."""

from __future__ import annotations

from sqlalchemy import func, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import contains_eager, joinedload

from scorekeeper.store.base import db
from scorekeeper.store.tables.club import Account, Club, ClubRules, LogEntry, Member
from scorekeeper.store.tables.event import Bye, EntrantMember, Event, EventTable, Round, Seat
from scorekeeper.store.tables.game import Game
from scorekeeper.store.transaction import begin_writing


def account_by_name(folded_name: str) -> Account | None:
    """The account of this name."""
    return db.session.scalar(select(Account).where(Account.folded_name == folded_name))


def add_account(account: Account) -> bool:
    """Add an account; false if its name is taken."""
    begin_writing()
    db.session.add(account)
    try:
        db.session.commit()
    except IntegrityError:
        db.session.rollback()
        return False
    return True


def membership(club_id: str, account_id: str) -> Member | None:
    """An account's membership of a club, even if it has left."""
    query = select(Member).where(Member.club_id == club_id, Member.account_id == account_id)
    return db.session.scalar(query.options(joinedload(Member.club)))


def memberships(account_id: str) -> list[Member]:
    """An account's current memberships, in the order of the clubs' names."""
    query = select(Member).join(Club).where(Member.account_id == account_id, Member.left_at.is_(None))
    return list(db.session.scalars(query.options(joinedload(Member.club)).order_by(Club.name, Club.id)))


def clubs_with_sizes() -> list[tuple[Club, int]]:
    """Every club and how many people are on its list."""
    present = func.count(Member.id).filter(Member.left_at.is_(None), Member.waiting_at.is_(None))
    query = select(Club, present).outerjoin(Member).group_by(Club.id).order_by(Club.name, Club.id)
    return [(club, size) for club, size in db.session.execute(query)]


def log_entries(club_id: str, most: int, about: tuple[str, str] | None = None) -> list[LogEntry]:
    """The latest entries of a club's log, or those about one thing (its kind and id)."""
    query = select(LogEntry).where(LogEntry.club_id == club_id)
    if about:
        query = query.where(LogEntry.kind == about[0], LogEntry.about == about[1])
    return list(db.session.scalars(query.order_by(LogEntry.id.desc()).limit(most)))


def tables_of(club_id: str) -> list[tuple[EventTable, Game]]:
    """Every table of a club at which a game was started."""
    query = select(EventTable, Game).join(Game).join(Round).join(Event).where(Event.club_id == club_id)
    return [(table, game) for table, game in db.session.execute(query)]


def events_with(member_id: int) -> list[Event]:
    """The events in which a member takes part, in order of time."""
    names = select(Member.id).where(or_(Member.id == member_id, Member.same_as == member_id))
    query = select(Event).where(Event.people.any(EntrantMember.member_id.in_(names)))
    return list(db.session.scalars(query.order_by(Event.date, Event.id)))


def rounds_with(member_id: int) -> list[Round]:
    """The rounds in which a member, or a name merged into it, sat at a table, had a substitute or sat out."""
    names = select(Member.id).where(or_(Member.id == member_id, Member.same_as == member_id))
    seats = select(EventTable.round_id).join(Seat, Seat.table_id == EventTable.id)
    seats = seats.where(or_(Seat.member_id.in_(names), Seat.instead_of.in_(names)))
    byes = select(Bye.round_id).where(Bye.member_id.in_(names))
    query = select(Round).join(Event).where(or_(Round.id.in_(seats), Round.id.in_(byes)), Round.started_at.is_not(None))
    return list(db.session.scalars(query.order_by(Event.date, Event.id, Round.number)))


def rules_of_club(club_id: str, slug: str | None = None) -> list[ClubRules]:
    """The rules that a club has saved, of all games or of one, by game and name."""
    query = select(ClubRules).where(ClubRules.club_id == club_id).order_by(ClubRules.slug, ClubRules.name)
    return list(db.session.scalars(query if slug is None else query.where(ClubRules.slug == slug)))


def rules_of_clubs(account_id: str, slug: str) -> list[ClubRules]:
    """The rules of a game that the clubs of an account have saved, by club and name."""
    query = select(ClubRules).join(ClubRules.club).join(Member, Member.club_id == Club.id)
    mine = query.where(Member.account_id == account_id, Member.left_at.is_(None), ClubRules.slug == slug)
    by_club = mine.order_by(Club.name, Club.id, ClubRules.name)
    return list(db.session.scalars(by_club.options(contains_eager(ClubRules.club))))
