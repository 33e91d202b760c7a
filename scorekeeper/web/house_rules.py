"""House rules: saved on a phone or shared in a club."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club import clubs
from scorekeeper.actions.club.access import ClubAccess, require_member, require_organizer
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.table import games
from scorekeeper.rules import BY_SLUG, Fault, Sheet, score
from scorekeeper.rules.document import FORMAT
from scorekeeper.rules.game import Game, Preset
from scorekeeper.rules.script_facts import option_words
from scorekeeper.web import parse
from scorekeeper.web.addresses import qr
from scorekeeper.web.device import device_id, known_device_id
from scorekeeper.web.forms.options import link_arguments, linked_options, rules_in_words
from scorekeeper.web.game_cards import game_card
from scorekeeper.web.session import account_id, require_account

blueprint = Blueprint("house_rules", __name__)

#: The rules whose figures follow from the others.
SUM = ("total", "bid")
#: Where the options stand in a record.
PREFIX = "options."


@dataclass(frozen=True)
class Agreement:
    """The rules of a table: in a sentence, what differs from the defaults, and faults."""

    words: str
    #: The figures that follow from the options.
    sum: str
    chips: list[str]
    faults: tuple[Fault, ...]


def agreement(game: Game, players: int, options: Mapping[str, Any]) -> Agreement:
    """The rules with these options at a table of so many."""
    faults = option_faults(game, players, options)
    if faults:
        return Agreement("", "", [], faults)
    standard = "" if game.presets or options else "Standard rules: "
    words = standard + rules_in_words(game, players, options)
    figures = game.in_words(game.setting(players, game.with_defaults(options))[0])
    in_short = ", ".join(figures[rule] for rule in SUM if rule in figures)
    return Agreement(words[0].upper() + words[1:], in_short, option_words(game, options), ())


def option_faults(game: Game, players: int, options: Mapping[str, Any]) -> tuple[Fault, ...]:
    """What is wrong with the options alone, each fault at its option."""
    names = [str(seat) for seat in range(players)]
    result = score({"format": FORMAT, "game": game.slug, "players": names, "options": dict(options), "hands": []})
    if isinstance(result, Sheet):
        return ()
    return tuple(replace(fault, path=fault.path.removeprefix(PREFIX)) for fault in result if fault.path)


@dataclass(frozen=True)
class OfferedRules:
    """A set of options to begin with, the value of its button, and the club that saved it, if one did."""

    value: str
    preset: Preset
    club: str = ""


def offered_rules(device_id: str, account_id: str, game: Game) -> list[OfferedRules]:
    """The rules saved on this device, those of the clubs of its account, then the presets of the game."""
    saved = games.saved_rules(device_id, game.slug)
    own = [OfferedRules(f"saved-{rules.id}", Preset(rules.name, rules.players, rules.options)) for rules in saved]
    presets = [OfferedRules(str(number), preset) for number, preset in enumerate(game.presets)]
    return [*own, *map(_of_club, clubs.rules_for(account_id, game.slug)), *presets]


def club_offers(club: ClubAccess, game: Game) -> list[OfferedRules]:
    """What a club has saved for a game, then the presets of the game."""
    presets = [OfferedRules(str(number), preset) for number, preset in enumerate(game.presets)]
    return [*map(_of_club, clubs.rules_in(club, game.slug)), *presets]


def _of_club(rules: clubs.ClubRules) -> OfferedRules:
    return OfferedRules(f"club-{rules.id}", Preset(rules.name, rules.players, rules.options), rules.club.name)


def preset_rows(
    game: Game, offers: Iterable[OfferedRules], options: Mapping[str, Any], players: int | None = None
) -> list[tuple[OfferedRules, str, bool]]:
    """The offers that the game still allows, each in words, and whether it is the one in force."""
    return [
        (
            offer,
            rules_in_words(game, offer.preset.players, offer.preset.options),
            players in (None, offer.preset.players) and dict(offer.preset.options) == dict(options),
        )
        for offer in offers
        if not option_faults(game, offer.preset.players, offer.preset.options)
    ]


def chosen_preset(offers: Iterable[OfferedRules], value: str) -> Preset:
    """The preset with this value, or 404."""
    return next((offer.preset for offer in offers if offer.value == value), None) or abort(404)


def own_rules(game: Game, players: int, options: Mapping[str, Any]) -> str:
    """The rules in a sentence, for a table that plays by figures or options of its own."""
    return rules_in_words(game, players, options) if options or game.presets else ""


@blueprint.get("/new/<slug>/rules")
def page(slug: str) -> str:
    """The rules that the address carries."""
    return _page(*_rules(slug))


@blueprint.post("/new/<slug>/rules")
def save(slug: str) -> ResponseReturnValue:
    """Save the rules under a name, on this device or in a club."""
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
    return redirect(url_for("house_rules.club_rules", club_id=access.club.id), 303)


@blueprint.post("/new/<slug>/rules/delete")
def delete(slug: str) -> ResponseReturnValue:
    """Delete rules saved on this device."""
    game, players, options = _rules(slug)
    games.delete_rules(device_id(), slug, request.form.get("name", ""))
    flash("Deleted. Games that were started with these rules keep them.")
    return redirect(url_for("house_rules.page", slug=game.slug, **link_arguments(options, players)), 303)


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


@dataclass(frozen=True)
class ClubRulesRow:
    """Rules of a club to read, and what a link to a new game with them says."""

    id: int
    name: str
    game: str
    words: str
    arguments: dict[str, Any]


@blueprint.get("/clubs/<club_id>/rules")
def club_rules(club_id: str) -> str:
    """Every set of rules that the club has saved."""
    access = require_member(require_account().id, club_id)
    return render_template("club/rules.html", access=access, saved=list(map(_row, clubs.rules_in(access))))


@blueprint.post("/clubs/<club_id>/rules/delete")
def delete_club_rules(club_id: str) -> ResponseReturnValue:
    """Delete one set of rules of the club."""
    access, rules_id = require_organizer(require_account().id, club_id), parse.count(request.form.get("rules", ""))
    if rules_id is None:
        abort(400)
    clubs.delete(access, rules_id)
    flash("Deleted. Games that were started with these rules keep them.")
    return redirect(url_for("house_rules.club_rules", club_id=club_id), 303)


def _row(rules: clubs.ClubRules) -> ClubRulesRow:
    """Rules in words, unless the game no longer allows them."""
    game = BY_SLUG[rules.slug]
    is_sound = not option_faults(game, rules.players, rules.options)
    words = rules_in_words(game, rules.players, rules.options) if is_sound else "No longer possible."
    arguments = {"slug": rules.slug, **link_arguments(rules.options, rules.players)} if is_sound else {}
    return ClubRulesRow(rules.id, rules.name, game.name, f"{rules.players} players; {words}", arguments)
