"""What can be entered, as data: one definition for the parser, the JSON Schema and the forms.

A field knows values, not widgets. `check` returns the faults of a value, with paths counted
from the field itself; an empty tuple means that the value is sound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from scorekeeper.rules.values import BIGGEST, Fault, Faults, quote

Schema = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Field:
    """A named entry of a hand, of the options, or of a question."""

    kind: ClassVar[str] = "anything"

    key: str = ""
    label: str
    rule: str
    #: What a form asks for, if the label alone is too short.
    ask: str = ""
    #: A shorter label for use inside a group.
    short: str = ""
    hint: str = ""
    #: What to do when a needed entry is not there.
    missing: str = ""
    #: The heading above it in the list of options; by default, the rulebook part of its rule.
    heading: str = ""
    #: What a form calls leaving it out.
    left_out: str = "none"
    #: The moment at the table: "bid", "result", "wrong" (something went wrong) or "more".
    when: str = "result"
    #: An ordinary hand must have it.
    needed: bool = True
    #: Another way to enter an earlier field: a form folds it away.
    instead: bool = False
    #: A hand that has it can have nothing of the bid or the play.
    alone: bool = False
    #: Its presence excuses an ordinary hand's needed keys (passed out, misdealt, still open).
    excuses: bool = False
    default: object = None

    @property
    def missing_message(self) -> str:
        """What a player reads when a needed entry is not there."""
        return self.missing or f"{self.label} is missing."

    def check(self, value: object) -> Faults:
        """What is wrong with the value."""
        raise NotImplementedError

    def all_sound(self, values: list[object]) -> bool:
        """Check many values quickly. False only means that each must be checked."""
        return False

    def schema(self) -> Schema:
        """The value's JSON Schema."""
        raise NotImplementedError

    def describe(self, value: Any) -> str:
        """A sound value in words, where it has words of its own."""
        return ""

    def fault(self, message: str) -> Faults:
        """One fault at the field itself."""
        return (Fault(message, self.rule),)

    def with_title(self, **schema: Any) -> Schema:
        """A schema with the field's label."""
        return {"title": self.label, **schema}


@dataclass(frozen=True, kw_only=True)
class Whole(Field):
    """A whole number in a range, perhaps in steps."""

    kind: ClassVar[str] = "whole"

    low: int = 0
    high: int = BIGGEST
    step: int = 1
    #: Buttons go up to this; higher values are possible only by mistake.
    usual: int | None = None
    allowed: Sequence[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "allowed", range(self.low, self.high + 1, self.step))

    def check(self, value: object) -> Faults:
        """A whole number inside the range and on a step."""
        if type(value) is int and value in self.allowed:
            return ()
        if value is None:
            return self.fault(f"{self.label}: a number is missing. {self.wanted()}")
        if type(value) is not int:
            return self.fault(f"{self.label}: {quote(value)} is not a whole number. {self.wanted()}")
        return self.fault(f"{self.label} can't be {quote(value)}. {self.wanted()}")

    def all_sound(self, values: list[object]) -> bool:
        """Nothing but whole numbers in the range."""
        allowed = self.allowed
        for value in values:  # noqa: SIM110  (a loop: this is asked thousands of times)
            if type(value) is not int or value not in allowed:
                return False
        return True

    def wanted(self) -> str:
        """What would be right, in words."""
        if self.hint:
            return self.hint
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        if self.high < BIGGEST:
            return f"Enter a whole number from {self.low} to {self.high}{steps}."
        if self.low > -BIGGEST:
            return f"Enter a whole number from {self.low} to {BIGGEST}{steps}."
        return f"Enter a whole number from -{BIGGEST} to {BIGGEST}."

    def schema(self) -> Schema:
        """An integer with its limits."""
        limits: Schema = {"type": "integer", "minimum": self.low, "maximum": self.high}
        if self.step > 1:
            limits["multipleOf"] = self.step
        return self.with_title(**limits)


@dataclass(frozen=True, kw_only=True)
class Points(Whole):
    """Points captured; `makeable` are those that some of the counters make."""

    kind: ClassVar[str] = "points"

    makeable: tuple[int, ...]

    def schema(self) -> Schema:
        """One of the sums."""
        return self.with_title(enum=list(self.makeable))


@dataclass(frozen=True, kw_only=True)
class AnyWhole(Field):
    """Any whole number; its meaning is checked elsewhere."""

    kind: ClassVar[str] = "any-whole"

    def check(self, value: object) -> Faults:
        """A whole number."""
        if type(value) is int:
            return ()
        return self.fault(
            f"{self.label}: {quote(value)} is not a whole number. Write it without quotation marks or decimals."
        )

    def schema(self) -> Schema:
        """An integer."""
        return self.with_title(type="integer")


@dataclass(frozen=True, kw_only=True)
class Seat(Whole):
    """A player, by seat."""

    kind: ClassVar[str] = "seat"

    def wanted(self) -> str:
        """The seats at this table."""
        return f"Seats are numbered from 0 (the first player named) to {self.high}."


@dataclass(frozen=True, kw_only=True)
class SideNumber(Whole):
    """One of the sides that score."""

    kind: ClassVar[str] = "side"

    def wanted(self) -> str:
        """The sides of this game."""
        return f"Sides are numbered from 0 to {self.high}."


@dataclass(frozen=True, kw_only=True)
class Flag(Field):
    """True or absent."""

    kind: ClassVar[str] = "flag"

    needed: bool = False

    def check(self, value: object) -> Faults:
        """Only true."""
        if value is True:
            return ()
        return self.fault(f"{self.label} can't be {quote(value)}. Write true, or leave out “{self.key}”.")

    def schema(self) -> Schema:
        """The constant true."""
        return self.with_title(const=True)


@dataclass(frozen=True, kw_only=True)
class YesNo(Field):
    """True or false."""

    kind: ClassVar[str] = "yesno"

    def check(self, value: object) -> Faults:
        """Either truth value."""
        if value is True or value is False:
            return ()
        return self.fault(f"{self.label} can't be {quote(value)}. Write true or false.")

    def schema(self) -> Schema:
        """A boolean."""
        return self.with_title(type="boolean")


@dataclass(frozen=True, kw_only=True)
class Choice(Field):
    """One of a few values (all of one type), each with words for people."""

    kind: ClassVar[str] = "choice"

    choices: Mapping[Any, str]
    of_type: type = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "of_type", type(next(iter(self.choices))))

    def check(self, value: object) -> Faults:
        """One of the choices, with the same type."""
        if type(value) is self.of_type and value in self.choices:
            return ()
        wanted = ", ".join(str(choice) for choice in self.choices)
        return self.fault(f"{self.label} can't be {quote(value)}. Choose one of {wanted}.")

    def schema(self) -> Schema:
        """An enumeration."""
        return self.with_title(enum=list(self.choices))


@dataclass(frozen=True, kw_only=True)
class Text(Field):
    """Free text."""

    kind: ClassVar[str] = "text"

    blank: bool = True
    needed: bool = False
    when: str = "more"

    def check(self, value: object) -> Faults:
        """Text, and where it must say something, not blank."""
        if not isinstance(value, str):
            return self.fault(f"{self.label} can't be {quote(value)}. Write text in quotation marks.")
        if not self.blank and not value.strip():
            return self.fault(f"{self.label} can't be blank. Say in a few words what you agreed.")
        return ()

    def schema(self) -> Schema:
        """A string."""
        return self.with_title(type="string", **({} if self.blank else {"pattern": r"\S"}))


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
    #: The value of a field that is left blank in a form.
    blank: int | None = None
    #: The question for one side in a form, with its {name}.
    ask_of: str = ""

    def asked_of(self, name: str) -> str:
        """The question for one side in a form."""
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
                why = f"{self.label} has no {quote(key)}. Use only {self.wanted()}."
                faults.append(Fault(why, self.rule, str(key)))
            elif problems := known[key].check(entry):
                faults += (fault.under(key) for fault in problems)
        missing = (entry for entry in self.fields if entry.needed and entry.key not in value)
        faults += (Fault(f"{entry.label} is missing. Add “{entry.key}”.", self.rule, entry.key) for entry in missing)
        return tuple(faults)

    def wanted(self) -> str:
        """The keys, as a reminder."""
        return ", ".join(f"“{entry.key}”" for entry in self.fields)

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
