"""What a table repeats of earlier rounds: partners, opponents, and how often somebody sat out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.league.pairings.values import Pair, RoundPlan, TablePlan
from scorekeeper.league.results.result import Player


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two players who were together before, and the numbers of those rounds."""

    pair: Pair
    rounds: tuple[int, ...]


def repeated_partners(earlier: Sequence[RoundPlan], table: TablePlan) -> list[Repeat]:
    """Partners at this table who were partners before."""
    return _repeats(earlier, table, TablePlan.partners)


def repeated_opponents(earlier: Sequence[RoundPlan], table: TablePlan) -> list[Repeat]:
    """Opponents at this table who were opponents before."""
    return _repeats(earlier, table, TablePlan.opponents)


def times_out(earlier: Sequence[RoundPlan], player: Player) -> int:
    """How often somebody sat out."""
    return sum(player in plan.sitting_out for plan in earlier)


def _repeats(
    earlier: Sequence[RoundPlan], table: TablePlan, pairs: Callable[[TablePlan], Iterable[Pair]]
) -> list[Repeat]:
    met: dict[Pair, list[int]] = {}
    for number, plan in enumerate(earlier, 1):
        for other in plan.tables:
            for pair in pairs(other):
                met.setdefault(pair, []).append(number)
    return [Repeat(pair, tuple(met[pair])) for pair in pairs(table) if pair in met]
