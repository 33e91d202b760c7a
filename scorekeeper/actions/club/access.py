"""Who may do what in a club, and the log in which every decision stays.

Everybody on the list may look, check in, confirm and protest; a scorer may also run club nights and
score; an organizer may do everything. Whoever is not on the list learns nothing of the club.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.actions.table.access import NotFoundError
from scorekeeper.store import Club, LogEntry, db
from scorekeeper.store import Member as Member
from scorekeeper.store.queries.club import log_entries, membership
from scorekeeper.store.tables.club import MEMBER, ORGANIZER, ROLES, SCORER

#: The most decisions that one page shows.
LOG_PAGE = 200


class NotYoursError(PermissionError):
    """Somebody of the club wanted what needs a higher role; the role is what it says."""


@dataclass(frozen=True)
class Place:
    """A club as one of its people sees it."""

    club: Club
    me: Member

    @property
    def organizes(self) -> bool:
        """May do everything."""
        return self.me.role == ORGANIZER

    @property
    def scores(self) -> bool:
        """May run nights and score."""
        return self.me.role in (ORGANIZER, SCORER)

    @property
    def people(self) -> list[Member]:
        """Everybody on the list today, in the order of their names."""
        return sorted((each for each in self.club.members if each.left_at is None), key=by_name)

    @property
    def former(self) -> list[Member]:
        """Everybody who has left and is not forgotten."""
        gone = (each for each in self.club.members if each.left_at is not None and not each.erased)
        return sorted(gone, key=by_name)

    def member(self, member_id: int) -> Member:
        """Somebody who is or was on the list."""
        found = next((each for each in self.club.members if each.id == member_id), None)
        if found is None:
            raise NotFoundError(str(member_id))
        return found


def by_name(member: Member) -> tuple[str, int]:
    """Puts members in the order of their names."""
    return member.name.casefold(), member.id


def in_club(account_id: str, club_id: str, role: str = MEMBER) -> Place:
    """The club, if this account is on its list with at least this role."""
    me = membership(club_id, account_id) if account_id else None
    if me is None or me.left_at is not None:
        raise NotFoundError(club_id)
    if ROLES.index(me.role) > ROLES.index(role):
        raise NotYoursError(role)
    return Place(me.club, me)


def log(place: Place, kind: str, *said: str | int, about: str | int | None = None) -> None:
    """Note a decision: text, and ids of members in the place of their names. The caller commits."""
    entry_of(place.club.id, kind, *said, about=about, by=place.me.id)


def entry_of(club_id: str, kind: str, *said: str | int, about: str | int | None, by: int | None) -> None:
    """The same where nobody of the club decided, but the command line."""
    which = None if about is None else str(about)
    db.session.add(LogEntry(club_id=club_id, kind=kind, about=which, said=list(said), member_id=by))


@dataclass(frozen=True)
class Said:
    """A decision to read."""

    words: str
    by: str
    at: datetime


def decisions(place: Place, most: int = LOG_PAGE, about: tuple[str, str] | None = None) -> list[Said]:
    """The latest decisions first, with the names as they are today."""
    names = {each.id: each.name for each in place.club.members}
    return [
        Said(
            "".join(part if isinstance(part, str) else names.get(part, "?") for part in entry.said),
            names.get(entry.member_id or 0, "The command line"),
            entry.at,
        )
        for entry in log_entries(place.club.id, most, about)
    ]
