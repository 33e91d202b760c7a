"""Single cards by name ("red 7", "rook"), which of them a game uses, how they rank, and fifteens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import ClassVar, NamedTuple

from scorekeeper.rules.fields import Field, Schema
from scorekeeper.rules.game import Options, Tricks
from scorekeeper.rules.values import Faults, quote

HIGHEST = 14
ROOK = "rook"


class Card(NamedTuple):
    """A card; the Rook card has no color and no number."""

    color: str | None
    number: int

    @property
    def is_rook(self) -> bool:
        """The Rook card."""
        return self.color is None


def read_card(name: str) -> Card:
    """A card by its name."""
    color, _, number = name.rpartition(" ")
    return Card(color, int(number))


@lru_cache(maxsize=1000)
def pack(
    colors: tuple[str, ...], numbers: tuple[int, ...], rook: bool, removed: str | None, more: tuple[str, ...] = ()
) -> dict[str, Card]:
    """The cards in play by their names. The cards `more` are in play whatever the numbers are."""
    cards = {f"{color} {number}": Card(color, number) for color in colors for number in numbers}
    cards |= {name: read_card(name) for name in more}
    if rook:
        cards[ROOK] = Card(None, 0)
        cards.pop(removed or "", None)
    return cards


def lowest_card(tricks: Tricks, players: int | None) -> int:
    """The lowest card in play; some games drop low cards for a certain number of players."""
    return tricks.lowest_for.get(players or 0, tricks.lowest)


def cards_of(tricks: Tricks, options: Options, players: int | None = None) -> dict[str, Card]:
    """The cards that a game uses with these options."""
    adapted = tricks.adapt(tricks, options)
    numbers = adapted.numbers or tuple(range(lowest_card(adapted, players), HIGHEST + 1))
    return pack(adapted.colors, numbers, adapted.rook(options), adapted.removed, adapted.trump_cards)


@dataclass(frozen=True, kw_only=True)
class CardName(Field):
    """The name of a card that the game uses."""

    kind: ClassVar[str] = "card"

    cards: dict[str, Card]

    def check(self, value: object) -> Faults:
        """A known name."""
        if isinstance(value, str) and value in self.cards:
            return ()
        colors = dict.fromkeys(card.color for card in self.cards.values() if card.color)
        rook = ", or “rook”" if ROOK in self.cards else ". The Rook card is not in play"
        return self.fault(
            f"{quote(value)} is not a card in this game. Write “red 7”, for example, in {', '.join(colors)}{rook}."
        )

    def schema(self) -> Schema:
        """One of the names."""
        return self.with_title(enum=list(self.cards))


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


FIFTEEN = 15
#: 001 Simplified Cribbage: two points for every combination.
EACH_FIFTEEN = 2

LOWEST_NUMBER, HIGHEST_NUMBER = 1, 14
#: Four colors, so four cards of each number.
ALIKE = 4


def fifteens(cards: Sequence[int]) -> list[list[int]]:
    """Every combination that makes fifteen, as indexes, shortest first."""
    return [
        list(chosen)
        for size in range(2, len(cards) + 1)
        for chosen in combinations(range(len(cards)), size)
        if sum(cards[index] for index in chosen) == FIFTEEN
    ]


def too_many_alike(numbers: Sequence[int]) -> int | None:
    """A number that appears more often than the pack holds it, or None."""
    return next((number for number in numbers if numbers.count(number) > ALIKE), None)
