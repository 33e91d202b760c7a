"""Berger tables: everybody meets everybody once, and the first-named of a pair changes evenly.

The tables are those of the FIDE Handbook (General Regulations for Competitions, annex 1). The last number
stays; in each round the numbers of a pair add up to the same, counted round a circle of all the others.
"""

from __future__ import annotations

#: Two numbers, counted from 1; the first-named has the first deal.
Pairing = tuple[int, int]


def berger(count: int) -> tuple[tuple[Pairing, ...], ...]:
    """The rounds for so many entries; with an odd number, whoever meets the last number sits out."""
    size = count + count % 2
    return tuple(_round(number, size) for number in range(1, size)) if size else ()


def _round(number: int, size: int) -> tuple[Pairing, ...]:
    circle = size - 1
    top = (number + 1) // 2 if number % 2 else (number + size) // 2
    first = (top, size) if number % 2 else (size, top)
    rest = [(_on(top + step, circle), _on(top - step, circle)) for step in range(1, size // 2)]
    return (first, *rest)


def _on(number: int, circle: int) -> int:
    """A number counted on, or back, round the circle."""
    return (number - 1) % circle + 1
