"""Rules that a table agrees upon, on a page of their own: a link and a code to share, a name to save them under.

They are saved on this device, or by an organizer for a club.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club import clubs
from scorekeeper.actions.club.access import require_organizer
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.table import games
from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.game import Game
from scorekeeper.web import parse
from scorekeeper.web.agreed.views import agreement, option_faults
from scorekeeper.web.device import device_id, known_device_id
from scorekeeper.web.forms.options import link_arguments, linked_options
from scorekeeper.web.game_cards import game_card
from scorekeeper.web.qr import qr
from scorekeeper.web.session import account_id, require_account

blueprint = Blueprint("saved_rules", __name__, url_prefix="/new/<slug>/rules")


@blueprint.get("")
def page(slug: str) -> str:
    """The rules that the address carries."""
    return _page(*_rules(slug))


@blueprint.post("")
def save(slug: str) -> ResponseReturnValue:
    """Save them under a name, on this device or in a club."""
    game, players, options = _rules(slug)
    if "club_id" in request.form:
        return _save_in_club(game, players, options)
    name = " ".join(request.form.get("name", "").split())
    if not 1 <= len(name) <= games.LONGEST_NAME:
        return _page(game, players, options, f"Enter a name of 1 to {games.LONGEST_NAME} characters."), 422
    games.save(known_device_id(), slug, name, players, options)
    flash(f"Saved as “{name}”. You find it when you start a game of {game.name}.")
    return redirect(url_for("start.new", slug=slug, **link_arguments(options, players)), 303)


def _save_in_club(game: Game, players: int, options: dict[str, Any]) -> ResponseReturnValue:
    access = require_organizer(require_account().id, request.form["club_id"])
    if option_faults(game, players, options):
        abort(404)
    rules = clubs.save(access, game.slug, request.form.get("name", ""), players, options)
    if isinstance(rules, Refusal):
        return _page(game, players, options, rules.messages[0]), 422
    flash(f"Saved in {access.club.name} as “{rules.name}”. Members find it when they start a game of {game.name}.")
    return redirect(url_for("club_rules.page", club_id=access.club.id), 303)


@blueprint.post("/delete")
def delete(slug: str) -> ResponseReturnValue:
    """Delete rules saved on this device."""
    game, players, options = _rules(slug)
    games.delete_rules(device_id(), slug, request.form.get("name", ""))
    flash("Deleted. Games that were started with these rules keep them.")
    return redirect(url_for("saved_rules.page", slug=game.slug, **link_arguments(options, players)), 303)


def _rules(slug: str) -> tuple[Game, int, dict[str, Any]]:
    """The game, the number of players and the options of the address."""
    players = parse.count(request.args.get("players", ""), 2)
    if slug not in BY_SLUG or players not in BY_SLUG[slug].players:
        abort(404)
    return BY_SLUG[slug], players, linked_options(BY_SLUG[slug], request.args)


def _page(game: Game, players: int, options: dict[str, Any], wrong: str = "") -> str:
    agreed, arguments = agreement(game, players, options), link_arguments(options, players)
    if agreed.faults:
        abort(404)
    link = url_for("start.new", slug=game.slug, _external=True, **arguments)
    account = account_id()
    saved = [rules for rules in games.saved_rules(device_id(), game.slug) if rules.options == options]
    return render_template(
        "agreed/rules.html",
        game=game_card(game),
        agreed=agreed,
        arguments=arguments,
        link=link,
        code=qr(link),
        name=request.form.get("name", ""),
        wrong=wrong,
        saved=[rules.name for rules in saved if rules.players == players],
        clubs=clubs.organized_clubs(account),
        club_rules=[rules for rules in clubs.rules_for(account, game.slug) if rules.options == options],
        most=games.LONGEST_NAME,
    )
