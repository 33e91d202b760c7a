"""Rows as plain values of a file, and back, by what the tables say about their columns."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from sqlalchemy import JSON, Column, UniqueConstraint, inspect
from sqlalchemy.orm import MANYTOONE
from sqlalchemy.sql.schema import CallableColumnDefault, ScalarElementColumnDefault
from sqlalchemy.types import TypeDecorator

from scorekeeper.store.base import Base
from scorekeeper.store.sealed_keys import SealedKey

#: The largest number in a file: hands, minutes, positions.
LARGEST = 1_000_000
#: The longest text of a column that has no length.
LONGEST = 10_000
#: How deep a value of JSON may be nested.
DEEPEST = 12

Columns = Mapping[str, Column[Any]]


class UnreadableValueError(ValueError):
    """A value that its column can't hold; the message says why."""


class Reference(NamedTuple):
    """A column that names a row of another table."""

    column: str
    #: The name of the other table.
    table: str
    nullable: bool
    #: The attribute that holds the other row, if there is one.
    attribute: str | None

    @property
    def key(self) -> str:
        """Its key in a file."""
        return self.column.removesuffix("_id")


def columns_of(model: type[Base]) -> dict[str, Column[Any]]:
    """Every stored column by its name."""
    return {name: column for name, column in inspect(model).columns.items() if isinstance(column, Column)}


def value_columns(model: type[Base]) -> dict[str, Column[Any]]:
    """The columns that are neither ids, nor references, nor keys of links."""
    return {
        name: column
        for name, column in columns_of(model).items()
        if name != "id" and not column.foreign_keys and not isinstance(column.type, SealedKey)
    }


def references_of(model: type[Base]) -> list[Reference]:
    """The columns that name rows of other tables."""
    attributes = {
        column.key: relation.key
        for relation in inspect(model).relationships
        if relation.direction is MANYTOONE
        for column in relation.local_columns
    }
    return [
        Reference(name, foreign.column.table.name, bool(column.nullable), attributes.get(name))
        for name, column in columns_of(model).items()
        for foreign in column.foreign_keys
    ]


def unique_columns(model: type[Base]) -> list[list[str]]:
    """The columns of which no two rows share the values."""
    table = model.metadata.tables[model.__tablename__]
    keys = [table.primary_key, *(own for own in table.constraints if isinstance(own, UniqueConstraint))]
    return [sorted(column.key for column in key.columns) for key in keys]


def plain_values(row: Any, columns: Columns) -> dict[str, Any]:
    """Columns of a row as JSON holds them, without those that have their default."""
    values = {name: _plain(getattr(row, name)) for name in columns}
    return {name: value for name, value in values.items() if value is not None and value != _default(columns[name])}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, (dt.date, dt.time)) else value


def read_values(columns: Columns, plain: Mapping[str, Any]) -> dict[str, Any]:
    """Inverse of `plain_values`."""
    return {name: _read(name, column, plain.get(name)) for name, column in columns.items()}


def _default(column: Column[Any]) -> Any:
    """The value of a column that is not given; None for the present time, which nobody can give later."""
    if isinstance(column.default, ScalarElementColumnDefault):
        return column.default.arg
    if isinstance(column.default, CallableColumnDefault) and isinstance(column.type, JSON):
        return column.default.arg(None)  # type: ignore[arg-type]
    return None


def _read(name: str, column: Column[Any], given: Any) -> Any:
    value = _default(column) if given is None else given
    if value is None and not column.nullable:
        raise UnreadableValueError(f"“{name}” is missing.")
    if value is not None and not _fits(column, value):
        raise UnreadableValueError(f"“{name}” can't be read.")
    wanted = _type(column)
    return _read_time(name, wanted, value) if issubclass(wanted, (dt.date, dt.time)) and value is not None else value


def _type(column: Column[Any]) -> type[Any]:
    kind = column.type.impl_instance if isinstance(column.type, TypeDecorator) else column.type
    return kind.python_type


def _fits(column: Column[Any], value: Any) -> bool:
    """Whether a column can hold a value that was read from a file."""
    wanted = _type(column)
    if isinstance(column.type, JSON):
        return isinstance(value, (dict, list)) and _depth(value) <= DEEPEST and _is_writable(value)
    if issubclass(wanted, (dt.date, dt.time)):
        return isinstance(value, str)
    if type(value) is not wanted:
        return False
    if wanted is str:
        return len(value) <= (getattr(column.type, "length", None) or LONGEST) and _is_writable(value)
    return not isinstance(value, int) or 0 <= value <= LARGEST


def _read_time(name: str, wanted: type[dt.date] | type[dt.time], value: str) -> dt.date | dt.time:
    try:
        time = wanted.fromisoformat(value)
        if isinstance(time, dt.time):
            return time.replace(tzinfo=None)
        return time.astimezone(dt.UTC) if isinstance(time, dt.datetime) else time
    except (ValueError, OverflowError):
        raise UnreadableValueError(f"“{name}” can't be read.") from None


def _depth(value: Any) -> int:
    """How deep a value is nested; what is far too deep is not looked at."""
    level, depth = [value], 0
    while level and depth <= DEEPEST:
        inner = [own.values() if isinstance(own, dict) else own for own in level if isinstance(own, (dict, list))]
        level, depth = [part for own in inner for part in own], depth + 1
    return depth


def _is_writable(value: Any) -> bool:
    """Whether text can be stored: no half of a surrogate pair, and for PostgreSQL no NUL."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return not holds_nul(value)


def holds_nul(value: Any) -> bool:
    """Whether a JSON value holds the character NUL anywhere."""
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, Mapping):
        return any(map(holds_nul, value)) or any(map(holds_nul, value.values()))
    return isinstance(value, (list, tuple)) and any(map(holds_nul, value))


def stored_values(row: Base, names: Collection[str]) -> dict[str, Any]:
    """The columns of a row that is not stored yet, without those that nobody has set."""
    return {name: value for name, value in vars(row).items() if name in names}
