"""The invitation link of a club, and joining by it."""

from __future__ import annotations

import datetime as dt

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.club.log import write_entry, write_log
from scorekeeper.actions.club.members import name_for, unclaimed_members
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import new_key, same_key
from scorekeeper.store import Account, Club, Member, db
from scorekeeper.store.queries.club import membership
from scorekeeper.store.tables.club import MEMBER, ORGANIZER
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import writes

#: An invitation link works for so long after it was made or renewed.
LIFETIME = dt.timedelta(days=30)


def invited_until(club: Club) -> dt.datetime | None:
    """When the invitation link ends or ended; None if there is none."""
    return club.invited_at + LIFETIME if club.invite_key is not None and club.invited_at is not None else None


def is_inviting(club: Club) -> bool:
    """Whether there is an invitation link that still works."""
    until = invited_until(club)
    return until is not None and now() < until


@writes
def invite(access: ClubAccess) -> None:
    """Make an invitation link; an older one no longer works."""
    access.require(ORGANIZER)
    old = access.club.invite_key
    write_log(access, "invitation", "The invitation link was reset." if old else "An invitation link was created.")
    access.club.invite_key, access.club.invited_at = new_key(), now()
    db.session.commit()


@writes
def renew_invitation(access: ClubAccess) -> None:
    """Let the link that people already have work for another month."""
    access.require(ORGANIZER)
    if access.club.invite_key is None:
        raise NotFoundError(access.club.id)
    access.club.invited_at = now()
    write_log(access, "invitation", "The invitation link was renewed.")
    db.session.commit()


@writes
def revoke_invitation(access: ClubAccess) -> None:
    """Revoke the invitation link."""
    access.require(ORGANIZER)
    if access.club.invite_key is not None:
        write_log(access, "invitation", "The invitation link was turned off.")
        access.club.invite_key = None
        db.session.commit()


def inviting_club(club_id: str, key: str) -> Club:
    """The club that this invitation link leads to."""
    club = db.session.get(Club, club_id)
    if club is None or club.invite_key is None or not same_key(key, club.invite_key) or not is_inviting(club):
        raise NotFoundError(club_id)
    return club


@writes
def join_club(account_id: str, club_id: str, key: str, member_id: int | None, name: str) -> Member | Refusal:
    """Join by the invitation link: as a name on the list that nobody has claimed, or under a new one."""
    club, account = inviting_club(club_id, key), db.session.get(Account, account_id)
    if account is None:
        raise NotFoundError(account_id)
    member = membership(club_id, account_id)
    if member is not None:
        return _rejoin(member)
    return _claim(club, account, member_id) if member_id is not None else _join(club, account, name)


def _rejoin(member: Member) -> Member:
    """Put a former member on the list again; a present one stays as they are."""
    if member.left_at is not None:
        member.left_at, member.role = None, MEMBER
        _log_joining(member, " rejoined with the invitation link.")
    return member


def _claim(club: Club, account: Account, member_id: int) -> Member | Refusal:
    member = next((member for member in unclaimed_members(club) if member.id == member_id), None)
    if member is None:
        return Refusal(("Someone has already claimed this name. If it is yours, ask an organizer to release it.",))
    member.account = account
    _log_joining(member, " claimed their name with the invitation link.")
    return member


def _join(club: Club, account: Account, name: str) -> Member | Refusal:
    tidy = name_for(club, name)
    if isinstance(tidy, Refusal):
        return tidy
    member = Member(club=club, name=tidy, account=account)
    db.session.add(member)
    db.session.flush()
    _log_joining(member, " joined with the invitation link.")
    return member


def _log_joining(member: Member, how: str) -> None:
    write_entry(member.club_id, "member", member.id, how, about=member.id, by=member.id)
    db.session.commit()
