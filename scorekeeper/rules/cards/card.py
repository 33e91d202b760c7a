"""Single cards by name ("red 7", "rook"), and which of them a game uses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple

from scorekeeper.rules.fields.basic import Field, Schema
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
    """The cards in play by their names; some are in whatever the numbers are."""
    cards = {f"{color} {number}": Card(color, number) for color in colors for number in numbers}
    cards |= {name: read_card(name) for name in more}
    if rook:
        cards[ROOK] = Card(None, 0)
        cards.pop(removed or "", None)
    return cards


def lowest_card(tricks: Tricks, players: int | None) -> int:
    """The lowest card in play, as far as it is known how many play."""
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
