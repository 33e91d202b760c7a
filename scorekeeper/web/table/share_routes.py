"""Links for other phones: to keep score or only to watch; both can be reset."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.table import games
from scorekeeper.actions.table.access import require_link, require_scorer, require_viewer
from scorekeeper.web.addresses import qr
from scorekeeper.web.device import device_id, known_device_id
from scorekeeper.web.http.request_limits import NEW_PHONES, limit
from scorekeeper.web.table.finish import join_link, link_preview
from scorekeeper.web.table.views import back_to_table, view

blueprint = Blueprint("share", __name__, url_prefix="/t/<game_id>")

ROLES = {"scorer": "Can keep score", "watcher": "Can only watch"}


@blueprint.get("/share")
def page(game_id: str) -> str:
    """Both links with their QR codes."""
    table = require_viewer(device_id(), game_id)
    table.check_scorer()
    keys = {"scorer": table.game.scorer_key, "watcher": table.game.watch_key}
    links = [(role, title, join_link(game_id, keys[role])) for role, title in ROLES.items()]
    return render_template("table/share.html", table=view(table), links=[(*link, qr(link[2])) for link in links])


@blueprint.get("/join/<key>")
def join(game_id: str, key: str) -> ResponseReturnValue:
    """Open a link. Without a cookie (a messenger or a new phone) show the preview."""
    if device_id():
        return open_game(game_id, key)
    table = require_link(game_id, key)
    open_url = url_for("share.open_game", game_id=game_id, key=key)
    return render_template("table/invitation.html", preview=link_preview(table, key), open_url=open_url)


@blueprint.get("/join/<key>/open")
def open_game(game_id: str, key: str) -> ResponseReturnValue:
    """Give the device the role of the link."""
    require_link(game_id, key)
    known_before, device = device_id(), known_device_id()
    if device != known_before:
        limit(NEW_PHONES)
    games.join(device, game_id, key)
    return back_to_table(game_id)


@blueprint.post("/share")
def renew(game_id: str) -> ResponseReturnValue:
    """Reset one of the links."""
    role = request.form.get("role", "")
    if role not in ROLES:
        abort(400)
    games.renew_link(require_scorer(device_id(), game_id), role)
    flash("Link reset. The old link no longer works.")
    return redirect(url_for("share.page", game_id=game_id), 303)
