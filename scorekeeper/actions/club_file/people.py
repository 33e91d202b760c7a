"""The members in a club's file."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from scorekeeper.actions.club.members import FULL, MOST_MEMBERS
from scorekeeper.actions.club_file.reading import FileError, Item
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.names import FORMER, clean_name, fold_name
from scorekeeper.store import Club, Member, db
from scorekeeper.store.queries import club as club_queries
from scorekeeper.store.tables.club import MEMBER


def read_members(club_id: str, document: Item, first_id: int) -> dict[int, Member]:
    """Everybody in the file by their numbers there, with ids from this one on. Nobody has a role yet."""
    items = document.numbered("members", "member")
    if len(items) > MOST_MEMBERS:
        raise FileError(FULL.messages[0])
    members = {number: _member(club_id, new_id, items[number]) for number, new_id in _new_ids(items, first_id).items()}
    for number, item in items.items():
        if (into := item.optional_number("merged_into", items)) is not None:
            members[number].merged_id = members[into].id
    names = [fold_name(member.name) for member in members.values() if not member.retired]
    if len(set(names)) < len(names):
        raise FileError("Two members have the same name.")
    return {number: members[number] for number in items}


def _new_ids(numbers: Collection[int], first: int) -> dict[int, int]:
    """Ids of one length, in the order in which the old ones sort as text: that is how the league sorts players."""
    if len(str(first)) < len(str(first + len(numbers))):
        first = 10 ** len(str(first))
    return {number: first + index for index, number in enumerate(sorted(numbers, key=str))}


def _member(club_id: str, member_id: int, item: Item) -> Member:
    values = item.row(Member) | {"role": MEMBER}
    erased = bool(values.get("erased"))
    name = FORMER if erased else clean_name(values.get("name", ""))
    if isinstance(name, Refusal):
        raise item.fail(name.messages[0])
    return Member(id=member_id, club_id=club_id, **{**values, "name": name})


def add_members(club: Club, members: Mapping[int, Member]) -> None:
    """Add the members of a file to a club; the caller commits.

    Who is on the list already under the same name, with an account, becomes the member of the file.
    """
    present = list(club.members)
    if len(members) + len(present) > MOST_MEMBERS:
        raise FileError(FULL.messages[0])
    db.session.add_all(members.values())
    db.session.flush()
    club_queries.continue_member_ids()
    by_name = {fold_name(member.name): member for member in members.values() if not member.retired}
    for member in present:
        if (same := by_name.get(fold_name(member.name))) is not None:
            _replace(club, member, same)
    db.session.flush()
    db.session.expire(club, ["members"])


def _replace(club: Club, old: Member, new: Member) -> None:
    """The member of the file takes the place of one who has played nothing yet."""
    account_id, role, left_at = old.account_id, old.role, old.left_at
    old.account_id = None
    db.session.flush()
    new.account_id, new.role, new.left_at = account_id, role, left_at
    new.hides_career = new.hides_career or old.hides_career
    for entry in club_queries.log_of_club(club.id):
        entry.sentence = [new.id if part == old.id else part for part in entry.sentence]
        entry.member_id = new.id if entry.member_id == old.id else entry.member_id
        entry.about = str(new.id) if entry.kind == "member" and entry.about == str(old.id) else entry.about
    db.session.flush()
    db.session.delete(old)
