"""The door: a phone follows the night's code and says who it is."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.night import checkin
from scorekeeper.web import parse
from scorekeeper.web.night.views import acting, who

blueprint = Blueprint("checkin", __name__, url_prefix="/night/in/<key>")


@blueprint.get("")
def door(key: str) -> str:
    """Choose your name."""
    return _page(key)


def _page(key: str, problems: tuple[str, ...] = ()) -> str:
    found = checkin.door(who(), key)
    return render_template("night/checkin.html", door=found, night=found.night, key=key, problems=problems)


@blueprint.post("")
def come_in(key: str) -> ResponseReturnValue:
    """Somebody is here, by the own phone."""
    member, name = parse.count(request.form.get("member", "")), request.form.get("name", "")
    came = checkin.come_in(acting(), key, member, name)
    if isinstance(came, Refusal):
        return _page(key, came.messages), 422
    flash(f"Welcome, {came.name}.")
    found = checkin.door(who(), key)
    if found.me is None and found.account is None:
        flash("Sign in on this phone if you want to accept results with it.")
        return redirect(url_for("checkin.door", key=key), 303)
    return redirect(url_for("night.page", night_id=found.night.id), 303)
