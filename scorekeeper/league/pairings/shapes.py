"""How people sit: how many at a table, how many on a side, and how a crowd is parted into tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.league.pairings.values import TablePlan
from scorekeeper.league.results.result import Player


@dataclass(frozen=True, slots=True)
class Shape:
    """Tables of these sizes with so many players on a side; `wanted` is the size to prefer."""

    sizes: tuple[int, ...] = (4,)
    per_side: int = 2
    wanted: int = 4

    def parted(self, count: int) -> tuple[int, ...]:
        """The sizes of the tables for so many people: few left over, sizes close to what is wanted, and even."""
        return min(self._ways(count), key=lambda way: self._fault(way, count), default=())

    def _ways(self, count: int) -> Iterator[tuple[int, ...]]:
        """Tables of at most two sizes, the larger first."""
        for large in self.sizes:
            for small in (size for size in self.sizes if size <= large):
                for tables in range(count // large + 1):
                    rest = (count - tables * large) // small if small < large else 0
                    yield (large,) * tables + (small,) * rest

    def _fault(self, way: tuple[int, ...], count: int) -> tuple[int, int, int, int]:
        """People left over, the table furthest from the size wanted, unevenness, and all distances together."""
        off = [abs(size - self.wanted) for size in way]
        spread = max(way, default=0) - min(way, default=0)
        return count - sum(way), max(off, default=0), spread, abs(sum(way) - self.wanted * len(way))

    def table(self, players: Sequence[Player]) -> TablePlan:
        """A table of players who are named side by side."""
        step = self.per_side
        return TablePlan(tuple(tuple(players[at : at + step]) for at in range(0, len(players), step)))


PAIRS = Shape()
#: Six at a table: three pairs, or two threes.
THREE_PAIRS = Shape((6,), 2, 6)
THREES = Shape((6,), 3, 6)


def everyone_alone(low: int = 3, high: int = 6, wanted: int = 4) -> Shape:
    """Tables of single players, of any size from low to high."""
    return Shape(tuple(range(low, high + 1)), 1, wanted)
