"""Drawing a round: the way to do it, the proposal, changing places, accepting, taking it back."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.night import rounds
from scorekeeper.actions.night.access import NightAccess, require_night
from scorekeeper.actions.night.rounds import Draft
from scorekeeper.actions.night.seating import MOVEMENT, game_of, shape_of, sizes_of
from scorekeeper.league.pairings import RoundPlan
from scorekeeper.web import parse
from scorekeeper.web.night.night_page import answered
from scorekeeper.web.night.views import acting, draft_tables, who

blueprint = Blueprint("rounds", __name__, url_prefix="/night/<night_id>")

#: No night has more tables.
MOST_TABLES = 100


@blueprint.get("/draw")
def ways(night_id: str) -> str:
    """How shall the next round be drawn?"""
    return _ways(require_night(who(), night_id, "scorer"))


def _ways(found: NightAccess, problems: Sequence[str] = ()) -> str:
    sizes = sizes_of(found.night)
    size = _size(found)
    return render_template(
        "night/links.html",
        access=found,
        night=found.night,
        ways=rounds.ways(found, size),
        sizes=sizes,
        size=size,
        problems=problems,
        number=len(found.night.rounds) + 1,
    )


def _size(found: NightAccess) -> int:
    said = parse.count(request.values.get("size", ""))
    return said if said in game_of(found.night).players else sizes_of(found.night)[0]


@blueprint.post("/draw")
def propose(night_id: str) -> ResponseReturnValue:
    """Show a round before it is accepted."""
    found = require_night(who(), night_id, "scorer")
    draft = rounds.propose(who(), night_id, request.form.get("method", ""), _size(found))
    if isinstance(draft, Refusal):
        return _ways(found, draft.messages), 422
    return _proposal(found, draft)


def _proposal(found: NightAccess, draft: Draft, problems: Sequence[str] = ()) -> str:
    names = {str(member): name for member, name in found.names.items()}
    return render_template(
        "night/proposal.html",
        access=found,
        night=found.night,
        draft=draft,
        tables=draft_tables(found, draft, draft.method == MOVEMENT),
        out=[(each, names.get(each, "?")) for each in draft.round.sitting_out],
        problems=problems,
    )


def _sent(found: NightAccess) -> Draft:
    """The proposal as its form holds it."""
    number, size = parse.count(request.form.get("number", "")), parse.count(request.form.get("size", ""))
    method, tables = request.form.get("method", ""), request.form.getlist("table")
    if number is None or size not in game_of(found.night).players or len(tables) > MOST_TABLES:
        abort(400)
    if method not in {way.id for way in rounds.ways(found, size)}:
        abort(404)
    shape = shape_of(found.night, method, size)
    people = [_people(said) for said in tables]
    if any(len(each) % shape.per_side for each in people):
        abort(400)
    return Draft(number, method, size, RoundPlan(tuple(map(shape.table, people)), _people(request.form.get("out", ""))))


def _people(said: str) -> tuple[str, ...]:
    parts = [part for part in said.split(",") if part]
    if any(parse.count(part) is None for part in parts):
        abort(400)
    return tuple(str(int(part)) for part in parts)


@blueprint.post("/draw/change")
def change(night_id: str) -> ResponseReturnValue:
    """Two who were touched change places in the proposal."""
    found = require_night(who(), night_id, "scorer")
    draft, touched = _sent(found), request.form.getlist("swap")
    if len(touched) != 2:
        looked = rounds.look(who(), night_id, draft)
        shown = draft if isinstance(looked, Refusal) else looked
        return _proposal(found, shown, ["Touch exactly two names: they change places."]), 422
    swapped = draft.swapped(touched[0], touched[1])
    looked = rounds.look(who(), night_id, swapped)
    if isinstance(looked, Refusal):
        return _proposal(found, draft, looked.messages), 422
    return _proposal(found, looked)


@blueprint.post("/draw/accept")
def accept(night_id: str) -> ResponseReturnValue:
    """The round stands, and a game begins at each table."""
    found = require_night(who(), night_id, "scorer")
    draft = _sent(found)
    made = rounds.accept(acting(), night_id, draft)
    if isinstance(made, Refusal):
        if draft.number <= len(found.night.rounds):
            flash(made.messages[0])
            return redirect(url_for("night.page", night_id=night_id), 303)
        return _proposal(require_night(who(), night_id, "scorer"), draft, made.messages), 422
    return redirect(url_for("night.page", night_id=night_id), 303)


@blueprint.post("/round/<int:number>/back")
def back(night_id: str, number: int) -> ResponseReturnValue:
    """Take a round back that has not begun."""
    refused = rounds.redraw(acting(), night_id, number)
    return answered(refused, night_id, f"Round {number} is taken back.")


@blueprint.get("/draw/change")
@blueprint.get("/draw/accept")
def forms(night_id: str) -> ResponseReturnValue:
    """A form's address in the address bar: the ways to draw are meant."""
    return redirect(url_for("rounds.ways", night_id=night_id), 303)
