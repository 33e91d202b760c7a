"""What may be entered, as data: one definition for the parser, the JSON Schema and the forms.

A field knows values, not widgets. `check` returns the faults of a value, with paths counted
from the field itself; an empty tuple means that the value is sound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
    #: The label beside the other parts of a group, if a shorter one is enough there.
    short: str = ""
    hint: str = ""
    #: What to do when a needed entry is not there.
    missing: str = ""
    #: The heading over it among the options; without one, the part of the rulebook that its rule is in.
    heading: str = ""
    #: What a form calls leaving it out.
    left_out: str = "none"
    #: The moment at the table: "bid", "result", "wrong" (something went wrong) or "more".
    when: str = "result"
    #: An ordinary hand must have it.
    needed: bool = True
    #: Another way to enter what a field before it says: a form folds it away.
    instead: bool = False
    #: Where it is entered, nothing of the bid or the play can stand beside it.
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
        """A quick look at many values; False means only that each needs its own look."""
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
    #: Buttons go up to this, if more is possible only in error.
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
    """Any whole number at all: what it means is judged elsewhere."""

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
        """One of the choices, and of their very type."""
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
