"""A hand in a few words: who bid how much on which color, and what went wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

#: The trump of a bid on no color.
NO_COLOR = "none"


@dataclass(frozen=True)
class HandWords:
    """The parts of it, so that a page can draw the color."""

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
    """A hand, as far as it has a bid or went wrong."""
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
