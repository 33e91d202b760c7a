"""Changes of names in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.actions.table.access import Table
from scorekeeper.actions.table.names import PastChange, past_changes
from scorekeeper.actions.table.seats import SeatChange


@dataclass(frozen=True)
class NameRow:
    """A change of names, as the history shows it."""

    words: str
    at: datetime
    device: str


def name_rows(table: Table) -> list[NameRow]:
    """Every change of names, the latest first."""
    changes = reversed(past_changes(table))
    return [NameRow(describe_change(table, change), change.at, change.device) for change in changes]


def describe_change(table: Table, change: PastChange) -> str:
    """A past change in a sentence."""
    words = describe_seats(table, change.changes)
    return f"Undone: {words}" if change.undone else words


def describe_seats(table: Table, changes: Iterable[SeatChange]) -> str:
    """What became of the seats, a sentence for each."""
    return " ".join(_describe_seat(table, change) for change in changes)


def _describe_seat(table: Table, change: SeatChange) -> str:
    if change.hand is None:
        return f"{change.old} is now called {change.new}."
    return f"{change.new} took over {change.old}’s seat from hand {place_of(table, change.hand)}."


def place_of(table: Table, hand: int) -> int:
    """Where a hand stands among the hands that are not deleted, or will stand, counted from 1."""
    return 1 + sum(version.hand < hand for version in table.hands)


def takeovers(table: Table) -> list[str]:
    """Who took over from whom, and when, in sentences."""
    changes = (SeatChange(old, new, hand) for hand, old, new in table.seats.takeovers)
    return [describe_seats(table, [change]) for change in changes]


def played_by(table: Table, hand: int) -> list[str]:
    """Who played a hand in a seat that somebody else has now, in sentences."""
    pairs = zip(table.names_in(hand), table.game.players, strict=True)
    return [f"{old} played in {new}’s seat." for old, new in pairs if old != new]
