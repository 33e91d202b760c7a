"""Reading a club file into rows that are not stored yet, by the description of its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from scorekeeper.actions.club_file.format import (
    ABOUT,
    BY_MODEL,
    BY_NAME,
    FAMILY,
    FORMAT,
    OBJECTS,
    TABLES,
    WITH_MEMBERS,
    FileError,
    FileTable,
)
from scorekeeper.actions.keys import new_key
from scorekeeper.rules.json_text import read
from scorekeeper.store import Game, LogEntry, Member
from scorekeeper.store.columns import Reference, UnreadableValueError, columns_of, read_values, unique_columns

#: Enough for more than ten thousand games.
LARGEST_FILE = 40_000_000
#: Objects and lists of a file, because many small ones need far more memory than their text.
MOST_OBJECTS = 2_000_000
#: What reading values of a wrong kind raises.
UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError, StopIteration)

Row = TypeVar("Row")


def read_document(text: bytes) -> dict[str, Any]:
    """The document in the text of a file."""
    if len(text) > LARGEST_FILE:
        raise FileError(f"This file is too big. A club file can be at most {LARGEST_FILE // 1_000_000} MB.")
    if text.count(b"{") + text.count(b"[") > MOST_OBJECTS:
        raise FileError(f"This file is too big. A club file can have at most {MOST_OBJECTS:,} lists and objects.")
    document = read(text)
    if isinstance(document, tuple):
        raise FileError(document[0].message)
    kind = document.get("format")
    if kind == FORMAT:
        return document
    if isinstance(kind, str) and kind.partition("/")[0] == FAMILY:
        raise FileError("This file is from a newer version of the score keeper. Update this server, then import it.")
    raise FileError("This is not a club file. Use a file from “Export the club”.")


@contextmanager
def place(table: FileTable, number: int) -> Iterator[None]:
    """Say in every message which row it is about."""
    try:
        yield
    except FileError as error:
        raise FileError(f"{table.called} {number}: {error}") from None


@dataclass
class ClubContents:
    """The rows of a file in order, not stored yet.

    Members, seasons, events, games and announcements have the ids that they will have. The ids of all others are their
    numbers in the file, until they are stored.
    """

    club_id: str
    #: The device that imports the file.
    device_id: str
    #: Whether the rulebook has a rule of this name.
    is_rule: Callable[[str], bool]
    #: The id of the first member.
    first_member: int
    rows: dict[Any, list[Any]] = field(default_factory=dict)

    def of(self, model: type[Row]) -> list[Row]:
        """The rows of a table."""
        return self.rows[model]

    def check(self, model: type[Row], check: Callable[[ClubContents, Row], None]) -> None:
        """Check every row of a table; errors name the row."""
        for number, row in enumerate(self.of(model), 1):
            with place(BY_MODEL[model], number):
                check(self, row)

    def find(self, model: Any, number: Any) -> Any:
        """A row by its number in the file."""
        rows = self.rows[model]
        if type(number) is not int or not 1 <= number <= len(rows):
            raise FileError(f"there is no {BY_MODEL[model].called} {number!r:.40}.")
        return rows[number - 1]

    def new_ids(self, table: FileTable, count: int) -> list[Any]:
        """Ids for so many rows. They sort as the old ones did, because results of one round are rated in this order."""
        if table.id_type is str:
            return sorted(new_key() for _ in range(count))
        if table.model is not Member:
            return [*range(1, count + 1)]
        first = self.first_member
        # Ids of one length, because the league sorts players as text.
        first = 10 ** len(str(first)) if len(str(first)) < len(str(first + count)) else first
        return [*range(first, first + count)]


def read_rows(contents: ClubContents, document: Mapping[str, Any]) -> None:
    """Read all rows of a document; only what each row says by itself is checked."""
    if unknown := sorted(document.keys() - BY_NAME.keys() - {"format", "name"}):
        raise FileError(f"A club file has no “{unknown[0]:.40}”.")
    for table in TABLES:
        plain_rows = document.get(table.name, [])
        if not isinstance(plain_rows, list):
            raise FileError(f"“{table.name}” must be a list.")
        contents.rows[table.model] = rows = []
        for number, plain in enumerate(plain_rows, 1):
            with place(table, number):
                rows.append(_row(contents, table, number, plain))
        for row, row_id in zip(rows, contents.new_ids(table, len(rows)), strict=True):
            if table.id_type is not None:
                row.id = row_id
        for number, (row, plain) in enumerate(zip(rows, plain_rows, strict=True), 1):
            with place(table, number):
                _link(contents, table, row, plain)
        _check_unique(table, rows)


def _row(contents: ClubContents, table: FileTable, number: int, plain: Any) -> Any:
    """A row with its values, without references."""
    if not isinstance(plain, dict):
        raise FileError("it must be an object.")
    if unknown := sorted(plain.keys() - table.keys):
        raise FileError(f"“{unknown[0]:.40}” is unknown here.")
    try:
        values = read_values(table.columns, plain)
    except UnreadableValueError as error:
        raise FileError(str(error)) from None
    for name, value in values.items():
        if isinstance(value, (dict, list)) and isinstance(value, dict) is not (name in OBJECTS):
            raise FileError(f"“{name}” can't be read.")
    stored = columns_of(table.model)
    made = {"club_id": contents.club_id, "device_id": contents.device_id, "token": f"import-{number}"}
    values |= {name: value for name, value in made.items() if name in stored and not stored[name].nullable}
    if table.model is Game:
        values |= {"scorer_key": new_key(), "watch_key": new_key(), "names_number": 0}
    return table.model(**values)


def _link(contents: ClubContents, table: FileTable, row: Any, plain: Mapping[str, Any]) -> None:
    """Set the references of a row."""
    for key, reference in table.references.items():
        _refer(contents, row, reference, plain.get(key))
    for name, rename in WITH_MEMBERS.get(table.model, {}).items():
        try:
            setattr(row, name, rename(getattr(row, name), lambda number: contents.find(Member, number).id))
        except FileError:
            raise
        except UNREADABLE:
            raise FileError(f"“{name}” can't be read.") from None
    if table.model is LogEntry and (about := plain.get("about")) is not None:
        if row.kind not in ABOUT:
            raise FileError("“about” can't be read.")
        row.about = str(contents.find(ABOUT[row.kind], about).id)


def _refer(contents: ClubContents, row: Any, reference: Reference, number: Any) -> None:
    if number is None and reference.nullable:
        setattr(row, reference.column, None)
        return
    other = contents.find(BY_NAME[reference.table].model, number)
    setattr(row, reference.column, other.id)
    if reference.attribute is not None:
        setattr(row, reference.attribute, other)


def _check_unique(table: FileTable, rows: list[Any]) -> None:
    """Refuse rows that the store would refuse as duplicates."""
    for names in unique_columns(table.model):
        earlier: set[tuple[Any, ...]] = set()
        for number, row in enumerate(rows, 1):
            values = tuple(getattr(row, name) for name in names)
            if None not in values and values in earlier:
                raise FileError(f"{table.called} {number}: it is in the list twice.")
            earlier.add(values)
