"""The order in which entries stand in a bracket, and lots that anybody can draw again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from scorekeeper.league.tournament.values import EntryId

#: How the lot is drawn, for people who want to check it.
LOT_WORDS = "Take the SHA-256 of the seed, a colon and the entry's number; the smallest hash comes first."


def bracket_size(highest_seed: int) -> int:
    """The places of the first round: the next power of two."""
    return 1 << max(highest_seed - 1, 1).bit_length()


def seed_order(size: int) -> tuple[int, ...]:
    """Seeds from the top of the bracket down: the first two can meet only in the final, the first four before it."""
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        total = 2 * len(order) + 1
        order = tuple(seed for own in order for seed in (own, total - own))
    return order


def lot(seed: str, entry: EntryId) -> str:
    """What an entry drew, as text that sorts."""
    return sha256(f"{seed}:{entry}".encode()).hexdigest()


def by_lot(entries: Iterable[EntryId], seed: str) -> list[EntryId]:
    """Entries in the order of their lots."""
    return sorted(entries, key=lambda entry: lot(seed, entry))


def by_figures(entries: Sequence[EntryId], figures: dict[EntryId, float], seed: str) -> list[EntryId]:
    """The highest figure first, then entries without one; a lot separates those that are level."""
    return sorted(entries, key=lambda entry: (entry not in figures, -figures.get(entry, 0), lot(seed, entry)))
