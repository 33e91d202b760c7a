"""Reading a club file: objects that know their place in the file, for messages, and the rows that were read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Column, inspect
from sqlalchemy.sql.schema import CallableColumnDefault, ScalarElementColumnDefault

from scorekeeper.actions.club_file.fields import CHOICES, COLUMNS, FIELDS, FORMAT, KIND_OF_LINK, LINKS, MEMBER_LISTS
from scorekeeper.actions.season.totals import ComputedTotals
from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.document import read_options
from scorekeeper.rules.json_text import read
from scorekeeper.store import (
    Announcement,
    ClubRules,
    Event,
    Game,
    GameResult,
    LogEntry,
    Member,
    Season,
    Tournament,
)
from scorekeeper.store.base import Base
from scorekeeper.store.columns import UnreadableValueError, read_values

#: Enough for more than ten thousand games.
LARGEST_FILE = 40_000_000
#: Python refuses to read numbers of thousands of digits.
LONGEST_NUMBER = 20
#: How the format of every club file begins; the number after it is the version.
FAMILY = FORMAT.partition("/")[0]


class FileError(ValueError):
    """The file cannot be imported; the message says where and why."""


@dataclass(frozen=True)
class Item:
    """An object in the file and its place."""

    place: str
    values: Mapping[str, Any]

    def fail(self, why: str) -> FileError:
        """The error for this object."""
        return FileError(f"{self.place}: {why}" if self.place else why)

    def row(self, table: type[Base]) -> dict[str, Any]:
        """The columns of a table, each of its type, with their defaults."""
        try:
            values = read_values(table, FIELDS[table], self.values)
        except UnreadableValueError as error:
            raise self.fail(f"“{error}” can't be read.") from None
        for name, column in COLUMNS[table].items():
            if name not in values:
                values[name] = self._default(name, column)
            if name in CHOICES and values[name] not in CHOICES[name]:
                raise self.fail(f"“{name}” can't be read.")
        return values

    def _default(self, name: str, column: Column[Any]) -> Any:
        if column.nullable:
            return None
        if isinstance(column.default, ScalarElementColumnDefault):
            return column.default.arg
        if isinstance(column.default, CallableColumnDefault) and name != "at":
            return column.default.arg(None)  # type: ignore[arg-type]
        raise self.fail(f"“{name}” is missing.")

    def items(self, key: str, called: str) -> Iterator[Item]:
        """The objects in a list, counted from 1 in messages."""
        values = self.values.get(key, [])
        if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
            raise self.fail(f"“{key}” must be a list of objects.")
        prefix = f"{self.place}, " if self.place else ""
        return (Item(f"{prefix}{called} {number}", value) for number, value in enumerate(values, 1))

    def numbered(self, key: str, called: str, by: str = "id", known: Collection[int] | None = None) -> dict[int, Item]:
        """The objects in a list by a number that no two of them share."""
        numbered: dict[int, Item] = {}
        for item in self.items(key, called):
            number = item.number(by, known)
            if number in numbered:
                raise item.fail(f"{by} {number} is in the list twice.")
            numbered[number] = item
        return numbered

    def part(self, key: str) -> Item | None:
        """An object in this one, or None."""
        value = self.values.get(key)
        if value is not None and not isinstance(value, dict):
            raise self.fail(f"“{key}” must be an object.")
        return None if value is None else Item(f"{self.place}, {key}", value)

    def number(self, key: str, known: Collection[int] | None = None) -> int:
        """A whole number, which must be known."""
        value = self.values.get(key)
        if type(value) is not int or (known is not None and value not in known):
            raise self.fail(f"there is no {key} {value!r:.40}.")
        return value

    def optional_number(self, key: str, known: Collection[int]) -> int | None:
        """A known number, or None if there is none."""
        return None if self.values.get(key) is None else self.number(key, known)

    def check_game(self, slug: str | None, options: object) -> None:
        """Refuse an unknown game, or options that it does not have."""
        if slug is None:
            return
        if slug not in BY_SLUG:
            raise self.fail("there is no such game.")
        _, faults = read_options(BY_SLUG[slug], options or {}, None)
        if faults:
            raise self.fail(faults[0].message)


def read_document(text: bytes) -> Item:
    """The document in the text of a file."""
    if len(text) > LARGEST_FILE:
        raise FileError(f"This file is too big. A club file can be at most {LARGEST_FILE // 1_000_000} MB.")
    document = read(text)
    if isinstance(document, tuple):
        raise FileError(document[0].message)
    kind = document.get("format")
    if kind == FORMAT:
        return Item("", document)
    if isinstance(kind, str) and kind.partition("/")[0] == FAMILY:
        raise FileError("This file is from a newer version of the score keeper. Update this server, then import it.")
    raise FileError("This is not a club file. Use a file from “Export the club”.")


@dataclass
class ClubContents:
    """The rows of a file by their numbers there, not stored yet, with the ids that they will have in the club."""

    club_id: str
    #: The device that imports the file.
    device_id: str
    #: Whether the rulebook has a rule of this name.
    is_rule: Callable[[str], bool]
    members: dict[int, Member]
    game_ids: Mapping[int, str]
    rules: list[ClubRules] = field(default_factory=list)
    seasons: dict[int, Season] = field(default_factory=dict)
    events: dict[int, Event] = field(default_factory=dict)
    tournaments: dict[int, Tournament] = field(default_factory=dict)
    announcements: dict[int, Announcement] = field(default_factory=dict)
    games: list[Game] = field(default_factory=list)
    results: list[GameResult] = field(default_factory=list)
    log: list[LogEntry] = field(default_factory=list)
    #: By the id of the season.
    totals: dict[str, ComputedTotals] = field(default_factory=dict)

    def values(self, item: Item, table: type[Base]) -> dict[str, Any]:
        """The columns of a row, with members, seasons and nights by their new ids."""
        lists = {name: self._member_list(item, name) for name in MEMBER_LISTS if name in FIELDS[table]}
        links = {column: self._link(item, table, key, column) for key, column in LINKS.get(table, {}).items()}
        values = item.row(table) | lists | links
        if values.get("rule") is not None and not self.is_rule(values["rule"]):
            raise item.fail("there is no such rule.")
        return values

    def rows(self, item: Item, key: str, called: str, table: type[Base]) -> list[Any]:
        """The rows of a list that has at most one for each member."""
        items = item.numbered(key, called, "member", self.members)
        return [table(**self.values(own, table)) for own in items.values()]

    def by_kind(self, kind: str) -> Mapping[int, Any]:
        """The rows of a kind that has numbers, other than games."""
        kinds: dict[str, Mapping[int, Any]] = {
            "member": self.members,
            "season": self.seasons,
            "event": self.events,
            "tournament": self.tournaments,
            "announcement": self.announcements,
        }
        return kinds.get(kind, {})

    def _link(self, item: Item, table: type[Base], key: str, column: str) -> Any:
        rows = self.by_kind(KIND_OF_LINK[column])
        if item.values.get(key) is None and inspect(table).columns[column].nullable:
            return None
        return rows[item.number(key, rows)].id

    def _member_list(self, item: Item, key: str) -> list[int]:
        numbers = item.values.get(key, [])
        if not isinstance(numbers, list) or not all(type(own) is int and own in self.members for own in numbers):
            raise item.fail(f"“{key}” names somebody who is not a member.")
        if len(set(numbers)) < len(numbers):
            raise item.fail(f"“{key}” names somebody twice.")
        return [self.members[number].id for number in numbers]

    def member_rows(self, item: Item, key: str, are_members: Sequence[bool]) -> list[list[Any]]:
        """Lists of numbers, some of which are members; only a member at the end may be None."""
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
        is_number = (
            isinstance(player, str) and player.isascii() and player.isdecimal() and len(player) <= LONGEST_NUMBER
        )
        number = int(player) if is_number else None
        if number not in self.members:
            raise item.fail(f"there is no member {player!r:.40}.")
        return str(self.members[number].id)


def is_text_pair(pair: Any) -> bool:
    """Whether this is a list of two texts."""
    return isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair)
