"""Reopening and deleting a season."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.correction import nights as nights_actions
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.details import count_nights, games_counted, require_season_organizer
from scorekeeper.web.correction.forms import AskForm, ReopenForm
from scorekeeper.web.session import require_account

blueprint = Blueprint("season_corrections", __name__, url_prefix="/clubs/<club_id>/seasons/<season_id>")


@blueprint.route("/reopen", methods=["GET", "POST"])
def reopen(club_id: str, season_id: str) -> ResponseReturnValue:
    """Ask for the reason, and open a season again that was closed by mistake."""
    access, form = require_season_organizer(require_account().id, club_id, season_id), ReopenForm()
    if form.validate_on_submit():
        refusal = seasons.reopen(access, form.reason.data or "")
        if refusal is None:
            flash("Season reopened. Standings are up to date.")
            return redirect(url_for("season.page", club_id=club_id, season_id=season_id), 303)
        form.refuse(refusal.messages)
    return render_template("correction/reopen_season.html", access=access, form=form), form.status


@blueprint.route("/delete", methods=["GET", "POST"])
def delete(club_id: str, season_id: str) -> ResponseReturnValue:
    """Say what is gone with the season, and delete it."""
    access, form = require_season_organizer(require_account().id, club_id, season_id), AskForm()
    if form.validate_on_submit():
        refusal = nights_actions.delete_season(access)
        if refusal is None:
            flash("Season deleted. You can undo this in the club log.")
            return redirect(url_for("clubs.page", club_id=club_id), 303)
        form.refuse(refusal.messages)
    nights, games = count_nights(access.season), games_counted(access.season)
    page = render_template("correction/delete_season.html", access=access, form=form, nights=nights, games=games)
    return page, form.status
