"""Create, change and fill a season."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.actions import season_games
from scorekeeper.actions.club.access import ClubAccess, require_organizer
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.names import fold_name
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.details import SeasonAccess, require_season_organizer, require_season_scorer
from scorekeeper.actions.season.seasons import SeasonDraft, draft_of
from scorekeeper.actions.season_games import ReadRecords
from scorekeeper.league.results import entrant_from_key
from scorekeeper.league.standings.counting import WAYS
from scorekeeper.league.standings.tie_breaks import TIES
from scorekeeper.league.words import counted
from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.web.addresses import go_to, qr
from scorekeeper.web.device import device_id, known_device_id, local_today
from scorekeeper.web.forms.options import chosen_options, option_widgets, options_form
from scorekeeper.web.forms.read import EntryForm
from scorekeeper.web.season import forms
from scorekeeper.web.session import require_account
from scorekeeper.web.table.views import view

blueprint = Blueprint("season_edit", __name__, url_prefix="/clubs/<club_id>/seasons")

#: The HTML with which another site shows the standings.
FRAME = Markup('<iframe src="{}" title="Standings: {}" width="100%" height="480" loading="lazy"></iframe>')
#: What a button does, and the message when it is done.
DEEDS: dict[str, tuple[Callable[[SeasonAccess], Refusal | None], str]] = {
    "close": (seasons.close, "Season closed. Its standings are final."),
    "archive": (seasons.archive, "Season archived. It is at the end of the club's list of seasons."),
    "show": (partial(seasons.archive, away=False), "Season shown on the club page again."),
}


def _organizer(club_id: str, season_id: str) -> SeasonAccess:
    return require_season_organizer(require_account().id, club_id, season_id)


def _scorer(club_id: str, season_id: str) -> SeasonAccess:
    return require_season_scorer(require_account().id, club_id, season_id)


@blueprint.route("/new", methods=["GET", "POST"])
def new(club_id: str) -> ResponseReturnValue:
    """Create a season."""
    club_access = require_organizer(require_account().id, club_id)
    today = local_today()
    first, last = today.replace(month=1, day=1), today.replace(month=12, day=31)
    usual = SeasonDraft(str(today.year), first, last, forms.GameForm().game.data)
    form = forms.season_form(usual, club_access.members)
    options = _options_form(usual, form)
    if _is_to_save(form, usual.slug):
        season = form.submit(lambda: seasons.create(club_access, _draft(form, usual.slug, options)))
        if season is not None:
            return go_to("season.page", club_id=club_id, season_id=season.id)
    return _page(club_access, form, usual.slug, options)


@blueprint.route("/<season_id>/edit", methods=["GET", "POST"])
def edit(club_id: str, season_id: str) -> ResponseReturnValue:
    """Change a season."""
    access = _organizer(club_id, season_id)
    draft = draft_of(access.season)
    chosen = forms.GameForm()
    if chosen.is_sent and chosen.game.data != draft.slug:
        draft = replace(draft, slug=chosen.game.data, options=None)
    form = forms.season_form(draft, access.club_access.members)
    options = _options_form(draft, form)
    slug = draft.slug
    if _is_to_save(form, slug) and form.saves(lambda: seasons.edit(access, _draft(form, slug, options))):
        return go_to("season.page", "Saved. Standings are up to date.", club_id=club_id, season_id=season_id)
    return _page(access.club_access, form, draft.slug, options, access)


def _is_to_save(form: forms.SeasonForm, slug: str | None) -> bool:
    """Whether the form was sent to be saved; other buttons change the form and keep what was typed."""
    if form.move.data:
        form.move_tie()
        return False
    if form.show.data or not form.is_submitted():
        return False
    if form.fixed_options.data and not form.has_rules_of(slug):
        form.refuse(["You chose another game. Check its house rules, then save again."])
        return False
    return True


def _options_form(draft: SeasonDraft, form: forms.SeasonForm) -> EntryForm | None:
    """The options of the game as they were sent, or as they are agreed."""
    if draft.slug is None:
        return None
    return options_form(BY_SLUG[draft.slug], draft.options or {}, reads_sent=form.has_rules_of(draft.slug))


def _draft(form: forms.SeasonForm, slug: str | None, options: EntryForm | None) -> SeasonDraft:
    """The season of a valid form, with the options that differ from the game's own."""
    agreed = chosen_options(BY_SLUG[slug], options) if slug is not None and options is not None else None
    return form.draft(slug, agreed)


def _page(
    club_access: ClubAccess,
    form: forms.SeasonForm,
    slug: str | None,
    options: EntryForm | None,
    access: SeasonAccess | None = None,
) -> ResponseReturnValue:
    form.offer_values()
    return form.page(
        "season/form.html",
        club_access=club_access,
        season=access.season if access is not None else None,
        slug=slug,
        games=[(game.slug, game.name) for game in GAMES],
        widgets=option_widgets(options) if options is not None else [],
        ways=WAYS.values(),
        titles={key: tie.title for key, tie in TIES.items()},
    )


@blueprint.post("/<season_id>/<any(close, archive, show):deed>")
def do(club_id: str, season_id: str, deed: str) -> ResponseReturnValue:
    """Close the season, archive it, or show it again."""
    act, words = DEEDS[deed]
    refusal = act(_organizer(club_id, season_id))
    return go_to("season.page", refusal.messages[0] if refusal else words, club_id=club_id, season_id=season_id)


@blueprint.get("/<season_id>/close")
def ask_to_close(club_id: str, season_id: str) -> str:
    """What closing means, and the button that does it."""
    return render_template("season/close.html", access=_organizer(club_id, season_id))


@blueprint.post("/<season_id>/copy")
def copy(club_id: str, season_id: str) -> ResponseReturnValue:
    """Copy the season for next year."""
    season = seasons.copy(_organizer(club_id, season_id))
    if isinstance(season, Refusal):
        return go_to("season.page", season.messages[0], club_id=club_id, season_id=season_id)
    return go_to("season_edit.edit", "Season copied. Check its name and dates.", club_id=club_id, season_id=season.id)


@blueprint.post("/<season_id>/games/<game_id>/<any(count, uncount):deed>")
def count(club_id: str, season_id: str, game_id: str, deed: str) -> ResponseReturnValue:
    """Let a game count, or not."""
    refusal = seasons.count(_scorer(club_id, season_id), game_id, deed == "count")
    done = "This game counts now." if deed == "count" else "This game no longer counts."
    message = refusal.messages[0] if refusal else done
    return go_to("season.game", message, club_id=club_id, season_id=season_id, game_id=game_id)


@blueprint.post("/<season_id>/lot")
def lot(club_id: str, season_id: str) -> ResponseReturnValue:
    """Draw lots among tied entrants."""
    entrants = [entrant_from_key(key) for key in request.form.getlist("entrants")]
    refusal = seasons.draw(_organizer(club_id, season_id), entrants)
    message = refusal.messages[0] if refusal else "Lot drawn. The order is in the club log."
    return go_to("season.page", message, club_id=club_id, season_id=season_id)


@blueprint.route("/<season_id>/share", methods=["GET", "POST"])
def share(club_id: str, season_id: str) -> ResponseReturnValue:
    """The public page: on or off, names or initials."""
    access = _organizer(club_id, season_id)
    key = access.season.public_key
    form = forms.ShareForm(on=key is not None, initials=access.season.initials)
    if form.validate_on_submit():
        seasons.publish(access, form.on.data, form.initials.data)
        message = "The public page is on." if form.on.data else "The public page is off."
        return go_to("season_edit.share", message, club_id=club_id, season_id=season_id)
    if not key:
        return render_template("season/share.html", access=access, form=form, link="")
    link = url_for("season_export.public", key=key, _external=True)
    return render_template(
        "season/share.html",
        access=access,
        form=form,
        link=link,
        code=qr(link),
        frame=str(FRAME.format(url_for("season_export.embedded", key=key, _external=True), access.season.name)),
        feed=url_for("api.public_standings", key=key, _external=True),
    )


@blueprint.get("/<season_id>/add")
def choose(club_id: str, season_id: str) -> ResponseReturnValue:
    """Finished games of this phone that the season could take."""
    return _choose(_scorer(club_id, season_id), forms.LinkForm())


def _choose(access: SeasonAccess, form: forms.LinkForm) -> ResponseReturnValue:
    games = [
        (view(table), season_games.day_of(table)) for table in season_games.games_to_add(device_id(), access.season)
    ]
    return form.page("season/add.html", access=access, tables=games)


@blueprint.post("/<season_id>/add")
def follow(club_id: str, season_id: str) -> ResponseReturnValue:
    """Open the game of a pasted link, and ask who sat where."""
    access = _scorer(club_id, season_id)
    form = forms.LinkForm()
    link = form.game_and_key
    table = (
        season_games.follow_link(known_device_id(), access.season, *link)
        if link
        else Refusal((season_games.NO_SUCH_LINK,))
    )
    if isinstance(table, Refusal):
        form.refuse(table.messages)
        return _choose(access, form)
    return go_to("season_edit.add", club_id=club_id, season_id=season_id, game_id=table.game.id)


@blueprint.route("/<season_id>/add/<game_id>", methods=["GET", "POST"])
def add(club_id: str, season_id: str, game_id: str) -> ResponseReturnValue:
    """Ask who sat where, then add the game."""
    access = _scorer(club_id, season_id)
    table = season_games.game_to_add(device_id(), game_id)
    form = forms.SeatsForm()
    day = form.day.data or season_games.day_of(table)
    if form.saves(lambda: season_games.add_game(access, device_id(), game_id, form.seat.data or [], day)):
        return go_to("season.game", "Game added.", club_id=club_id, season_id=season_id, game_id=game_id)
    seats = [(name, _guess(access, name)) for name in table.game.players]
    return form.page("season/add_game.html", access=access, table=view(table), seats=seats, day=day)


def _guess(access: SeasonAccess, name: str) -> int | None:
    """The member of this name."""
    members = access.club_access.members
    return next((member.id for member in members if fold_name(member.name) == fold_name(name)), None)


@blueprint.route("/<season_id>/import", methods=["GET", "POST"])
def import_records(club_id: str, season_id: str) -> ResponseReturnValue:
    """Import a file of records: ask who unknown names are, then import all of it or nothing."""
    access, form = _organizer(club_id, season_id), forms.ImportForm()
    unknown: ReadRecords | None = None
    if form.validate_on_submit():
        text = form.content
        form.text.data = text.decode("utf-8", "replace")
        records = season_games.read_records(access.season, text)
        form.refuse(records.wrong)
        if records.unknown and not form.sure.data:
            unknown = records
        elif not records.wrong:
            imported = season_games.import_records(access, known_device_id(), text, form.chosen(records.unknown))
            if not isinstance(imported, Refusal):
                message = f"{counted(imported, 'game', 'games')} imported."
                return go_to("season.page", message, club_id=club_id, season_id=season_id)
            form.refuse(imported.messages)
    return form.page("season/import.html", access=access, records=None if form.problems else unknown)
