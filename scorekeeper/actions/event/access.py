"""Access to an event: a club night or a tournament.

Every member of the club sees it; a scorer or organizer runs it; a phone that checked in speaks for
its person at that event only. To everybody else the event does not exist.
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
from scorekeeper.actions.keys import same_key
from scorekeeper.league.codec import read_plan
from scorekeeper.league.contest import Plan
from scorekeeper.store import Club, EntrantMember, Event, EventTable, GameResult, LogEntry, Member, Round, db
from scorekeeper.store.queries.club import membership
from scorekeeper.store.queries.event import event_by_screen, public_event, results_of, speaks_for, whole_event
from scorekeeper.store.tables.club import MEMBER, ORGANIZER, ROLES, SCORER
from scorekeeper.store.transaction import begin_writing

#: The lowest role that may run an event.
RUNNER = SCORER
SEASON_CLOSED = Refusal(("The season is closed, so these results can no longer change.",))

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class Visitor:
    """Who asks: the account signed in, and the phone."""

    account_id: str
    device_id: str


@dataclass(frozen=True)
class EventAccess:
    """An event as one of its people may see it; an action uses it within the request that loaded it."""

    event: Event
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
        """The event is over."""
        return self.event.closed_at is not None

    @property
    def is_final(self) -> bool:
        """The season of the event is closed: its results stay."""
        return self.event.season is not None and self.event.season.closed_at is not None

    def require(self, role: str) -> None:
        """Refuse somebody whose role is lower."""
        if ROLES.index(self.role) > ROLES.index(role):
            raise NotYoursError(role)

    @property
    def club(self) -> ClubAccess:
        """The club."""
        return ClubAccess(self.event.club, self.me)

    @property
    def present(self) -> list[EntrantMember]:
        """Everybody who is here now, in an order drawn by lot for tonight, without newcomers at the door."""
        here = {own.person: own for own in self.event.people if own.left_at is None and own.member.waiting_at is None}
        return sorted(here.values(), key=self.lot)

    @cached_property
    def plan(self) -> Plan | None:
        """How a contest is played; None for a club night, whose rounds are drawn as people choose."""
        return read_plan(self.event.plan) if self.event.plan is not None else None

    @cached_property
    def names(self) -> dict[int, str]:
        """Everybody's name by id, including people who left the club."""
        return names_of(self.event.club)

    @cached_property
    def results(self) -> dict[str, GameResult]:
        """The stored results of the event by game."""
        return results_of(self.event.id)

    @property
    def current_round(self) -> Round | None:
        """The round being played, or played last."""
        return self.event.rounds[-1] if self.event.rounds else None

    def lot(self, own: EntrantMember) -> str:
        """A sort key that differs from event to event and stays the same all event."""
        return sha256(f"{self.event.id}:{own.person}".encode()).hexdigest()

    def attendance(self, member_id: int) -> EntrantMember | None:
        """Somebody who takes part, also if the person has left."""
        return next((own for own in self.event.people if own.person == member_id), None)

    def table(self, table_id: int) -> EventTable:
        """A table of tonight."""
        for table in self.event.tables:
            if table.id == table_id:
                return table
        raise NotFoundError(str(table_id))

    def log(self, *sentence: str | int) -> LogEntry:
        """Log a decision and count it as a change; the caller commits."""
        self.mark_changed()
        return write_log(self.club, "event", *sentence, about=self.event.id)

    def mark_changed(self) -> None:
        """Count a change, so that the big screen knows that it is out of date."""
        self.event.revision += 1


def event_noun(event: Event) -> str:
    """What people call an event."""
    return "night" if event.plan is None else "tournament"


def sitting_out(event_round: Round) -> list[int]:
    """Members who sit a round out and do not play for somebody else."""
    seated = {member for table in event_round.tables for member in (*table.seats, *table.played)}
    return [person for person in event_round.out if person not in seated]


def names_of(club: Club) -> dict[int, str]:
    """Everybody's name by id; a merged name is that of its person."""
    names = {member.id: member.name for member in club.members}
    return {member.id: names[member.person_id] for member in club.members}


def require_event(visitor: Visitor, event_id: str, role: str = MEMBER) -> EventAccess:
    """The event with its rounds and games, if the visitor may see it with at least this role."""
    event = whole_event(event_id)
    if event is None or event.slug is None:
        # Imported games of a day have no event to run.
        raise NotFoundError(event_id)
    access = _access(event, visitor)
    access.require(role)
    return access


def require_screen(key: str) -> EventAccess:
    """The event that a big screen shows by its key, as a member without a name sees it."""
    return access_without_name(event_by_screen(key) or "")


def public_page(key: str) -> Event:
    """The event whose public page has this key; only its own row is read."""
    event = public_event(key)
    if event is None or event.public_key is None or not same_key(key, event.public_key):
        raise NotFoundError("event")
    return event


def require_public(key: str) -> EventAccess:
    """The event whose public page has this key, as a member without a name sees it."""
    return access_without_name(public_page(key).id)


def access_without_name(event_id: str) -> EventAccess:
    """The event as a member without a name sees it."""
    event = whole_event(event_id)
    if event is None:
        raise NotFoundError(event_id)
    return EventAccess(event, Member(id=0, name=""), MEMBER, Visitor("", ""))


def require_event_to_change(visitor: Visitor, event_id: str, role: str = MEMBER) -> EventAccess:
    """The same, loaded under the write lock, for an action that changes it."""
    begin_writing()
    return require_event(visitor, event_id, role)


def require_event_row(visitor: Visitor, event_id: str) -> EventAccess:
    """The event if the visitor may see it; only its own row is read."""
    event = db.session.get(Event, event_id)
    if event is None or event.deleted_at is not None:
        raise NotFoundError(event_id)
    return _access(event, visitor)


def _access(event: Event, visitor: Visitor) -> EventAccess:
    me = membership(event.club_id, visitor.account_id) if visitor.account_id else None
    if me is not None and me.left_at is None:
        return EventAccess(event, me, me.role, visitor)
    # A phone that checked in, without an account.
    own = speaks_for(event.id, visitor.device_id) if visitor.device_id else None
    if own is None or own.member.left_at is not None or own.member.waiting_at is not None:
        raise NotFoundError(event.id)
    return EventAccess(event, own.member, MEMBER, visitor)


def closed(access: EventAccess) -> Refusal:
    """Why nothing changes any more."""
    return Refusal((f"This {event_noun(access.event)} is closed. Reopen it to make changes.",))


def by_runner(action: Callable[Concatenate[EventAccess, P], R]) -> Callable[Concatenate[EventAccess, P], R | Refusal]:
    """Let only scorers and organizers do this, while the event is open; see `by`."""

    @by(RUNNER)
    @wraps(action)
    def act(access: EventAccess, /, *args: P.args, **kwargs: P.kwargs) -> R | Refusal:
        return closed(access) if access.closed else action(access, *args, **kwargs)

    return act
