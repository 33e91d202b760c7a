"""Form data into the values of a record: names of inputs are the engine's own paths.

What cannot be read as the right kind is handed on as it was typed: the engine says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import singledispatch
from typing import Any, Final

from scorekeeper.rules.bidding.auction import PASS, Call
from scorekeeper.rules.cards.card import CardName
from scorekeeper.rules.cards.melds import MeldField
from scorekeeper.rules.fields import (
    AnyWhole,
    Choice,
    Either,
    Field,
    Flag,
    Group,
    ListOf,
    OrNull,
    Pair,
    PerSide,
    Text,
    Whole,
    YesNo,
)
from scorekeeper.web import parse

Form = Mapping[str, str]


class Absent:
    """Nothing was entered."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent()
NULL: Final = "null"


def number_or_text(text: str) -> int | str:
    """A whole number, or the text as it was typed."""
    number = parse.integer(text)
    return text if number is None else number


@singledispatch
def read(field: Field, form: Form, path: str) -> Any:
    """The value entered for a field, or ABSENT."""
    raise NotImplementedError(type(field))


def _text(form: Form, path: str) -> str:
    return form.get(path, "").strip()


@read.register(Whole)
@read.register(AnyWhole)
def _(field: Field, form: Form, path: str) -> Any:
    text = _text(form, path)
    return number_or_text(text) if text else ABSENT


@read.register
def _(field: Flag, form: Form, path: str) -> Any:
    return True if _text(form, path) else ABSENT


@read.register
def _(field: YesNo, form: Form, path: str) -> Any:
    text = _text(form, path)
    return {"true": True, "false": False}.get(text, text) if text else ABSENT


@read.register
def _(field: Choice, form: Form, path: str) -> Any:
    text = _text(form, path)
    return next((choice for choice in field.choices if str(choice) == text), text) if text else ABSENT


@read.register(CardName)
@read.register(Text)
def _(field: Field, form: Form, path: str) -> Any:
    text = _text(form, path)
    return text if text else ABSENT


@read.register
def _(field: OrNull, form: Form, path: str) -> Any:
    return None if _text(form, path) == NULL else read(field.of, form, path)


@read.register
def _(field: Either, form: Form, path: str) -> Any:
    by_parts = read(field.group, form, path)
    return read(field.plain, form, path) if by_parts is ABSENT else by_parts


@read.register
def _(field: Group, form: Form, path: str) -> Any:
    values = {entry.key: read(entry, form, f"{path}.{entry.key}") for entry in field.fields}
    given = {key: value for key, value in values.items() if value is not ABSENT}
    return given or ABSENT


@read.register
def _(field: PerSide, form: Form, path: str) -> Any:
    values = [read(field.of, form, f"{path}[{index}]") for index in range(field.count)]
    is_blank = all(value is ABSENT or value == [] for value in values)
    if is_blank and not (field.needed and (isinstance(field.of, ListOf) or field.blank is not None)):
        return ABSENT
    return _with_zeros(field, [field.blank if value is ABSENT else value for value in values])


def _with_zeros(field: PerSide, values: list[Any]) -> list[Any]:
    """Where nothing is left for those without an entry, they have 0; one alone has the rest."""
    numbers = [value for value in values if type(value) is int]
    is_open = values.count(None) > 1 and len(numbers) + values.count(None) == len(values)
    if field.whole is None or not is_open or sum(numbers) != field.whole:
        return values
    return [0 if value is None else value for value in values]


@read.register
def _(field: ListOf, form: Form, path: str) -> Any:
    values = [read(field.of, form, f"{path}[{index}]") for index in rows(form, path)]
    given = [value for value in values if value is not ABSENT]
    return given if given or field.key == "" else ABSENT


def rows(form: Form, path: str) -> Iterator[int]:
    """The rows of a list that the form holds, in order."""
    start = re.compile(re.escape(path) + r"\[(\d{1,4})\]")
    return iter(sorted({int(match[1]) for name in form if (match := start.match(name))}))


@read.register
def _(field: Pair, form: Form, path: str) -> Any:
    """Whose turn it is may be set already; the entry begins with what they play."""
    first, second = read(field.first, form, f"{path}[0]"), read(field.second, form, f"{path}[1]")
    return ABSENT if second is ABSENT else [None if first is ABSENT else first, second]


@read.register
def _(field: Call, form: Form, path: str) -> Any:
    """A call is typed as it is said: "pass", "85", or "100 green"."""
    text = _text(form, path).casefold()
    if not text or text == PASS:
        return text or ABSENT
    amount, _, color = text.partition(" ")
    return number_or_text(text) if field.colors is None else [number_or_text(amount), color.strip()]


@read.register
def _(field: MeldField, form: Form, path: str) -> Any:
    of_set, of_run = field.forms
    run = read(of_run, form, path)
    return read(of_set, form, path) if run is ABSENT or set(run) == {"run"} else run
