"""Values of a record in a player's words: seats and sides by name, shares with their owners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.bidding.auction import Call
from scorekeeper.rules.cards.melds import MeldField
from scorekeeper.rules.fields import Choice, Either, Field, Group, ListOf, OrNull, Pair, PerSide, Seat, SideNumber


@dataclass(frozen=True)
class TableNames:
    """Names of the seats, the entries and the sides."""

    players: Sequence[str]
    entries: Sequence[str]
    sides: Sequence[str]


def _of(names: Sequence[str], index: Any) -> str:
    return names[index] if isinstance(index, int) and 0 <= index < len(names) else str(index)


def describe(field: Field, value: Any, names: TableNames) -> str:
    """A value as a player would say it; an odd value as it is."""
    match field:
        case OrNull():
            return "nobody" if value is None else describe(field.of, value, names)
        case Either():
            return describe(field.group if isinstance(value, dict) else field.plain, value, names)
        case Seat():
            return _of(names.players, value)
        case SideNumber():
            return _of(names.sides, value)
        case Choice() if isinstance(value, str | int):
            return field.choices.get(value, str(value))
        case MeldField():
            return field.describe(value) or str(value)
        case Group() if isinstance(value, dict):
            parts = [part for part in field.fields if part.key in value]
            words = (f"{part.short or part.label}: {describe(part, value[part.key], names)}" for part in parts)
            return ", ".join(words) or "none"
    if isinstance(value, list):
        return _describe_list(field, value, names)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _describe_list(field: Field, values: list[Any], names: TableNames) -> str:
    match field:
        case Call():
            return " ".join(map(str, values))
        case Pair() if len(values) == 2:
            return f"{describe(field.first, values[0], names)} {describe(field.second, values[1], names)}"
        case ListOf():
            return ", ".join(describe(field.of, entry, names) for entry in values)
        case PerSide():
            owners = [_of(names.entries, index) for index in range(len(values))]
            shares = [
                "the rest" if share is None else describe(field.of, share, names) or "nothing" for share in values
            ]
            return "; ".join(f"{owner} {words}" for owner, words in zip(owners, shares, strict=True))
    return str(values)


#: The trump of a bid on no color.
NO_COLOR = "none"


@dataclass(frozen=True)
class HandWords:
    """A hand in words, in parts so that a page can draw the color."""

    bidder: str = ""
    bid: str = ""
    #: The color of the trump; empty where there is none, or none yet.
    color: str = ""
    #: Everything else.
    rest: str = ""

    def __bool__(self) -> bool:
        return bool(str(self))

    def __str__(self) -> str:
        contract = ", ".join(part for part in (self.bidder, self.bid) if part)
        return " ".join(part for part in (contract, f"on {self.color}" if self.color else "", self.rest) if part)


def hand_words(facts: Mapping[str, Any], names: Sequence[str]) -> HandWords:
    """The bid of a hand, or what went wrong with it."""
    if "passed_out" in facts:
        return HandWords(rest="Nobody bid")
    trump = facts.get("trump", "")
    rest = ["without color"] if trump == NO_COLOR else []
    rest += [key for key in ("misplay", "misdeal") if key in facts]
    return HandWords(
        names[facts["bidder"]] if "bidder" in facts else "",
        str(facts["bid"]) if "bid" in facts else "",
        "" if trump == NO_COLOR else trump,
        " ".join(rest),
    )
