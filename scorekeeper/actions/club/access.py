"""Roles in a club.

Every member may look, check in, confirm and protest; a scorer may also run club nights and score;
an organizer may do everything. To everybody else the club does not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from scorekeeper.actions.errors import NotFoundError, NotYoursError, Refusal
from scorekeeper.store import Club, db
from scorekeeper.store import Member as Member
from scorekeeper.store.queries.club import membership
from scorekeeper.store.tables.club import MEMBER, ORGANIZER, ROLES, SCORER
from scorekeeper.store.transaction import begin_writing


@dataclass(frozen=True)
class ClubAccess:
    """A club as one of its members may see it."""

    club: Club
    me: Member

    @property
    def may_organize(self) -> bool:
        """Whether this member may do everything."""
        return self.me.role == ORGANIZER

    @property
    def may_score(self) -> bool:
        """Whether this member may run nights and score."""
        return self.me.role in (ORGANIZER, SCORER)

    @property
    def members(self) -> list[Member]:
        """Everybody on the list today, by name."""
        return sorted((member for member in self.club.listed_members if member.left_at is None), key=by_name)

    @property
    def former_members(self) -> list[Member]:
        """Everybody who has left and is neither erased nor merged, by name."""
        former = (member for member in self.club.listed_members if member.left_at is not None and not member.retired)
        return sorted(former, key=by_name)

    def member(self, member_id: int) -> Member:
        """Somebody who is or was on the list."""
        for member in self.club.members:
            if member.id == member_id:
                return member
        raise NotFoundError(str(member_id))

    def require(self, role: str) -> None:
        """Refuse former members, and members whose role is lower."""
        if self.me.left_at is not None or self.me.account_id is None:
            raise NotFoundError(self.club.id)
        if ROLES.index(self.me.role) > ROLES.index(role):
            raise NotYoursError(role)


def by_name(member: Member) -> tuple[str, int]:
    """The sort key that orders members by name."""
    return member.name.casefold(), member.id


def require_member(account_id: str, club_id: str) -> ClubAccess:
    """The club, if this account is on its list."""
    return require_role(account_id, club_id, MEMBER)


def require_organizer(account_id: str, club_id: str) -> ClubAccess:
    """The club, if this account organizes it."""
    return require_role(account_id, club_id, ORGANIZER)


def require_role(account_id: str, club_id: str, role: str) -> ClubAccess:
    """The club, if this account is on its list with at least this role."""
    me = membership(club_id, account_id) if account_id else None
    if me is None:
        raise NotFoundError(club_id)
    access = ClubAccess(me.club, me)
    access.require(role)
    return access


def command_line_access(club_id: str) -> ClubAccess:
    """The club with all rights, for the command line; the log names no member."""
    club = db.session.get(Club, club_id)
    if club is None:
        raise NotFoundError(club_id)
    return ClubAccess(club, Member(role=ORGANIZER, account_id=""))


class Access(Protocol):
    """Something of a club as one of its members may see it."""

    def require(self, role: str) -> None:
        """Refuse a member whose role is lower."""


A = TypeVar("A", bound=Access)
P = ParamSpec("P")
R = TypeVar("R")
Action = Callable[Concatenate[A, P], R]


def by(role: str) -> Callable[[Action[A, P, R]], Action[A, P, R]]:
    """Let members with at least this role do this, in a writing transaction that is committed unless it is refused."""

    def decorate(action: Action[A, P, R]) -> Action[A, P, R]:
        @wraps(action)
        def act(access: A, /, *args: P.args, **kwargs: P.kwargs) -> R:
            begin_writing()
            access.require(role)
            result = action(access, *args, **kwargs)
            if not isinstance(result, Refusal):
                db.session.commit()
            return result

        return act

    return decorate
