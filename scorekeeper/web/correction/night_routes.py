"""Moving a night to another season, and deleting it."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.correction import nights
from scorekeeper.web.correction.forms import AskForm, MoveForm
from scorekeeper.web.session import require_account

blueprint = Blueprint("night_corrections", __name__, url_prefix="/night/<night_id>")

#: What the form sends for a night that counts nowhere.
NOWHERE = "none"


@blueprint.route("/season", methods=["GET", "POST"])
def move(night_id: str) -> ResponseReturnValue:
    """Choose another season for the night, and see what counts there."""
    access, night = nights.require_club_night(require_account().id, night_id, "scorer", request.method == "POST")
    form = MoveForm()
    if form.validate_on_submit():
        refusal = nights.move(access, night, "" if form.season.data == NOWHERE else form.season.data)
        if refusal is None:
            flash("Night moved. Standings are up to date.")
            club = url_for("clubs.page", club_id=access.club.id)
            return redirect(url_for("night.page", night_id=night_id) if night.slug is not None else club, 303)
        form.refuse(refusal.messages)
    choices = nights.destinations(night)
    page = render_template("correction/move_night.html", access=access, night=night, form=form, choices=choices)
    return page, form.status


@blueprint.route("/delete", methods=["GET", "POST"])
def delete(night_id: str) -> ResponseReturnValue:
    """Say what is gone with the night, and delete it."""
    access, night = nights.require_club_night(require_account().id, night_id, "organizer", request.method == "POST")
    form = AskForm()
    if form.validate_on_submit():
        refusal = nights.delete_night(access, night)
        if refusal is None:
            flash("Night deleted. You can undo this in the club log.")
            return redirect(url_for("clubs.page", club_id=access.club.id), 303)
        form.refuse(refusal.messages)
    loss = nights.loss_of_night(night)
    page = render_template("correction/delete_night.html", access=access, night=night, form=form, loss=loss)
    return page, form.status
