"""The big screen of a night by a link of its own: no sign-in, nothing to change, until the night is closed."""

from __future__ import annotations

from flask import Blueprint, Response, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.following import follow_screen
from scorekeeper.actions.night import nights
from scorekeeper.actions.night.access import RUNNER, require_night, require_night_to_change, require_screen
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.night.night_page import page_values
from scorekeeper.web.night.screen_layout import screen_layout
from scorekeeper.web.night.views import known_visitor, visitor
from scorekeeper.web.qr import qr

blueprint = Blueprint("screen", __name__)


@blueprint.get("/screen/<key>")
def page(key: str) -> str:
    """The tables, the scores, the clock and the standings, for everybody in the room."""
    access = require_screen(key)
    values, checkin_key = page_values(access), access.night.checkin_key
    code = qr(url_for("checkin.door", key=checkin_key, _external=True)) if checkin_key else ""
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
