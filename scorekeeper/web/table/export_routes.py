"""A game taken away: its record, a spreadsheet, a sheet to print."""

from __future__ import annotations

import csv
import io
import json

from flask import Blueprint, Response, render_template

from scorekeeper.actions.table.access import seen
from scorekeeper.web.device import device_id
from scorekeeper.web.table.views import view

blueprint = Blueprint("exports", __name__, url_prefix="/t/<game_id>")

#: A spreadsheet takes a cell that begins so for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


@blueprint.get("/record.json")
def record(game_id: str) -> Response:
    """The record, as the command line reads it."""
    table = seen(device_id(), game_id)
    text = json.dumps(table.record, ensure_ascii=False, indent=1)
    return _download(text, "application/json", f"{table.game.slug}.json")


@blueprint.get("/sheet.csv")
def sheet(game_id: str) -> Response:
    """Every line of the sheet as a row."""
    table = seen(device_id(), game_id)
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(["hand", "dealer", "side", "points", "total after the hand", "reason", "rule"])
    for number, hand in enumerate(table.sheet.hands, 1):
        for line in hand.lines:
            side = table.sheet.sides[line.side].name
            row = [number, _cell(table.game.players[hand.dealer]), _cell(side), line.points, hand.totals[line.side]]
            rows.writerow([*row, _cell(line.why), line.rule])
    return _download("\ufeff" + out.getvalue(), "text/csv", f"{table.game.slug}.csv")


def _cell(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text


def _download(text: str, kind: str, name: str) -> Response:
    return Response(text, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@blueprint.get("/print")
def printed(game_id: str) -> str:
    """The sheet on one page of paper."""
    table = seen(device_id(), game_id)
    return render_template(
        "table/print.html", table=view(table), date=table.game.date or "", note=table.game.note or ""
    )
