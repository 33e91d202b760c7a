"""A game taken away: its record, a spreadsheet, a sheet to print."""

from __future__ import annotations

import json

from flask import Blueprint, Response, render_template

from scorekeeper.actions.table.access import Table, require_viewer
from scorekeeper.web.device import device_id
from scorekeeper.web.http.downloads import download, spreadsheet
from scorekeeper.web.table.name_changes import takeovers
from scorekeeper.web.table.views import view

blueprint = Blueprint("exports", __name__, url_prefix="/t/<game_id>")


SHEET_HEAD = ("hand", "dealer", "side", "points", "total after the hand", "reason", "rule")


@blueprint.get("/record.json")
def record(game_id: str) -> Response:
    """The record, as the command line reads it."""
    table = require_viewer(device_id(), game_id)
    text = json.dumps(table.record, ensure_ascii=False, indent=1)
    return download(text, "application/json", f"{table.game.slug}.json")


@blueprint.get("/sheet.csv")
def sheet(game_id: str) -> Response:
    """Every line of the sheet as a row."""
    table = require_viewer(device_id(), game_id)
    rows = (
        (
            number,
            table.names_at(number)[hand.dealer],
            table.sheet.sides[line.side].name,
            line.points,
            hand.totals[line.side],
            line.why,
            line.rule,
        )
        for number, hand in enumerate(table.sheet.hands, 1)
        for line in hand.lines
    )
    return spreadsheet(SHEET_HEAD, rows, f"{table.game.slug}.csv")


@blueprint.get("/print")
def printed(game_id: str) -> str:
    """The sheet on one page of paper."""
    table = require_viewer(device_id(), game_id)
    return render_template(
        "table/print.html",
        table=view(table),
        date=table.game.date or "",
        note=table.game.note or "",
        takeovers=takeovers(table),
        paper=table.paper,
        agreed=_agreed_points(table),
    )


def _agreed_points(table: Table) -> list[tuple[int, str, str, int]]:
    """Every agreed adjustment: its hand, whose it is, why, and the points."""
    sides = table.sheet.sides
    return [
        (place, sides[adjustment["side"]].name, adjustment["why"].strip(), adjustment["points"])
        for place, hand in enumerate(table.record["hands"], 1)
        for adjustment in hand.get("adjust", ())
    ]
