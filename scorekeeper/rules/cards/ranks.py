"""Which color a card belongs to and how high it is, where the Rook card and other cards are trumps among trumps."""

from __future__ import annotations

from scorekeeper.rules.cards.card import HIGHEST, Card, read_card
from scorekeeper.rules.game import Tricks

#: Above every number: the first of the trump cards, a high Rook card, the other trump cards, a high 1.
FIRST_TRUMP, HIGH_ROOK, OTHER_TRUMP, HIGH_ONE = (HIGHEST + above for above in (4, 3, 2, 1))
#: The Rook card's place by the option, as a number.
ROOK_RANKS: dict[str, float] = {"high": HIGH_ROOK, "10.5": 10.5, "low": 0}


def suit_of(card: Card, tricks: Tricks, trump: str | None) -> str | None:
    """The color that a card follows: its own, or trump if it is one of the special cards."""
    return trump if card.is_rook or _trump_place(card, tricks) is not None else card.color


def rank_of(card: Card, tricks: Tricks) -> float:
    """How high a card is in the color it follows."""
    if card.is_rook:
        return ROOK_RANKS[tricks.rook_rank]
    place = _trump_place(card, tricks)
    if place is not None:
        return FIRST_TRUMP if place == FIRST_CARD else OTHER_TRUMP
    return HIGH_ONE if card.number == 1 and tricks.ones_are_high else card.number


#: The trump card above even a high Rook card.
FIRST_CARD = "red 1"


def _trump_place(card: Card, tricks: Tricks) -> str | None:
    return next((name for name in tricks.trump_cards if read_card(name) == card), None)
