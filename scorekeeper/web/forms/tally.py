"""The numbers of all players as one widget: a row per player, and keys that serve all rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.rules.fields import Either, Field, PerSide, Points, Whole
from scorekeeper.rules.values import Fault
from scorekeeper.web.forms.read import ABSENT
from scorekeeper.web.forms.widgets import (
    Block,
    Buttons,
    Folded,
    Number,
    SideTabs,
    Tally,
    TallyColumn,
    TallyRow,
    Widget,
)

FaultsAt = Callable[[str], list[Fault]]
#: More values than this are too many for a button each.
MOST_BUTTONS = 33


def is_tallied(field: Field, everyone_alone: bool) -> bool:
    """A number for everybody who plays alone, one with too many values for buttons, or one that is usually the same."""
    if not isinstance(field, PerSide) or field.number is None:
        return False
    has_buttons = isinstance(field.number, Points) or len(field.number.allowed) <= MOST_BUTTONS
    return everyone_alone or field.blank is not None or not has_buttons


def tally(field: PerSide, value: Any, names: Sequence[str], faults: FaultsAt, label: str) -> Tally:
    """The widget of one number that everybody has."""
    values = value if isinstance(value, list) and len(value) == field.count else [ABSENT] * field.count
    column = _column(field, label)
    rows = [
        TallyRow(name, [_figure(field, column, values, seat, faults, field.asked_of(name))])
        for seat, name in enumerate(names[: field.count])
    ]
    return Tally(field.key, label, faults(field.key), [column], rows)


def by_cards(parts: Sequence[Widget], path: str, is_open: bool) -> Folded:
    """Another way to enter the same, behind a fold."""
    return Folded(path, "Count by cards", [], Block(path, "", [], parts), is_open)


def join_tallies(widgets: Sequence[Widget]) -> list[Widget]:
    """Tallies next to each other become one, with several numbers in a row."""
    joined: list[Widget] = []
    for widget in widgets:
        last = joined[-1] if joined else None
        if isinstance(widget, Tally) and isinstance(last, Tally) and len(last.rows) == len(widget.rows):
            joined[-1] = _join(last, widget)
        else:
            joined.append(widget)
    return joined


def _join(one: Tally, other: Tally) -> Tally:
    rows = [TallyRow(row.name, [*row.figures, *more.figures]) for row, more in zip(one.rows, other.rows, strict=True)]
    return Tally(
        one.path,
        "",
        [*one.faults, *other.faults],
        [*one.columns, *other.columns],
        rows,
        [*one.more, *other.more],
    )


def show_totals(widgets: Sequence[Widget], totals: Sequence[int]) -> list[Widget]:
    """A tally at the top of a form with a row for each of more than two sides shows their scores in its rows."""
    for place, widget in enumerate(widgets):
        # The tabs show them already.
        if isinstance(widget, SideTabs) or not isinstance(widget, Tally | Buttons | Folded):
            break
        if isinstance(widget, Tally) and len(widget.rows) == len(totals) > 2:
            rows = [replace(row, total=total) for row, total in zip(widget.rows, totals, strict=True)]
            return [*widgets[:place], replace(widget, rows=rows), *widgets[place + 1 :]]
    return list(widgets)


def _column(field: PerSide, label: str) -> TallyColumn:
    number = field.number or Whole(label=label, rule=field.rule)
    values = number.makeable if isinstance(number, Points) else None
    return TallyColumn(
        field.key,
        label,
        number.low,
        number.high,
        number.step,
        values,
        field.whole,
        field.blank,
        field.needed and field.blank is None,
    )


def _figure(
    field: PerSide, column: TallyColumn, values: Sequence[Any], seat: int, faults: FaultsAt, label: str
) -> Number:
    path, value = f"{field.key}[{seat}]", values[seat]
    is_plain = value is not ABSENT and value is not None and not isinstance(value, dict)
    shown = str(value) if is_plain else ""
    usual = _usual(field, values, seat) if not is_plain else ""
    return Number(path, label, faults(path), shown, column.low, column.high, column.step, usual)


def _usual(field: PerSide, values: Sequence[Any], seat: int) -> str:
    """What a blank counts: the rest for the last one, or what the field takes it for."""
    if field.blank is not None:
        return str(field.blank)
    numbers = [value for index, value in enumerate(values) if index != seat and type(value) is int]
    if field.whole is None or len(numbers) < field.count - 1:
        return ""
    return str(max(0, field.whole - sum(numbers)))


def counted_by_cards(field: PerSide, value: Any) -> bool:
    """Somebody's number is entered card by card."""
    return isinstance(field.of, Either) and isinstance(value, list) and any(isinstance(entry, dict) for entry in value)
