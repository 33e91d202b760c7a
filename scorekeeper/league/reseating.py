"""Who sits where in a round, and how it is put right when people sat elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

#: The id of a member, and the id of a table.
Person = int
TableId = int


@dataclass(frozen=True)
class Places:
    """The seats of every table of a round in order, and who sits out."""

    tables: Mapping[TableId, tuple[Person, ...]]
    out: frozenset[Person]

    @property
    def people(self) -> frozenset[Person]:
        """Everybody in the round."""
        return self.out.union(*self.tables.values())

    def swap_people(self, one: Person, other: Person) -> Places:
        """Let two people have each other's place; one who has none in the round leaves none to the other."""
        swapped = {one: other, other: one}
        tables = {table: tuple(swapped.get(person, person) for person in seats) for table, seats in self.tables.items()}
        return Places(tables, frozenset(swapped.get(person, person) for person in self.out))

    def swap_tables(self, one: TableId, other: TableId) -> Places:
        """Let everybody at two tables of one size have each other's seats."""
        if len(self.tables[one]) != len(self.tables[other]):
            raise ValueError("the tables have different sizes")
        return replace(self, tables={**self.tables, one: self.tables[other], other: self.tables[one]})

    def changed_tables(self, after: Places) -> tuple[TableId, ...]:
        """The tables at which somebody sits elsewhere after it."""
        return tuple(table for table, seats in self.tables.items() if after.tables[table] != seats)
