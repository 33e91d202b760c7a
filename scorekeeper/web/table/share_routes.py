"""Links for other phones: to keep score or only to watch; both can be reset."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.table import games
from scorekeeper.actions.table.access import require_scorer, require_viewer
from scorekeeper.web.device import device_id, known_device_id
from scorekeeper.web.qr import qr
from scorekeeper.web.table.views import view

blueprint = Blueprint("share", __name__, url_prefix="/t/<game_id>")

ROLES = {"scorer": "Can keep score", "watcher": "Can only watch"}


@blueprint.get("/share")
def page(game_id: str) -> str:
    """Both links with their QR codes."""
    table = require_viewer(device_id(), game_id)
    table.check_scorer()
    keys = {"scorer": table.game.scorer_key, "watcher": table.game.watch_key}
    links = [(role, title, _link(game_id, keys[role])) for role, title in ROLES.items()]
    return render_template("table/share.html", table=view(table), links=[(*link, qr(link[2])) for link in links])


def _link(game_id: str, key: str) -> str:
    return url_for("share.join", game_id=game_id, key=key, _external=True)


@blueprint.get("/join/<key>")
def join(game_id: str, key: str) -> ResponseReturnValue:
    """A device follows a link."""
    games.join(known_device_id(), game_id, key)
    return redirect(url_for("table.page", game_id=game_id), 303)


@blueprint.post("/share")
def renew(game_id: str) -> ResponseReturnValue:
    """Reset one of the links."""
    role = request.form.get("role", "")
    if role not in ROLES:
        abort(400)
    games.renew_link(require_scorer(device_id(), game_id), role)
    flash("Link reset. The old link no longer works.")
    return redirect(url_for("share.page", game_id=game_id), 303)
