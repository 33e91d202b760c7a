"""Figures as sentences and pages print them."""

from __future__ import annotations


def figure(points: int) -> str:
    """A figure with a real minus sign and commas between thousands."""
    return f"{points:,}".replace("-", "−")


def fill(words: str, **figures: int) -> str:
    """A sentence with its figures filled in."""
    return words.format(**{name: figure(value) for name, value in figures.items()})
