"""Who may see and run a club night.

Whoever is on the club's list sees it; a scorer or organizer runs it; a phone that checked in speaks for
its person on that night, and for nothing else. Anybody else learns nothing of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError, NotYoursError, Refusal
from scorekeeper.store import Member, Night, NightTable, Presence, Round, db
from scorekeeper.store.queries.club import membership
from scorekeeper.store.queries.night import speaks_for, whole_night
from scorekeeper.store.tables.club import MEMBER, ORGANIZER, ROLES
from scorekeeper.store.tables.club import SCORER as RUNS

CLOSED = Refusal(("Tonight is closed: open it again to change something.",))


@dataclass(frozen=True)
class Who:
    """Who asks: the account signed in, and the phone."""

    account_id: str
    device_id: str


@dataclass(frozen=True)
class NightAccess:
    """A club night as one of its people sees it."""

    night: Night
    me: Member
    role: str
    who: Who

    @property
    def runs(self) -> bool:
        """May draw rounds and check people in."""
        return self.role in (ORGANIZER, RUNS)

    @property
    def organizes(self) -> bool:
        """May decide protests."""
        return self.role == ORGANIZER

    @property
    def place(self) -> ClubAccess:
        """The club."""
        return ClubAccess(self.night.club, self.me)

    @property
    def here(self) -> list[Presence]:
        """Everybody who is present now, in an order drawn for tonight."""
        return sorted((each for each in self.night.presences if each.left_at is None), key=self.lot)

    @cached_property
    def names(self) -> dict[int, str]:
        """Everybody's name, those who left the club included."""
        return {each.id: each.name for each in self.night.club.members}

    @property
    def current_round(self) -> Round | None:
        """The round being played, or played last."""
        return self.night.rounds[-1] if self.night.rounds else None

    def lot(self, presence: Presence) -> str:
        """Puts people in another order every night, the same all night long."""
        return drawn(self.night.id, presence.member_id)

    def presence(self, member_id: int) -> Presence | None:
        """Somebody's presence, also if the person has left."""
        return next((each for each in self.night.presences if each.member_id == member_id), None)

    def seating(self, table_id: int) -> NightTable:
        """A table of tonight."""
        for night_round in self.night.rounds:
            for seating in night_round.tables:
                if seating.id == table_id:
                    return seating
        raise NotFoundError(str(table_id))

    def said(self, *words: str | int) -> None:
        """Note a decision, and that the night has changed; the caller commits."""
        write_log(self.place, "night", *words, about=self.night.id)
        self.moved()

    def moved(self) -> None:
        """Count a change, so that the big screen can tell that it is old."""
        self.night.revision += 1


def idle(night_round: Round) -> list[int]:
    """Who sits a round out: whoever plays on for somebody else does not."""
    seated = {member for seating in night_round.tables for member in seating.seats}
    return [bye.member_id for bye in night_round.byes if bye.member_id not in seated]


def drawn(night_id: str, member_id: int) -> str:
    """A lot of one person on one night."""
    return sha256(f"{night_id}:{member_id}".encode()).hexdigest()


def require_night(who: Who, night_id: str, role: str = MEMBER) -> NightAccess:
    """The night, if who asks may see it with at least this role."""
    night = whole_night(night_id)
    if night is None or night.slug is None:
        # Games of a day that were brought in later have no night to run.
        raise NotFoundError(night_id)
    found = _as_member(night, who) or _as_guest(night, who)
    if found is None:
        raise NotFoundError(night_id)
    if ROLES.index(found.role) > ROLES.index(role):
        raise NotYoursError(role)
    return found


def _as_member(night: Night, who: Who) -> NightAccess | None:
    me = membership(night.club_id, who.account_id) if who.account_id else None
    return NightAccess(night, me, me.role, who) if me is not None and me.left_at is None else None


def _as_guest(night: Night, who: Who) -> NightAccess | None:
    """A phone that checked in, without an account."""
    presence = speaks_for(night.id, who.device_id) if who.device_id else None
    return NightAccess(night, presence.member, MEMBER, who) if presence and presence.member.left_at is None else None


def speaking(who: Who, night_id: str) -> NightAccess:
    """The night as who asks may see it; only the night itself is read."""
    night = db.session.get(Night, night_id)
    found = (_as_member(night, who) or _as_guest(night, who)) if night is not None else None
    if found is None:
        raise NotFoundError(night_id)
    return found


def running(who: Who, night_id: str) -> NightAccess | Refusal:
    """The night, to be changed by whoever runs it, unless it is closed."""
    found = require_night(who, night_id, RUNS)
    return CLOSED if found.night.closed_at is not None else found


def done() -> None:
    """Write it all down."""
    db.session.commit()
