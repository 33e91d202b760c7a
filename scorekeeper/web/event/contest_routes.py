"""A contest: its entrants, its start, its rounds and matches, and why one entrant is ahead of another."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event import entrants, matches
from scorekeeper.actions.event.access import RUNNER, EventAccess, require_event, require_event_to_change
from scorekeeper.actions.event.contest import ContestView
from scorekeeper.league.results import entrant_key
from scorekeeper.league.standings.standings import why as explain
from scorekeeper.web import parse
from scorekeeper.web.event.forms import EntrantForm
from scorekeeper.web.event.page import back_to_event, page_values
from scorekeeper.web.event.tie_answer import WhyForm
from scorekeeper.web.event.views import known_visitor, visitor

blueprint = Blueprint("contest", __name__, url_prefix="/event/<event_id>")


def _require(event_id: str) -> EventAccess:
    """The event, if it is a contest."""
    return _contest(require_event(visitor(), event_id))


def _require_to_change(event_id: str, role: str = RUNNER) -> EventAccess:
    return _contest(require_event_to_change(known_visitor(), event_id, role))


def _contest(access: EventAccess) -> EventAccess:
    if access.plan is None:
        abort(404)
    return access


@blueprint.get("/entrants")
def show_entrants(event_id: str) -> str:
    """Show who takes part."""
    return _entrants(_require(event_id))


def _entrants(access: EventAccess, refused: Sequence[str] = (), form: EntrantForm | None = None) -> str:
    playing = [own for own in access.event.entrants if own.withdrawn_at is None]
    entered = {person for own in playing for person in own.people}
    return render_template(
        "event/entrants.html",
        free=[member for member in access.club.members if member.id not in entered],
        tapped=form.member.data or [] if form else [],
        new_names=form.newcomer.data or [] if form else [],
        refused=refused,
        **page_values(access),
    )


@blueprint.post("/entrants")
def change_entrants(event_id: str) -> ResponseReturnValue:
    """Add an entrant, withdraw it, restore it, or move it up."""
    access, form = _require_to_change(event_id), EntrantForm()
    refusal: object = None
    if form.withdraw.data:
        refusal = entrants.withdraw(access, form.withdraw.data)
    elif form.back.data:
        refusal = entrants.bring_back(access, form.back.data)
    elif form.up.data:
        refusal = entrants.move_up(access, form.up.data)
    else:
        refusal = entrants.enter(access, form.member.data or [], form.newcomer.data or [], form.name.data or "")
    if isinstance(refusal, Refusal):
        return _entrants(access, refusal.messages, form), 422
    return redirect(url_for("contest.show_entrants", event_id=event_id), 303)


@blueprint.post("/start")
def start(event_id: str) -> ResponseReturnValue:
    """Draw the seeds and start the first round."""
    access = _require_to_change(event_id, "organizer")
    return back_to_event(access, matches.start(access), "The tournament has started.")


@blueprint.post("/play")
def play(event_id: str) -> ResponseReturnValue:
    """Start matches that are ready, all of them or some."""
    access = _require_to_change(event_id)
    return back_to_event(access, matches.start_matches(access, request.form.getlist("match")))


@blueprint.post("/round")
def draw(event_id: str) -> ResponseReturnValue:
    """Draw the next round."""
    access = _require_to_change(event_id)
    return back_to_event(access, matches.draw_round(access, _sent_number()))


@blueprint.post("/undo")
def undo(event_id: str) -> ResponseReturnValue:
    """Undo the last round, or the start."""
    access = _require_to_change(event_id)
    return back_to_event(access, matches.undo_round(access, _sent_number()), "Undone.")


def _sent_number() -> int:
    return parse.count(request.form.get("number", "")) or 0


#: What is done with a match.
DEEDS: dict[str, Callable[[EventAccess, str], Refusal | None]] = {
    "forfeit": lambda access, key: matches.forfeit(access, key, request.form.get("entrant", "")),
    "unforfeit": matches.undo_forfeit,
    "cancel": matches.cancel_match,
}


@blueprint.post("/match/<key>/<any(forfeit, unforfeit, cancel):deed>")
def change_match(event_id: str, key: str, deed: str) -> ResponseReturnValue:
    """Forfeit a match, undo that, or undo its start."""
    access = _require_to_change(event_id)
    return back_to_event(access, DEEDS[deed](access, key), "Saved.")


@blueprint.get("/why")
def why(event_id: str) -> str:
    """Why one entrant is ahead of the other."""
    access, form = _require(event_id), WhyForm()
    one, other, view = form.one.data, form.other.data, ContestView(access)
    if access.event.started_at is None or view.is_bracket:
        abort(404)
    try:
        reason = explain(view.outcome.standings, one, other, view.name)
    except KeyError:
        abort(404)
    return render_template(
        "event/why.html",
        reason=reason if one != other else "Choose two different names.",
        chosen=(entrant_key(one), entrant_key(other)),
        **page_values(access),
    )
