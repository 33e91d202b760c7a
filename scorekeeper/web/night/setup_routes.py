"""Opening a club night and changing what is played; tonight on the club's page."""

from __future__ import annotations

import datetime as dt
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.night import nights
from scorekeeper.actions.night.access import require_night
from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.rules.game import Game
from scorekeeper.web.club_panels import CLUB
from scorekeeper.web.forms.entry_form import EntryForm
from scorekeeper.web.forms.options import chosen_options, option_widgets, options_form
from scorekeeper.web.game_cards import game_card
from scorekeeper.web.night.views import acting, who
from scorekeeper.web.session import require_account

blueprint = Blueprint("night_setup", __name__)


def _panel(place: ClubAccess) -> dict[str, Any]:
    """Tonight's night large, older ones listed."""
    found = nights.nights_of(place)
    open_now = [each for each in found if each.closed_at is None]
    return {"open": open_now, "older": [each for each in found if each.closed_at is not None]}


CLUB["nights"] = _panel


@blueprint.route("/clubs/<club_id>/nights/new", methods=["GET", "POST"])
def new(club_id: str) -> ResponseReturnValue:
    """Open a night: which game, with what agreed, for which season."""
    account_id = require_account().id
    place, seasons = nights.opening(account_id, club_id)
    usual = next((season.slug for season in seasons if season.slug), "")
    game = _game(request.values.get("game", "") or ("" if "choose" in request.args else usual))
    if game is None:
        games = [game_card(each) for each in GAMES]
        return render_template("night/choose_method.html", place=place, games=games)
    form = options_form(game, {})
    problems: tuple[str, ...] = ()
    if request.method == "POST":
        made = nights.open_night(acting(), club_id, _plan(game, form))
        if not isinstance(made, Refusal):
            return redirect(url_for("night.page", night_id=made.id), 303)
        problems = made.messages
    values = {"name": "Club night", "date": dt.date.today().isoformat(), "season": seasons[0].id if seasons else ""}
    text = render_template(
        "night/new.html",
        place=place,
        seasons=seasons,
        game=game_card(game),
        options=option_widgets(form),
        values=values | request.form.to_dict(),
        problems=problems,
    )
    return text, 422 if problems else 200


@blueprint.route("/night/<night_id>/change", methods=["GET", "POST"])
def change(night_id: str) -> ResponseReturnValue:
    """Another name, game, or number of rounds."""
    found = require_night(who(), night_id, "scorer")
    night = found.night
    game = _game(request.values.get("game", "")) or BY_SLUG[night.slug or ""]
    form = options_form(game, night.options or {} if game.slug == night.slug else {})
    problems: tuple[str, ...] = ()
    if request.method == "POST":
        refused = nights.change(acting(), night_id, _plan(game, form))
        if refused is None:
            return redirect(url_for("night.page", night_id=night_id), 303)
        problems = refused.messages
    values = {"name": night.name, "date": night.date.isoformat(), "season": night.season_id or ""}
    values["rounds"] = str(night.planned or "")
    text = render_template(
        "night/change.html",
        access=found,
        night=night,
        game=game_card(game),
        games=[game_card(each) for each in GAMES],
        options=option_widgets(form),
        seasons=nights.offered(night.club_id, night),
        values=values | request.form.to_dict(),
        problems=problems,
    )
    return text, 422 if problems else 200


def _game(slug: str) -> Game | None:
    if slug and slug not in BY_SLUG:
        abort(404)
    return BY_SLUG.get(slug)


def _plan(game: Game, form: EntryForm) -> nights.Plan:
    """What the form says."""
    options = chosen_options(game, form)
    said = request.form.get
    return nights.Plan(
        name=said("name", ""),
        date=said("date", ""),
        game=game.slug,
        options=options,
        season_id=said("season", ""),
        rounds=said("rounds", "").strip(),
    )
