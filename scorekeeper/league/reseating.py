"""Seats of a round, and corrections when people sat elsewhere or a member is merged into another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

#: The id of a member, and the id of a table.
Person = int
TableId = int


@dataclass(frozen=True)
class TableSeats:
    """The people of a table: their seats, substitutes, and who left a seat."""

    seats: tuple[Person, ...]
    substitutes: tuple[tuple[Person | None, Person | None], ...] = ()
    #: The seat, the person, and the first hand of the next person, in order.
    left: tuple[tuple[int, Person, int], ...] = ()

    @property
    def people(self) -> frozenset[Person]:
        """Everybody who sits here or sat here."""
        return frozenset((*self.seats, *(person for _, person, _ in self.left)))

    @property
    def changed_in_play(self) -> bool:
        """Somebody left a seat after the first hand."""
        return any(hand > 1 for _, _, hand in self.left)

    def rename(self, names: Mapping[Person | None, Person]) -> TableSeats:
        """The table with some people replaced by others."""
        return TableSeats(
            tuple(names.get(person, person) for person in self.seats),
            tuple((names.get(helper, helper), names.get(absent, absent)) for helper, absent in self.substitutes),
            tuple((seat, names.get(one, one), hand) for seat, one, hand in self.left),
        )

    def stints(self) -> tuple[tuple[tuple[int, Person], ...], ...]:
        """For every seat its players in order, each with their first hand, without those who played none."""
        return tuple(self._stints_in(seat) for seat in range(len(self.seats)))

    def _stints_in(self, seat: int) -> tuple[tuple[int, Person], ...]:
        stints, first = [], 1
        for own, person, next_hand in self.left:
            if own == seat and next_hand > first:
                stints.append((first, person))
                first = next_hand
        return (*stints, (first, self.seats[seat]))


@dataclass(frozen=True)
class Places:
    """The people of every table of a round, and who has a bye in it."""

    tables: Mapping[TableId, TableSeats]
    out: frozenset[Person]

    @property
    def at_tables(self) -> frozenset[Person]:
        """Everybody who plays in the round, or played in it."""
        return frozenset().union(*(table.people for table in self.tables.values()))

    @property
    def people(self) -> frozenset[Person]:
        """Everybody in the round."""
        return self.out | self.at_tables

    def swap_people(self, one: Person, other: Person) -> Places:
        """Swap two people wherever they are in the round."""
        swapped: dict[Person | None, Person] = {one: other, other: one}
        tables = {table: own.rename(swapped) for table, own in self.tables.items()}
        return Places(tables, frozenset(swapped.get(person, person) for person in self.out))

    def swap_tables(self, one: TableId, other: TableId) -> Places:
        """Swap the people of two tables of the same size."""
        if len(self.tables[one].seats) != len(self.tables[other].seats):
            raise ValueError("the tables have different sizes")
        return replace(self, tables={**self.tables, one: self.tables[other], other: self.tables[one]})

    def changed_tables(self, after: Places) -> tuple[TableId, ...]:
        """The tables whose seats differ afterward."""
        return tuple(table for table, own in self.tables.items() if after.tables[table] != own)


#: Substitutes and the players they substitute for.
Pairs = Sequence[Sequence[int | None]]


def merge_seats(seats: Sequence[int], gone: int, stays: int) -> list[int]:
    """The seats with a merged member replaced."""
    return [stays if member == gone else member for member in seats]


def merge_left_seats(left: Sequence[Sequence[int]], gone: int, stays: int) -> list[list[int]]:
    """Who left a seat: the seat, the member, and a hand."""
    return [[seat, stays if member == gone else member, hand] for seat, member, hand in left]


def merge_substitutes(pairs: Pairs, gone: int, stays: int) -> list[list[int | None]]:
    """The substitutes with a merged member replaced."""
    return [[stays if member == gone else member for member in pair] for pair in pairs]


def merge_handicaps(handicaps: Mapping[str, Any], gone: int, stays: int) -> dict[str, Any]:
    """Fixed handicaps after a merge; the remaining member's own handicap wins."""
    fixed = dict(handicaps.get("fixed", {}))
    points = fixed.pop(str(gone), None)
    if points is not None:
        fixed.setdefault(str(stays), points)
    return {**handicaps, "fixed": fixed} if "fixed" in handicaps else dict(handicaps)


def merge_lots(lots: Sequence[Mapping[str, Any]], gone: int, stays: int) -> list[dict[str, Any]]:
    """Drawn lots after a merge; a member drawn twice keeps the better place."""
    return [{**lot, "drawn": _merge_drawn(lot["drawn"], str(gone), str(stays))} for lot in lots]


def _merge_drawn(drawn: Sequence[Sequence[str]], gone: str, stays: str) -> list[list[str]]:
    entrants = (tuple(sorted({stays if player == gone else player for player in entrant})) for entrant in drawn)
    return [list(entrant) for entrant in dict.fromkeys(entrants)]
