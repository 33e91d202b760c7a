"""The big screen and the round clock."""

from __future__ import annotations

from collections.abc import Callable
from time import time

from flask import Blueprint, Response, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.following import follow_screen
from scorekeeper.actions.night import clock, nights
from scorekeeper.actions.night.access import RUNNER, NightAccess, require_night, require_night_to_change, require_screen
from scorekeeper.web.addresses import qr
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.night.forms import ClockForm
from scorekeeper.web.night.page import back_to_night, page_values
from scorekeeper.web.night.screen import screen_layout
from scorekeeper.web.night.views import known_visitor, visitor

blueprint = Blueprint("screen", __name__)


@blueprint.get("/screen/<key>")
def page(key: str) -> str:
    """The tables, the scores, the clock and the standings, for everybody in the room."""
    access = require_screen(key)
    values, checkin_key = page_values(access), access.night.checkin_key
    code = qr(url_for("night.door", key=checkin_key, _external=True)) if checkin_key else ""
    names = [member.name for member in values["here"]]
    layout = screen_layout(values["current_round"], values["rows"], names, bool(code))
    address = url_for("screen.page", key=key)
    return render_template("night/screen.html", **values, code=code, layout=layout, screen_key=key, address=address)


@blueprint.get("/screen/<key>/events")
def events(key: str) -> Response:
    """A stream of the night's revisions."""
    return stream(lambda: follow_screen(key))


@blueprint.get("/night/<night_id>/screen-link")
def link(night_id: str) -> str:
    """The link of the big screen with its QR code, for a television that nobody is signed in on."""
    access = require_night(visitor(), night_id, RUNNER)
    key = None if access.closed else access.night.screen_key
    address = url_for("screen.page", key=key, _external=True) if key else ""
    code = qr(address) if address else ""
    return render_template("night/screen_link.html", access=access, night=access.night, link=address, code=code)


@blueprint.post("/night/<night_id>/screen-link")
def renew(night_id: str) -> ResponseReturnValue:
    """Replace the link."""
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    refusal = nights.replace_screen_link(access)
    flash(" ".join(refusal.messages) if refusal else "The big screen has a new link.")
    return redirect(url_for("screen.link", night_id=night_id), 303)


#: What the buttons do, and what is said of it.
ACTS: dict[str, tuple[Callable[[NightAccess], Refusal | None], str]] = {
    "pause": (clock.pause, ""),
    "time-up": (clock.call_time, "Time is up. Every table finishes its hand and stops."),
    "stop-all": (clock.stop_all, "All tables are stopped. Their finished hands count."),
    "play-on": (clock.play_on, "Undone. The tables play on."),
}
EXTENSION = 5


@blueprint.post("/night/<night_id>/clock")
def start(night_id: str) -> ResponseReturnValue:
    """Start the clock."""
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    return back_to_night(access, clock.start(access, ClockForm().minutes.data))


@blueprint.post("/night/<night_id>/clock/extend")
def extend(night_id: str) -> ResponseReturnValue:
    """Give the round some more minutes."""
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    return back_to_night(access, clock.extend(access, EXTENSION))


@blueprint.post("/night/<night_id>/clock/<any('pause', 'time-up', 'stop-all', 'play-on'):deed>")
def act(night_id: str, deed: str) -> ResponseReturnValue:
    """Pause the clock, call time, stop all tables, or take that back."""
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    action, message = ACTS[deed]
    return back_to_night(access, action(access), message)


@blueprint.get("/time")
def server_time() -> Response:
    """Milliseconds since 1970."""
    return Response(str(round(time() * 1000)), mimetype="text/plain", headers={"Cache-Control": "no-store"})
