"""Access to a club night.

Every member of the club sees it; a scorer or organizer runs it; a phone that checked in speaks for
its person on that night only. To everybody else the night does not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from typing import Concatenate, ParamSpec, TypeVar

from werkzeug.utils import cached_property

from scorekeeper.actions.club.access import ClubAccess, by
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError, NotYoursError, Refusal
from scorekeeper.store import GameResult, LogEntry, Member, Night, NightTable, Presence, Round, db
from scorekeeper.store.queries.club import membership
from scorekeeper.store.queries.night import night_by_screen, results_of, speaks_for, whole_night
from scorekeeper.store.tables.club import MEMBER, ORGANIZER, ROLES, SCORER
from scorekeeper.store.transaction import begin_writing

#: The lowest role that may run a night.
RUNNER = SCORER
CLOSED = Refusal(("This night is closed. Reopen it to make changes.",))
SEASON_CLOSED = Refusal(("The season of this night is closed, so its results can no longer change.",))

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class Visitor:
    """Who asks: the account signed in, and the phone."""

    account_id: str
    device_id: str


@dataclass(frozen=True)
class NightAccess:
    """A club night as one of its people may see it; an action uses it within the request that loaded it."""

    night: Night
    me: Member
    role: str
    visitor: Visitor

    @property
    def runs(self) -> bool:
        """May draw rounds and check people in."""
        return self.role in (ORGANIZER, RUNNER)

    @property
    def organizes(self) -> bool:
        """May decide protests."""
        return self.role == ORGANIZER

    @property
    def closed(self) -> bool:
        """The night is over."""
        return self.night.closed_at is not None

    @property
    def is_final(self) -> bool:
        """The season of the night is closed: its results stay."""
        return self.night.season is not None and self.night.season.closed_at is not None

    def require(self, role: str) -> None:
        """Refuse somebody whose role is lower."""
        if ROLES.index(self.role) > ROLES.index(role):
            raise NotYoursError(role)

    @property
    def club(self) -> ClubAccess:
        """The club."""
        return ClubAccess(self.night.club, self.me)

    @property
    def present(self) -> list[Presence]:
        """Everybody who is here now, in an order drawn by lot for tonight, without newcomers at the door."""
        here = (presence for presence in self.night.presences if presence.left_at is None)
        return sorted((presence for presence in here if presence.member.waiting_at is None), key=self.lot)

    @cached_property
    def names(self) -> dict[int, str]:
        """Everybody's name by id, including people who left the club."""
        return {member.id: member.name for member in self.night.club.members}

    @cached_property
    def results(self) -> dict[str, GameResult]:
        """The stored results of the night by game."""
        return results_of(self.night.id)

    @property
    def current_round(self) -> Round | None:
        """The round being played, or played last."""
        return self.night.rounds[-1] if self.night.rounds else None

    def lot(self, presence: Presence) -> str:
        """A sort key that differs from night to night and stays the same all night."""
        return sha256(f"{self.night.id}:{presence.member_id}".encode()).hexdigest()

    def presence(self, member_id: int) -> Presence | None:
        """Somebody's presence, also if the person has left."""
        return next((presence for presence in self.night.presences if presence.member_id == member_id), None)

    def table(self, table_id: int) -> NightTable:
        """A table of tonight."""
        for night_round in self.night.rounds:
            for table in night_round.tables:
                if table.id == table_id:
                    return table
        raise NotFoundError(str(table_id))

    def log(self, *sentence: str | int) -> LogEntry:
        """Log a decision and count it as a change; the caller commits."""
        self.mark_changed()
        return write_log(self.club, "night", *sentence, about=self.night.id)

    def mark_changed(self) -> None:
        """Count a change, so that the big screen knows that it is out of date."""
        self.night.revision += 1


def sitting_out(night_round: Round) -> list[int]:
    """Members who sit a round out and do not play for somebody else."""
    seated = {member for table in night_round.tables for member in (*table.seats, *table.played)}
    return [bye.member_id for bye in night_round.byes if bye.member_id not in seated]


def require_night(visitor: Visitor, night_id: str, role: str = MEMBER) -> NightAccess:
    """The night with its rounds and games, if the visitor may see it with at least this role."""
    night = whole_night(night_id)
    if night is None or night.slug is None:
        # Imported games of a day have no night to run.
        raise NotFoundError(night_id)
    access = _access(night, visitor)
    access.require(role)
    return access


def require_screen(key: str) -> NightAccess:
    """The night that a big screen shows by its key, as a member without a name sees it."""
    night_id = night_by_screen(key)
    night = whole_night(night_id) if night_id else None
    if night is None:
        raise NotFoundError(key)
    return NightAccess(night, Member(id=0, name=""), MEMBER, Visitor("", ""))


def require_night_to_change(visitor: Visitor, night_id: str, role: str = MEMBER) -> NightAccess:
    """The same, loaded under the write lock, for an action that changes it."""
    begin_writing()
    return require_night(visitor, night_id, role)


def require_night_row(visitor: Visitor, night_id: str) -> NightAccess:
    """The night if the visitor may see it; only its own row is read."""
    night = db.session.get(Night, night_id)
    if night is None or night.deleted_at is not None:
        raise NotFoundError(night_id)
    return _access(night, visitor)


def _access(night: Night, visitor: Visitor) -> NightAccess:
    me = membership(night.club_id, visitor.account_id) if visitor.account_id else None
    if me is not None and me.left_at is None:
        return NightAccess(night, me, me.role, visitor)
    # A phone that checked in, without an account.
    presence = speaks_for(night.id, visitor.device_id) if visitor.device_id else None
    if presence is None or presence.member.left_at is not None or presence.member.waiting_at is not None:
        raise NotFoundError(night.id)
    return NightAccess(night, presence.member, MEMBER, visitor)


def by_runner(action: Callable[Concatenate[NightAccess, P], R]) -> Callable[Concatenate[NightAccess, P], R | Refusal]:
    """Let only scorers and organizers do this, while the night is open; see `by`."""

    @by(RUNNER)
    @wraps(action)
    def act(access: NightAccess, /, *args: P.args, **kwargs: P.kwargs) -> R | Refusal:
        return CLOSED if access.closed else action(access, *args, **kwargs)

    return act
