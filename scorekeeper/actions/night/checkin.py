"""Who is here tonight: checked in by touch or by the own phone, gone, and who plays together all night."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.actions.club.access import by_name
from scorekeeper.actions.club.log import write_entry
from scorekeeper.actions.club.members import name_for
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.night.access import CLOSED, NightAccess, Who, done, require_night, running
from scorekeeper.store import Member, Night, Presence, db
from scorekeeper.store.queries.club import membership
from scorekeeper.store.queries.night import night_by_link, nights_of_club, speaks_for, whole_night
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import writes

#: The most who can be at one night.
MOST_PRESENT = 200
#: So many nights are looked at to find the one before.
LOOKED_BACK = 5


@writes
def arrive(who: Who, night_id: str, members: Sequence[int]) -> Refusal | None:
    """These people are here, or here again."""
    found = running(who, night_id)
    if isinstance(found, Refusal):
        return found
    people = [_on_the_list(found.night, member_id) for member_id in dict.fromkeys(members)]
    for member in people:
        refused = _arrived(found.night, member, who.device_id if member is found.me else None)
        if refused is not None:
            return refused
    done()
    return None


def last_time(found: NightAccess) -> list[int]:
    """Who was at the club's night before this one, as far as they are on the list and have not come yet."""
    night, known = found.night, {member.id for member in found.place.members}
    earlier = [each for each in nights_of_club(night.club_id, LOOKED_BACK) if each is not night]
    last = next((each for each in earlier if each.presences and each.date <= night.date), None)
    return [each.member_id for each in last.presences if each.member_id in known] if last else []


@writes
def leave(who: Who, night_id: str, members: Sequence[int]) -> Refusal | None:
    """These people go home: no round to come seats them."""
    found = running(who, night_id)
    if isinstance(found, Refusal):
        return found
    for member_id in dict.fromkeys(members):
        _left(found, member_id)
    done()
    return None


@writes
def leave_myself(who: Who, night_id: str) -> Refusal | None:
    """Somebody goes home and says so on the own phone."""
    found = require_night(who, night_id)
    if found.night.closed_at is not None:
        return CLOSED
    _left(found, found.me.id)
    done()
    return None


def _left(found: NightAccess, member_id: int) -> None:
    presence = found.presence(member_id)
    if presence is None:
        raise NotFoundError(str(member_id))
    if presence.left_at is None and not _was_drawn(found, member_id):
        # Checked in by mistake: nothing was made of it.
        found.night.presences.remove(presence)
        db.session.delete(presence)
    elif presence.left_at is None:
        presence.left_at = now()
    found.moved()


def _was_drawn(found: NightAccess, member_id: int) -> bool:
    """Somebody was seated in a round, or sat one out."""
    rounds = found.night.rounds
    seated = any(member_id in seating.seats for night_round in rounds for seating in night_round.tables)
    return seated or any(bye.member_id == member_id for night_round in rounds for bye in night_round.byes)


@writes
def guest(who: Who, night_id: str, name: str) -> Member | Refusal:
    """Somebody new is here: the name comes on the club's list."""
    found = running(who, night_id)
    if isinstance(found, Refusal):
        return found
    member = _newcomer(found.night, name, found.me.id)
    if isinstance(member, Refusal):
        return member
    refused = _arrived(found.night, member)
    done()
    return refused or member


def _newcomer(night: Night, name: str, by: int | None) -> Member | Refusal:
    tidy = name_for(night.club, name)
    if isinstance(tidy, Refusal):
        return tidy
    member = Member(club=night.club, name=tidy)
    db.session.add(member)
    db.session.flush()
    said = " was put on the list as a guest of the night."
    write_entry(night.club_id, "member", member.id, said, about=member.id, by=by or member.id)
    return member


def _on_the_list(night: Night, member_id: int) -> Member:
    member = next((each for each in night.club.members if each.id == member_id), None)
    if member is None or member.left_at is not None:
        raise NotFoundError(str(member_id))
    return member


def _arrived(night: Night, member: Member, device_id: str | None = None) -> Refusal | None:
    """Note a presence; the phone, if one is named, speaks for the person from now on."""
    presence = next((each for each in night.presences if each.member_id == member.id), None)
    if presence is None:
        if len(night.presences) >= MOST_PRESENT:
            db.session.rollback()
            return Refusal((f"At most {MOST_PRESENT} people can be at one night.",))
        presence = Presence(member=member)
        night.presences.append(presence)
    presence.left_at = None
    if device_id:
        _give_up(night, device_id)
        presence.device_id = device_id
    night.revision += 1
    return None


def _give_up(night: Night, device_id: str) -> None:
    """A phone speaks for one person at a time."""
    for each in night.presences:
        if each.device_id == device_id:
            each.device_id = None
    db.session.flush()


@dataclass(frozen=True)
class Door:
    """What the check-in link shows to a phone."""

    night: Night
    #: Who this phone is already, if it has said so.
    me: Member | None
    #: The club's person of the account signed in here.
    account: Member | None

    @property
    def people(self) -> list[tuple[Member, bool]]:
        """Everybody on the list in the order of their names, and whether they are here."""
        here = {each.member_id for each in self.night.presences if each.left_at is None}
        listed = sorted((each for each in self.night.club.members if each.left_at is None), key=by_name)
        return [(each, each.id in here) for each in listed]


def door(who: Who, key: str) -> Door:
    """The night of a check-in link; a closed one, or a link taken back, is not here."""
    night_id = night_by_link(key) if key else None
    night = whole_night(night_id) if night_id else None
    if night is None:
        raise NotFoundError(key)
    presence = speaks_for(night.id, who.device_id) if who.device_id else None
    account = membership(night.club_id, who.account_id) if who.account_id else None
    me = presence.member if presence and presence.left_at is None else None
    return Door(night, me, account if account and account.left_at is None else None)


@writes
def come_in(who: Who, key: str, member_id: int | None, name: str = "") -> Member | Refusal:
    """Check in by the own phone: as the account signed in, as a name on the list, or as somebody new."""
    found = door(who, key)
    if member_id is None and found.me is not None and found.account is None:
        return Refusal((f"This phone has checked in as {found.me.name} already: one phone, one person.",))
    member = _newcomer(found.night, name, None) if member_id is None else _chosen(found, member_id)
    if isinstance(member, Refusal):
        return member
    own = member.account_id is None or member is found.account
    refused = _arrived(found.night, member, who.device_id if own else None)
    done()
    return refused or member


def _chosen(found: Door, member_id: int) -> Member | Refusal:
    """A name on the list for which no other phone speaks."""
    member = _on_the_list(found.night, member_id)
    presence = next((each for each in found.night.presences if each.member_id == member_id), None)
    if member is found.account or member is found.me or presence is None or presence.device_id is None:
        return member
    return Refusal((f"Another phone has checked in as {member.name}. If that is you, ask who runs the night.",))


@writes
def release_phone(who: Who, night_id: str, member_id: int) -> Refusal | None:
    """A phone no longer speaks for somebody; the person can check in by another."""
    found = running(who, night_id)
    if isinstance(found, Refusal):
        return found
    presence = found.presence(member_id)
    if presence is None:
        raise NotFoundError(str(member_id))
    presence.device_id = None
    found.said("The phone of ", member_id, " was released: another one can check in.")
    done()
    return None


@writes
def join_up(who: Who, night_id: str, members: Sequence[int], size: int) -> Refusal | None:
    """These play together all night; whoever had another partner is parted from that one."""
    found = running(who, night_id)
    if isinstance(found, Refusal):
        return found
    people = [each for each in found.here if each.member_id in members]
    if len(people) != size or len(set(members)) != size:
        return Refusal((f"Touch exactly {size} names of people who are here: {len(set(members))} were touched.",))
    part = {each.team for each in people} - {None}
    for each in found.night.presences:
        if each.team in part:
            each.team = None
    _one_team(found, people)
    found.moved()
    done()
    return None


def _one_team(found: NightAccess, people: Sequence[Presence]) -> None:
    number = max((each.team or 0 for each in found.night.presences), default=0) + 1
    for each in people:
        each.team = number


@writes
def draw_teams(who: Who, night_id: str, size: int) -> Refusal | None:
    """Partners for everybody who has none, by lot; who is left over stays alone."""
    found = running(who, night_id)
    if isinstance(found, Refusal):
        return found
    single = [each for each in found.here if each.team is None]
    for first in range(0, len(single) - size + 1, size):
        _one_team(found, single[first : first + size])
    found.moved()
    done()
    return None


@writes
def part(who: Who, night_id: str, team: int) -> Refusal | None:
    """These no longer play together."""
    found = running(who, night_id)
    if isinstance(found, Refusal):
        return found
    for each in found.night.presences:
        if each.team == team:
            each.team = None
    found.moved()
    done()
    return None
