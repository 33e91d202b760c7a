"""The statistics page of this device."""

from __future__ import annotations

from flask import Blueprint, render_template

from scorekeeper.actions.table.statistics import device_statistics
from scorekeeper.web.device import device_id

blueprint = Blueprint("statistics", __name__)

#: So many players and partnerships stand on the page.
MOST_ROWS = 20


@blueprint.get("/statistics")
def page() -> str:
    """Games, wins and bids of the games that this device keeps score of."""
    statistics = device_statistics(device_id())
    return render_template("statistics/page.html", statistics=statistics, most_rows=MOST_ROWS)
