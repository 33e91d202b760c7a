"""The door: a phone follows the night's code and says who it is."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.following import follow_door
from scorekeeper.actions.night import checkin
from scorekeeper.web.addresses import client_address
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.night.forms import DoorForm
from scorekeeper.web.night.views import known_visitor, visitor

blueprint = Blueprint("checkin", __name__, url_prefix="/night/in/<key>")


@blueprint.get("")
def door(key: str) -> str:
    """Choose your name."""
    return _page(key)


def _page(key: str, problems: Sequence[str] = ()) -> str:
    door = checkin.require_door(visitor(), key)
    return render_template("night/checkin.html", door=door, night=door.night, key=key, refused=problems)


@blueprint.get("/events")
def events(key: str) -> Response:
    """A stream of the night's revisions for a phone at the door."""
    person = visitor()
    return stream(lambda: follow_door(person, key))


@blueprint.post("")
def check_in(key: str) -> ResponseReturnValue:
    """Check in on an own phone."""
    checkin.require_door(visitor(), key)
    form, person = DoorForm(), known_visitor()
    hasty = checkin.refuse_haste(key, person.device_id, client_address())
    if hasty is not None:
        return _page(key, hasty.messages), 429
    member = checkin.check_in_by_link(person, key, form.member.data, form.name.data or "")
    if isinstance(member, Refusal):
        return _page(key, member.messages), 422
    door = checkin.require_door(visitor(), key)
    if door.waits:
        return redirect(url_for("checkin.door", key=key), 303)
    flash(f"Welcome, {member.name}.")
    if door.me is None and door.account is None:
        flash("To accept results on this phone, sign in first.")
        return redirect(url_for("checkin.door", key=key), 303)
    return redirect(url_for("night.page", night_id=door.night.id), 303)
