"""The outcome of a hand: what it would be worth."""

from __future__ import annotations

from dataclasses import dataclass

from flask import render_template

from scorekeeper.actions.table.access import Table
from scorekeeper.rules import Sheet
from scorekeeper.web.table.views import lines_of


@dataclass(frozen=True)
class SideOutcome:
    """What a hand would bring one side."""

    name: str
    points: int
    total: int
    wins: bool
    #: Partners win; one player wins.
    is_many: bool


def outcome(table: Table, hand: int, sheet: Sheet) -> str:
    """What a hand would be worth, as a piece of a page."""
    place = table.place(hand)
    if place > len(sheet.hands):
        return ""
    scored = sheet.hands[place - 1]
    sides = [
        SideOutcome(side.name, scored.points[index], scored.totals[index], index in sheet.winners, len(side.seats) > 1)
        for index, side in enumerate(sheet.sides)
    ]
    return render_template("table/outcome.html", sides=sides, lines=lines_of(sheet, scored), failed=scored.failed)
