"""Combinations of cards by their numbers: what makes fifteen, what makes up a card."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

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
    """A number that is there more often than the pack holds it."""
    return next((number for number in numbers if numbers.count(number) > ALIKE), None)
