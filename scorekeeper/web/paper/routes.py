"""A game that was begun on paper: its totals are brought over before the first hand."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.table.access import Table, require_scorer, require_viewer
from scorekeeper.actions.table.paper_totals import REASON, bring_totals, may_bring_totals
from scorekeeper.rules.values import figure
from scorekeeper.web.device import device_id
from scorekeeper.web.forms.read import number_or_text
from scorekeeper.web.table.views import view

blueprint = Blueprint("paper", __name__, url_prefix="/t/<game_id>")


@blueprint.get("/paper")
def page(game_id: str) -> ResponseReturnValue:
    """One figure for each side, and the reason that the sheet will show."""
    table = require_viewer(device_id(), game_id)
    table.check_scorer()
    if not may_bring_totals(table):
        return redirect(url_for("table.page", game_id=game_id), 303)
    totals = [figure(total) if total else "" for total in table.sheet.totals]
    return _page(table, totals, table.paper[0]["why"] if table.paper else REASON)


def _page(table: Table, totals: Sequence[str], why: str, problems: Sequence[str] = ()) -> str:
    return render_template("table/paper.html", table=view(table), totals=totals, why=why, problems=problems)


@blueprint.post("/paper")
def save(game_id: str) -> ResponseReturnValue:
    """Begin with these totals, or show what is wrong with them."""
    table = require_scorer(device_id(), game_id)
    sent, why = request.form.getlist("total"), request.form.get("why", "").strip() or REASON
    if len(sent) != len(table.sheet.sides):
        abort(400)
    result = bring_totals(table, [number_or_text(text.strip()) if text.strip() else 0 for text in sent], why)
    if isinstance(result, Refusal):
        return _page(table, sent, why, result.messages), 422
    flash("Score from paper saved.")
    return redirect(url_for("table.page", game_id=game_id), 303)
