"""Tens, for little children: slap the 10 and take the pile (source 001).

The game ends when somebody has a stack of thirty cards.
"""

from __future__ import annotations

from scorekeeper.rules.game import Game
from scorekeeper.rules.shares import cards_at_table
from scorekeeper.rules.values import Fault

#: 001 Tens.
STACK = 30


def faults(cards: list[int]) -> list[Fault]:
    """Somebody has the stack."""
    if max(cards) >= STACK:
        return []
    return [Fault(f"The game ends when somebody has {STACK} cards. Nobody has that many.", "tens.cards", "cards")]


GAME = Game(
    slug="tens",
    name="Tens",
    source="001",
    group="Children's games",
    summary="Two to eight young children. Be the first to slap a 10; thirty cards win.",
    players=(2, 3, 4, 5, 6, 7, 8),
    play=lambda setting: cards_at_table(setting, faults, "thirty"),
    begins_left_of="",
    adjusts=False,
)
