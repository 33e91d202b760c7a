"""The children's games that end with a count of cards: one hand, the most cards win."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.cards.counters import PACK_CARDS
from scorekeeper.rules.ends import AfterHands
from scorekeeper.rules.fields.basic import Field
from scorekeeper.rules.game import Hand, Moment, Outcome, Play, Setting, hand_fields, missing_faults
from scorekeeper.rules.shares import per_player
from scorekeeper.rules.values import Fault, Faults, Line, reason

HELD = "Cards held at the end"


@dataclass(frozen=True)
class CardHands:
    """Everybody scores the cards they hold."""

    known: dict[str, Field]
    own_faults: Callable[[list[int]], list[Fault]]

    def __call__(self, hand: Hand, bad: frozenset[str], at: Moment) -> Outcome | Faults:
        """One point a card, if such an end is possible."""
        faults = missing_faults(self.known, ("cards",), hand, bad)
        rule = self.known["cards"].rule
        if "cards" in hand:
            total = sum(hand["cards"])
            too_many = (
                [Fault(f"That adds up to {total} cards. The deck has {PACK_CARDS}.", rule, "cards")]
                if total > PACK_CARDS
                else []
            )
            faults += too_many or self.own_faults(hand["cards"])
        if faults or bad:
            return tuple(faults)
        return Outcome(tuple(Line(seat, count, HELD, rule) for seat, count in enumerate(hand["cards"])))


def cards_at_table(
    setting: Setting,
    own_faults: Callable[[list[int]], list[Fault]],
    ends_by: str,
    blank: int | None = None,
    nobody: str = "",
) -> Play:
    """A game of cards held, for so many children; a form may take a blank for a number, and `nobody` refuses an end
    at which nobody holds any.
    """
    known = hand_fields(setting, per_player(setting, "cards", "Cards held", "cards", high=PACK_CARDS, blank=blank))
    return Play(known, CardHands(known, own_faults), AfterHands(1, ends_by), lambda: _facts(known, nobody))


def _facts(known: dict[str, Field], nobody: str) -> dict[str, Any]:
    shares = {"kind": "shares", "key": "cards", "total": None, "each": reason(HELD, known["cards"].rule)}
    return shares | ({"nobody": nobody} if nobody else {})
