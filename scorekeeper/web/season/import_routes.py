"""Pages that add games to a season."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.names import fold_name
from scorekeeper.actions.season import imports
from scorekeeper.actions.season.details import SeasonAccess, require_season_organizer, require_season_scorer
from scorekeeper.actions.season.imports import ReadRecords
from scorekeeper.league.words import counted
from scorekeeper.web.device import device_id, known_device_id
from scorekeeper.web.season.forms import ImportForm, LinkForm, SeatsForm
from scorekeeper.web.session import require_account
from scorekeeper.web.table.views import view

blueprint = Blueprint("season_import", __name__, url_prefix="/clubs/<club_id>/seasons/<season_id>")


@blueprint.get("/add")
def choose(club_id: str, season_id: str) -> str:
    """Finished games of this phone that the season could take."""
    return _choose(require_season_scorer(require_account().id, club_id, season_id), LinkForm())


def _choose(access: SeasonAccess, form: LinkForm) -> str:
    games = [(view(table), imports.day_of(table)) for table in imports.games_to_add(device_id(), access.season)]
    return render_template("season/add.html", access=access, tables=games, form=form, problems=form.problems)


@blueprint.post("/add")
def follow(club_id: str, season_id: str) -> ResponseReturnValue:
    """Follow the link of a game that was pasted, and ask who sat where."""
    access = require_season_scorer(require_account().id, club_id, season_id)
    form = LinkForm()
    link = form.game_and_key
    table = imports.follow_link(known_device_id(), access.season, *link) if link else Refusal((imports.NO_SUCH_LINK,))
    if isinstance(table, Refusal):
        form.refuse(table.messages)
        return _choose(access, form), 422
    return redirect(url_for("season_import.add", club_id=club_id, season_id=season_id, game_id=table.game.id), 303)


@blueprint.route("/add/<game_id>", methods=["GET", "POST"])
def add(club_id: str, season_id: str, game_id: str) -> ResponseReturnValue:
    """Who sat where; then the game counts."""
    access = require_season_scorer(require_account().id, club_id, season_id)
    table = imports.game_to_add(device_id(), game_id)
    form = SeatsForm()
    day = form.day.data or imports.day_of(table)
    if form.validate_on_submit():
        refusal = imports.add_game(access, device_id(), game_id, form.seat.data or [], day)
        if refusal is None:
            flash("Game added.")
            return redirect(url_for("season.game", club_id=club_id, season_id=season_id, game_id=game_id), 303)
        form.refuse(refusal.messages)
    page = render_template(
        "season/add_game.html",
        access=access,
        table=view(table),
        seats=[(name, _guess(access, name)) for name in table.game.players],
        day=day,
        problems=form.problems,
    )
    return page, 422 if form.problems else 200


def _guess(access: SeasonAccess, name: str) -> int | None:
    """The member of this name."""
    members = access.club_access.members
    return next((member.id for member in members if fold_name(member.name) == fold_name(name)), None)


@blueprint.route("/import", methods=["GET", "POST"])
def import_records(club_id: str, season_id: str) -> ResponseReturnValue:
    """A file of records: read, names asked for where they are unknown, then all of it or nothing."""
    access = require_season_organizer(require_account().id, club_id, season_id)
    form = ImportForm()
    if not form.validate_on_submit():
        return _import_page(access, form)
    text = form.content
    form.text.data = text.decode("utf-8", "replace")
    records = imports.read_records(access.season, text)
    if records.wrong:
        form.refuse(records.wrong)
        return _import_page(access, form)
    if records.unknown and not form.sure.data:
        return _import_page(access, form, records)
    imported = imports.import_records(access, known_device_id(), text, form.chosen(records.unknown))
    if isinstance(imported, Refusal):
        form.refuse(imported.messages)
        return _import_page(access, form)
    flash(f"{counted(imported, 'game', 'games')} imported.")
    return redirect(url_for("season.page", club_id=club_id, season_id=season_id), 303)


def _import_page(access: SeasonAccess, form: ImportForm, records: ReadRecords | None = None) -> ResponseReturnValue:
    page = render_template("season/import.html", access=access, form=form, records=records, problems=form.problems)
    return page, 422 if form.problems else 200
