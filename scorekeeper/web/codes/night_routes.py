"""From a game to its club night, and to its player's next table."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.table.access import require_viewer
from scorekeeper.web.codes.next_table import next_table
from scorekeeper.web.device import device_id
from scorekeeper.web.night.views import game_night

blueprint = Blueprint("game_night", __name__, url_prefix="/t/<game_id>")


@blueprint.get("/night")
def page(game_id: str) -> ResponseReturnValue:
    """The night of a game; a phone that may not see it learns how to check in."""
    table = require_viewer(device_id(), game_id)
    night = game_night(game_id)
    if night is None:
        abort(404)
    if night.access is not None:
        return redirect(url_for("night.page", night_id=night.access.night.id), 303)
    return render_template("codes/outside.html", note=table.game.note, game_id=game_id)


@blueprint.get("/next")
def next_table_piece(game_id: str) -> str:
    """Where the player goes next, as a piece of the finish."""
    require_viewer(device_id(), game_id)
    night = game_night(game_id)
    coming = next_table(night)
    if coming is None:
        abort(404)
    return render_template("codes/next_table.html", at=night, coming=coming)
