"""Changing who sat where in a round, and undoing a round."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.correction import reseating
from scorekeeper.actions.correction.reseating import Reseating, Swap
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.night import rounds
from scorekeeper.actions.night.access import RUNNER, NightAccess, require_night, require_night_to_change
from scorekeeper.actions.night.results import TableState, table_states
from scorekeeper.web import parse
from scorekeeper.web.correction.forms import SeatsForm
from scorekeeper.web.night.night_page import back_to_night
from scorekeeper.web.night.seating_view import round_seating
from scorekeeper.web.night.views import known_visitor, round_views, visitor

blueprint = Blueprint("seating", __name__, url_prefix="/night/<night_id>")


@blueprint.get("/places")
def page(night_id: str) -> str:
    """Show who sits where in a round, the latest unless another one is named."""
    access = require_night(visitor(), night_id, RUNNER)
    return _page(access, parse.count(request.args.get("round", "")))


def _page(access: NightAccess, number: int | None, problems: Sequence[str] = ()) -> str:
    views = round_views(access)
    chosen = next((view for view in views if view.number == number), views[0] if views else None)
    return render_template(
        "correction/seats.html",
        access=access,
        night=access.night,
        chosen=chosen,
        others=[view.number for view in views if view is not chosen],
        seating=round_seating(access, chosen) if chosen else None,
        refused=problems,
    )


@blueprint.post("/places")
def swap(night_id: str) -> ResponseReturnValue:
    """Swap two people or two tables; once a hand was finished there, ask first."""
    access, form = require_night_to_change(known_visitor(), night_id, RUNNER), SeatsForm()
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
    flash("Swapped. You can undo this in the night log.")
    return redirect(url_for("seating.page", night_id=night_id, round=wanted.round), 303)


def _question(access: NightAccess, wanted: Swap, plan: Reseating) -> str:
    tables = [(state, _sides(access, state, plan)) for state in plan.states]
    return render_template("correction/swap.html", access=access, night=access.night, swap=wanted, tables=tables)


def _sides(access: NightAccess, state: TableState, plan: Reseating) -> list[tuple[str, str, int]]:
    """The names of each side before and after, and its points."""
    before, after = state.table.seats, plan.after.tables[state.table.id].seats
    return [
        (_names(access, before, side.seats), _names(access, after, side.seats), points)
        for side, points in zip(state.sheet.sides, state.sheet.totals, strict=True)
    ]


def _names(access: NightAccess, members: Sequence[int], seats: Sequence[int]) -> str:
    return " & ".join(access.names[members[seat]] for seat in seats)


@blueprint.get("/round/<int:number>/back")
def ask_to_undo(night_id: str, number: int) -> str:
    """What undoing the round means, and the button that does it."""
    access = require_night(visitor(), night_id, RUNNER)
    latest = access.current_round
    if latest is None or latest.number != number:
        abort(404)
    states = table_states(access, latest)
    return render_template(
        "correction/undo_round.html",
        access=access,
        night=access.night,
        number=number,
        played=[state.table.number for state in states if state.has_finished_hand],
        begun=[state.table.number for state in states if state.begun],
    )


@blueprint.post("/round/<int:number>/back")
def undo(night_id: str, number: int) -> ResponseReturnValue:
    """Undo a round in which no hand was finished."""
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    return back_to_night(access, rounds.undo(access, number), f"Round {number} undone.")
