"""Making and changing seasons: the form, closing, putting away, copying, counting, lots, the public page."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club.access import ClubAccess, require_organizer
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.season import lots, seasons
from scorekeeper.actions.season.seasons import Draft
from scorekeeper.league.standings.counting import WAYS
from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.web.forms.entry_form import EntryForm
from scorekeeper.web.forms.options import chosen_options, option_widgets, options_form
from scorekeeper.web.qr import qr
from scorekeeper.web.season.form import choices, nights_text, points_text, read_draft, titles, unused_ties
from scorekeeper.web.season.views import entrant_of
from scorekeeper.web.session import require_account

blueprint = Blueprint("season_edit", __name__, url_prefix="/clubs/<club_id>/seasons")

ORGANIZER = "organizer"
#: What an organizer does with one touch, and what is said when it is done.
DEEDS: dict[str, tuple[Callable[[str, str, str], Refusal | None], str]] = {
    "close": (seasons.close, "The season is closed: nothing in it changes any more."),
    "archive": (seasons.archive, "Put away; it stays at the foot of the list of seasons."),
    "show": (partial(seasons.archive, away=False), "On the club's page again."),
}


@blueprint.route("/new", methods=["GET", "POST"])
def new(club_id: str) -> ResponseReturnValue:
    """A new season."""
    account_id = require_account().id
    place = require_organizer(account_id, club_id)
    today = dt.date.today()
    usual = Draft(str(today.year), today.replace(month=1, day=1), today.replace(month=12, day=31), _slug())
    if request.method == "GET":
        return _form(place, usual)
    draft, form = _read(place)
    if "move" in request.form:
        return _form(place, draft, form=form)
    made = seasons.create(account_id, club_id, draft)
    if isinstance(made, Refusal):
        return _form(place, draft, made.messages, form), 422
    return redirect(url_for("season.page", club_id=club_id, season_id=made.id), 303)


@blueprint.route("/<season_id>/edit", methods=["GET", "POST"])
def edit(club_id: str, season_id: str) -> ResponseReturnValue:
    """Change a season."""
    account_id = require_account().id
    at = seasons.seen(account_id, club_id, season_id, ORGANIZER)
    if request.method == "GET":
        draft = seasons.draft_of(at.season)
        said = request.args.get("game")
        if said is not None and _slug() != draft.slug:
            draft = Draft(draft.name, draft.starts, draft.ends, _slug(), None, draft.counting, draft.scheme)
        return _form(at.place, draft, season=at.season)
    draft, form = _read(at.place)
    if "move" in request.form:
        return _form(at.place, draft, form=form, season=at.season)
    refused = seasons.edit(account_id, club_id, season_id, draft)
    if refused is not None:
        return _form(at.place, draft, refused.messages, form, at.season), 422
    flash("Changed; everything is counted anew.")
    return redirect(url_for("season.page", club_id=club_id, season_id=season_id), 303)


def _slug() -> str | None:
    said = request.values.get("game", "")
    return said if said in BY_SLUG else None


def _read(place: ClubAccess) -> tuple[Draft, EntryForm | None]:
    """The draft that was sent, and the form of the game's options if there is one."""
    slug = _slug()
    form, options = None, None
    if slug is not None:
        game = BY_SLUG[slug]
        form = options_form(game, {})
        options = chosen_options(game, form) if "fixed_options" in request.form else None
    members = [str(member.id) for member in place.members]
    return read_draft(request.form, slug, options, members), form


def _form(
    place: ClubAccess, draft: Draft, problems: tuple[str, ...] = (), form: EntryForm | None = None, season: Any = None
) -> str:
    """The form; `form` holds the options that were sent."""
    if form is None and draft.slug is not None:
        form = options_form(BY_SLUG[draft.slug], draft.options or {})
    return render_template(
        "season/form.html",
        place=place,
        season=season,
        draft=draft,
        problems=problems,
        games=[(game.slug, game.name) for game in GAMES],
        widgets=option_widgets(form) if form is not None else [],
        ways=WAYS.values(),
        lists=choices(draft),
        chosen={"nights": nights_text(draft.scheme), "points": points_text(draft.scheme)},
        titles=titles(),
        unused=unused_ties(draft.scheme.ties),
        handicap="rolling" if draft.rolling else "fixed" if draft.fixed else request.form.get("handicap", "none"),
    )


@blueprint.post("/<season_id>/<any(close, archive, show):deed>")
def do(club_id: str, season_id: str, deed: str) -> ResponseReturnValue:
    """Close it, put it away, show it again."""
    act, words = DEEDS[deed]
    refused = act(require_account().id, club_id, season_id)
    flash(words if refused is None else refused.messages[0])
    return redirect(url_for("season.page", club_id=club_id, season_id=season_id), 303)


@blueprint.post("/<season_id>/copy")
def copy(club_id: str, season_id: str) -> ResponseReturnValue:
    """The same for next year."""
    made = seasons.copy(require_account().id, club_id, season_id)
    if isinstance(made, Refusal):
        flash(made.messages[0])
        return redirect(url_for("season.page", club_id=club_id, season_id=season_id), 303)
    flash("Copied: look at the days and the name.")
    return redirect(url_for("season_edit.edit", club_id=club_id, season_id=made.id), 303)


@blueprint.post("/<season_id>/games/<game_id>/<any(count, uncount):deed>")
def count(club_id: str, season_id: str, game_id: str, deed: str) -> ResponseReturnValue:
    """Let a game count, or not."""
    refused = seasons.count(require_account().id, club_id, season_id, game_id, deed == "count")
    flash(refused.messages[0] if refused else "Counted." if deed == "count" else "Not counted any more.")
    return redirect(url_for("season.game", club_id=club_id, season_id=season_id, game_id=game_id), 303)


@blueprint.post("/<season_id>/lot")
def lot(club_id: str, season_id: str) -> ResponseReturnValue:
    """Draw a lot among those who wait for one."""
    group = [entrant_of(key) for key in request.form.getlist("who")]
    refused = lots.draw(require_account().id, club_id, season_id, group)
    flash(refused.messages[0] if refused else "The lot is drawn; the log of the club keeps it.")
    return redirect(url_for("season.page", club_id=club_id, season_id=season_id), 303)


@blueprint.route("/<season_id>/share", methods=["GET", "POST"])
def share(club_id: str, season_id: str) -> ResponseReturnValue:
    """The public page: on or off, names or initials."""
    account_id = require_account().id
    at = seasons.seen(account_id, club_id, season_id, ORGANIZER)
    if request.method == "POST":
        seasons.publish(account_id, club_id, season_id, "on" in request.form, "initials" in request.form)
        flash("The public page is on." if "on" in request.form else "The public page is off.")
        return redirect(url_for("season_edit.share", club_id=club_id, season_id=season_id), 303)
    key = at.season.public_key
    link = url_for("season_export.public", key=key, _external=True) if key else ""
    return render_template("season/share.html", at=at, link=link, code=qr(link) if link else "")
