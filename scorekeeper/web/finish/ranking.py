"""Who has won, and the final ranking."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.actions.table.access import Table
from scorekeeper.league.results import places
from scorekeeper.league.words import listed
from scorekeeper.web.table.views import at_table


@dataclass(frozen=True)
class FinalSide:
    """A side at the end, with its place; sides that are level share one."""

    side: int
    name: str
    total: int
    place: int
    won: bool


def headline(table: Table) -> str:
    """Who has won, in a short sentence."""
    return f"{' '.join(winners(table))}!"


def winners(table: Table) -> tuple[str, str]:
    """The names of the winners, and the verb that follows them."""
    sheet = table.sheet
    names = [sheet.sides[side].name for side in sheet.winners]
    if len(names) > 1:
        return listed(names), "share the win"
    return names[0], "win" if len(sheet.sides[sheet.winners[0]].seats) > 1 else "wins"


def final_sides(table: Table) -> tuple[FinalSide, ...]:
    """The sides with their places, the best first; those that are level stay in the order of their seats."""
    sheet, lowest = table.sheet, at_table(table)[1].end.facts()["lowest"]
    merits = [-total if lowest else total for total in sheet.totals]
    rows = [
        FinalSide(side, entry.name, sheet.totals[side], place, side in sheet.winners)
        for side, (entry, place) in enumerate(zip(sheet.sides, places(merits, sheet.winners), strict=True))
    ]
    return tuple(sorted(rows, key=lambda row: row.place))
