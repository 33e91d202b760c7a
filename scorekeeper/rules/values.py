"""The values that the rules return: faults, lines, scored hands, the score sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, NamedTuple

#: Figures have commas from here on: 5000, but 10,000.
FIRST_WITH_COMMA = 10_000


def figure(points: int) -> str:
    """A figure with a real minus sign, and commas between thousands if it is long."""
    return f"{points:{',' if abs(points) >= FIRST_WITH_COMMA else ''}}".replace("-", "−")


def fill(words: str, **figures: int) -> str:
    """A sentence with its figures filled in."""
    return words.format(**{name: figure(value) for name, value in figures.items()})


#: Larger whole numbers are refused: JSON's readers agree on no larger ones, and sums stay printable.
BIGGEST = 2**53 - 1


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: its place, how to fix it, and the rule behind it."""

    message: str
    rule: str
    path: str | None = None
    hand: int | None = None
    #: The hand comes after the end of the game. It is not printed.
    after_end: bool = False

    @property
    def key(self) -> str:
        """The key at fault: the first part of its path."""
        return re.split(r"[.\[]", self.path, maxsplit=1)[0] if self.path else ""

    def under(self, key: str) -> Fault:
        """The same fault seen from one level further out."""
        if self.path is None:
            return replace(self, path=key)
        joint = "" if self.path.startswith("[") else "."
        return replace(self, path=f"{key}{joint}{self.path}")

    def in_hand(self, number: int) -> Fault:
        """The same fault, placed in a hand (counted from 1)."""
        return replace(self, hand=number)

    def as_json(self) -> dict[str, Any]:
        """The fault as the record format prints it; what is not known is left out."""
        parts = (("hand", self.hand), ("path", self.path), ("message", self.message), ("rule", self.rule))
        return {key: value for key, value in parts if value is not None}


Faults = tuple[Fault, ...]


class LineKind(Enum):
    """What a line of the sheet is about, for code that must not read its rule or its words."""

    #: Counters, tricks, cards, melds or points in play.
    EARNED = "earned"
    #: The bid was made.
    MADE = "made"
    #: The bid was not made, or was lost to a counter in the nest.
    MISSED = "missed"
    #: The opponents of a missed bid score again what they earned.
    DOUBLED = "doubled"
    #: Going out, Rook cards, most cards, the price of the trump.
    BONUS = "bonus"
    #: A fine on top of the result.
    PENALTY = "penalty"
    #: The offender of a misplay.
    MISPLAY = "misplay"
    #: The dealer, or the dealer's side, of a misdeal found late.
    MISDEAL = "misdeal"
    #: What the others have when a misplay or a late misdeal stops the hand.
    STOPPED = "stopped"
    #: Thrown in, dealt again, or not counted any more.
    UNSCORED = "unscored"
    #: An agreed adjustment.
    ADJUSTMENT = "adjustment"


#: Lines of a hand in which somebody failed.
FAILURES = frozenset({LineKind.MISSED, LineKind.MISPLAY, LineKind.MISDEAL})


class BidFigures(NamedTuple):
    """A bid and what was earned toward it; None if that is not known."""

    bid: int
    earned: int | None


class BidResult(NamedTuple):
    """A side's bid on the sheet: whether it was made, and its figures."""

    side: int
    made: bool
    bid: int
    earned: int | None


class Line(NamedTuple):
    """Points of one side with their reason and rule (a named tuple: a sheet makes thousands)."""

    side: int
    points: int
    why: str
    rule: str
    #: What the line is about. It is not printed.
    kind: LineKind = LineKind.EARNED
    #: The bid of a line that is made or missed. It is not printed.
    figures: BidFigures | None = None

    def as_json(self) -> dict[str, Any]:
        """The line as the score sheet prints it."""
        return {"side": self.side, "points": self.points, "why": self.why, "rule": self.rule}


def reason(why: str, rule: str, **figures: Any) -> dict[str, Any]:
    """A reason as data: words with placeholders, the rule behind it, and the figures that the rule knows."""
    return {"why": why, "rule": rule, **figures}


class Side(NamedTuple):
    """Who scores together."""

    name: str
    seats: tuple[int, ...]


class ScoredHand(NamedTuple):
    """One hand on the sheet; `points` are exactly the sums of its `lines`."""

    dealer: int
    points: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[Line, ...]

    @property
    def failed(self) -> bool:
        """A bid was missed, or a misplay or a late misdeal stopped the hand."""
        return any(line.kind in FAILURES for line in self.lines)

    def as_json(self) -> dict[str, Any]:
        """The hand as the score sheet prints it."""
        return {
            "dealer": self.dealer,
            "points": list(self.points),
            "totals": list(self.totals),
            "lines": [line.as_json() for line in self.lines],
        }


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of one record."""

    game: str
    sides: tuple[Side, ...]
    hands: tuple[ScoredHand, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    next_dealer: int | None
    open: Mapping[str, Any] | None = None
    #: The totals before the first hand, of a game begun on paper.
    opening: tuple[int, ...] | None = None

    @property
    def start(self) -> tuple[int, ...]:
        """The totals before the first hand."""
        return self.opening or (0,) * len(self.sides)

    def before(self, place: int) -> tuple[int, ...]:
        """The totals before the hand at this place, counted from 1."""
        earlier = self.hands[: place - 1]
        return earlier[-1].totals if earlier else self.start

    @property
    def bids(self) -> tuple[tuple[BidResult, ...], ...]:
        """The bids that were made or missed, hand by hand."""
        return tuple(
            tuple(
                BidResult(line.side, line.kind is LineKind.MADE, *line.figures)
                for line in hand.lines
                if line.figures is not None
            )
            for hand in self.hands
        )

    @property
    def over(self) -> bool:
        """Somebody has won."""
        return bool(self.winners)

    def as_json(self) -> dict[str, Any]:
        """The sheet in the form `rook-score/1`."""
        sheet: dict[str, Any] = {
            "format": "rook-score/1",
            "game": self.game,
            "sides": [{"name": side.name, "seats": list(side.seats)} for side in self.sides],
            **({"opening": list(self.opening)} if self.opening is not None else {}),
            "hands": [hand.as_json() for hand in self.hands],
            "totals": list(self.totals),
            "over": self.over,
            "winners": list(self.winners),
            "next_dealer": self.next_dealer,
        }
        if self.open is not None:
            sheet["open"] = dict(self.open)
        return sheet


def duplicate_entries(names: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Every name that appeared before, with its index. Linear, because a list may be very long."""
    earlier: set[str] = set()
    for index, name in enumerate(names):
        if name in earlier:
            yield index, name
        earlier.add(name)


def quote(value: object) -> str:
    """A value as it is quoted in a message: short and on one line."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f"“{value if len(value) <= 40 else value[:37] + '…'}”"
    if isinstance(value, int):
        return str(value) if abs(value) <= BIGGEST * 1000 else "a number far too large"
    return {list: "a list", dict: "an object", float: "a number that is not whole"}.get(type(value), "something else")
