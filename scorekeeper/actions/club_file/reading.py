"""Reading a club's file: every value has a place, and what is wrong is said with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.club_file.parts import FORMATS, PARTS
from scorekeeper.rules import BY_SLUG, Fault
from scorekeeper.rules.document import read_options
from scorekeeper.rules.json_text import read
from scorekeeper.store.base import Base
from scorekeeper.store.columns import UnreadableValueError, read_values

#: No club of ours has a larger file: it would hold more than ten thousand games.
LARGEST_FILE = 40_000_000
#: What every file of a club begins its format with; the number after it is the version.
FAMILY = FORMATS[0].partition("/")[0]


class FileError(ValueError):
    """The file cannot be imported; the message says where and why."""


@dataclass(frozen=True)
class Item:
    """An object in the file and where it stands."""

    place: str
    values: Mapping[str, Any]

    def fail(self, why: str) -> FileError:
        """The error that this object is wrong."""
        return FileError(f"{self.place}: {why}" if self.place else why)

    def row(self, table: type[Base], *needed: str) -> dict[str, Any]:
        """The columns of a table, each of its type."""
        try:
            values = read_values(table, PARTS[table], self.values)
        except UnreadableValueError as error:
            raise self.fail(f"“{error}” can't be read.") from None
        for name in needed:
            if name not in values:
                raise self.fail(f"“{name}” is missing.")
        return values

    def items(self, key: str, called: str) -> Iterator[Item]:
        """The objects in a list, the first called 1."""
        values = self.values.get(key, [])
        if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
            raise self.fail(f"“{key}” must be a list of objects.")
        prefix = f"{self.place}, " if self.place else ""
        return (Item(f"{prefix}{called} {number}", value) for number, value in enumerate(values, 1))

    def numbered(self, key: str, called: str, by: str = "id", known: Collection[int] | None = None) -> dict[int, Item]:
        """The objects in a list by a number of theirs, which none of them shares."""
        numbered: dict[int, Item] = {}
        for item in self.items(key, called):
            number = item.number(by, known)
            if number in numbered:
                raise item.fail(f"{by} {number} is in the list twice.")
            numbered[number] = item
        return numbered

    def part(self, key: str) -> Item | None:
        """An object in this one, if it is there."""
        value = self.values.get(key)
        if value is not None and not isinstance(value, dict):
            raise self.fail(f"“{key}” must be an object.")
        return None if value is None else Item(f"{self.place}, {key}", value)

    def number(self, key: str, known: Collection[int] | None = None) -> int:
        """A whole number, which must be one of the known ones."""
        value = self.values.get(key)
        if type(value) is not int or (known is not None and value not in known):
            raise self.fail(f"there is no {key} {value!r:.40}.")
        return value

    def optional_number(self, key: str, known: Collection[int]) -> int | None:
        """The same where it may be missing."""
        return None if self.values.get(key) is None else self.number(key, known)

    def check_game(self, slug: str | None, options: object) -> None:
        """Refuse a game that nobody knows, or options that it does not have."""
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
        raise FileError(_message(document[0]))
    kind = document.get("format")
    if isinstance(kind, str) and kind not in FORMATS and kind.partition("/")[0] == FAMILY:
        raise FileError("This file is from a newer version of the score keeper. Update this server, then import it.")
    if kind not in FORMATS:
        raise FileError("This is not a club file. Use a file from “Export the club”.")
    return Item("", document)


def _message(fault: Fault) -> str:
    return fault.message
