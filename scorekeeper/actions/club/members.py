"""The members of a club: names and roles, invitations, joining, leaving, and forgetting a person."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count

from scorekeeper.actions.club.access import ClubAccess, by
from scorekeeper.actions.club.log import write_entry, write_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import new_key, same_key
from scorekeeper.actions.names import FORMER, clean_name, fold_name, replace_half_characters
from scorekeeper.actions.stored_game import Seats
from scorekeeper.store import Account, Club, Dispute, EventTable, Game, Member, db
from scorekeeper.store.queries.club import membership, memberships, rounds_with, tables_of
from scorekeeper.store.queries.event import delete_sign_ups
from scorekeeper.store.queries.game import mark_changed
from scorekeeper.store.tables.club import MEMBER, ORGANIZER, ROLES
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import writes

#: The most members of a club.
MOST_MEMBERS = 500
#: The most errors that one answer lists.
MOST_MESSAGES = 10
FULL = Refusal((f"A club can have at most {MOST_MEMBERS} members, former members included.",))
NO_NAMES = "Enter at least one name, one per line."


def unclaimed_members(club: Club) -> list[Member]:
    """Names on the list that nobody has claimed yet."""
    return [member for member in club.listed_members if member.account_id is None and member.left_at is None]


def name_for(club: Club, name: str, renamed: Member | None = None) -> str | Refusal:
    """A tidy name that nobody else on the list has, or a refusal, also if the list is full."""
    return FULL if renamed is None and is_full(club) else unused_name(club, name, renamed)


def new_member(club: Club, name: str, account: Account | None = None) -> Member | Refusal:
    """Add somebody to the list. The caller logs it and commits."""
    tidy = name_for(club, name)
    if isinstance(tidy, Refusal):
        return tidy
    member = Member(club=club, name=tidy, account=account)
    db.session.add(member)
    db.session.flush()
    return member


def is_full(club: Club) -> bool:
    """Whether the list has no room for another name."""
    return len(club.listed_members) >= MOST_MEMBERS


def unused_name(club: Club, name: str, renamed: Member | None = None) -> str | Refusal:
    """A tidy name that nobody else on the list has."""
    others = {key: member for key, member in _members_by_name(club).items() if member is not renamed}
    return _unused_name(name, others)


def _members_by_name(club: Club) -> dict[str, Member]:
    """Everybody who is or was on the list, by the name for comparing."""
    return {fold_name(member.name): member for member in club.listed_members if not member.retired}


def _unused_name(name: str, members: Mapping[str, Member]) -> str | Refusal:
    tidy = clean_name(name)
    same = None if isinstance(tidy, Refusal) else members.get(fold_name(tidy))
    if same is None:
        return tidy
    if same.left_at is not None:
        return Refusal((f"{same.name} is a former member. An organizer can restore them.",))
    return Refusal((f"{same.name} is already a member. Add a last name to tell them apart.",))


@by(ORGANIZER)
def add_members(access: ClubAccess, names: Sequence[str]) -> list[Member] | Refusal:
    """Add names to the list, all of them or none."""
    wanted = [name for name in names if name.strip()]
    if not wanted:
        return Refusal((NO_NAMES,))
    if len(access.club.listed_members) + len(wanted) > MOST_MEMBERS:
        return FULL
    members = _new_members(access.club, wanted)
    if isinstance(members, Refusal):
        return members
    db.session.add_all(members)
    db.session.flush()
    for member in members:
        write_log(access, "member", member.id, " was added.", about=member.id)
    return members


def new_names(club: Club, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The names that are not on the list yet, each once, and the members that are named again."""
    by_name = {fold_name(member.name): member.name for member in club.listed_members if member.left_at is None}
    typed: dict[str, str] = {}
    for name in filter(str.strip, names):
        typed.setdefault(fold_name(name), name)
    new = [name for key, name in typed.items() if key not in by_name]
    return new, [by_name[key] for key in typed if key in by_name]


def _new_members(club: Club, names: Sequence[str]) -> list[Member] | Refusal:
    """New members of these names, or everything that is wrong with them."""
    by_name, new, messages = _members_by_name(club), [], []
    for name in names:
        tidy = _unused_name(name, by_name)
        if isinstance(tidy, Refusal):
            text = replace_half_characters(name.strip())
            quoted = f"“{text[:20]}{'…' if len(text) > 20 else ''}”"
            messages += [f"{quoted}: {message}" for message in tidy.messages]
        else:
            new.append(Member(club_id=club.id, name=tidy))
            by_name[fold_name(tidy)] = new[-1]
    return Refusal(tuple(messages[:MOST_MESSAGES])) if messages else new


@by(MEMBER)
def rename_member(access: ClubAccess, member: Member, name: str) -> Refusal | None:
    """Change a name on the list: an organizer may change any, everybody their own."""
    if member is not access.me:
        access.require(ORGANIZER)
    _require_own_name(member)
    tidy = name_for(access.club, name, member)
    if isinstance(tidy, Refusal):
        return tidy
    if tidy != member.name:
        member.name = tidy
        _log(access, member, " was renamed.")
    return None


@by(ORGANIZER)
def set_role(access: ClubAccess, member: Member, role: str) -> Refusal | None:
    """Make somebody organizer, scorer or member."""
    _require_own_name(member, present=True)
    if role not in ROLES:
        raise NotFoundError(role)
    if role != MEMBER and member.account_id is None:
        # Anybody with the invitation could claim the name, and would get the role.
        return Refusal((f"{member.name} has no account yet. Once they claim their name, you can make them {role}.",))
    if role != ORGANIZER and (refusal := _refuse_last_organizer(access, member)):
        return refusal
    if role != member.role:
        member.role = role
        _log(access, member, f" was made {role}.")
    return None


@by(ORGANIZER)
def release_name(access: ClubAccess, member: Member) -> Refusal | None:
    """Separate a name from the account that claimed it; it can be claimed again."""
    _require_own_name(member)
    if refusal := _refuse_last_organizer(access, member):
        return refusal
    if member.account_id is not None:
        member.account_id, member.role = None, MEMBER
        _log(access, member, " was released and can be claimed again.")
    return None


@by(ORGANIZER)
def remove_member(access: ClubAccess, member: Member) -> Refusal | None:
    """Take somebody off the list; the games stay."""
    _require_own_name(member, present=True)
    if refusal := _refuse_last_organizer(access, member):
        return refusal
    member.left_at, member.role = now(), MEMBER
    _log(access, member, " was removed from the club.")
    return None


@by(ORGANIZER)
def restore_member(access: ClubAccess, member: Member) -> Refusal | None:
    """Put somebody who left on the list again."""
    _require_own_name(member)
    if member.left_at is not None:
        member.left_at = None
        _log(access, member, " was restored.")
    return None


@by(ORGANIZER)
def forget_name(access: ClubAccess, member: Member) -> Refusal | None:
    """Forget somebody who asked for it and has no account; with one, the person deletes it."""
    _require_own_name(member)
    if member.account_id is not None:
        why = "They can delete it there, or you can release the name first."
        return Refusal((f"{member.name} belongs to an account. {why}",))
    forget_member(member)
    write_log(access, "member", "A name was deleted on request.", about=member.id)
    return None


@by(ORGANIZER)
def account_to_reset(access: ClubAccess, member: Member) -> Account | Refusal:
    """The account for which an organizer makes a reset link: one in no club that somebody else organizes."""
    _require_own_name(member, present=True)
    if member.account is None:
        return Refusal((f"{member.name} has no account, so there is no password to reset.",))
    if member is access.me:
        return Refusal(("Change your own password on your account page.",))
    if _club_ids(member) - _club_ids(access.me, ORGANIZER):
        # The link opens the account in its other clubs too.
        why = "Only the person who runs this server can create the link, because you do not organize that club."
        return Refusal((f"{member.name} is also in another club. {why}",))
    write_log(access, "member", "A password reset link was created for ", member.id, ".", about=member.id)
    return member.account


def _club_ids(member: Member, *roles: str) -> set[str]:
    """The clubs of a member's account, or those where it has one of the roles."""
    places = memberships(member.account_id or "")
    return {place.club_id for place in places if place.role in (roles or ROLES)}


def _log(access: ClubAccess, member: Member, what: str) -> None:
    write_log(access, "member", member.id, what, about=member.id)


def _require_own_name(member: Member, present: bool = False) -> None:
    """Refuse an erased or merged name, and if `present` a former member."""
    if member.retired or (present and member.left_at is not None):
        raise NotFoundError(str(member.id))


def _refuse_last_organizer(access: ClubAccess, member: Member) -> Refusal | None:
    if [other for other in access.members if other.role == ORGANIZER] == [member]:
        return Refusal((f"{member.name} is the only organizer. Make another member an organizer first.",))
    return None


#: An invitation link works for so long after it was made or renewed.
LIFETIME = dt.timedelta(days=30)


def invited_until(club: Club) -> dt.datetime | None:
    """When the invitation link ends or ended; None if there is none."""
    return club.invited_at + LIFETIME if club.invite_key is not None and club.invited_at is not None else None


def is_inviting(club: Club) -> bool:
    """Whether there is an invitation link that still works."""
    until = invited_until(club)
    return until is not None and now() < until


@by(ORGANIZER)
def invite(access: ClubAccess) -> None:
    """Make an invitation link; an older one no longer works."""
    old = access.club.invite_key
    write_log(access, "invitation", "The invitation link was reset." if old else "An invitation link was created.")
    access.club.invite_key, access.club.invited_at = new_key(), now()


@by(ORGANIZER)
def renew_invitation(access: ClubAccess) -> None:
    """Let the link that people already have work for another month."""
    if access.club.invite_key is None:
        raise NotFoundError(access.club.id)
    access.club.invited_at = now()
    write_log(access, "invitation", "The invitation link was renewed.")


@by(ORGANIZER)
def revoke_invitation(access: ClubAccess) -> None:
    """Revoke the invitation link."""
    if access.club.invite_key is not None:
        write_log(access, "invitation", "The invitation link was turned off.")
        access.club.invite_key = None


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
    if member is not None and member.left_at is not None:
        member.left_at, member.role = None, MEMBER
        _log_joining(member, " rejoined with the invitation link.")
    if member is not None:
        return member
    return _claim(club, account, member_id) if member_id is not None else _join(club, account, name)


def _claim(club: Club, account: Account, member_id: int) -> Member | Refusal:
    member = next((member for member in unclaimed_members(club) if member.id == member_id), None)
    if member is None:
        return Refusal(("Someone has already claimed this name. If it is yours, ask an organizer to release it.",))
    member.account = account
    _log_joining(member, " claimed their name with the invitation link.")
    return member


def _join(club: Club, account: Account, name: str) -> Member | Refusal:
    member = new_member(club, name, account)
    if isinstance(member, Member):
        _log_joining(member, " joined with the invitation link.")
    return member


def _log_joining(member: Member, how: str) -> None:
    write_entry(member.club_id, "member", member.id, how, about=member.id, by=member.id)
    db.session.commit()


def forget_member(member: Member) -> None:
    """Erase a member and the names merged into theirs; results keep the id and show “Former member”."""
    for other in member.club.members:
        if other.same_as == member.id and not other.erased:
            forget_member(other)
    for table, game in tables_of(member.club_id):
        if names := _names_by_seat(member, table, game):
            _forget_names(game, names)
            for _, name in names:
                table.round.quality = _replace_name(table.round.quality, name, FORMER)
    for event_round in rounds_with(member.id):
        event_round.quality = _replace_name(event_round.quality, member.name, FORMER)
    member.name, member.erased, member.account_id, member.role = FORMER, True, None, MEMBER
    member.left_at, member.calendar_key = member.left_at or now(), None
    delete_sign_ups(member.id)


def _names_by_seat(member: Member, table: EventTable, game: Game) -> list[tuple[int, str]]:
    """The seats that a member has or had at a table, or was put into by mistake, with the member's name there."""
    names = [(chair.seat, game.players[chair.seat]) for chair in table.current if chair.member_id == member.id]
    for change in game.name_changes if game.names_number else ():
        before, after = Seats.from_json(change.before), Seats.from_json(change.after)
        if change.member_id == member.id:
            names += [(seat, before.names[seat]) for seat in before.taken_over_in(after)]
        names += [
            (seat, name)
            for seats in (before, after)
            for seat, stints in enumerate(seats.stints)
            for _, name in stints
            if name == member.name
        ]
    return [*dict.fromkeys(names)]


def _forget_names(game: Game, names: Collection[tuple[int, str]]) -> None:
    """Take a member's name out of a game, out of its disputes and out of the history of its names."""
    used = {player.casefold() for player in game.players}
    new = next(name for name in numbered_names(FORMER) if name.casefold() not in used)
    game.players = [new if (seat, name) in names else name for seat, name in enumerate(game.players)]
    for seat, old in names:
        for dispute in game.disputes:
            _replace_in_dispute(dispute, old, new)
        for change in game.name_changes:
            change.before = Seats.from_json(change.before).replace_name(seat, old, new).as_json()
            change.after = Seats.from_json(change.after).replace_name(seat, old, new).as_json()
    mark_changed(game)


def _replace_in_dispute(dispute: Dispute, old: str, new: str) -> None:
    dispute.asked, dispute.verdict, dispute.effect = (
        _replace_name(text, old, new) for text in (dispute.asked, dispute.verdict, dispute.effect)
    )
    dispute.answers = [[_replace_name(text, old, new) for text in answer] for answer in dispute.answers]


def _replace_name(text: str, old: str, new: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: new, text)


def numbered_names(name: str) -> Iterator[str]:
    """The name, then the name with a number from 2 on."""
    yield name
    yield from (f"{name} {number}" for number in count(2))
