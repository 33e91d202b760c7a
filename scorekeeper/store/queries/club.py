"""What is asked of the store about accounts and clubs."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import contains_eager, joinedload

from scorekeeper.store.base import db
from scorekeeper.store.tables.club import Account, Club, LogEntry, Member
from scorekeeper.store.tables.club_rules import ClubRules
from scorekeeper.store.tables.game import Game
from scorekeeper.store.tables.night import Night, NightTable, Round
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
    """An account's place in a club, also one that it has left."""
    query = select(Member).where(Member.club_id == club_id, Member.account_id == account_id)
    return db.session.scalar(query.options(joinedload(Member.club)))


def memberships(account_id: str) -> list[Member]:
    """An account's places in all its clubs, in the order of their names."""
    query = select(Member).join(Club).where(Member.account_id == account_id, Member.left_at.is_(None))
    return list(db.session.scalars(query.options(joinedload(Member.club)).order_by(Club.name, Club.id)))


def clubs_with_sizes() -> list[tuple[Club, int]]:
    """Every club and how many people are on its list."""
    present = func.count(Member.id).filter(Member.left_at.is_(None), Member.waiting_at.is_(None))
    query = select(Club, present).outerjoin(Member).group_by(Club.id).order_by(Club.name, Club.id)
    return [(club, size) for club, size in db.session.execute(query)]


def log_entries(club_id: str, most: int, about: tuple[str, str] | None = None) -> list[LogEntry]:
    """The latest decisions of a club, or those about one thing (its kind and which)."""
    query = select(LogEntry).where(LogEntry.club_id == club_id)
    if about:
        query = query.where(LogEntry.kind == about[0], LogEntry.about == about[1])
    return list(db.session.scalars(query.order_by(LogEntry.id.desc()).limit(most)))


def tables_of(club_id: str) -> list[tuple[NightTable, Game]]:
    """Every table of a club at which a game was started."""
    query = select(NightTable, Game).join(Game).join(Round).join(Night).where(Night.club_id == club_id)
    return [(seating, game) for seating, game in db.session.execute(query)]


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
