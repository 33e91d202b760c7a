"""Live: every phone that shows a game is told of each change; a screen that a whole table can read."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, url_for

from scorekeeper.actions.following import follow_game
from scorekeeper.actions.table.access import require_viewer
from scorekeeper.web.device import device_id
from scorekeeper.web.finish.ranking import headline
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.qr import qr
from scorekeeper.web.table.views import describe_hand, roles, view

blueprint = Blueprint("live", __name__, url_prefix="/t/<game_id>")


@blueprint.get("/events")
def events(game_id: str) -> Response:
    """A stream of the game's revisions."""
    return stream(lambda: follow_game(device_id(), game_id))


@blueprint.get("/screen")
def screen(game_id: str) -> str:
    """The score in letters that fill a television."""
    table = require_viewer(device_id(), game_id)
    link = url_for("share.join", game_id=game_id, key=table.game.watch_key, _external=True)
    now = table.sheet.open
    return render_template(
        "table/screen.html",
        table=view(table),
        words=describe_hand(now, table.names_at(len(table.hands))) if now is not None else None,
        trump=(now or {}).get("trump", ""),
        roles=roles(table),
        headline=headline(table) if table.sheet.over else "",
        code=qr(link) if table.may_score else "",
    )
