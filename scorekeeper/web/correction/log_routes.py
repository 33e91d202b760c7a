"""Undoing an entry of the club's log."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club.access import require_member
from scorekeeper.actions.club.log import read_entry
from scorekeeper.actions.correction import undoing
from scorekeeper.web.correction.forms import AskForm
from scorekeeper.web.session import require_account

blueprint = Blueprint("log_corrections", __name__, url_prefix="/clubs/<club_id>/log/<int:entry_id>")


@blueprint.route("/undo", methods=["GET", "POST"])
def undo(club_id: str, entry_id: int) -> ResponseReturnValue:
    """Say what is undone, and undo it."""
    access, form = require_member(require_account().id, club_id), AskForm()
    _, decision = read_entry(access, entry_id)
    if form.validate_on_submit():
        refusal = undoing.undo_entry(access, entry_id)
        if refusal is None:
            flash("Undone. Standings are up to date.")
            return redirect(url_for("clubs.log", club_id=club_id), 303)
        form.refuse(refusal.messages)
    elif not undoing.may_undo(access, entry_id):
        return redirect(url_for("clubs.log", club_id=club_id), 303)
    return render_template("correction/undo.html", access=access, decision=decision, form=form), form.status
