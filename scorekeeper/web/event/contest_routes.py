"""A contest: its entrants, its start, its rounds and matches, and why one entrant is ahead of another."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event import entrants, matches
from scorekeeper.actions.event.access import RUNNER, EventAccess
from scorekeeper.actions.event.contest import ContestView
from scorekeeper.league.results import entrant_key
from scorekeeper.league.standings.standings import why as explain
from scorekeeper.web import parse
from scorekeeper.web.addresses import go_to
from scorekeeper.web.event.page import back_to_event, page_values
from scorekeeper.web.event.tie_answer import WhyForm
from scorekeeper.web.event.views import open_event, sent_members

blueprint = Blueprint("contest", __name__, url_prefix="/event/<event_id>")


@blueprint.get("/entrants")
def show_entrants(event_id: str) -> str:
    """Show who takes part."""
    return _entrants(open_event(event_id, is_contest=True))


def _entrants(access: EventAccess, refused: Sequence[str] = ()) -> str:
    playing = [own for own in access.event.entrants if own.withdrawn_at is None]
    entered = {person for own in playing for person in own.people}
    return render_template(
        "event/entrants.html",
        free=[member for member in access.club.members if member.id not in entered],
        tapped=sent_members(),
        new_names=request.form.getlist("newcomer"),
        refused=refused,
        **page_values(access),
    )


#: What each button in the list of entrants does.
CHANGES = {"withdraw": entrants.withdraw, "back": entrants.bring_back, "up": entrants.move_up}


@blueprint.post("/entrants")
def change_entrants(event_id: str) -> ResponseReturnValue:
    """Add an entrant, withdraw it, restore it, or move it up."""
    access, sent = open_event(event_id, RUNNER, is_contest=True), request.form
    deed = next((deed for deed in CHANGES if sent.get(deed)), "")
    refusal: object = (
        CHANGES[deed](access, sent[deed])
        if deed
        else entrants.enter(access, sent_members(), sent.getlist("newcomer"), sent.get("name", ""))
    )
    if isinstance(refusal, Refusal):
        return _entrants(access, refusal.messages), 422
    return go_to("contest.show_entrants", event_id=event_id)


def _sent_number() -> int:
    return parse.count(request.form.get("number", "")) or 0


@blueprint.post("/start")
def start(event_id: str) -> ResponseReturnValue:
    """Draw the seeds and start the first round."""
    access = open_event(event_id, "organizer", is_contest=True)
    return back_to_event(access, matches.start(access), "The tournament has started.")


#: What each button of the contest does, and the message when it is done.
DEEDS: dict[str, tuple[Callable[[EventAccess], Refusal | None], str]] = {
    "play": (lambda access: matches.start_matches(access, request.form.getlist("match")), ""),
    "round": (lambda access: matches.draw_round(access, _sent_number()), ""),
    "undo": (lambda access: matches.undo_round(access, _sent_number()), "Undone."),
}


@blueprint.post("/<any(play, round, undo):deed>")
def do(event_id: str, deed: str) -> ResponseReturnValue:
    """Start matches that are ready, all of them or some; draw the next round; or undo the last one."""
    access, (act, message) = open_event(event_id, RUNNER, is_contest=True), DEEDS[deed]
    return back_to_event(access, act(access), message)


#: What is done with a match.
MATCH_DEEDS: dict[str, Callable[[EventAccess, str], Refusal | None]] = {
    "forfeit": lambda access, key: matches.forfeit(access, key, request.form.get("entrant", "")),
    "unforfeit": matches.undo_forfeit,
    "cancel": matches.cancel_match,
}


@blueprint.post("/match/<key>/<any(forfeit, unforfeit, cancel):deed>")
def change_match(event_id: str, key: str, deed: str) -> ResponseReturnValue:
    """Forfeit a match, undo that, or undo its start."""
    access = open_event(event_id, RUNNER, is_contest=True)
    return back_to_event(access, MATCH_DEEDS[deed](access, key), "Saved.")


@blueprint.get("/why")
def why(event_id: str) -> str:
    """Why one entrant is ahead of the other."""
    access, form = open_event(event_id, is_contest=True), WhyForm()
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
