"""Drawing a round: the method, the proposal, swapping seats, starting it."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.night import drafts, rounds
from scorekeeper.actions.night.access import RUNNER, NightAccess, require_night, require_night_to_change
from scorekeeper.actions.night.drafts import Draft
from scorekeeper.actions.night.results import unfinished_tables
from scorekeeper.actions.night.seating import game_of, sizes_of
from scorekeeper.web import parse
from scorekeeper.web.night.forms import DraftForm, MethodForm
from scorekeeper.web.night.seating_view import draft_seating
from scorekeeper.web.night.steps import waiting_sentence
from scorekeeper.web.night.views import current_round_view, known_visitor, visitor

blueprint = Blueprint("rounds", __name__, url_prefix="/night/<night_id>")

TWO_NAMES = "Choose exactly two names to swap."


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
    """Draw a round and show it before it starts."""
    access, form = require_night_to_change(known_visitor(), night_id, RUNNER), MethodForm()
    size = _size(access, form.size.data)
    draft = drafts.draw(access, form.method.data or "", size)
    if isinstance(draft, Refusal):
        return _methods(access, size, draft.messages), 422
    return _back_to_draft(night_id)


def _back_to_draft(night_id: str) -> ResponseReturnValue:
    return redirect(url_for("rounds.draft", night_id=night_id), 303)


@blueprint.get("/draft")
def draft(night_id: str) -> ResponseReturnValue:
    """The next round as it was drawn last."""
    access = require_night(visitor(), night_id, RUNNER)
    last = drafts.stored_draft(access)
    if last is None:
        return redirect(url_for("rounds.methods", night_id=night_id), 303)
    return _proposal(access, drafts.describe(access, last))


def _proposal(access: NightAccess, draft: Draft, problems: Sequence[str] = ()) -> str:
    current_round = current_round_view(access) if unfinished_tables(access) else None
    return render_template(
        "night/proposal.html",
        access=access,
        night=access.night,
        draft=draft,
        seating=draft_seating(access, draft),
        waiting=waiting_sentence(current_round) if current_round else "",
        refused=problems,
        address=url_for("rounds.draft", night_id=access.night.id),
    )


@blueprint.post("/draw/change")
def change(night_id: str) -> ResponseReturnValue:
    """Swap two people in the proposal."""
    access, form = require_night_to_change(known_visitor(), night_id, RUNNER), DraftForm()
    draft, swap = form.draft(access), form.swap.data
    if len(swap) != 2:
        reviewed = drafts.review(access, draft)
        current = draft if isinstance(reviewed, Refusal) else reviewed
        return _proposal(access, current, [TWO_NAMES]), 422
    reviewed = drafts.review(access, draft.swap(*swap))
    if isinstance(reviewed, Refusal):
        return _proposal(access, draft, reviewed.messages), 422
    drafts.keep(access, reviewed)
    return _back_to_draft(night_id)


@blueprint.post("/draw/accept")
def accept(night_id: str) -> ResponseReturnValue:
    """Start the round with a game at each table; two names that are still tapped are swapped first."""
    access, form = require_night_to_change(known_visitor(), night_id, RUNNER), DraftForm()
    draft, swap = form.draft(access), form.swap.data
    if len(swap) > 2:
        return _proposal(access, draft, [TWO_NAMES]), 422
    if len(swap) == 2:
        draft = draft.swap(*swap)
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
