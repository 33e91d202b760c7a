"""The clock of a round: its buttons on the night's page, and the server's time for phones whose clock is wrong."""

from __future__ import annotations

from collections.abc import Callable
from time import time

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.night import clock
from scorekeeper.actions.night.access import RUNNER, NightAccess, require_night_to_change
from scorekeeper.web.night.forms import ClockForm
from scorekeeper.web.night.night_page import back_to_night
from scorekeeper.web.night.views import known_visitor

blueprint = Blueprint("clock", __name__)

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
