"""Seats of a round, and corrections when people sat elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

#: The id of a member, and the id of a table.
Person = int
TableId = int
#: Everybody of a table, seat by seat and in order: the seat, the person, the person's first hand, and the absent one if
#: the person is a substitute.
TableSeats = tuple[tuple[int, Person, int, Person | None], ...]


def size_of(table: TableSeats) -> int:
    """How many seats a table has."""
    return len({seat for seat, *_ in table})


def changed_in_play(table: TableSeats) -> bool:
    """Somebody left a seat after the first hand."""
    return any(hand > 1 for _, _, hand, _ in table)


def stints_of(table: TableSeats) -> tuple[tuple[tuple[int, Person], ...], ...]:
    """For every seat its players in order, each with their first hand, without those who played none."""
    return tuple(_stints_in(table, seat) for seat in range(size_of(table)))


def _stints_in(table: TableSeats, seat: int) -> tuple[tuple[int, Person], ...]:
    own = [(hand, person) for at, person, hand, _ in table if at == seat]
    played = [stint for stint, later in zip(own, [*own[1:], None], strict=True) if later is None or later[0] > stint[0]]
    return tuple((hand if number else 1, person) for number, (hand, person) in enumerate(played))


def rename(table: TableSeats, names: Mapping[Person, Person]) -> TableSeats:
    """The table with some people replaced by others."""
    return tuple(
        (seat, names.get(person, person), hand, None if absent is None else names.get(absent, absent))
        for seat, person, hand, absent in table
    )


@dataclass(frozen=True)
class Places:
    """The people of every table of a round, and who has a bye in it."""

    tables: Mapping[TableId, TableSeats]
    out: frozenset[Person]

    @property
    def at_tables(self) -> frozenset[Person]:
        """Everybody who plays in the round, or played in it."""
        return frozenset(person for table in self.tables.values() for _, person, _, _ in table)

    @property
    def people(self) -> frozenset[Person]:
        """Everybody in the round."""
        return self.out | self.at_tables

    def swap_people(self, one: Person, other: Person) -> Places:
        """Swap two people wherever they are in the round."""
        swapped = {one: other, other: one}
        tables = {table: rename(own, swapped) for table, own in self.tables.items()}
        return Places(tables, frozenset(swapped.get(person, person) for person in self.out))

    def swap_tables(self, one: TableId, other: TableId) -> Places:
        """Swap the people of two tables of the same size."""
        if size_of(self.tables[one]) != size_of(self.tables[other]):
            raise ValueError("the tables have different sizes")
        return replace(self, tables={**self.tables, one: self.tables[other], other: self.tables[one]})

    def changed_tables(self, after: Places) -> tuple[TableId, ...]:
        """The tables whose seats differ afterward."""
        return tuple(table for table, own in self.tables.items() if after.tables[table] != own)
