"""Live: every phone that shows a game is told of each change; a screen that a whole table can read."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, current_app, render_template, request, url_for
from werkzeug.test import EnvironBuilder

from scorekeeper.actions.following import follow_game
from scorekeeper.actions.table.access import require_viewer, watched_revision
from scorekeeper.web.cache import page_keys, shared_pages
from scorekeeper.web.device import device_id
from scorekeeper.web.finish.ranking import headline
from scorekeeper.web.http.event_stream import PageOf, no_page, stream
from scorekeeper.web.qr import qr
from scorekeeper.web.table.views import describe_hand, roles, view

blueprint = Blueprint("live", __name__, url_prefix="/t/<game_id>")


@blueprint.get("/events")
def events(game_id: str) -> Response:
    """A stream of the game's revisions; a phone that watches the table gets the new page with them."""
    is_watching = request.args.get("page") == "table" and watched_revision(device_id(), game_id) is not None
    return stream(lambda: follow_game(device_id(), game_id), _shared_page(game_id) if is_watching else no_page)


def _shared_page(game_id: str) -> PageOf:
    """The page that this phone would fetch after a change, made once for all who watch."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    cache, key_of = shared_pages(), page_keys(game_id)
    headers = [("Cookie", request.headers.get("Cookie", "")), ("X-Follow", "yes")]
    environ = EnvironBuilder(f"/t/{game_id}", request.url_root, headers=headers).get_environ()

    def make(revision: int) -> str | None:
        with app.request_context(environ):
            app.full_dispatch_request()
        return cache.get(key_of(revision))

    return lambda revision: cache.get_or_build(key_of(revision), lambda: make(revision)) or None


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
