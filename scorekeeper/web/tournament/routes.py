"""A tournament: its page, entries, rounds and matches, prizes and public link."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.club.access import require_organizer
from scorekeeper.actions.club.log import read_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.following import follow_tournament
from scorekeeper.actions.season.seasons import seasons_of
from scorekeeper.actions.tournament import entries, rounds, tables, tournaments
from scorekeeper.actions.tournament import entries as entering
from scorekeeper.actions.tournament.access import MEMBER, ORGANIZER, RUNNER, TournamentAccess, require_tournament
from scorekeeper.actions.tournament.access import require_tournament_to_change as to_change
from scorekeeper.league.tournament.standings import TIES
from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.web.addresses import qr
from scorekeeper.web.device import device_id, known_device_id
from scorekeeper.web.forms.options import chosen_options, option_widgets, options_form
from scorekeeper.web.game_cards import game_card
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.session import account_id, require_account
from scorekeeper.web.tournament import views
from scorekeeper.web.tournament.forms import (
    EntryForm,
    MatchForm,
    PlayForm,
    SeatForm,
    SettingsForm,
    TotalsForm,
    TournamentForm,
)
from scorekeeper.web.tournament.views import game_line, match_card, page_values, source_names

blueprint = Blueprint("tournament", __name__)


def _changing(tournament_id: str, role: str = RUNNER) -> TournamentAccess:
    return to_change(require_account().id, tournament_id, known_device_id(), role)


@blueprint.get("/tournament/<tournament_id>")
def page(tournament_id: str) -> str:
    """The tournament as a member sees it."""
    return _page(require_tournament(require_account().id, tournament_id))


def _page(access: TournamentAccess, refused: Sequence[str] = ()) -> str:
    return render_template("tournament/page.html", refused=refused, **page_values(access.fresh()))


def _back(access: TournamentAccess, refusal: Refusal | None, message: str = "") -> ResponseReturnValue:
    """Back to the page, or the page with what was wrong."""
    if isinstance(refusal, Refusal):
        return _page(access, refusal.messages), 422
    if message:
        flash(message)
    return redirect(url_for("tournament.page", tournament_id=access.tournament.id), 303)


@blueprint.get("/tournament/<tournament_id>/entries")
def entries_page(tournament_id: str) -> str:
    """Who takes part; enter people, take them out."""
    return _entries(require_tournament(require_account().id, tournament_id))


def _entries(access: TournamentAccess, refused: Sequence[str] = (), form: EntryForm | None = None) -> str:
    access = access.fresh()
    entered = {member for entry in access.tournament.entries if entry.withdrawn_at is None for member in entry.members}
    free = [member for member in access.people.members if member.id not in entered]
    return render_template(
        "tournament/entries.html",
        free=free,
        tapped=form.member.data or [] if form else [],
        newcomers=form.newcomer.data or [] if form else [],
        refused=refused,
        **page_values(access),
    )


@blueprint.post("/tournament/<tournament_id>/entries")
def change_entries(tournament_id: str) -> ResponseReturnValue:
    """Enter somebody, withdraw an entry or bring it back, or move it up."""
    access, form = _changing(tournament_id), EntryForm()
    refusal: object = None
    if form.withdraw.data:
        entering.withdraw(access, form.withdraw.data)
    elif form.back.data:
        entering.bring_back(access, form.back.data)
    elif form.up.data:
        refusal = entering.move_up(access, form.up.data)
    else:
        members = [member for member in form.member.data or [] if member is not None]
        refusal = entering.enter(access, members, form.newcomer.data or [], form.name.data or "")
    if isinstance(refusal, Refusal):
        return _entries(access, refusal.messages, form), 422
    return redirect(url_for("tournament.entries_page", tournament_id=tournament_id), 303)


@blueprint.post("/tournament/<tournament_id>/start")
def start(tournament_id: str) -> ResponseReturnValue:
    """Draw the seeds and start the first round."""
    access = _changing(tournament_id, ORGANIZER)
    return _back(access, rounds.start(access), "The tournament has started.")


@blueprint.post("/tournament/<tournament_id>/play")
def play(tournament_id: str) -> ResponseReturnValue:
    """Start matches that are ready, all of them or some."""
    access = _changing(tournament_id)
    return _back(access, rounds.start_matches(access, PlayForm().match.data or ()))


@blueprint.post("/tournament/<tournament_id>/round")
def draw(tournament_id: str) -> ResponseReturnValue:
    """Draw the next round."""
    access = _changing(tournament_id)
    return _back(access, rounds.draw_round(access, PlayForm().number.data or 0))


@blueprint.post("/tournament/<tournament_id>/time")
def time(tournament_id: str) -> ResponseReturnValue:
    """Time is up: every running game counts as it stands."""
    access = _changing(tournament_id)
    message = "Time is up. Finish the hand in play; it counts."
    return _back(access, tables.time_is_up(access), message)


@blueprint.post("/tournament/<tournament_id>/undo")
def undo(tournament_id: str) -> ResponseReturnValue:
    """Undo the last round, or the start."""
    access = _changing(tournament_id)
    return _back(access, rounds.undo_round(access, PlayForm().number.data or 0), "Undone.")


@blueprint.post("/tournament/<tournament_id>/delete")
def delete(tournament_id: str) -> ResponseReturnValue:
    """Delete a tournament of which nothing was played."""
    access = _changing(tournament_id, ORGANIZER)
    club_id = access.tournament.club_id
    refusal = tournaments.delete(access)
    if refusal is not None:
        return _back(access, refusal)
    flash("Tournament deleted.")
    return redirect(url_for("clubs.page", club_id=club_id), 303)


@blueprint.route("/tournament/<tournament_id>/settings", methods=["GET", "POST"])
def settings(tournament_id: str) -> ResponseReturnValue:
    """Prizes, the public page, deleting."""
    if request.method == "POST":
        access, form = _changing(tournament_id, ORGANIZER), SettingsForm()
        refusal = tournaments.set_prizes(access, (form.prizes.data or "").splitlines())
        if refusal is None:
            tournaments.publish(access, form.public.data)
            flash("Saved.")
            return redirect(url_for("tournament.settings", tournament_id=tournament_id), 303)
        form.refuse(refusal.messages)
    else:
        access = require_tournament(require_account().id, tournament_id, role=ORGANIZER)
        tournament = access.tournament
        form = SettingsForm(data={"prizes": "\n".join(tournament.prizes), "public": bool(tournament.public_key)})
    key = access.tournament.public_key
    link = url_for("tournament_export.public", key=key, _external=True) if key else ""
    text = render_template(
        "tournament/settings.html",
        access=access,
        tournament=access.tournament,
        form=form,
        refused=form.problems,
        link=link,
        code=qr(link) if link else "",
    )
    return text, form.status


@blueprint.get("/tournament/<tournament_id>/log")
def log(tournament_id: str) -> str:
    """What was decided in this tournament."""
    access = require_tournament(require_account().id, tournament_id)
    decisions = read_log(access.people, about=("tournament", tournament_id))
    return render_template("tournament/log.html", access=access, tournament=access.tournament, decisions=decisions)


@blueprint.get("/tournament/<tournament_id>/events")
def events(tournament_id: str) -> Response:
    """A stream of the tournament's revisions."""
    account, device = account_id(), device_id()
    return stream(lambda: follow_tournament(account, device, tournament_id))


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
            return redirect(url_for("tournament.entries_page", tournament_id=made.id), 303)
        form.refuse(made.messages)
    text = render_template(
        "tournament/new.html",
        place=club,
        game=game_card(game),
        options=option_widgets(options),
        form=form,
        refused=form.problems,
        seasons=seasons_of(club),
        kinds=views.KINDS,
        formats=views.FORMATS,
        seedings=views.SEEDINGS,
        ties=[tie for tie in TIES.values() if tie.id != "lot"],
    )
    return text, form.status


def _changing_table(tournament_id: str, role: str = RUNNER) -> TournamentAccess:
    return to_change(require_account().id, tournament_id, known_device_id(), role)


@blueprint.get("/tournament/<tournament_id>/game/<int:number>")
def table_page(tournament_id: str, number: int) -> str:
    """A game of a match with everything that can be done."""
    return _table_page(require_tournament(require_account().id, tournament_id), number)


def _table_page(access: TournamentAccess, number: int, refused: Sequence[str] = (), typed: Sequence[str] = ()) -> str:
    access = access.fresh()
    state = access.game(number)
    match = access.outcome.match(state.row.match)
    is_current = any(state.row is own.row for own in access.current_games)
    scores_here = access.runs or access.people.me.id in state.row.seats
    link = url_for("share.join", game_id=state.row.game_id, key=state.row.game.scorer_key, _external=True)
    return render_template(
        "tournament/table.html",
        access=access,
        tournament=access.tournament,
        state=state,
        line=game_line(access, state),
        card=match_card(access, match, source_names(access)) if match is not None and is_current else None,
        match=match,
        sides=[access.group_name(side) for side in state.sides],
        link=link if scores_here else "",
        code=qr(link) if scores_here else "",
        scores_here=scores_here,
        seats=[(member, access.names[member]) for member in state.row.seats],
        substitutes=entries.substitutes_at(access, state.row),
        free=entries.free_members(access) if access.runs else [],
        refused=refused,
        typed=typed,
    )


def _back_to_table(access: TournamentAccess, number: int, refusal: object, message: str) -> ResponseReturnValue:
    if isinstance(refusal, Refusal):
        return _table_page(access, number, refusal.messages), 422
    flash(message)
    return redirect(url_for("tournament.table_page", tournament_id=access.tournament.id, number=number), 303)


@blueprint.post("/tournament/<tournament_id>/game/<int:number>/totals")
def totals(tournament_id: str, number: int) -> ResponseReturnValue:
    """Enter the totals of a table that kept its score on paper."""
    access = _changing_table(tournament_id)
    refusal = tables.type_totals(access, number, TotalsForm().total.data or ())
    if isinstance(refusal, Refusal):
        return _table_page(access, number, refusal.messages), 422
    flash("Totals saved.")
    return redirect(url_for("tournament.page", tournament_id=tournament_id), 303)


@blueprint.post("/tournament/<tournament_id>/game/<int:number>/<any(clear, stop, resume):deed>")
def change(tournament_id: str, number: int, deed: str) -> ResponseReturnValue:
    """Delete totals from paper, stop a game, or let it go on."""
    access = _changing_table(tournament_id)
    if deed == "clear":
        return _back_to_table(access, number, tables.clear_totals(access, number), "Totals deleted.")
    refusal = tables.stop(access, number, deed == "stop")
    return _back_to_table(
        access, number, refusal, "Game stopped: its score counts." if deed == "stop" else "Game resumed."
    )


@blueprint.post("/tournament/<tournament_id>/game/<int:number>/substitute")
def substitute(tournament_id: str, number: int) -> ResponseReturnValue:
    """Let somebody else play on in a seat."""
    access, form = _changing_table(tournament_id), SeatForm()
    if not form.validate():
        return _table_page(access, number, form.problems), 422
    refusal = entries.substitute(access, number, form.absent.data or 0, form.helper.data or 0)
    return _back_to_table(access, number, refusal, "Substitute saved.")


@blueprint.post("/tournament/<tournament_id>/game/<int:number>/score")
def take_over(tournament_id: str, number: int) -> ResponseReturnValue:
    """Score this table on this phone."""
    access = _changing_table(tournament_id, MEMBER)
    return redirect(url_for("table.page", game_id=tables.take_over(access, number)), 303)


@blueprint.post("/tournament/<tournament_id>/match/<key>/<any(forfeit, unforfeit, cancel):deed>")
def change_match(tournament_id: str, key: str, deed: str) -> ResponseReturnValue:
    """Give a match up, play it after all, or take it off its table."""
    access = _changing_table(tournament_id)
    refusal: object = None
    if deed == "forfeit":
        entry = MatchForm().entry.data or ""
        refusal = tables.forfeit(access, key, entry)
    elif deed == "unforfeit":
        refusal = tables.undo_forfeit(access, key)
    else:
        refusal = rounds.cancel_match(access, key)
    if isinstance(refusal, Refusal):
        number = next((state.row.id for state in access.current_games if state.row.match == key), None)
        if number is None:
            raise NotFoundError(key)
        return _table_page(access, number, refusal.messages), 422
    flash("Saved.")
    return redirect(url_for("tournament.page", tournament_id=tournament_id), 303)
