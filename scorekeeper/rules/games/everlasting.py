"""Everlasting, a children's game of piles (source 001).

When all but two are out, five more piles are played; the most cards win.
"""

from __future__ import annotations

from scorekeeper.rules.cards.counters import PACK_CARDS
from scorekeeper.rules.game import Game
from scorekeeper.rules.shares import cards_at_table
from scorekeeper.rules.values import Fault

#: 001 Everlasting: the last two play on.
LAST_PLAYERS = 2
NOBODY = f"Somebody must have cards at the end: 1 to {PACK_CARDS} in all."


def faults(cards: list[int]) -> list[Fault]:
    """Somebody holds cards, and not more than two do."""
    if not sum(cards):
        return [Fault(NOBODY, "everlasting.cards", "cards")]
    if sum(map(bool, cards)) > LAST_PLAYERS:
        why = "The game ends when all but two players are out, so at most two can have cards."
        return [Fault(why, "everlasting.cards", "cards")]
    return []


GAME = Game(
    slug="everlasting",
    name="Everlasting",
    source="001",
    group="Children's games",
    summary="Two to eight children. Match the first card to take the pile; the most cards win.",
    players=(2, 3, 4, 5, 6, 7, 8),
    play=lambda setting: cards_at_table(setting, faults, "most-cards", blank=0, nobody=NOBODY),
    adjusts=False,
)
