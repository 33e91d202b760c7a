"""Drawing a round: the method, the proposal, swapping seats, starting it."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.night import drafts, rounds
from scorekeeper.actions.night.access import RUNNER, NightAccess, require_night, require_night_to_change
from scorekeeper.actions.night.drafts import Draft
from scorekeeper.actions.night.seating import game_of, sizes_of
from scorekeeper.web import parse
from scorekeeper.web.night.forms import DraftForm, MethodForm
from scorekeeper.web.night.seating_view import draft_seating
from scorekeeper.web.night.views import known_visitor, visitor

blueprint = Blueprint("rounds", __name__, url_prefix="/night/<night_id>")


@blueprint.get("/draw")
def methods(night_id: str) -> str:
    """Choose how the next round is drawn."""
    access = require_night(visitor(), night_id, RUNNER)
    return _methods(access, _size(access, parse.count(request.args.get("size", ""))))


def _methods(access: NightAccess, size: int, problems: Sequence[str] = ()) -> str:
    return render_template(
        "night/choose_method.html",
        access=access,
        night=access.night,
        choices=drafts.method_choices(access, size),
        sizes=sizes_of(access.night),
        size=size,
        refused=problems,
        number=len(access.night.rounds) + 1,
    )


def _size(access: NightAccess, wanted: int | None) -> int:
    """The number at a table that was chosen, or the usual one."""
    return wanted if wanted in game_of(access.night).players else sizes_of(access.night)[0]


@blueprint.post("/draw")
def propose(night_id: str) -> ResponseReturnValue:
    """Show a round before it is accepted."""
    access, form = require_night(visitor(), night_id, RUNNER), MethodForm()
    size = _size(access, form.size.data)
    draft = drafts.propose(access, form.method.data or "", size)
    if isinstance(draft, Refusal):
        return _methods(access, size, draft.messages), 422
    return _proposal(access, draft)


def _proposal(access: NightAccess, draft: Draft, problems: Sequence[str] = ()) -> str:
    return render_template(
        "night/proposal.html",
        access=access,
        night=access.night,
        draft=draft,
        seating=draft_seating(access, draft),
        refused=problems,
    )


@blueprint.post("/draw/change")
def change(night_id: str) -> ResponseReturnValue:
    """Swap two people in the proposal."""
    access, form = require_night(visitor(), night_id, RUNNER), DraftForm()
    draft, swap = form.draft(access), form.swap.data
    if len(swap) != 2:
        reviewed = drafts.review(access, draft)
        current = draft if isinstance(reviewed, Refusal) else reviewed
        return _proposal(access, current, ["Choose exactly two names to swap."]), 422
    reviewed = drafts.review(access, draft.swap(*swap))
    if isinstance(reviewed, Refusal):
        return _proposal(access, draft, reviewed.messages), 422
    return _proposal(access, reviewed)


@blueprint.post("/draw/accept")
def accept(night_id: str) -> ResponseReturnValue:
    """Start the round with a game at each table."""
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    draft = DraftForm().draft(access)
    result = rounds.accept(access, draft)
    if isinstance(result, Refusal) and draft.number > len(access.night.rounds):
        return _proposal(access, draft, result.messages), 422
    if isinstance(result, Refusal):
        flash(result.messages[0])
    return redirect(url_for("night.page", night_id=night_id), 303)


@blueprint.get("/draw/change")
@blueprint.get("/draw/accept")
def forms(night_id: str) -> ResponseReturnValue:
    """Send somebody who opens a form's address to the methods."""
    return redirect(url_for("rounds.methods", night_id=night_id), 303)
