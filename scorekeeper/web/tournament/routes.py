"""A tournament: its page, entries, rounds and matches, prizes and public link."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import BooleanField, StringField

from scorekeeper.actions.club.access import require_organizer
from scorekeeper.actions.club.log import read_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.following import follow_tournament
from scorekeeper.actions.season.seasons import seasons_of
from scorekeeper.actions.tournament import entries, rounds, tables, tournaments
from scorekeeper.actions.tournament.access import MEMBER, ORGANIZER, RUNNER, TournamentAccess, require_tournament
from scorekeeper.actions.tournament.access import require_tournament_to_change as to_change
from scorekeeper.league.contest_standings import OFFERED
from scorekeeper.league.results import entrant_key
from scorekeeper.league.standings.standings import why as explain
from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.rules.game import Game
from scorekeeper.web import parse
from scorekeeper.web.addresses import qr
from scorekeeper.web.device import device_id, known_device_id
from scorekeeper.web.event.forms import SubstituteForm
from scorekeeper.web.forms.options import chosen_options, option_widgets, options_form
from scorekeeper.web.game_cards import game_card
from scorekeeper.web.http.event_stream import stream
from scorekeeper.web.page_form import CountField, DayField, MembersField, PageForm, TextsField
from scorekeeper.web.season.forms import WhyForm
from scorekeeper.web.session import account_id, require_account
from scorekeeper.web.tournament import views
from scorekeeper.web.tournament.views import game_line, match_card, page_values, source_names

blueprint = Blueprint("tournament", __name__)


class TournamentForm(PageForm):
    """Create a tournament; the game's options are a form of their own."""

    game = StringField("Game")
    name = StringField("Name")
    date = DayField("Date")
    kind = StringField("Who enters")
    format = StringField("Format")
    best_of = CountField("Games per match")
    tables = CountField("Tables per team match")
    rounds = CountField("Rounds (optional)")
    hands = CountField("Hands per game (optional)")
    minutes = CountField("Minutes per round (optional)")
    seeding = StringField("Seeds")
    season = StringField("Season that decides the seeds")
    third_place = BooleanField("Play a match for third place")
    first_tie = StringField("First tie-break")
    lot = StringField("Random seed (optional)")

    def draft(self, game: Game, options: Mapping[str, Any]) -> tournaments.TournamentDraft:
        """The tournament that the form describes."""
        return tournaments.TournamentDraft(
            self.name.data or "",
            self.date.data,
            game.slug,
            options,
            self.kind.data or "",
            self.format.data or "",
            self.best_of.data or 1,
            self.tables.data or 2,
            self.rounds.data,
            self.hands.data,
            self.minutes.data,
            self.seeding.data or "",
            self.season.data or "",
            self.third_place.data,
            self.first_tie.data or "",
            self.lot.data or "",
        )


class EntryForm(PageForm):
    """Enter members and newcomers; or the number of an entry that withdraws, comes back or moves up."""

    member = MembersField()
    newcomer = TextsField()
    name = StringField()
    withdraw = StringField()
    back = StringField()
    up = StringField()


class SettingsForm(PageForm):
    """Prizes, one per line, and the public page."""

    prizes = StringField("Prizes, one per line, first place first")
    public = BooleanField("Anyone with the link can see this tournament")


def _changing(tournament_id: str, role: str = RUNNER) -> TournamentAccess:
    return to_change(require_account().id, tournament_id, known_device_id(), role)


@blueprint.get("/tournament/<tournament_id>")
def page(tournament_id: str) -> str:
    """The tournament as a member sees it."""
    return _page(require_tournament(require_account().id, tournament_id))


def _page(access: TournamentAccess, refused: Sequence[str] = ()) -> str:
    return render_template("tournament/page.html", refused=refused, **page_values(access.fresh()))


def _back(access: TournamentAccess, refusal: Refusal | None, message: str = "") -> ResponseReturnValue:
    """Back to the page, or the page with the refusal."""
    if isinstance(refusal, Refusal):
        return _page(access, refusal.messages), 422
    if message:
        flash(message)
    return redirect(url_for("tournament.page", tournament_id=access.tournament.id), 303)


@blueprint.get("/tournament/<tournament_id>/why")
def why(tournament_id: str) -> str:
    """Why one entry is ahead of the other."""
    access, form = require_tournament(require_account().id, tournament_id), WhyForm()
    one, other = form.one.data, form.other.data
    if not access.started or access.event.plan.is_bracket:
        abort(404)
    try:
        reason = explain(access.outcome.standings, one, other, access.entry_name)
    except KeyError:
        abort(404)
    return render_template(
        "tournament/why.html",
        reason=reason if one != other else "Choose two different names.",
        chosen=(entrant_key(one), entrant_key(other)),
        **page_values(access),
    )


@blueprint.get("/tournament/<tournament_id>/entries")
def show_entries(tournament_id: str) -> str:
    """Show who takes part."""
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
    """Add an entry, withdraw it, restore it, or move it up."""
    access, form = _changing(tournament_id), EntryForm()
    refusal: object = None
    if form.withdraw.data:
        entries.withdraw(access, form.withdraw.data)
    elif form.back.data:
        entries.bring_back(access, form.back.data)
    elif form.up.data:
        refusal = entries.move_up(access, form.up.data)
    else:
        refusal = entries.enter(access, form.member.data or [], form.newcomer.data or [], form.name.data or "")
    if isinstance(refusal, Refusal):
        return _entries(access, refusal.messages, form), 422
    return redirect(url_for("tournament.show_entries", tournament_id=tournament_id), 303)


@blueprint.post("/tournament/<tournament_id>/start")
def start(tournament_id: str) -> ResponseReturnValue:
    """Draw the seeds and start the first round."""
    access = _changing(tournament_id, ORGANIZER)
    return _back(access, rounds.start(access), "The tournament has started.")


@blueprint.post("/tournament/<tournament_id>/play")
def play(tournament_id: str) -> ResponseReturnValue:
    """Start matches that are ready, all of them or some."""
    access = _changing(tournament_id)
    return _back(access, rounds.start_matches(access, request.form.getlist("match")))


@blueprint.post("/tournament/<tournament_id>/round")
def draw(tournament_id: str) -> ResponseReturnValue:
    """Draw the next round."""
    access = _changing(tournament_id)
    return _back(access, rounds.draw_round(access, parse.count(request.form.get("number", "")) or 0))


@blueprint.post("/tournament/<tournament_id>/time")
def call_time(tournament_id: str) -> ResponseReturnValue:
    """Call time: every running game counts with its current score."""
    access = _changing(tournament_id)
    message = "Time is up. Finish the hand in play; it counts."
    return _back(access, tables.time_is_up(access), message)


@blueprint.post("/tournament/<tournament_id>/undo")
def undo(tournament_id: str) -> ResponseReturnValue:
    """Undo the last round, or the start."""
    access = _changing(tournament_id)
    return _back(access, rounds.undo_round(access, parse.count(request.form.get("number", "")) or 0), "Undone.")


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
    return form.page(
        "tournament/settings.html",
        access=access,
        tournament=access.tournament,
        refused=form.problems,
        link=link,
        code=qr(link) if link else "",
    )


@blueprint.get("/tournament/<tournament_id>/log")
def log(tournament_id: str) -> str:
    """List the decisions of the tournament."""
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
    """Create a tournament: its game, kind of entry and format."""
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
            return redirect(url_for("tournament.show_entries", tournament_id=made.id), 303)
        form.refuse(made.messages)
    return form.page(
        "tournament/new.html",
        place=club,
        game=game_card(game),
        options=option_widgets(options),
        refused=form.problems,
        seasons=seasons_of(club),
        kinds=views.KINDS,
        formats=views.FORMATS,
        seedings=views.SEEDINGS,
        ties=OFFERED.values(),
    )


@blueprint.get("/tournament/<tournament_id>/game/<int:number>")
def table(tournament_id: str, number: int) -> str:
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
    return redirect(url_for("tournament.table", tournament_id=access.tournament.id, number=number), 303)


@blueprint.post("/tournament/<tournament_id>/game/<int:number>/totals")
def type_totals(tournament_id: str, number: int) -> ResponseReturnValue:
    """Enter the totals of a table that kept its score on paper."""
    access = _changing(tournament_id)
    refusal = tables.type_totals(access, number, [parse.integer(text) for text in request.form.getlist("total")])
    if isinstance(refusal, Refusal):
        return _table_page(access, number, refusal.messages), 422
    flash("Totals saved.")
    return redirect(url_for("tournament.page", tournament_id=tournament_id), 303)


@blueprint.post("/tournament/<tournament_id>/game/<int:number>/<any(clear, stop, resume):deed>")
def change_game(tournament_id: str, number: int, deed: str) -> ResponseReturnValue:
    """Delete totals from paper, stop a game, or let it go on."""
    access = _changing(tournament_id)
    if deed == "clear":
        return _back_to_table(access, number, tables.clear_totals(access, number), "Totals deleted.")
    refusal = tables.stop(access, number, deed == "stop")
    return _back_to_table(
        access, number, refusal, "Game stopped: its score counts." if deed == "stop" else "Game resumed."
    )


@blueprint.post("/tournament/<tournament_id>/game/<int:number>/substitute")
def substitute(tournament_id: str, number: int) -> ResponseReturnValue:
    """Seat a substitute for the rest of the game."""
    access, form = _changing(tournament_id), SubstituteForm()
    refusal = form.refusal() or entries.substitute(access, number, *form.members())
    return _back_to_table(access, number, refusal, "Substitute saved.")


@blueprint.post("/tournament/<tournament_id>/game/<int:number>/score")
def take_over(tournament_id: str, number: int) -> ResponseReturnValue:
    """Score this table on this phone."""
    access = _changing(tournament_id, MEMBER)
    return redirect(url_for("table.page", game_id=tables.take_over(access, number)), 303)


@blueprint.post("/tournament/<tournament_id>/match/<key>/<any(forfeit, unforfeit, cancel):deed>")
def change_match(tournament_id: str, key: str, deed: str) -> ResponseReturnValue:
    """Forfeit a match, undo that, or cancel its start."""
    access = _changing(tournament_id)
    refusal: object = None
    if deed == "forfeit":
        refusal = tables.forfeit(access, key, request.form.get("entry", ""))
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
