"""Rounds made by hand: what they start from, and everything that is wrong with one, with its place and repair."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.league.pairings.shapes import PAIRS, Shape
from scorekeeper.league.pairings.values import RoundPlan, TablePlan, sit_outs
from scorekeeper.league.results.result import Player
from scorekeeper.league.words import Name, listed


@dataclass(frozen=True, slots=True)
class PairingFault:
    """One thing that is wrong; the table is counted from 1, none where it is no table's fault."""

    message: str
    table: int | None = None


def in_order(present: Sequence[Player], history: Sequence[RoundPlan], shape: Shape = PAIRS) -> RoundPlan:
    """People as they came, to be changed by hand; those sit out who did so least often."""
    sizes = shape.parted(len(present))
    out = sit_outs(history, present, len(present) - sum(sizes))
    seated = [player for player in present if player not in out]
    tables, start = [], 0
    for size in sizes:
        tables.append(shape.table(seated[start : start + size]))
        start += size
    return RoundPlan(tuple(tables), out)


def faults(plan: RoundPlan, present: Collection[Player], shape: Shape = PAIRS, name: Name = str) -> list[PairingFault]:
    """What is wrong with a round; an empty list if nothing is."""
    known = frozenset(present)
    wrong = [fault for number, table in enumerate(plan.tables, 1) for fault in _table_faults(table, shape, number)]
    table_of: dict[Player, int | None] = {}
    for player, number in _chairs(plan):
        if player not in known:
            wrong.append(PairingFault(f"{name(player)} is not here tonight. Choose someone who is.", number))
        elif player in table_of:
            wrong.append(PairingFault(f"{name(player)} {_twice(table_of[player], number)}.", number))
        table_of.setdefault(player, number)
    return wrong + [
        PairingFault(f"{name(player)} has no seat. Add a seat, or let this player sit out.")
        for player in present
        if player not in table_of
    ]


def _chairs(plan: RoundPlan) -> Iterator[tuple[Player, int | None]]:
    """Everybody who is named, with the number of the table; None for sitting out."""
    for number, table in enumerate(plan.tables, 1):
        for player in table.players:
            yield player, number
    for player in plan.sitting_out:
        yield player, None


def _twice(first: int | None, second: int | None) -> str:
    if first is None:
        return "sits out twice"
    if second is None:
        return f"sits at table {first} and sits out"
    return f"sits twice at table {first}" if first == second else f"sits at table {first} and at table {second}"


def _table_faults(table: TablePlan, shape: Shape, number: int) -> Iterator[PairingFault]:
    count = len(table.players)
    if count not in shape.sizes:
        sizes = listed([str(size) for size in shape.sizes], "or")
        yield PairingFault(f"Table {number} has {count} players, but needs {sizes}.", number)
    elif any(len(side) != shape.per_side for side in table.sides):
        yield PairingFault(f"Table {number} has uneven sides. Each side needs {shape.per_side}.", number)
