"""The announced nights in a club's file, and who is coming."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from scorekeeper.actions.calendar import tidy_text
from scorekeeper.actions.club_file.contents import ClubContents
from scorekeeper.actions.club_file.parts import PARTS
from scorekeeper.actions.club_file.reading import Item
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.names import LONGEST_CLUB, clean_name
from scorekeeper.store import Announcement, SignUp
from scorekeeper.store.columns import plain_values
from scorekeeper.store.tables.night import ANSWERS


def export_announcement(
    announcement: Announcement, nights: Mapping[str, int], members: Collection[int]
) -> dict[str, Any]:
    """An announced night with all answers."""
    return {
        **plain_values(announcement, PARTS[Announcement]),
        "night": nights.get(announcement.night_id or ""),
        "sign_ups": [
            {"member": row.member_id, **plain_values(row, PARTS[SignUp])}
            for row in announcement.sign_ups
            if row.member_id in members
        ],
    }


def read_announcement(contents: ClubContents, item: Item, announcement_id: str) -> Announcement:
    """An announced night with all answers."""
    values = item.row(Announcement, "name", "date", "starts")
    name, night = clean_name(values["name"], LONGEST_CLUB), item.optional_number("night", contents.nights)
    if isinstance(name, Refusal):
        raise item.fail(name.messages[0])
    texts = {key: tidy_text(values.get(key, "")) for key in ("place", "note")}
    announcement = Announcement(
        id=announcement_id, club_id=contents.club_id, **{"sequence": 0} | values | texts | {"name": name}
    )
    if night is not None:
        announcement.night, announcement.night_id = contents.nights[night], contents.nights[night].id
    announcement.sign_ups = [
        _sign_up(row, member) for member, row in contents.by_member(item, "sign_ups", "sign-up").items()
    ]
    return announcement


def _sign_up(item: Item, member_id: int) -> SignUp:
    values = item.row(SignUp, "answer")
    if values["answer"] not in ANSWERS:
        raise item.fail("“answer” can't be read.")
    return SignUp(member_id=member_id, **values)
