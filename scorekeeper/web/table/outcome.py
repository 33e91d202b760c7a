"""The outcome of a hand: what it would be worth."""

from __future__ import annotations

from flask import render_template

from scorekeeper.actions.table.access import Table
from scorekeeper.rules import Sheet
from scorekeeper.web.table.views import lines_of


def outcome(table: Table, hand: int, sheet: Sheet) -> str:
    """What a hand would be worth, as a piece of a page."""
    place = table.place(hand)
    if place > len(sheet.hands):
        return ""
    scored = sheet.hands[place - 1]
    sides = [(side.name, scored.points[index], scored.totals[index]) for index, side in enumerate(sheet.sides)]
    winners = " and ".join(sheet.sides[side].name for side in sheet.winners)
    winner_count = sum(len(sheet.sides[side].seats) for side in sheet.winners)
    lines = lines_of(sheet, scored)
    return render_template(
        "table/outcome.html", sides=sides, lines=lines, winners=winners, winner_count=winner_count, failed=scored.failed
    )
