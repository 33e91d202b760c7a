"""Live: every phone that shows a game is told of each change; a screen that a whole table can read."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.following import Following, FullError, follow
from scorekeeper.actions.rights import seen
from scorekeeper.web.devices import device_id
from scorekeeper.web.pages.share import qr
from scorekeeper.web.views import roles, tell, view

blueprint = Blueprint("live", __name__, url_prefix="/t/<game_id>")

#: Seconds of silence after which a stream shows that it is still there.
PING_SECONDS = 15
#: Milliseconds after which a phone that lost its stream comes again.
RETRY_MILLISECONDS = 1000
#: Seconds after which a phone that found no room asks again.
FULL_SECONDS = 20


@blueprint.get("/events")
def events(game_id: str) -> ResponseReturnValue:
    """A stream of the game's revisions: the present one at once, then each new one."""
    try:
        following = follow(device_id(), game_id)
    except FullError:
        return Response("Too many follow just now.\n", 503, {"Retry-After": str(FULL_SECONDS)}, "text/plain")
    # Proxies that gather an answer before they send it would make it late.
    headers = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
    response = Response(told(following), mimetype="text/event-stream", headers=headers)
    response.call_on_close(following.close)
    return response


def told(following: Following) -> Iterator[str]:
    """What the stream says; it touches no database, so it holds no connection."""
    yield f"retry: {RETRY_MILLISECONDS}\n" + _event("revision", following.revision)
    for revision in following.changes(PING_SECONDS):
        # Not a comment, so that a page can tell a quiet line from a dead one.
        yield _event("ping") if revision is None else _event("revision", revision)
    if not following.ended:
        yield _event("gone")


def _event(name: str, revision: int | None = None) -> str:
    mark = "" if revision is None else f"id: {revision}\n"
    return f"{mark}event: {name}\ndata: {'' if revision is None else revision}\n\n"


@blueprint.get("/screen")
def screen(game_id: str) -> str:
    """The score in letters that fill a television."""
    table = seen(device_id(), game_id)
    link = url_for("share.join", game_id=game_id, key=table.game.watch_key, _external=True)
    now = table.sheet.open
    return render_template(
        "table/screen.html",
        table=view(table),
        told=tell(now, table.game.players) if now is not None else None,
        trump=(now or {}).get("trump", ""),
        roles=roles(table),
        code=qr(link) if table.may_score else "",
    )
