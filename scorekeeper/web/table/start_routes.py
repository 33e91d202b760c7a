"""Starting a game, importing one, and the games of this device."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.codes import events_tonight
from scorekeeper.actions.table import games
from scorekeeper.actions.table.access import require_scorer
from scorekeeper.actions.table.statistics import device_statistics
from scorekeeper.rules import BY_SLUG, GAMES, Fault
from scorekeeper.rules.document import FORMAT
from scorekeeper.rules.game import Game
from scorekeeper.web import parse
from scorekeeper.web.device import device_id, known_device_id, local_today
from scorekeeper.web.event.views import visitor
from scorekeeper.web.forms.options import chosen_options, link_arguments, linked_options, option_groups, options_form
from scorekeeper.web.forms.read import EntryForm
from scorekeeper.web.game_cards import game_card
from scorekeeper.web.house_rules import PREFIX, agreement, chosen_preset, offered_rules, option_faults, preset_rows
from scorekeeper.web.http.request_limits import NEW_GAMES, limit
from scorekeeper.web.session import account_id
from scorekeeper.web.table.views import (
    USUAL,
    back_to_table,
    chosen_names,
    first_names,
    kept_names,
    split_name_faults,
    view,
)

blueprint = Blueprint("start", __name__)

#: More than any game seats; further names are not read.
MOST_NAMES = 20
#: The record of a hundred hands has about 20,000 characters.
LARGEST_RECORD = 300_000
#: At most so many faults of a record are shown at once.
MOST_FAULTS = 100

#: The button that leads to the link of the chosen rules.
SHARE = "share"
#: So many of this phone's games are on the start page.
SHOWN = 4


@blueprint.get("/")
def home() -> str:
    """All the games, in their groups, and the games of this device."""
    groups = [
        (name, [game_card(game) for game in group]) for name, group in groupby(GAMES, key=lambda game: game.group)
    ]
    tables = [view(table) for table in games.games_of_device(device_id(), SHOWN)[0]]
    running = next((table for table in tables if not table.over), None)
    return render_template(
        "table/start.html",
        groups=groups,
        running=running,
        last=next((table for table in tables if table.may_score), None),
        others=[table for table in tables if table is not running],
        first_game=game_card(GAMES[0]),
        tonight=events_tonight(visitor()),
    )


@blueprint.get("/new/<slug>")
def new(slug: str) -> str:
    """Names, seats, first dealer and the rules to agree on; a link may carry options."""
    game = _game(slug)
    names = first_names(device_id(), _count(game, request.args.get("players")))
    return _new_page(game, options_form(game, linked_options(game, request.args)), names)


@blueprint.post("/new/<slug>")
def begin(slug: str) -> ResponseReturnValue:
    """Start the game, or show the form with another number of players, a preset or the rules in words."""
    game = _game(slug)
    form = options_form(game, {})
    names = [name.strip() for name in request.form.getlist("players")][:MOST_NAMES]
    if "preset" in request.form:
        preset = chosen_preset(offered_rules(device_id(), account_id(), game), request.form["preset"])
        return _new_page(game, options_form(game, preset.options, reads_sent=False), *_seats(preset.players))
    if "count" in request.form:
        return _new_page(game, form, *_seats(_count(game, request.form["count"])))
    if "do" in request.form:
        return _look(game, form, names)
    limit(NEW_GAMES)
    result = games.start(known_device_id(), _new_record(game, names, form))
    if isinstance(result, games.InvalidRecord):
        count = len(names) or _count(game, None)
        return _new_page(game, form, names or first_names(device_id(), count), faults=result.faults), 422
    place = "names.opening" if "paper" in request.form and game.adjusts else "table.page"
    return redirect(url_for(place, game_id=result.id), 303)


def _look(game: Game, form: EntryForm, names: list[str]) -> ResponseReturnValue:
    """Show the rules in words, or go to the page that shares them if they are valid."""
    options = chosen_options(game, form)
    if request.form["do"] != SHARE or option_faults(game, len(names), options):
        return _new_page(game, form, names)
    return redirect(url_for("house_rules.page", slug=game.slug, **link_arguments(options, len(names))), 303)


def _game(slug: str) -> Game:
    if slug not in BY_SLUG:
        abort(404)
    return BY_SLUG[slug]


def _seats(count: int) -> tuple[list[str], list[str]]:
    """The typed names for so many players, and those that have no seat now."""
    typed = [name.strip() for key in ("players", "spare") for name in request.form.getlist(key)]
    return kept_names(typed, device_id(), count), typed[count:]


def _new_record(game: Game, names: list[str], form: EntryForm) -> dict[str, Any]:
    """The record of a game before its first hand."""
    return {
        "format": FORMAT,
        "game": game.slug,
        "players": names,
        "dealer": _dealer(),
        "options": chosen_options(game, form),
        "date": local_today().isoformat(),
        "hands": [],
    }


def _dealer() -> Any:
    text = request.form.get("dealer", "0")
    seat = parse.count(text, 3)
    return text if seat is None else seat


def _new_page(
    game: Game, form: EntryForm, names: list[str], spare: Sequence[str] = (), faults: tuple[Fault, ...] = ()
) -> str:
    count = len(names)
    right_count = count if count in game.players else game.players[0]
    options = chosen_options(game, form)
    agreed = agreement(game, right_count, options)
    name_faults, others = split_name_faults(fault for fault in faults if not (fault.path or "").startswith(PREFIX))
    unplaced = form.attach_faults([*others, *agreed.faults])
    setting, _ = game.setting(right_count, game.defaults if agreed.faults else game.with_defaults(options))
    sides = game.sides(setting)
    dealer = request.form.get("dealer", "0")
    return render_template(
        "table/new.html",
        game=game_card(game),
        counts=game.players,
        names=names,
        spare=spare,
        known=chosen_names(games.names_used(device_id())),
        side_of={seat: side for side, seats in enumerate(sides) for seat in seats}
        if len(sides) < count == right_count
        else {},
        dealer=dealer if dealer in map(str, range(count)) else "0",
        groups=option_groups(form),
        presets=preset_rows(game, offered_rules(device_id(), account_id(), game), options, right_count),
        agreed=agreed,
        unfolded=bool(agreed.faults or options),
        name_faults=name_faults,
        faults=unplaced,
        may_set_opening=game.adjusts,
    )


def _count(game: Game, asked: str | None) -> int:
    """How many players: as asked for, or four where four can play."""
    count = parse.count(asked or "", 2)
    count = USUAL if count is None else count
    return count if count in game.players else game.players[0]


@blueprint.get("/games")
def my_games() -> str:
    """The games of this device."""
    tables, deleted = games.games_of_device(device_id())
    return render_template("table/games.html", tables=[(view(table), table.game) for table in tables], deleted=deleted)


@blueprint.post("/games/<game_id>/delete")
def delete(game_id: str) -> ResponseReturnValue:
    """Delete a game; it can be restored."""
    games.delete(require_scorer(device_id(), game_id))
    return redirect(url_for("start.my_games"), 303)


@blueprint.post("/games/<game_id>/restore")
def restore(game_id: str) -> ResponseReturnValue:
    """Restore a deleted game."""
    games.restore(require_scorer(device_id(), game_id, deleted=True))
    return back_to_table(game_id)


@blueprint.route("/import", methods=["GET", "POST"])
def import_record() -> ResponseReturnValue:
    """A record from a file or pasted."""
    if request.method == "GET":
        return render_template("table/import.html", text="", faults=())
    file = request.files.get("file")
    data = file.read() if file and file.filename else b""
    text: str | bytes = data or request.form.get("text", "")
    if len(text) > LARGEST_RECORD:
        message = f"A game's record is at most {LARGEST_RECORD:,} characters long, not {len(text):,}."
        return render_template("table/import.html", text="", faults=(Fault(message, "record.json"),)), 413
    limit(NEW_GAMES)
    result = games.import_text(known_device_id(), text)
    if isinstance(result, games.InvalidRecord):
        shown = request.form.get("text", "") or data.decode("utf-8", "replace")
        return render_template("table/import.html", text=shown, faults=result.faults[:MOST_FAULTS]), 422
    return back_to_table(result.id)


#: At most so many players and partnerships are on the page.
MOST_ROWS = 20


@blueprint.get("/statistics")
def statistics() -> str:
    """Games, wins and bids of the games that this device keeps score of."""
    return render_template("statistics/page.html", statistics=device_statistics(device_id()), most_rows=MOST_ROWS)
