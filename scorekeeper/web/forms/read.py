"""Form data into the values of a record: names of inputs are the engine's own paths.

A value of the wrong kind is passed on as text, so that the engine reports it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from flask import request

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
from scorekeeper.rules.values import Fault
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


def read(field: Field, form: Form, path: str) -> Any:
    """The value entered for a field, or ABSENT."""
    match field:
        case OrNull():
            return None if _text(form, path) == NULL else read(field.of, form, path)
        case Either():
            by_parts = read(field.group, form, path)
            return read(field.plain, form, path) if by_parts is ABSENT else by_parts
        case Group():
            values = {entry.key: read(entry, form, f"{path}.{entry.key}") for entry in field.fields}
            return {key: value for key, value in values.items() if value is not ABSENT} or ABSENT
        case PerSide():
            return _read_sides(field, form, path)
        case ListOf():
            entries = [read(field.of, form, f"{path}[{index}]") for index in rows(form, path)]
            given = [entry for entry in entries if entry is not ABSENT]
            return given if given or field.key == "" else ABSENT
        case Pair():
            # Whose turn it is may be set already; the entry begins with what they play.
            first, second = read(field.first, form, f"{path}[0]"), read(field.second, form, f"{path}[1]")
            return ABSENT if second is ABSENT else [None if first is ABSENT else first, second]
        case MeldField():
            of_set, of_run = field.forms
            run = read(of_run, form, path)
            return read(of_set, form, path) if run is ABSENT or set(run) == {"run"} else run
    text = _text(form, path)
    return _read_text(field, text) if text else ABSENT


def _text(form: Form, path: str) -> str:
    return form.get(path, "").strip()


def _read_text(field: Field, text: str) -> Any:
    match field:
        case Whole() | AnyWhole():
            return number_or_text(text)
        case Flag():
            return True
        case YesNo():
            return {"true": True, "false": False}.get(text, text)
        case Choice():
            return next((choice for choice in field.choices if str(choice) == text), text)
        case CardName() | Text():
            return text
        case Call():
            return _read_call(field, text.casefold())
    raise NotImplementedError(type(field))


def _read_call(field: Call, text: str) -> Any:
    """A call is typed as "pass", "85", or "100 green"."""
    if text == PASS:
        return text
    amount, _, color = text.partition(" ")
    return number_or_text(text) if field.colors is None else [number_or_text(amount), color.strip()]


def _read_sides(field: PerSide, form: Form, path: str) -> Any:
    values = [read(field.of, form, f"{path}[{index}]") for index in range(field.count)]
    is_blank = all(value is ABSENT or value == [] for value in values)
    if is_blank and not (field.needed and (isinstance(field.of, ListOf) or field.blank is not None)):
        return ABSENT
    return _with_zeros(field, [field.blank if value is ABSENT else value for value in values])


def _with_zeros(field: PerSide, values: list[Any]) -> list[Any]:
    """If nothing is left for sides without an entry, they get 0. A single one gets the rest."""
    numbers = [value for value in values if type(value) is int]
    is_open = values.count(None) > 1 and len(numbers) + values.count(None) == len(values)
    if field.whole is None or not is_open or sum(numbers) != field.whole:
        return values
    return [0 if value is None else value for value in values]


def rows(form: Form, path: str) -> Iterator[int]:
    """The rows of a list that the form holds, in order."""
    start = re.compile(re.escape(path) + r"\[(\d{1,4})\]")
    return iter(sorted({int(match[1]) for name in form if (match := start.match(name))}))


@dataclass(slots=True)
class EntryField:
    """One entry of a hand, or an option, as the engine describes it, with its value."""

    entry: Field
    data: Any = ABSENT
    faults: list[Fault] = field(default_factory=list)

    @property
    def is_given(self) -> bool:
        """Something was entered."""
        return self.data is not ABSENT

    def faults_at(self, path: str) -> list[Fault]:
        """What is wrong exactly there."""
        return [fault for fault in self.faults if fault.path == path]


class EntryForm:
    """A form of entries that hold what was sent, or these values if nothing was."""

    def __init__(self, fields: Iterable[Field], values: Mapping[str, Any], reads_sent: bool = True) -> None:
        is_sent = reads_sent and request.method == "POST"
        self._sent: dict[str, str] = request.form.to_dict() if is_sent else {}
        self._sent_keys = {re.split(r"[.\[]", name, maxsplit=1)[0] for name in self._sent}
        self._fields = [EntryField(field, self._value(field, values)) for field in fields]

    def _value(self, field: Field, values: Mapping[str, Any]) -> Any:
        if not self._sent:
            return values.get(field.key, ABSENT)
        # Only a list for the sides may hold something where nothing was sent.
        is_there = field.key in self._sent_keys or isinstance(field, PerSide)
        return read(field, self._sent, field.key) if is_there else ABSENT

    @property
    def is_sent(self) -> bool:
        """Whether the form was sent, to save it or not."""
        return bool(self._sent)

    def hidden(self, name: str, usual: object) -> str:
        """A hidden input of the form, or its value in a new form."""
        return self._sent.get(name, str(usual))

    def entries(self, *whens: str) -> list[EntryField]:
        """The entries of these moments (all of them if none is named)."""
        return [field for field in self._fields if field.entry.when in whens] if whens else self._fields

    def facts(self) -> dict[str, Any]:
        """What was entered, by key."""
        return {field.entry.key: field.data for field in self._fields if field.is_given}

    def edits(self, key: str) -> bool:
        """Whether the request opens this list, adds an entry, or removes one."""
        return self._sent.get("do") == key or any(
            self._sent.get(edit, "").startswith(f"{key}[") for edit in ("put", "drop")
        )

    def attach_faults(self, faults: Iterable[Fault]) -> list[Fault]:
        """Attach every fault to its field. Return those without a field."""
        fields = {field.entry.key: field for field in self._fields}
        unplaced = []
        for fault in faults:
            if fault.key in fields:
                fields[fault.key].faults.append(fault)
            else:
                unplaced.append(fault)
        return unplaced
