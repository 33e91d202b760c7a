"""Opening a club night and changing what is played; tonight on the club's page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.night import nights
from scorekeeper.actions.night.access import RUNNER, NightAccess, require_night, require_night_to_change
from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.rules.game import Game
from scorekeeper.web.agreed.views import chosen_preset, club_offers, preset_rows
from scorekeeper.web.club_panels import CLUB
from scorekeeper.web.device import local_today
from scorekeeper.web.forms.entry_form import EntryForm
from scorekeeper.web.forms.options import chosen_options, option_widgets, options_form
from scorekeeper.web.game_cards import game_card
from scorekeeper.web.night.forms import NightForm
from scorekeeper.web.night.views import known_visitor, visitor
from scorekeeper.web.session import require_account

blueprint = Blueprint("night_setup", __name__)


def _panel(club: ClubAccess) -> dict[str, Any]:
    """Open nights large, older ones listed."""
    latest = nights.latest_nights(club)
    return {
        "open": [night for night in latest if night.closed_at is None],
        "older": [night for night in latest if night.closed_at is not None],
    }


CLUB["nights"] = _panel


@blueprint.route("/clubs/<club_id>/nights/new", methods=["GET", "POST"])
def new(club_id: str) -> ResponseReturnValue:
    """Open a night: which game, with what options, for which season."""
    club, seasons = nights.require_opener(require_account().id, club_id), nights.season_choices(club_id)
    season = nights.usual_season(seasons, local_today())
    usual = "" if "choose" in request.args or season is None else season.slug or ""
    values = {"name": nights.DEFAULT_NAME, "date": local_today(), "season": season.id if season else ""}
    form = _form(values, usual)
    game = _require_game(form)
    if game is None:
        return render_template("night/choose_game.html", place=club, games=[game_card(game) for game in GAMES])
    options = _options(club, game, {})
    if _is_sent():
        plan = form.plan(game, chosen_options(game, options))
        made = nights.open_night(club, known_visitor(), plan) if form.validate() else _plan_refusal(club, plan)
        if not isinstance(made, Refusal):
            return redirect(url_for("night.page", night_id=made.id), 303)
        form.refuse(made.messages)
    text = render_template(
        "night/new.html",
        place=club,
        seasons=seasons,
        game=game_card(game),
        options=option_widgets(options),
        presets=preset_rows(game, club_offers(club, game), chosen_options(game, options)),
        form=form,
        refused=_unplaced(form),
    )
    return text, form.status


@blueprint.route("/night/<night_id>/change", methods=["GET", "POST"])
def change(night_id: str) -> ResponseReturnValue:
    """Change the name, game, season, number of rounds or minutes."""
    if request.method == "POST":
        access = require_night_to_change(known_visitor(), night_id, RUNNER)
    else:
        access = require_night(visitor(), night_id, RUNNER)
    night = access.night
    form = _form(_values(access), night.slug or "")
    game = _require_game(form) or BY_SLUG[night.slug or ""]
    options = _options(access.club, game, night.options or {} if game.slug == night.slug else {})
    if _is_sent():
        plan = form.plan(game, chosen_options(game, options))
        refusal = nights.change(access, plan) if form.validate() else _plan_refusal(access.club, plan, access)
        if refusal is None:
            return redirect(url_for("night.page", night_id=night_id), 303)
        form.refuse(refusal.messages)
    text = render_template(
        "night/change.html",
        access=access,
        night=night,
        game=game_card(game),
        games=[game_card(game) for game in GAMES],
        options=option_widgets(options),
        presets=preset_rows(game, club_offers(access.club, game), chosen_options(game, options)),
        seasons=nights.season_choices(night.club_id, night),
        form=form,
        refused=_unplaced(form),
    )
    return text, form.status


def _values(access: NightAccess) -> dict[str, object]:
    """What the form of a night holds."""
    night = access.night
    plan = {"rounds": night.planned, "minutes": night.minutes}
    return {"name": night.name, "date": night.date, "season": night.season_id or "", **plan}


def _is_sent() -> bool:
    """Whether the form was sent to be saved, not only to be filled in with a set of rules."""
    return request.method == "POST" and "preset" not in request.form


def _options(club: ClubAccess, game: Game, agreed: Mapping[str, Any]) -> EntryForm:
    """The form of the options: as sent, as agreed, or with the rules that somebody chose by their name."""
    if request.method == "POST" and "preset" in request.form:
        preset = chosen_preset(club_offers(club, game), request.form["preset"])
        return options_form(game, preset.options, reads_sent=False)
    return options_form(game, agreed)


def _plan_refusal(club: ClubAccess, plan: nights.Plan, access: NightAccess | None = None) -> Refusal:
    """What else is wrong with a plan whose form is."""
    return Refusal(tuple(nights.plan_faults(club, plan, access.night if access is not None else None)))


def _unplaced(form: NightForm) -> list[str]:
    """What is wrong, except for what stands beside a field."""
    placed = {str(message) for field in form for message in field.errors}
    return [message for message in form.problems if message not in placed]


def _form(values: Mapping[str, object], usual: str) -> NightForm:
    """The form of a night; the game is the one that was sent, the one in the address, or the usual one."""
    return NightForm(data={**values, "game": request.args.get("game") or usual})


def _require_game(form: NightForm) -> Game | None:
    """The game that was chosen, if any; not found if there is no such game."""
    slug = form.game.data or ""
    if slug and slug not in BY_SLUG:
        abort(404)
    return BY_SLUG.get(slug)
