"""Games that come into a season: one scored on this phone, or a file of records."""

from __future__ import annotations

import re

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.names import fold_name
from scorekeeper.actions.season import importing, seasons
from scorekeeper.actions.season.seasons import Seen
from scorekeeper.web import parse
from scorekeeper.web.device import device_id, known_device_id
from scorekeeper.web.season.form import whole
from scorekeeper.web.session import require_account
from scorekeeper.web.table.views import view

blueprint = Blueprint("season_import", __name__, url_prefix="/clubs/<club_id>/seasons/<season_id>")

ORGANIZER, SCORER = "organizer", "scorer"


#: The address of a game, with the key of a link that shares it or without.
LINK = re.compile(r"/t/([\w-]+)(?:/join/([\w-]+))?/?(?:[?#].*)?$", re.ASCII)


@blueprint.get("/add")
def choose(club_id: str, season_id: str) -> str:
    """Finished games of this phone that the season could take."""
    return _choose(seasons.seen(require_account().id, club_id, season_id, SCORER))


def _choose(at: Seen, problems: tuple[str, ...] = (), link: str = "") -> str:
    tables = [(view(table), importing.day_of(table)) for table in importing.addable(device_id(), at.season)]
    return render_template("season/add.html", at=at, tables=tables, problems=problems, link=link)


@blueprint.post("/add")
def follow(club_id: str, season_id: str) -> ResponseReturnValue:
    """The link of a game that was pasted: followed, then asked who sat where."""
    at = seasons.seen(require_account().id, club_id, season_id, SCORER)
    said = request.form.get("link", "").strip()
    named = LINK.search(said)
    table = (
        importing.linked(known_device_id(), at.season, named[1], named[2] or "")
        if named
        else Refusal((importing.NOWHERE,))
    )
    if isinstance(table, Refusal):
        return _choose(at, table.messages, said), 422
    return redirect(url_for("season_import.add", club_id=club_id, season_id=season_id, game_id=table.game.id), 303)


@blueprint.route("/add/<game_id>", methods=["GET", "POST"])
def add(club_id: str, season_id: str, game_id: str) -> ResponseReturnValue:
    """Who sat where; then the game counts."""
    account_id = require_account().id
    at = seasons.seen(account_id, club_id, season_id, SCORER)
    table = importing.to_add(device_id(), game_id)
    problems: tuple[str, ...] = ()
    said = parse.date(request.form.get("day", "")) or importing.day_of(table)
    if request.method == "POST":
        members = [whole(each, 0) for each in request.form.getlist("seat")]
        refused = importing.add(account_id, (club_id, season_id), device_id(), game_id, members, said)
        if refused is None:
            flash("The game is in the season.")
            return redirect(url_for("season.game", club_id=club_id, season_id=season_id, game_id=game_id), 303)
        problems = refused.messages
    guesses = [_guess(at, name) for name in table.game.players]
    text = render_template(
        "season/add_game.html",
        at=at,
        table=view(table),
        seats=list(zip(table.game.players, guesses, strict=True)),
        day=said,
        problems=problems,
    )
    return text, 422 if problems else 200


def _guess(at: Seen, name: str) -> int | None:
    return next((member.id for member in at.place.members if fold_name(member.name) == fold_name(name)), None)


@blueprint.route("/import", methods=["GET", "POST"])
def bring_in(club_id: str, season_id: str) -> ResponseReturnValue:
    """A file of records: read, names asked for where they are unknown, then all of it or nothing."""
    account_id = require_account().id
    at = seasons.seen(account_id, club_id, season_id, ORGANIZER)
    if request.method == "GET":
        return render_template("season/import.html", at=at, text="", told=None, problems=())
    text = _text()
    told = importing.read_lines(at.season, text)
    shown = text.decode("utf-8", "replace")
    if told.wrong or (told.unknown and "sure" not in request.form):
        page = render_template("season/import.html", at=at, text=shown, told=told, problems=told.wrong)
        return page, 422 if told.wrong else 200
    chosen = {name: request.form.get(f"who-{index}", "new") for index, name in enumerate(told.unknown)}
    brought = importing.bring_in(account_id, (club_id, season_id), known_device_id(), text, chosen)
    if isinstance(brought, Refusal):
        return render_template("season/import.html", at=at, text=shown, told=None, problems=brought.messages), 422
    flash(f"{brought} games are in the season.")
    return redirect(url_for("season.page", club_id=club_id, season_id=season_id), 303)


def _text() -> bytes:
    """The file, or what was pasted."""
    file = request.files.get("file")
    data = file.read() if file and file.filename else b""
    return data or request.form.get("text", "").encode("utf-8", "surrogatepass")
