"""Newcomers at the door: they come by the check-in link, and wait until somebody lets them in.

Until then they are on no list, in no round and on no screen, and they take no room from anybody.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from scorekeeper.actions.club.members import FULL, is_full, unused_name
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.names import fold_name
from scorekeeper.actions.night.access import NightAccess, by_runner
from scorekeeper.actions.throttle import Limit, TokenBucket, wait_for
from scorekeeper.store import Member, Night, Presence, db

#: The most newcomers who can wait at one door.
MOST_WAITING = 40
CROWDED = Refusal(("Too many newcomers are waiting. Ask an organizer to check you in.",))

#: Check-ins by the link of one night: a phone changes its mind a few times, a whole club may share one address.
BY_PHONE = Limit("check-ins of a phone", TokenBucket(rate=1 / 300, burst=6))
BY_ADDRESS = Limit("check-ins of an address", TokenBucket(rate=1 / 10, burst=100))


def refuse_haste(key: str, device_id: str, address: str) -> Refusal | None:
    """Refuse a phone or an address that uses a check-in link too often."""
    wait = wait_for((BY_PHONE, f"{key}\n{device_id}"), (BY_ADDRESS, f"{key}\n{address}"))
    if not wait:
        return None
    minutes = math.ceil(wait / 60)
    time = "a minute" if minutes == 1 else f"{minutes} minutes"
    return Refusal((f"That was too many check-ins. Wait {time}, or ask an organizer to check you in.",))


def newcomers(night: Night) -> list[Member]:
    """Everybody who waits at the door, in order of arrival."""
    return [presence.member for presence in night.presences if presence.member.waiting_at is not None]


def add_newcomer(night: Night, name: str, device_id: str) -> Member | Refusal:
    """Let somebody new wait at the door of a night. The caller commits."""
    waiting = newcomers(night)
    if len(waiting) >= MOST_WAITING:
        return CROWDED
    tidy = unused_name(night.club, name)
    if isinstance(tidy, Refusal):
        return tidy
    if fold_name(tidy) in {fold_name(member.name) for member in waiting}:
        return Refusal((f"{tidy} is already waiting. If that is somebody else, add your last name.",))
    member = Member(club=night.club, name=tidy, waiting_at=night.id)
    night.presences.append(Presence(member=member, device_id=device_id or None))
    db.session.flush()
    return member


def drop_newcomer(night: Night, member: Member) -> None:
    """Forget somebody who waits at the door. The caller commits."""
    for presence in [presence for presence in night.presences if presence.member is member]:
        night.presences.remove(presence)
        db.session.delete(presence)
    db.session.flush()
    db.session.delete(member)
    db.session.flush()
    db.session.expire(night.club, ["members"])


@by_runner
def let_in(access: NightAccess, member_ids: Sequence[int]) -> Refusal | None:
    """Make newcomers members of the club; they are checked in."""
    for member in _require_waiting(access.night, member_ids):
        if is_full(access.night.club):
            db.session.rollback()
            return FULL
        tidy = unused_name(access.night.club, member.name)
        if isinstance(tidy, Refusal):
            db.session.rollback()
            return tidy
        member.waiting_at = None
        access.log(member.id, " was let in and is now a member.")
    db.session.commit()
    return None


@by_runner
def turn_away(access: NightAccess, member_ids: Sequence[int]) -> Refusal | None:
    """Remove newcomers; nothing of them stays but the log."""
    for member in _require_waiting(access.night, member_ids):
        access.log(f"{member.name} was turned away at the door.")
        drop_newcomer(access.night, member)
    db.session.commit()
    return None


def _require_waiting(night: Night, member_ids: Sequence[int]) -> list[Member]:
    waiting = {member.id: member for member in newcomers(night)}
    if not member_ids or not waiting.keys() >= {*member_ids}:
        raise NotFoundError("newcomer")
    return [waiting[member_id] for member_id in dict.fromkeys(member_ids)]


def forget_newcomers(night: Night) -> None:
    """Forget everybody whom nobody let in before the night was closed. The caller commits."""
    for member in newcomers(night):
        drop_newcomer(night, member)
