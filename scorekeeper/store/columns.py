"""Rows as plain values of a file, and back, by the types of their columns."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import JSON, Column, inspect
from sqlalchemy.types import TypeDecorator

from scorekeeper.store.base import Base

#: The largest number in a file: hands, minutes, positions.
LARGEST = 1_000_000
#: The longest text of a column that has no length.
LONGEST = 10_000


class UnreadableValueError(ValueError):
    """A value that its column can't hold; the message is the name of the column."""


def plain_values(row: Base, names: Sequence[str]) -> dict[str, Any]:
    """Some columns of a row as JSON holds them."""
    return {name: _plain(getattr(row, name)) for name in names}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, (dt.date, dt.time)) else value


def read_values(table: type[Base], names: Sequence[str], plain: Mapping[str, Any]) -> dict[str, Any]:
    """Inverse of `plain_values`; missing columns keep their defaults."""
    columns = inspect(table).columns
    return {name: _read(name, columns[name], plain[name]) for name in names if name in plain}


def _read(name: str, column: Column[Any], value: Any) -> Any:
    if value is None and column.nullable:
        return None
    kind = column.type.impl_instance if isinstance(column.type, TypeDecorator) else column.type
    wanted = kind.python_type
    if isinstance(column.type, JSON):
        return _read_json(name, value)
    if issubclass(wanted, (dt.date, dt.time)):
        return _read_time(name, wanted, value)
    if type(value) is not wanted or (wanted is int and abs(value) > LARGEST):
        raise UnreadableValueError(name)
    longest = getattr(column.type, "length", None) or LONGEST
    if wanted is str and (len(value) > longest or not _is_writable(value)):
        raise UnreadableValueError(name)
    return value


def _read_json(name: str, value: Any) -> Any:
    if not isinstance(value, (dict, list)) or not _is_writable(str(value)) or holds_nul(value):
        raise UnreadableValueError(name)
    return value


def _read_time(name: str, wanted: type[dt.date] | type[dt.time], value: Any) -> dt.date | dt.time:
    try:
        time = wanted.fromisoformat(value)
        if isinstance(time, dt.time):
            return time.replace(tzinfo=None)
        return time.astimezone(dt.UTC) if isinstance(time, dt.datetime) else time
    except (TypeError, ValueError, OverflowError):
        raise UnreadableValueError(name) from None


def _is_writable(text: str) -> bool:
    """Whether text can be stored: no half of a surrogate pair, and for PostgreSQL no NUL."""
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def holds_nul(value: Any) -> bool:
    """Whether a JSON value holds the character NUL anywhere."""
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, Mapping):
        return any(map(holds_nul, value)) or any(map(holds_nul, value.values()))
    return isinstance(value, (list, tuple)) and any(map(holds_nul, value))
