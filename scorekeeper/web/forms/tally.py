"""Tallies: the numbers of all players as one widget, a row per player and one set of keys; and tabs for sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.rules.fields import Either, Field, Group, ListOf, Pair, PerSide, Points, Whole
from scorekeeper.rules.values import Fault
from scorekeeper.web.forms.read import ABSENT
from scorekeeper.web.forms.widgets import (
    Block,
    Button,
    Buttons,
    Folded,
    Melds,
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
    """Whether a field becomes a tally: everybody plays alone, it has too many values for buttons, or a usual one."""
    if not isinstance(field, PerSide) or field.number is None:
        return False
    has_buttons = isinstance(field.number, Points) or len(field.number.allowed) <= MOST_BUTTONS
    return everyone_alone or field.blank is not None or not has_buttons


def tally(field: PerSide, value: Any, names: Sequence[str], faults: FaultsAt, label: str) -> Tally:
    """The widget of one number for each player."""
    values = value if isinstance(value, list) and len(value) == field.count else [ABSENT] * field.count
    column = _column(field, label)
    rows = [
        TallyRow(name, [_figure(field, column, values, seat, faults, field.asked_of(name))])
        for seat, name in enumerate(names[: field.count])
    ]
    return Tally(field.key, label, faults(field.key), [column], rows)


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
    """Show the scores in the rows of the first tally, if it has a row for each of more than two sides."""
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
    """The value of a blank: the default of the field, or the rest for the last player."""
    if field.blank is not None:
        return str(field.blank)
    numbers = [value for index, value in enumerate(values) if index != seat and type(value) is int]
    if field.whole is None or len(numbers) < field.count - 1:
        return ""
    return str(max(0, field.whole - sum(numbers)))


#: The name of the switch in the form.
SHOWN_SIDE = "side"


def add_side_tabs(widgets: Sequence[Widget], tabs: SideTabs, faults: Sequence[Fault]) -> list[Widget]:
    """Add a tab per side above the first numbers of a form with melds; the tab with a fault is open."""
    has_melds = any(isinstance(part, Melds) for widget in widgets if isinstance(widget, Block) for part in widget.parts)
    if not has_melds:
        return list(widgets)
    sides = [option.value for option in tabs.options]
    wrong = next((side for side in sides for fault in faults if f"[{side}]" in (fault.path or "")), None)
    options = [replace(option, checked=option.value == wrong) for option in tabs.options] if wrong else tabs.options
    place = next(index for index, widget in enumerate(widgets) if isinstance(widget, Tally | Block))
    rest = [replace(widget, more=()) if isinstance(widget, Tally) else widget for widget in widgets[place:]]
    other_ways = [way for widget in widgets[place:] if isinstance(widget, Tally) for way in widget.more]
    return [*widgets[:place], replace(tabs, options=options), *rest, *other_ways]


def side_tabs(names: Sequence[str], shown: str, totals: Sequence[int], notes: Sequence[str]) -> SideTabs:
    """The tabs of a form."""
    options = [Button(str(side), name, str(side) == shown) for side, name in enumerate(names)]
    return SideTabs(SHOWN_SIDE, "Side", [], options, len(options), totals, notes)


def has_gap(field: Field, value: Any) -> bool:
    """Whether a figure is missing in a value."""
    match field:
        case PerSide():
            return not isinstance(value, list) or sum(has_gap(field.of, entry) for entry in value) > bool(field.rest)
        case ListOf():
            is_short = not isinstance(value, list) or len(value) < field.least
            return is_short or any(has_gap(field.of, entry) for entry in value)
        case Group():
            if not isinstance(value, dict):
                return True
            return any(
                part.needed if part.key not in value else has_gap(part, value[part.key]) for part in field.fields
            )
        case Pair():
            return not isinstance(value, list) or None in value
        case Either():
            return has_gap(field.group if isinstance(value, dict) else field.plain, value)
    return value is None
