"""Who may see and run a club night.

Whoever is on the club's list sees it; a scorer or organiser runs it; a phone that checked in speaks for
its person on that evening, and for nothing else. Anybody else learns nothing of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from scorekeeper.actions.club.access import NotYoursError, Place, log
from scorekeeper.actions.names import Refusal
from scorekeeper.actions.table.access import NotFoundError
from scorekeeper.store import Evening, Member, Presence, Seating, db
from scorekeeper.store import Round as Turn
from scorekeeper.store.queries.club import membership
from scorekeeper.store.queries.night import speaks_for, whole_evening
from scorekeeper.store.tables.club import MEMBER, ORGANISER, ROLES
from scorekeeper.store.tables.club import SCORER as RUNS

CLOSED = Refusal(("This evening is closed: open it again to change something.",))


@dataclass(frozen=True)
class Who:
    """Who asks: the account signed in, and the phone."""

    account_id: str
    device_id: str


@dataclass(frozen=True)
class Night:
    """A club night as one of its people sees it."""

    evening: Evening
    me: Member
    role: str
    who: Who

    @property
    def runs(self) -> bool:
        """May draw rounds and check people in."""
        return self.role in (ORGANISER, RUNS)

    @property
    def organises(self) -> bool:
        """May decide protests."""
        return self.role == ORGANISER

    @property
    def place(self) -> Place:
        """The club."""
        return Place(self.evening.club, self.me)

    @property
    def here(self) -> list[Presence]:
        """Everybody who is present now, in an order drawn for this evening."""
        return sorted((each for each in self.evening.presences if each.left_at is None), key=self.lot)

    @cached_property
    def names(self) -> dict[int, str]:
        """Everybody's name, those who left the club included."""
        return {each.id: each.name for each in self.evening.club.members}

    @property
    def turn(self) -> Turn | None:
        """The round being played, or played last."""
        return self.evening.rounds[-1] if self.evening.rounds else None

    def lot(self, presence: Presence) -> str:
        """Puts people in another order every evening, the same all evening long."""
        return drawn(self.evening.id, presence.member_id)

    def presence(self, member_id: int) -> Presence | None:
        """Somebody's presence, also if the person has left."""
        return next((each for each in self.evening.presences if each.member_id == member_id), None)

    def seating(self, seating_id: int) -> Seating:
        """A table of this evening."""
        for turn in self.evening.rounds:
            for seating in turn.seatings:
                if seating.id == seating_id:
                    return seating
        raise NotFoundError(str(seating_id))

    def said(self, *words: str | int) -> None:
        """Note a decision, and that the evening has changed; the caller commits."""
        log(self.place, "night", *words, about=self.evening.id)
        self.moved()

    def moved(self) -> None:
        """Count a change, so that the big screen can tell that it is old."""
        self.evening.revision += 1


def idle(turn: Turn) -> list[int]:
    """Who sits a round out: whoever plays on for somebody else does not."""
    seated = {member for seating in turn.seatings for member in seating.seats}
    return [bye.member_id for bye in turn.byes if bye.member_id not in seated]


def drawn(evening_id: str, member_id: int) -> str:
    """A lot of one person on one evening."""
    return sha256(f"{evening_id}:{member_id}".encode()).hexdigest()


def night(who: Who, evening_id: str, role: str = MEMBER) -> Night:
    """The evening, if who asks may see it with at least this role."""
    evening = whole_evening(evening_id)
    if evening is None or evening.slug is None:
        # Games of a day that were brought in later have no night to run.
        raise NotFoundError(evening_id)
    found = _as_member(evening, who) or _as_guest(evening, who)
    if found is None:
        raise NotFoundError(evening_id)
    if ROLES.index(found.role) > ROLES.index(role):
        raise NotYoursError(role)
    return found


def _as_member(evening: Evening, who: Who) -> Night | None:
    me = membership(evening.club_id, who.account_id) if who.account_id else None
    return Night(evening, me, me.role, who) if me is not None and me.left_at is None else None


def _as_guest(evening: Evening, who: Who) -> Night | None:
    """A phone that checked in, without an account."""
    presence = speaks_for(evening.id, who.device_id) if who.device_id else None
    return Night(evening, presence.member, MEMBER, who) if presence and presence.member.left_at is None else None


def speaking(who: Who, evening_id: str) -> Night:
    """The evening as who asks may see it; only the evening itself is read."""
    evening = db.session.get(Evening, evening_id)
    found = (_as_member(evening, who) or _as_guest(evening, who)) if evening is not None else None
    if found is None:
        raise NotFoundError(evening_id)
    return found


def running(who: Who, evening_id: str) -> Night | Refusal:
    """The evening, to be changed by whoever runs it, unless it is closed."""
    found = night(who, evening_id, RUNS)
    return CLOSED if found.evening.closed_at is not None else found


def done() -> None:
    """Write it all down."""
    db.session.commit()
