"""Export a club as one document, which contains no keys and no ids of the store."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.club_file.format import ABOUT, BY_NAME, FORMAT, TABLES, WITH_MEMBERS, FileTable
from scorekeeper.store import LogEntry, Member
from scorekeeper.store.columns import Reference, columns_of, plain_values
from scorekeeper.store.queries.club_file import rows_of_club
from scorekeeper.store.tables.club import ORGANIZER

#: The number of every row in the file, by its table and id.
Numbers = dict[Any, Mapping[Any, int]]


def export_club(access: ClubAccess) -> dict[str, Any]:
    """The club's document, for its organizers."""
    access.require(ORGANIZER)
    club, numbers = access.club, Numbers()
    document: dict[str, Any] = {"format": FORMAT, "name": club.name}
    for table in TABLES:
        rows = _in_order(table, rows_of_club(table.model, club.id, table.names), numbers)
        if table.id_type is not None:
            numbers[table.model] = {row.id: number for number, row in enumerate(rows, 1)}
        document[table.name] = [_plain(table, row, numbers) for row in rows]
    return document


def club_text(document: dict[str, Any]) -> str:
    """A club's document as the text of a file."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _in_order(table: FileTable, rows: Sequence[Any], numbers: Numbers) -> list[Any]:
    """The rows of which everything is in the file, in an order that is the same after an import."""
    required = [own for own in table.references.values() if not own.nullable]
    complete = [row for row in rows if all(_number(own, row, numbers) is not None for own in required)]
    if table.model is Member:
        # The league sorts players by their ids as text.
        return sorted(complete, key=lambda row: str(row.id))
    if table.id_type is not None:
        return complete
    key = {name for name, column in columns_of(table.model).items() if column.primary_key}
    parts = [own for own in required if own.column in key]
    values = sorted(key & {*table.columns})
    return sorted(
        complete,
        key=lambda row: (*(_number(own, row, numbers) for own in parts), *(getattr(row, name) for name in values)),
    )


def _number(reference: Reference, row: Any, numbers: Numbers) -> int | None:
    """The number of the row that another row refers to, if it is in the file."""
    return numbers[BY_NAME[reference.table].model].get(getattr(row, reference.column))


def _plain(table: FileTable, row: Any, numbers: Numbers) -> dict[str, Any]:
    plain = {key: _number(own, row, numbers) for key, own in table.references.items()}
    if table.model is LogEntry:
        plain["about"] = _about(row, numbers)
    values = plain_values(row, table.columns)
    for name, rename in WITH_MEMBERS.get(table.model, {}).items():
        if name in values:
            values[name] = rename(values[name], numbers[Member].get)
    return {key: number for key, number in plain.items() if number is not None} | values


def _about(entry: Any, numbers: Numbers) -> int | None:
    """The number of what a log entry is about."""
    model, about = ABOUT.get(entry.kind), entry.about
    if model is None or about is None:
        return None
    return numbers[model].get(int(about) if model is Member else about)
