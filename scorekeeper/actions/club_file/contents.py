"""A club as it was read from a file: rows that are not stored yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.actions.club_file.reading import Item
from scorekeeper.actions.season.totals import ComputedTotals
from scorekeeper.store import (
    Announcement,
    ClubRules,
    Game,
    GameResult,
    LogEntry,
    Member,
    Night,
    Season,
    Tournament,
)


@dataclass
class ClubContents:
    """Everything in a file, by its number there; the rows have the ids that they will have in the club."""

    club_id: str
    #: The device by which all of it comes.
    device_id: str
    #: Whether the rulebook has a rule of a name.
    is_rule: Callable[[str], bool]
    members: dict[int, Member]
    game_ids: Mapping[int, str]
    rules: list[ClubRules] = field(default_factory=list)
    seasons: dict[int, Season] = field(default_factory=dict)
    nights: dict[int, Night] = field(default_factory=dict)
    tournaments: dict[int, Tournament] = field(default_factory=dict)
    announcements: dict[int, Announcement] = field(default_factory=dict)
    games: list[Game] = field(default_factory=list)
    results: list[GameResult] = field(default_factory=list)
    log: list[LogEntry] = field(default_factory=list)
    #: By the id of the season.
    totals: dict[str, ComputedTotals] = field(default_factory=dict)

    def member(self, item: Item, key: str = "member") -> int:
        """The id of a member whom an object names."""
        return self.members[item.number(key, self.members)].id

    def optional_member(self, item: Item, key: str = "member") -> int | None:
        """The same where nobody may be named."""
        return None if item.values.get(key) is None else self.member(item, key)

    def by_member(self, item: Item, key: str, called: str) -> dict[int, Item]:
        """The objects in a list by the id of the member whom each of them names; nobody is named twice."""
        return {
            self.members[number].id: own for number, own in item.numbered(key, called, "member", self.members).items()
        }

    def season(self, item: Item) -> Season | None:
        """The season that an object names, if it names one."""
        number = item.optional_number("season", self.seasons)
        return None if number is None else self.seasons[number]

    def member_list(self, item: Item, key: str) -> list[int]:
        """A list of members, nobody twice."""
        numbers = item.values.get(key, [])
        if not isinstance(numbers, list) or not all(self._is_member(number) for number in numbers):
            raise item.fail(f"“{key}” names somebody who is not a member.")
        if len(set(numbers)) < len(numbers):
            raise item.fail(f"“{key}” names somebody twice.")
        return [self.members[number].id for number in numbers]

    def _is_member(self, number: Any) -> bool:
        return type(number) is int and number in self.members

    def member_rows(self, item: Item, key: str, are_members: Sequence[bool]) -> list[list[Any]]:
        """Lists of numbers, some of which are members; only a member who comes last may be missing."""
        rows = item.values.get(key) or []
        if not isinstance(rows, list) or not all(
            isinstance(row, list) and len(row) == len(are_members) for row in rows
        ):
            raise item.fail(f"“{key}” can't be read.")
        optional = [False] * (len(are_members) - 1) + [are_members[-1]]
        return [
            [self._value(item, key, *part) for part in zip(row, are_members, optional, strict=True)] for row in rows
        ]

    def _value(self, item: Item, key: str, number: Any, is_member: bool, optional: bool) -> int | None:
        if number is None and optional:
            return None
        if type(number) is not int or (is_member and number not in self.members):
            raise item.fail(f"“{key}” can't be read.")
        return self.members[number].id if is_member else number

    def player(self, item: Item, player: Any) -> str:
        """A player of the league: the id of a member as text."""
        number = int(player) if isinstance(player, str) and player.isascii() and player.isdecimal() else None
        if number not in self.members:
            raise item.fail(f"there is no member {player!r:.40}.")
        return str(self.members[number].id)

    def check_rule(self, item: Item, rule: str | None) -> None:
        """Refuse a ruling by a rule that the rulebook does not have."""
        if rule is not None and not self.is_rule(rule):
            raise item.fail("there is no such rule.")
