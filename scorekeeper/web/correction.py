"""Corrections by organizers: seats, events, seasons, members, and undoing them."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import BooleanField, StringField
from wtforms.validators import InputRequired

from scorekeeper.actions.club.access import ClubAccess, Member, require_member, require_organizer
from scorekeeper.actions.club.log import read_entry
from scorekeeper.actions.correction import events, merging, reseating, undoing
from scorekeeper.actions.correction.reseating import Reseating, Swap
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event import rounds
from scorekeeper.actions.event.access import EventAccess
from scorekeeper.actions.event.results import TableState, table_states
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.details import count_events, games_counted, require_season_organizer
from scorekeeper.league.reseating import stints_of
from scorekeeper.web import parse
from scorekeeper.web.addresses import go_to
from scorekeeper.web.event.page import back_to_event
from scorekeeper.web.event.views import (
    open_night,
    render_event,
    round_seating,
    round_views,
)
from scorekeeper.web.page_form import CountField, MembersField, PageForm
from scorekeeper.web.session import require_account

blueprint = Blueprint("corrections", __name__)


class SeatsForm(PageForm):
    """Swap two people of a round, or everybody at two tables; `confirmed` after the question was answered."""

    round = CountField()
    swap = MembersField()
    table = MembersField()
    confirmed = BooleanField()

    def swap_in(self, latest: int) -> Swap:
        """The swap, in the latest round unless another one is named."""
        number = self.round.data if self.round.data is not None else latest
        return Swap(number, tuple(self.swap.data or ()), tuple(self.table.data or ()))


class MoveForm(PageForm):
    """The season to which an event moves."""

    season = StringField(validators=[InputRequired("Choose where the night goes.")])


class ReopenForm(PageForm):
    """Why a season is reopened."""

    reason = StringField("Reason")


@blueprint.get("/event/<event_id>/places")
def seats(event_id: str) -> str:
    """Show who sits where in a round, the latest unless another one is named."""
    access = open_night(event_id)
    return _page(access, parse.count(request.args.get("round", "")))


def _page(access: EventAccess, number: int | None, problems: Sequence[str] = ()) -> str:
    views = round_views(access)
    chosen = next((view for view in views if view.number == number), views[0] if views else None)
    return render_event(
        "correction/seats.html",
        access,
        chosen=chosen,
        others=[view.number for view in views if view is not chosen],
        seating=round_seating(access, chosen) if chosen else None,
        refused=problems,
    )


@blueprint.post("/event/<event_id>/places")
def swap(event_id: str) -> ResponseReturnValue:
    """Swap two people or two tables; ask first if a hand was finished there."""
    access, form = open_night(event_id), SeatsForm()
    latest = access.current_round
    if latest is None:
        return _page(access, None, ["No round has been drawn yet."]), 422
    wanted = form.swap_in(latest.number)
    plan = reseating.plan_swap(access, wanted)
    if not isinstance(plan, Refusal) and plan.is_after_play and not form.confirmed.data:
        return _question(access, wanted, plan)
    refusal = plan if isinstance(plan, Refusal) else reseating.reseat(access, wanted)
    if refusal is not None:
        return _page(access, wanted.round, refusal.messages), 422
    return go_to(
        "corrections.seats", "Swapped. You can undo this in the night log.", event_id=event_id, round=wanted.round
    )


def _question(access: EventAccess, wanted: Swap, plan: Reseating) -> str:
    tables = [(state, _sides(access, state, plan)) for state in plan.states]
    return render_event("correction/swap.html", access, swap=wanted, tables=tables)


def _sides(access: EventAccess, state: TableState, plan: Reseating) -> list[tuple[str, str, int]]:
    """The names of each side before and after, and its points."""
    before, after = state.table.seats, [stints[-1][1] for stints in stints_of(plan.after.tables[state.table.id])]
    return [
        (_names(access, before, side.seats), _names(access, after, side.seats), points)
        for side, points in zip(state.sheet.sides, state.sheet.totals, strict=True)
    ]


def _names(access: EventAccess, members: Sequence[int], seats: Sequence[int]) -> str:
    return " & ".join(access.names[members[seat]] for seat in seats)


@blueprint.get("/event/<event_id>/round/<int:number>/back")
def ask_to_undo_round(event_id: str, number: int) -> str:
    """What undoing the round means, and the button that does it."""
    access = open_night(event_id)
    latest = access.current_round
    if latest is None or latest.number != number:
        abort(404)
    states = table_states(access, latest)
    return render_event(
        "correction/undo_round.html",
        access,
        number=number,
        played=[state.table.number for state in states if state.has_finished_hand],
        begun=[state.table.number for state in states if state.begun],
    )


@blueprint.post("/event/<event_id>/round/<int:number>/back")
def undo_round(event_id: str, number: int) -> ResponseReturnValue:
    """Undo a round in which no hand was finished."""
    access = open_night(event_id)
    return back_to_event(access, rounds.undo(access, number), f"Round {number} undone.")


#: The choice of an event that counts in no season.
NOWHERE = "none"


@blueprint.route("/event/<event_id>/season", methods=["GET", "POST"])
def move_event(event_id: str) -> ResponseReturnValue:
    """Move the event to another season."""
    access, event = events.require_club_event(require_account().id, event_id, "scorer", request.method == "POST")
    form = MoveForm()
    if form.saves(lambda: events.move(access, event, "" if form.season.data == NOWHERE else form.season.data)):
        flash("Night moved. Standings are up to date.")
        club = url_for("clubs.page", club_id=access.club.id)
        return redirect(url_for("event.page", event_id=event_id) if event.slug is not None else club, 303)
    return form.page("correction/move_event.html", access=access, event=event, choices=events.destinations(event))


@blueprint.route("/event/<event_id>/delete", methods=["GET", "POST"])
def delete_event(event_id: str) -> ResponseReturnValue:
    """Show what is lost with the event, and delete it."""
    access, event = events.require_club_event(require_account().id, event_id, "organizer", request.method == "POST")
    form = PageForm()
    if form.saves(lambda: events.delete_event(access, event)):
        return go_to("clubs.page", "Night deleted. You can undo this in the club log.", club_id=access.club.id)
    return form.page("correction/delete_event.html", access=access, event=event, loss=events.loss_of_event(event))


@blueprint.route("/clubs/<club_id>/seasons/<season_id>/reopen", methods=["GET", "POST"])
def reopen_season(club_id: str, season_id: str) -> ResponseReturnValue:
    """Reopen a season that was closed by mistake, with a reason."""
    access, form = require_season_organizer(require_account().id, club_id, season_id), ReopenForm()
    if form.saves(lambda: seasons.reopen(access, form.reason.data or "")):
        return go_to("season.page", "Season reopened. Standings are up to date.", club_id=club_id, season_id=season_id)
    return form.page("correction/reopen_season.html", access=access)


@blueprint.route("/clubs/<club_id>/seasons/<season_id>/delete", methods=["GET", "POST"])
def delete_season(club_id: str, season_id: str) -> ResponseReturnValue:
    """Show what is lost with the season, and delete it."""
    access, form = require_season_organizer(require_account().id, club_id, season_id), PageForm()
    if form.saves(lambda: events.delete_season(access)):
        return go_to("clubs.page", "Season deleted. You can undo this in the club log.", club_id=club_id)
    counts = {"nights": count_events(access.season), "games": games_counted(access.season)}
    return form.page("correction/delete_season.html", access=access, **counts)


@blueprint.get("/clubs/<club_id>/members/<int:member_id>/merge")
def choose_merge(club_id: str, member_id: int) -> ResponseReturnValue:
    """Choose the member that stays, then show what merging does."""
    access = require_organizer(require_account().id, club_id)
    gone, stays_id = access.member(member_id), parse.count(request.args.get("stays", ""))
    if stays_id is None:
        return _choices(access, gone)
    plan = merging.plan_merge(access, gone, access.member(stays_id))
    if isinstance(plan, Refusal):
        return _choices(access, gone, plan.messages), 422
    return render_template("correction/merge_question.html", access=access, plan=plan)


def _choices(access: ClubAccess, gone: Member, problems: Sequence[str] = ()) -> str:
    others = [member for member in (*access.members, *access.former_members) if member is not gone]
    return render_template("correction/merge.html", access=access, gone=gone, others=others, refused=problems)


@blueprint.post("/clubs/<club_id>/members/<int:member_id>/merge")
def merge(club_id: str, member_id: int) -> ResponseReturnValue:
    """Merge the two members."""
    access = require_organizer(require_account().id, club_id)
    gone, stays = access.member(member_id), access.member(parse.count(request.form.get("stays", "")) or 0)
    refusal = merging.merge(access, gone, stays)
    if refusal is not None:
        return _choices(access, gone, refusal.messages), 422
    message = f"{gone.name} was merged into {stays.name}. You can undo this in the club log."
    return go_to("clubs.member", message, club_id=club_id, member_id=stays.id)


@blueprint.route("/clubs/<club_id>/log/<int:entry_id>/undo", methods=["GET", "POST"])
def undo(club_id: str, entry_id: int) -> ResponseReturnValue:
    """Show what will be undone, and undo it."""
    access, form = require_member(require_account().id, club_id), PageForm()
    _, decision = read_entry(access, entry_id)
    if form.saves(lambda: undoing.undo_entry(access, entry_id)):
        return go_to("clubs.log", "Undone. Standings are up to date.", club_id=club_id)
    if not form.problems and not undoing.may_undo(access, entry_id):
        return go_to("clubs.log", club_id=club_id)
    return form.page("correction/undo.html", access=access, decision=decision)
