"""Fields made of fields: lists, a value per side, groups of keys, one shape or another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from scorekeeper.rules.fields.basic import Field, Schema, Whole
from scorekeeper.rules.values import Fault, Faults, quote


def entry_faults(of: Field, values: list[object], null_is_fine: bool = False) -> Faults:
    """The faults of all entries of a list."""
    faults: list[Fault] = []
    for index, value in enumerate(values):
        if value is None and null_is_fine:
            continue
        if problems := of.check(value):
            faults += (fault.under(f"[{index}]") for fault in problems)
    return tuple(faults)


@dataclass(frozen=True, kw_only=True)
class PerSide(Field):
    """One entry for every side (or player), in order; where `rest` is allowed one may be null."""

    kind: ClassVar[str] = "per-side"

    of: Field
    count: int
    rest: bool = False
    #: What a form may take a blank for.
    blank: int | None = None
    #: What a form asks of one side, with its {name}.
    ask_of: str = ""

    def asked_of(self, name: str) -> str:
        """What a form asks of one side."""
        return self.ask_of.format(name=name) if self.ask_of else f"{name}: {(self.ask or self.label).lower()}"

    @property
    def number(self) -> Whole | None:
        """The entry as a whole number, where it is one or may be one."""
        plain = self.of.plain if isinstance(self.of, Either) else self.of
        return plain if isinstance(plain, Whole) else None

    @property
    def whole(self) -> int | None:
        """What all entries add up to, where one of them may be the rest."""
        return self.number.high if self.rest and self.number is not None else None

    def check(self, value: object) -> Faults:
        """A list of the right length, at most one null, every entry sound."""
        if not isinstance(value, list):
            return self.fault(
                f"{self.label}: {quote(value)} is not a list. Enter {self.count} values, one for each side in order."
            )
        if len(value) != self.count:
            return self.fault(f"{self.label} has {len(value)} values. Enter {self.count}, one for each side in order.")
        if self.rest and value.count(None) > 1:
            return self.fault(f"{self.label}: only one side can get “the rest”. Enter the others.")
        if self.of.all_sound(value):
            return ()
        return entry_faults(self.of, value, self.rest)

    def schema(self) -> Schema:
        """An array of fixed length."""
        items = {"anyOf": [self.of.schema(), {"type": "null"}]} if self.rest else self.of.schema()
        return self.with_title(type="array", items=items, minItems=self.count, maxItems=self.count)


@dataclass(frozen=True, kw_only=True)
class ListOf(Field):
    """Any number of entries of one kind, within limits."""

    kind: ClassVar[str] = "list"

    of: Field
    least: int = 0
    most: int | None = None

    def check(self, value: object) -> Faults:
        """A list within its limits, every entry sound."""
        if not isinstance(value, list):
            return self.fault(f"{self.label}: {quote(value)} is not a list. Put the entries in square brackets.")
        if len(value) < self.least or (self.most is not None and len(value) > self.most):
            return self.fault(f"{self.label} has {len(value)} entries. {self.wanted()}")
        return entry_faults(self.of, value)

    def wanted(self) -> str:
        """How many entries would be right."""
        if self.hint:
            return self.hint
        if self.most is None:
            return f"Enter at least {self.least}."
        return f"Enter {self.least}." if self.least == self.most else f"Enter {self.least} to {self.most}."

    def schema(self) -> Schema:
        """An array within its limits."""
        limits: Schema = {"minItems": self.least} if self.least else {}
        if self.most is not None:
            limits["maxItems"] = self.most
        return self.with_title(type="array", items=self.of.schema(), **limits)


@dataclass(frozen=True, kw_only=True)
class Group(Field):
    """An object with named entries; unknown ones are refused, needed ones must be there."""

    kind: ClassVar[str] = "group"

    fields: tuple[Field, ...]

    @cached_property
    def known(self) -> dict[str, Field]:
        """The entries by their keys."""
        return {entry.key: entry for entry in self.fields}

    def check(self, value: object) -> Faults:
        """Exactly the known keys, each sound."""
        if not isinstance(value, dict):
            return self.fault(f"{self.label}: {quote(value)} is not an object. Write {{{self.wanted()}}}.")
        known = self.known
        faults: list[Fault] = []
        for key, entry in value.items():
            if key not in known:
                faults.append(self.unknown_fault(key))
            elif problems := known[key].check(entry):
                faults += (fault.under(key) for fault in problems)
        faults += (self.missing_fault(entry) for entry in self.fields if entry.needed and entry.key not in value)
        return tuple(faults)

    def wanted(self) -> str:
        """The keys, as a reminder."""
        return ", ".join(f"“{entry.key}”" for entry in self.fields)

    def unknown_fault(self, key: object) -> Fault:
        """A key that is not one of ours."""
        return Fault(f"{self.label} has no {quote(key)}. Use only {self.wanted()}.", self.rule, str(key))

    def missing_fault(self, entry: Field) -> Fault:
        """A needed key that is not there."""
        return Fault(f"{entry.label} is missing. Add “{entry.key}”.", self.rule, entry.key)

    def schema(self) -> Schema:
        """A closed object."""
        return self.with_title(
            type="object",
            properties={entry.key: entry.schema() for entry in self.fields},
            required=[entry.key for entry in self.fields if entry.needed],
            additionalProperties=False,
        )


@dataclass(frozen=True, kw_only=True)
class Either(Field):
    """A plain value, or an object that says more."""

    kind: ClassVar[str] = "either"

    plain: Field
    group: Field

    def all_sound(self, values: list[object]) -> bool:
        """All of the plain kind, and sound."""
        return self.plain.all_sound(values)

    def check(self, value: object) -> Faults:
        """By its type: an object is the longer form."""
        return (self.group if isinstance(value, dict) else self.plain).check(value)

    def schema(self) -> Schema:
        """One of the two."""
        return self.with_title(anyOf=[self.plain.schema(), self.group.schema()])


@dataclass(frozen=True, kw_only=True)
class OrNull(Field):
    """A value, or null where there is none."""

    kind: ClassVar[str] = "or-null"

    of: Field
    #: What a form calls null.
    nobody: str = "nobody"

    def check(self, value: object) -> Faults:
        """Null, or a sound value."""
        return () if value is None else self.of.check(value)

    def schema(self) -> Schema:
        """The value or null."""
        return self.with_title(anyOf=[self.of.schema(), {"type": "null"}])


@dataclass(frozen=True, kw_only=True)
class Pair(Field):
    """A list of exactly two values of their own kinds, such as a bid and its color."""

    kind: ClassVar[str] = "pair"

    first: Field
    second: Field

    def check(self, value: object) -> Faults:
        """Two entries, each sound."""
        if not isinstance(value, list) or len(value) != 2:
            return self.fault(
                f"{self.label}: write [{self.first.label.lower()}, {self.second.label.lower()}], not {quote(value)}."
            )
        return tuple(
            fault.under(f"[{index}]")
            for index, part in enumerate((self.first, self.second))
            for fault in part.check(value[index])
        )

    def schema(self) -> Schema:
        """A tuple of two."""
        parts = [self.first.schema(), self.second.schema()]
        return self.with_title(type="array", prefixItems=parts, items=False, minItems=2, maxItems=2)
