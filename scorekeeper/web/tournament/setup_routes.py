"""Creating a tournament; tournaments on the club's page."""

from __future__ import annotations

import datetime as dt
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club.access import ClubAccess, require_organizer
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.season.seasons import seasons_of
from scorekeeper.actions.tournament import tournaments
from scorekeeper.league.tournament.standings import TIES
from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.web.club_panels import CLUB
from scorekeeper.web.forms.options import chosen_options, option_widgets, options_form
from scorekeeper.web.game_cards import game_card
from scorekeeper.web.session import require_account
from scorekeeper.web.tournament import words
from scorekeeper.web.tournament.forms import TournamentForm

blueprint = Blueprint("tournament_setup", __name__)


def _panel(club: ClubAccess) -> list[Any]:
    """The latest tournaments."""
    return tournaments.latest_tournaments(club)


CLUB["tournaments"] = _panel


@blueprint.route("/clubs/<club_id>/tournaments/new", methods=["GET", "POST"])
def new(club_id: str) -> ResponseReturnValue:
    """Create a tournament: which game, who enters, in what format."""
    club = require_organizer(require_account().id, club_id)
    usual = {"name": tournaments.DEFAULT_NAME, "date": dt.date.today(), "kind": "pairs", "format": "double"}
    form = TournamentForm(
        data={**usual, "best_of": 1, "tables": 2, "seeding": "lot", "game": request.args.get("game", "")}
    )
    slug = form.game.data or ""
    if slug not in BY_SLUG:
        if slug:
            abort(404)
        return render_template("tournament/choose_game.html", place=club, games=[game_card(game) for game in GAMES])
    game = BY_SLUG[slug]
    options = options_form(game, {})
    if request.method == "POST":
        draft = form.draft(game, chosen_options(game, options))
        faults = Refusal(tuple(tournaments.draft_faults(club, draft)))
        made = tournaments.create(club, draft) if form.validate() else faults
        if not isinstance(made, Refusal):
            return redirect(url_for("tournament.entries", tournament_id=made.id), 303)
        form.refuse(made.messages)
    text = render_template(
        "tournament/new.html",
        place=club,
        game=game_card(game),
        options=option_widgets(options),
        form=form,
        refused=form.problems,
        seasons=seasons_of(club),
        kinds=words.KINDS,
        formats=words.FORMATS,
        seedings=words.SEEDINGS,
        ties=[tie for tie in TIES.values() if tie.id != "lot"],
    )
    return text, form.status
