"""Founding a club, its name, its invitation, and coming in by it."""

from __future__ import annotations

from scorekeeper.actions.club.access import ClubAccess, require_member, require_organizer
from scorekeeper.actions.club.log import write_entry, write_log
from scorekeeper.actions.club.members import name_for, unclaimed
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import new_key, same_key
from scorekeeper.actions.names import LONGEST_CLUB, clean_name
from scorekeeper.store import Account, Club, Member, db
from scorekeeper.store.queries.club import clubs_with_sizes, membership, memberships
from scorekeeper.store.tables.club import MEMBER, ORGANIZER
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import writes


def mine(account_id: str) -> list[ClubAccess]:
    """The clubs of an account."""
    return [ClubAccess(member.club, member) for member in memberships(account_id)]


def every() -> list[tuple[Club, int]]:
    """Every club there is with its size; for the command line."""
    return clubs_with_sizes()


@writes
def found(account_id: str, name: str) -> Club | Refusal:
    """A new club; whoever founds it organizes it."""
    account = db.session.get(Account, account_id)
    if account is None:
        raise NotFoundError(account_id)
    tidy = clean_name(name, LONGEST_CLUB)
    if isinstance(tidy, Refusal):
        return tidy
    club = Club(id=new_key(), name=tidy)
    founder = Member(club=club, name=account.name, account=account, role=ORGANIZER)
    db.session.add_all([club, founder])
    db.session.flush()
    write_log(ClubAccess(club, founder), "club", founder.id, f" founded {tidy}.")
    db.session.commit()
    return club


@writes
def rename(account_id: str, club_id: str, name: str) -> Refusal | None:
    """Give the club another name."""
    place = require_organizer(account_id, club_id)
    tidy = clean_name(name, LONGEST_CLUB)
    if isinstance(tidy, Refusal):
        return tidy
    write_log(place, "club", f"{place.club.name} is now called {tidy}.")
    place.club.name = tidy
    db.session.commit()
    return None


def invitation(account_id: str, club_id: str) -> ClubAccess:
    """The club, if this account may see its invitation."""
    return require_organizer(account_id, club_id)


@writes
def invite(account_id: str, club_id: str) -> None:
    """Make an invitation link; an older one no longer works."""
    place = require_organizer(account_id, club_id)
    old = place.club.invite_key
    write_log(place, "invitation", "The invitation link was made anew." if old else "An invitation link was made.")
    place.club.invite_key = new_key()
    db.session.commit()


@writes
def revoke(account_id: str, club_id: str) -> None:
    """Take the invitation back."""
    place = require_organizer(account_id, club_id)
    if place.club.invite_key is not None:
        write_log(place, "invitation", "The invitation link was taken back.")
        place.club.invite_key = None
        db.session.commit()


def invited(club_id: str, key: str) -> Club:
    """The club whose invitation this is."""
    club = db.session.get(Club, club_id)
    if club is None or club.invite_key is None or not same_key(key, club.invite_key):
        raise NotFoundError(club_id)
    return club


@writes
def join(account_id: str, club_id: str, key: str, claimed: int | None, name: str) -> Member | Refusal:
    """Come in by the invitation: as a name on the list that nobody has claimed, or under a new one."""
    club, account = invited(club_id, key), db.session.get(Account, account_id)
    if account is None:
        raise NotFoundError(account_id)
    known = membership(club_id, account_id)
    if known is not None:
        return _returned(known)
    return _claimed(club, account, claimed) if claimed is not None else _joined(club, account, name)


def _returned(member: Member) -> Member:
    """Already on the list, or on it once more."""
    if member.left_at is not None:
        member.left_at, member.role = None, MEMBER
        write_entry(member.club_id, "member", member.id, " came back by the invitation.", about=member.id, by=member.id)
        db.session.commit()
    return member


def _claimed(club: Club, account: Account, member_id: int) -> Member | Refusal:
    member = next((each for each in unclaimed(club) if each.id == member_id), None)
    if member is None:
        return Refusal(("Somebody has claimed this name already. If it is yours, ask an organizer to release it.",))
    member.account = account
    write_entry(club.id, "member", member.id, " claimed the name by the invitation.", about=member.id, by=member.id)
    db.session.commit()
    return member


def _joined(club: Club, account: Account, name: str) -> Member | Refusal:
    tidy = name_for(club, name)
    if isinstance(tidy, Refusal):
        return tidy
    member = Member(club=club, name=tidy, account=account)
    db.session.add(member)
    db.session.flush()
    write_entry(club.id, "member", member.id, " joined by the invitation.", about=member.id, by=member.id)
    db.session.commit()
    return member


@writes
def leave(account_id: str, club_id: str) -> Refusal | None:
    """Leave a club; the games stay, and so does the name in them."""
    place = require_member(account_id, club_id)
    if place.may_organize and sum(each.role == ORGANIZER for each in place.members) == 1:
        return Refusal(("You are the only organizer. Make somebody else organizer first, then you can leave.",))
    place.me.left_at, place.me.role = now(), MEMBER
    write_log(place, "member", place.me.id, " left the club.", about=place.me.id)
    db.session.commit()
    return None


@writes
def appoint(club_id: str, account: Account) -> Member:
    """Make an account organizer of a club, whoever is; for the command line."""
    club = db.session.get(Club, club_id)
    if club is None:
        raise NotFoundError(club_id)
    member = membership(club_id, account.id) or Member(club=club, name=account.name, account=account)
    db.session.add(member)
    member.role, member.left_at = ORGANIZER, None
    db.session.flush()
    write_entry(club_id, "member", member.id, " was made organizer.", about=member.id, by=None)
    db.session.commit()
    return member
