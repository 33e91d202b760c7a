"""The members in a club's file, and who its numbers stand for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.actions.club.members import FULL, MOST_MEMBERS
from scorekeeper.actions.club_file.reading import FileError, Item
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.names import FORMER, clean_name, fold_name
from scorekeeper.store import Club, Member, db
from scorekeeper.store.queries import whole_club
from scorekeeper.store.tables.club import MEMBER


def add_members(club: Club, document: Item) -> dict[int, int]:
    """Add everybody in the file; their new ids by their numbers there.

    Nobody gets a role: a role belongs to an account. Who is on the list already under the same name, with an account,
    becomes the member of the file.
    """
    present = list(club.members)
    items = {item.number("id"): item for item in document.items("members", "member")}
    if len(items) + len(present) > MOST_MEMBERS:
        raise FileError(FULL.messages[0])
    new = {number: _member(club, number_id, items[number]) for number, number_id in _new_ids(items).items()}
    for number, item in items.items():
        if item.values.get("merged_into") is not None:
            new[number].merged_id = new[item.number("merged_into", items)].id
    names = [fold_name(member.name) for member in new.values() if not member.retired]
    if len(set(names)) < len(names):
        raise FileError("Two members have the same name.")
    db.session.add_all(new[number] for number in items)
    db.session.flush()
    by_name = {fold_name(member.name): member for member in new.values() if not member.retired}
    for member in present:
        if (same := by_name.get(fold_name(member.name))) is not None:
            _replace(club, member, same)
    db.session.flush()
    db.session.expire(club, ["members"])
    return {number: member.id for number, member in new.items()}


def _new_ids(items: Mapping[int, Item]) -> dict[int, int]:
    """Ids of one length, in the order in which the old ones sort as text: that is how the league sorts players."""
    first = whole_club.next_member_id()
    if len(str(first)) < len(str(first + len(items))):
        first = 10 ** len(str(first))
    return {number: first + index for index, number in enumerate(sorted(items, key=str))}


def _member(club: Club, member_id: int, item: Item) -> Member:
    values = item.row(Member) | {"role": MEMBER}
    erased = bool(values.get("erased"))
    name = FORMER if erased else clean_name(values.get("name", ""))
    if isinstance(name, Refusal):
        raise item.fail(name.messages[0])
    return Member(id=member_id, club_id=club.id, **{**values, "name": name})


def _replace(club: Club, old: Member, new: Member) -> None:
    """The member of the file takes the place of one who has played nothing yet."""
    account_id, role, left_at = old.account_id, old.role, old.left_at
    old.account_id = None
    db.session.flush()
    new.account_id, new.role, new.left_at = account_id, role, left_at
    for entry in whole_club.log_of_club(club.id):
        entry.sentence = [new.id if part == old.id else part for part in entry.sentence]
        entry.member_id = new.id if entry.member_id == old.id else entry.member_id
        entry.about = str(new.id) if entry.kind == "member" and entry.about == str(old.id) else entry.about
    db.session.flush()
    db.session.delete(old)


def member_list(members: Mapping[int, int], item: Item, key: str) -> list[int]:
    """A list of members, nobody twice."""
    numbers = item.values.get(key, [])
    if not isinstance(numbers, list) or any(type(number) is not int or number not in members for number in numbers):
        raise item.fail(f"“{key}” names somebody who is not a member.")
    if len(set(numbers)) < len(numbers):
        raise item.fail(f"“{key}” names somebody twice.")
    return [members[number] for number in numbers]


def name_members(members: Mapping[int, int], item: Item, key: str, are_members: tuple[bool, ...]) -> list[list[Any]]:
    """Lists of numbers, some of which are members; only a member who comes last may be missing."""
    rows = item.values.get(key) or []
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == len(are_members) for row in rows):
        raise item.fail(f"“{key}” can't be read.")
    optional = [False] * (len(are_members) - 1) + [are_members[-1]]
    return [[_name(members, item, key, part) for part in zip(row, are_members, optional, strict=True)] for row in rows]


def _name(members: Mapping[int, int], item: Item, key: str, part: tuple[Any, bool, bool]) -> int | None:
    number, is_member, optional = part
    if number is None and optional:
        return None
    if type(number) is not int or (is_member and number not in members):
        raise item.fail(f"“{key}” can't be read.")
    return members[number] if is_member else number
