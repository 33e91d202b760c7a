"""What is still to be entered in a value: as long as there is a gap, nothing is wrong with it yet."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from scorekeeper.rules.fields import Either, Field, Group, ListOf, Pair, PerSide


@singledispatch
def has_gap(field: Field, value: Any) -> bool:
    """A figure is missing in it."""
    return value is None


@has_gap.register
def _(field: PerSide, value: Any) -> bool:
    if not isinstance(value, list):
        return True
    gaps = sum(has_gap(field.of, entry) for entry in value)
    return gaps > (1 if field.rest else 0)


@has_gap.register
def _(field: ListOf, value: Any) -> bool:
    return not isinstance(value, list) or len(value) < field.least or any(has_gap(field.of, entry) for entry in value)


@has_gap.register
def _(field: Group, value: Any) -> bool:
    if not isinstance(value, dict):
        return True
    return any(part.needed if part.key not in value else has_gap(part, value[part.key]) for part in field.fields)


@has_gap.register
def _(field: Pair, value: Any) -> bool:
    return not isinstance(value, list) or None in value


@has_gap.register
def _(field: Either, value: Any) -> bool:
    return has_gap(field.group if isinstance(value, dict) else field.plain, value)
