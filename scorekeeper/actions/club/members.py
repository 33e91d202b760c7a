"""The people of a club: adding names, roles, removing and bringing back, releasing and forgetting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.actions.account.forgetting import forget as forget_member
from scorekeeper.actions.club.access import ClubAccess, require_member, require_organizer
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError, NotYoursError, Refusal
from scorekeeper.actions.names import clean_name, fold_name
from scorekeeper.store import Account, Club, Member, db
from scorekeeper.store.queries.club import memberships
from scorekeeper.store.tables.club import MEMBER, ORGANIZER, ROLES
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import writes

#: No club is larger.
MOST_MEMBERS = 500
#: A longer list of errors helps nobody.
MOST_MESSAGES = 10
FULL = Refusal((f"A club has at most {MOST_MEMBERS} names, those who left included.",))


def unclaimed(club: Club) -> list[Member]:
    """Names on the list that nobody has claimed yet."""
    return [each for each in club.members if each.account_id is None and each.left_at is None]


def name_for(club: Club, name: str, member: Member | None = None) -> str | Refusal:
    """A name as it may stand on the list: nobody else there has it."""
    if member is None and len(club.members) >= MOST_MEMBERS:
        return FULL
    return _free(name, {key: each for key, each in _known(club).items() if each is not member})


def _known(club: Club) -> dict[str, Member]:
    """Everybody who is or was on the list, by the name for comparing."""
    return {fold_name(each.name): each for each in club.members if not each.erased}


def _free(name: str, known: Mapping[str, Member]) -> str | Refusal:
    tidy = clean_name(name)
    same = None if isinstance(tidy, Refusal) else known.get(fold_name(tidy))
    if same is None:
        return tidy
    if same.left_at is not None:
        return Refusal((f"{same.name} was in the club before: an organizer can bring the name back.",))
    return Refusal((f"{same.name} is on the list already: tell them apart, perhaps by the surname.",))


@writes
def add(account_id: str, club_id: str, names: Sequence[str]) -> list[Member] | Refusal:
    """Put names on the list, all of them or none."""
    place = require_organizer(account_id, club_id)
    wanted = [name for name in names if name.strip()]
    if not wanted:
        return Refusal(("Write at least one name, each on a line of its own.",))
    if len(place.club.members) + len(wanted) > MOST_MEMBERS:
        return FULL
    added = _named(place.club, wanted)
    if isinstance(added, Refusal):
        return added
    db.session.add_all(added)
    db.session.flush()
    for member in added:
        write_log(place, "member", member.id, " was put on the list.", about=member.id)
    db.session.commit()
    return added


def _named(club: Club, names: Sequence[str]) -> list[Member] | Refusal:
    """New members of these names, or everything that is wrong with them."""
    known, added, wrong = _known(club), [], []
    for name in names:
        tidy = _free(name, known)
        if isinstance(tidy, Refusal):
            wrong += [f"{_quoted(name)}: {message}" for message in tidy.messages]
        else:
            added.append(Member(club_id=club.id, name=tidy))
            known[fold_name(tidy)] = added[-1]
    return Refusal(tuple(wrong[:MOST_MESSAGES])) if wrong else added


def _quoted(name: str) -> str:
    shown = name.strip().encode("utf-8", "replace").decode()
    return f"“{shown[:20]}{'…' if len(shown) > 20 else ''}”"


@writes
def rename(account_id: str, club_id: str, member_id: int, name: str) -> Refusal | None:
    """Another name on the list: an organizer may change any, everybody the own one."""
    place = require_member(account_id, club_id)
    member = _living(place, member_id)
    if member is not place.me and not place.may_organize:
        raise NotYoursError(ORGANIZER)
    tidy = name_for(place.club, name, member)
    if isinstance(tidy, Refusal):
        return tidy
    if tidy != member.name:
        member.name = tidy
        _done(place, member, " has a new name on the list.")
    return None


@writes
def set_role(account_id: str, club_id: str, member_id: int, role: str) -> Refusal | None:
    """Make somebody organizer, scorer or member."""
    place = require_organizer(account_id, club_id)
    member = _present(place, member_id)
    if role not in ROLES:
        raise NotFoundError(role)
    if role != MEMBER and member.account_id is None:
        # Whoever claimed the name by the invitation would have the role unseen.
        return Refusal((f"{member.name} has no account yet: once the name is claimed, it can be made {role}.",))
    if role != ORGANIZER and (refused := _last_organizer(place, member)):
        return refused
    if role != member.role:
        member.role = role
        _done(place, member, f" was made {role}.")
    return None


@writes
def release(account_id: str, club_id: str, member_id: int) -> Refusal | None:
    """Part a name from the account that claimed it; it can be claimed again."""
    place = require_organizer(account_id, club_id)
    member = _living(place, member_id)
    if refused := _last_organizer(place, member):
        return refused
    if member.account_id is not None:
        member.account_id, member.role = None, MEMBER
        _done(place, member, " was released: the name can be claimed again.")
    return None


@writes
def remove(account_id: str, club_id: str, member_id: int) -> Refusal | None:
    """Take somebody off the list; the games stay."""
    place = require_organizer(account_id, club_id)
    member = _present(place, member_id)
    if refused := _last_organizer(place, member):
        return refused
    member.left_at, member.role = now(), MEMBER
    _done(place, member, " was taken off the list.")
    return None


@writes
def bring_back(account_id: str, club_id: str, member_id: int) -> Refusal | None:
    """Put somebody who left on the list again."""
    place = require_organizer(account_id, club_id)
    member = _living(place, member_id)
    if member.left_at is not None:
        member.left_at = None
        _done(place, member, " is on the list again.")
    return None


@writes
def forget(account_id: str, club_id: str, member_id: int) -> Refusal | None:
    """Forget somebody who asked for it and has no account; with one, the person deletes it."""
    place = require_organizer(account_id, club_id)
    member = _living(place, member_id)
    if member.account_id is not None:
        why = "the person can delete it there, or you release the name first."
        return Refusal((f"{member.name} belongs to an account: {why}",))
    forget_member(member)
    write_log(place, "member", "Somebody's name was deleted on request.", about=member.id)
    db.session.commit()
    return None


@writes
def account_to_reset(account_id: str, club_id: str, member_id: int) -> Account | Refusal:
    """The account for which an organizer makes a reset link: one whose every club this organizer looks after."""
    place = require_organizer(account_id, club_id)
    member = _present(place, member_id)
    if member.account is None:
        return Refusal((f"{member.name} has no account, so there is no password.",))
    if member is place.me:
        return Refusal(("Change your own password on the page of your account.",))
    mine = {each.club_id for each in memberships(account_id) if each.role == ORGANIZER}
    if {each.club_id for each in memberships(member.account.id)} - mine:
        # The link opens the account in its other clubs too.
        why = "only whoever runs this server can make the link, for you do not organize that one."
        return Refusal((f"{member.name} is also in another club: {why}",))
    write_log(place, "member", "A link for a new password was made for ", member.id, ".", about=member.id)
    db.session.commit()
    return member.account


def _done(place: ClubAccess, member: Member, what: str) -> None:
    """Note what was done with a name, and write it down."""
    write_log(place, "member", member.id, what, about=member.id)
    db.session.commit()


def _living(place: ClubAccess, member_id: int) -> Member:
    """Somebody who is or was on the list and is not forgotten."""
    member = place.member(member_id)
    if member.erased:
        raise NotFoundError(str(member_id))
    return member


def _present(place: ClubAccess, member_id: int) -> Member:
    member = _living(place, member_id)
    if member.left_at is not None:
        raise NotFoundError(str(member_id))
    return member


def _last_organizer(place: ClubAccess, member: Member) -> Refusal | None:
    organizers = [each for each in place.members if each.role == ORGANIZER]
    if organizers == [member]:
        return Refusal((f"{member.name} is the only organizer: make somebody else organizer first.",))
    return None
