"""Check-in and check-out, by people who run the night or on a person's own phone; newcomers at the door."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.actions.club.access import by, by_name
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.club.members import FULL, is_full, name_for, unused_name
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.event.access import EventAccess, Visitor, by_runner, closed
from scorekeeper.actions.names import fold_name
from scorekeeper.actions.throttle import wait_for
from scorekeeper.store import Entrant, EntrantMember, Event, Member, db
from scorekeeper.store.queries.club import membership
from scorekeeper.store.queries.event import event_by_link, events_of_club, speaks_for, whole_event
from scorekeeper.store.tables.club import MEMBER
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import writes

#: The most newcomers who can wait at one door.
MOST_WAITING = 40
CROWDED = Refusal(("Too many newcomers are waiting. Ask an organizer to check you in.",))


def refuse_haste(key: str, device_id: str, address: str) -> Refusal | None:
    """Refuse a phone or an address that uses a check-in link too often."""
    wait = wait_for(("check-ins of a phone", f"{key}\n{device_id}"), ("check-ins of an address", f"{key}\n{address}"))
    if not wait:
        return None
    minutes = math.ceil(wait / 60)
    time = "a minute" if minutes == 1 else f"{minutes} minutes"
    return Refusal((f"That was too many check-ins. Wait {time}, or ask an organizer to check you in.",))


def newcomers(event: Event) -> list[Member]:
    """Everybody who waits at the door, in order of arrival."""
    return [own.member for own in event.people if own.member.waiting_at is not None]


def take_part(event: Event, members: Sequence[Member], device_id: str | None = None) -> Entrant:
    """Add an entrant of these members. The caller commits."""
    number = max((entrant.number for entrant in event.entrants), default=0) + 1
    entrant = Entrant(number=number, joined=len(event.rounds))
    event.entrants.append(entrant)
    for place, member in enumerate(members):
        own = EntrantMember(member=member, event=event, place=place, device_id=device_id)
        entrant.members.append(own)
    db.session.flush()
    return entrant


def drop_out(event: Event, own: EntrantMember) -> None:
    """Remove somebody who took no part yet, and an entrant of nobody else. The caller commits."""
    entrant = own.entrant
    entrant.members.remove(own)
    event.people.remove(own)
    db.session.delete(own)
    if not entrant.members:
        event.entrants.remove(entrant)
    db.session.flush()


def add_newcomer(event: Event, name: str, device_id: str) -> Member | Refusal:
    """Let somebody new wait at the door of a night. The caller commits."""
    waiting = newcomers(event)
    if len(waiting) >= MOST_WAITING:
        return CROWDED
    tidy = unused_name(event.club, name)
    if isinstance(tidy, Refusal):
        return tidy
    if fold_name(tidy) in {fold_name(member.name) for member in waiting}:
        return Refusal((f"{tidy} is already waiting. If that is somebody else, add your last name.",))
    member = Member(club=event.club, name=tidy, waiting_at=event.id)
    db.session.add(member)
    take_part(event, [member], device_id or None)
    return member


def drop_newcomer(event: Event, member: Member) -> None:
    """Forget somebody who waits at the door. The caller commits."""
    for own in [own for own in event.people if own.member is member]:
        drop_out(event, own)
    db.session.delete(member)
    db.session.flush()
    db.session.expire(event.club, ["members"])


@by_runner
def let_in(access: EventAccess, member_ids: Sequence[int]) -> Refusal | None:
    """Make newcomers members of the club; they are checked in."""
    for member in _require_waiting(access.event, member_ids):
        if is_full(access.event.club):
            db.session.rollback()
            return FULL
        tidy = unused_name(access.event.club, member.name)
        if isinstance(tidy, Refusal):
            db.session.rollback()
            return tidy
        member.waiting_at = None
        access.log(member.id, " was let in and is now a member.")
    return None


@by_runner
def recognize(access: EventAccess, newcomer_id: int, member_id: int) -> Refusal | None:
    """Check a newcomer in as somebody who is on the list; the phone speaks for that person."""
    event = access.event
    (newcomer,) = _require_waiting(event, [newcomer_id])
    member = _require_member(event, member_id)
    phone = next((own.device_id for own in event.people if own.member is newcomer), None)
    access.log(f"{newcomer.name} at the door is ", member.id, ".")
    drop_newcomer(event, newcomer)
    # A name with an account is spoken for by its own phones.
    return _mark_present(event, member, phone if member.account_id is None else None)


@by_runner
def turn_away(access: EventAccess, member_ids: Sequence[int]) -> Refusal | None:
    """Remove newcomers; nothing of them stays but the log."""
    for member in _require_waiting(access.event, member_ids):
        access.log(f"{member.name} was turned away at the door.")
        drop_newcomer(access.event, member)
    return None


def _require_waiting(event: Event, member_ids: Sequence[int]) -> list[Member]:
    waiting = {member.id: member for member in newcomers(event)}
    if not member_ids or not waiting.keys() >= {*member_ids}:
        raise NotFoundError("newcomer")
    return [waiting[member_id] for member_id in dict.fromkeys(member_ids)]


def forget_newcomers(event: Event) -> None:
    """Forget everybody who still waits at the door. The caller commits."""
    for member in newcomers(event):
        drop_newcomer(event, member)


#: The most people who can be at one night.
MOST_PRESENT = 200
#: How many earlier nights are searched for the one before.
EVENTS_SEARCHED = 5


@by_runner
def check_in(access: EventAccess, member_ids: Sequence[int]) -> Refusal | None:
    """Check these members in, or in again."""
    members = [_require_member(access.event, member_id) for member_id in dict.fromkeys(member_ids)]
    for member in members:
        device_id = access.visitor.device_id if member is access.me else None
        refusal = _mark_present(access.event, member, device_id)
        if refusal is not None:
            return refusal
    return None


def members_of_last_event(access: EventAccess) -> list[int]:
    """Members who were at the club's previous night and are still on the list."""
    event, listed = access.event, {member.id for member in access.club.members}
    earlier = [other for other in events_of_club(event.club_id, EVENTS_SEARCHED) if other is not event]
    last = next((other for other in earlier if other.people and other.date <= event.date), None)
    return [own.person for own in last.people if own.person in listed] if last else []


@by_runner
def check_out(access: EventAccess, member_ids: Sequence[int]) -> Refusal | None:
    """Check these members out: no later round seats them."""
    for member_id in dict.fromkeys(member_ids):
        _mark_gone(access, member_id)
    return None


@by(MEMBER)
def check_out_myself(access: EventAccess) -> Refusal | None:
    """Check out on a person's own phone."""
    if access.closed:
        return closed(access)
    _mark_gone(access, access.me.id)
    return None


def _mark_gone(access: EventAccess, member_id: int) -> None:
    own = access.attendance(member_id)
    if own is None:
        raise NotFoundError(str(member_id))
    rounds = access.event.rounds
    took_part = {member for table in access.event.tables for member in table.seats}
    took_part |= {member for event_round in rounds for member in event_round.out}
    if own.left_at is None and member_id not in took_part:
        # Checked in by mistake: nothing depends on it.
        drop_out(access.event, own)
    elif own.left_at is None:
        own.left_at = now()
    access.mark_changed()


@by_runner
def add_guest(access: EventAccess, name: str) -> Member | Refusal:
    """Add a new member to the club's list and check them in."""
    event, tidy = access.event, name_for(access.event.club, name)
    if isinstance(tidy, Refusal):
        return tidy
    member = Member(club=event.club, name=tidy)
    db.session.add(member)
    db.session.flush()
    write_log(access.club, "member", member.id, " was added as a guest of the night.", about=member.id)
    return _mark_present(event, member) or member


def _require_member(event: Event, member_id: int) -> Member:
    member = next((member for member in event.club.listed_members if member.id == member_id), None)
    if member is None or member.left_at is not None:
        raise NotFoundError(str(member_id))
    return member


def _mark_present(event: Event, member: Member, device_id: str | None = None) -> Refusal | None:
    """Let somebody take part; a phone that is named speaks for the person from now on."""
    own = next((own for own in event.people if own.person == member.id), None)
    if own is None:
        if sum(own.member.waiting_at is None for own in event.people) >= MOST_PRESENT:
            db.session.rollback()
            return Refusal((f"At most {MOST_PRESENT} people can be at one night.",))
        own = take_part(event, [member]).members[0]
    own.left_at = None
    if device_id:
        # A phone speaks for one person at a time.
        for other in event.people:
            if other.device_id == device_id:
                other.device_id = None
        db.session.flush()
        own.device_id = device_id
    event.revision += 1
    return None


@dataclass(frozen=True)
class Door:
    """What the check-in link shows to a phone."""

    event: Event
    #: The member that this phone has checked in.
    me: Member | None
    #: The member of the account signed in here.
    account: Member | None

    @property
    def waits(self) -> bool:
        """This phone is of a newcomer who was not let in yet."""
        return self.me is not None and self.me.waiting_at is not None

    @property
    def members(self) -> list[tuple[Member, bool]]:
        """Everybody on the list by name, and whether they are here."""
        here = {own.person for own in self.event.people if own.left_at is None}
        listed = sorted((member for member in self.event.club.listed_members if member.left_at is None), key=by_name)
        return [(member, member.id in here) for member in listed]


def require_door(visitor: Visitor, key: str) -> Door:
    """The night of a check-in link; not found if the night is closed or the link was replaced."""
    event_id = event_by_link(key) if key else None
    event = whole_event(event_id) if event_id else None
    if event is None:
        raise NotFoundError(key)
    own = speaks_for(event.id, visitor.device_id) if visitor.device_id else None
    account = membership(event.club_id, visitor.account_id) if visitor.account_id else None
    me = own.member if own and own.left_at is None else None
    return Door(event, me, account if account and account.left_at is None else None)


@writes
def check_in_by_link(visitor: Visitor, key: str, member_id: int | None, name: str = "") -> Member | Refusal:
    """Check in on an own phone: as the account signed in, as a name on the list, or as somebody new, who waits."""
    door = require_door(visitor, key)
    if member_id is None:
        return _wait_at_door(door, visitor, name)
    member = _require_free_name(door, member_id)
    if isinstance(member, Refusal):
        return member
    if door.me is not None and door.waits:
        drop_newcomer(door.event, door.me)
    own = member.account_id is None or member is door.account
    refusal = _mark_present(door.event, member, visitor.device_id if own else None)
    db.session.commit()
    return refusal or member


def _wait_at_door(door: Door, visitor: Visitor, name: str) -> Member | Refusal:
    """Let a newcomer wait, seen only by people who run the night."""
    if door.me is not None:
        return Refusal((f"This phone has already checked in as {door.me.name}.",))
    member = add_newcomer(door.event, name, visitor.device_id)
    if not isinstance(member, Refusal):
        door.event.revision += 1
        db.session.commit()
    return member


def _require_free_name(door: Door, member_id: int) -> Member | Refusal:
    """A name on the list for which no other phone speaks."""
    member = _require_member(door.event, member_id)
    own = next((own for own in door.event.people if own.person == member_id), None)
    if member is door.account or member is door.me or own is None or own.device_id is None:
        return member
    return Refusal((f"Another phone has checked in as {member.name}. If that was not you, ask an organizer.",))


@by_runner
def release_phone(access: EventAccess, member_id: int) -> Refusal | None:
    """Let a phone no longer speak for somebody, who can then check in by another."""
    own = access.attendance(member_id)
    if own is None:
        raise NotFoundError(str(member_id))
    own.device_id = None
    access.log("The phone of ", member_id, " was released.")
    return None
