"""Figures as sentences and pages print them."""

from __future__ import annotations

#: From here on a figure has commas: 5000, but 10,000.
FIRST_WITH_COMMA = 10_000


def figure(points: int) -> str:
    """A figure with a real minus sign, and commas between thousands if it is long."""
    return f"{points:{',' if abs(points) >= FIRST_WITH_COMMA else ''}}".replace("-", "−")


def fill(words: str, **figures: int) -> str:
    """A sentence with its figures filled in."""
    return words.format(**{name: figure(value) for name, value in figures.items()})
