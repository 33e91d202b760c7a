"""Drawing a round, and the tables of a round."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event import drafts, rounds, tables
from scorekeeper.actions.event.access import RUNNER, EventAccess, require_event, require_event_to_change
from scorekeeper.actions.event.drafts import RoundDraft
from scorekeeper.actions.event.results import TableState, table_state, table_states, unfinished_tables
from scorekeeper.actions.event.seating import game_of, sizes_of
from scorekeeper.web import parse
from scorekeeper.web.addresses import qr
from scorekeeper.web.event import forms
from scorekeeper.web.event.forms import DraftForm
from scorekeeper.web.event.page import waiting_sentence
from scorekeeper.web.event.views import current_round_view, draft_seating, known_visitor, table_card, visitor

blueprint = Blueprint("rounds", __name__, url_prefix="/event/<event_id>")

TWO_NAMES = "Choose exactly two names to swap."


@blueprint.get("/draw")
def choose_method(event_id: str) -> str:
    """Choose how the next round is drawn."""
    access = require_event(visitor(), event_id, RUNNER)
    return _methods(access, _size(access, parse.count(request.args.get("size", ""))))


def _methods(access: EventAccess, size: int, problems: Sequence[str] = ()) -> str:
    return render_template(
        "event/choose_method.html",
        access=access,
        event=access.event,
        choices=drafts.method_choices(access, size),
        sizes=sizes_of(access.event),
        size=size,
        refused=problems,
        number=len(access.event.rounds) + 1,
    )


def _size(access: EventAccess, wanted: int | None) -> int:
    """The number at a table that was chosen, or the usual one."""
    return wanted if wanted in game_of(access.event).players else sizes_of(access.event)[0]


@blueprint.post("/draw")
def propose(event_id: str) -> ResponseReturnValue:
    """Draw a round and show it before it starts."""
    access = require_event_to_change(known_visitor(), event_id, RUNNER)
    size = _size(access, parse.count(request.form.get("size", "")))
    draft = drafts.draw(access, request.form.get("method", ""), size)
    if isinstance(draft, Refusal):
        return _methods(access, size, draft.messages), 422
    return _back_to_draft(event_id)


def _back_to_draft(event_id: str) -> ResponseReturnValue:
    return redirect(url_for("rounds.draft", event_id=event_id), 303)


@blueprint.get("/draft")
def draft(event_id: str) -> ResponseReturnValue:
    """The next round as it was drawn last."""
    access = require_event(visitor(), event_id, RUNNER)
    last = drafts.stored_draft(access)
    if last is None:
        return redirect(url_for("rounds.choose_method", event_id=event_id), 303)
    return _proposal(access, drafts.describe(access, last))


def _proposal(access: EventAccess, draft: RoundDraft, problems: Sequence[str] = ()) -> str:
    current_round = current_round_view(access) if unfinished_tables(access) else None
    return render_template(
        "event/proposal.html",
        access=access,
        event=access.event,
        draft=draft,
        seating=draft_seating(access, draft),
        waiting=waiting_sentence(current_round) if current_round else "",
        refused=problems,
        address=url_for("rounds.draft", event_id=access.event.id),
    )


@blueprint.post("/draw/change")
def swap(event_id: str) -> ResponseReturnValue:
    """Swap two people in the proposal."""
    access, form = require_event_to_change(known_visitor(), event_id, RUNNER), DraftForm()
    draft, tapped = form.draft(access), form.swap.data
    if len(tapped) != 2:
        reviewed = drafts.review(access, draft)
        current = draft if isinstance(reviewed, Refusal) else reviewed
        return _proposal(access, current, [TWO_NAMES]), 422
    reviewed = drafts.review(access, draft.swap(*tapped))
    if isinstance(reviewed, Refusal):
        return _proposal(access, draft, reviewed.messages), 422
    drafts.keep(access, reviewed)
    return _back_to_draft(event_id)


@blueprint.post("/draw/accept")
def accept(event_id: str) -> ResponseReturnValue:
    """Start the round with a game at each table; two names that are still tapped are swapped first."""
    access, form = require_event_to_change(known_visitor(), event_id, RUNNER), DraftForm()
    draft, tapped = form.draft(access), form.swap.data
    if len(tapped) > 2:
        return _proposal(access, draft, [TWO_NAMES]), 422
    if len(tapped) == 2:
        draft = draft.swap(*tapped)
    result = rounds.accept(access, draft)
    if isinstance(result, Refusal) and draft.number > len(access.event.rounds):
        return _proposal(access, draft, result.messages), 422
    if isinstance(result, Refusal):
        flash(result.messages[0])
    return redirect(url_for("event.page", event_id=event_id), 303)


@blueprint.get("/draw/change")
@blueprint.get("/draw/accept")
def leave_form(event_id: str) -> ResponseReturnValue:
    """Redirect the address of a form, opened as a page, to the methods."""
    return redirect(url_for("rounds.choose_method", event_id=event_id), 303)


@blueprint.get("/codes")
def codes(event_id: str) -> str:
    """The QR codes of all tables of the round, to show or to print."""
    access = require_event(visitor(), event_id, RUNNER)
    current_round = access.current_round
    pictures = {state.table.id: qr(_link(state)) for state in table_states(access, current_round)}
    return render_template(
        "event/codes.html",
        access=access,
        event=access.event,
        current_round=current_round_view(access),
        pictures=pictures,
    )


def _link(state: TableState) -> str:
    """The link by which a phone at the table takes over the scoring."""
    return url_for("share.join", game_id=state.game.id, key=state.game.scorer_key, _external=True)


@blueprint.get("/table/<int:table_id>")
def table(event_id: str, table_id: int) -> str:
    """One table: its state, its QR code for scorers, its forms."""
    return _table_page(require_event(visitor(), event_id), table_id)


def _table_page(access: EventAccess, table_id: int, problems: Sequence[str] = (), words: str = "") -> str:
    state = table_state(access, access.table(table_id))
    card = table_card(access, state)
    link = _link(state) if access.runs or card.mine else ""
    return render_template(
        "event/table.html",
        access=access,
        event=access.event,
        table=card,
        link=link,
        code=qr(link) if link else "",
        free=_free_members(access, state),
        disputes=state.game.disputes,
        protests=tables.protests_at(state),
        names=access.names,
        refused=problems,
        words=words,
    )


def _free_members(access: EventAccess, state: TableState) -> list[tuple[int, str]]:
    """People who are here and not at a table that is still playing, by name."""
    playing = [other for other in table_states(access, state.round) if not other.ended]
    seated = {member for other in playing for member in other.table.seats}
    present = [presence.member_id for presence in access.present]
    free = [(member, access.names[member]) for member in present if member not in seated]
    return sorted(free, key=lambda row: row[1].casefold())


def _back_to_table(
    access: EventAccess, table_id: int, refusal: Refusal | None, message: str, words: str = ""
) -> ResponseReturnValue:
    """Back to the table, or its page with the refusal."""
    if refusal is not None:
        return _table_page(access, table_id, refusal.messages, words), 422
    flash(message)
    return redirect(url_for("rounds.table", event_id=access.event.id, table_id=table_id), 303)


@blueprint.post("/table/<int:table_id>/score")
def take_over(event_id: str, table_id: int) -> ResponseReturnValue:
    """Score this table on this phone."""
    access = require_event_to_change(known_visitor(), event_id)
    return redirect(url_for("table.page", game_id=tables.take_over(access, table_id)), 303)


@blueprint.post("/table/<int:table_id>/substitute")
def substitute(event_id: str, table_id: int) -> ResponseReturnValue:
    """Seat a substitute for the rest of the game."""
    access, form = require_event_to_change(known_visitor(), event_id, RUNNER), forms.SubstituteForm()
    refusal = form.refusal() or tables.substitute(access, table_id, *form.members())
    return _back_to_table(access, table_id, refusal, "Substitute saved.")


@blueprint.post("/table/<int:table_id>/stop")
def stop(event_id: str, table_id: int) -> ResponseReturnValue:
    """Stop a game that cannot be finished."""
    access = require_event_to_change(known_visitor(), event_id, RUNNER)
    refusal = tables.stop(access, table_id, bool(request.form.get("counts")))
    return _back_to_table(access, table_id, refusal, "Game stopped.")


@blueprint.post("/table/<int:table_id>/go-on")
def resume(event_id: str, table_id: int) -> ResponseReturnValue:
    """Let a stopped game go on."""
    access = require_event_to_change(known_visitor(), event_id, RUNNER)
    return _back_to_table(access, table_id, tables.resume(access, table_id), "Game resumed.")


@blueprint.post("/table/<int:table_id>/count")
def count(event_id: str, table_id: int) -> ResponseReturnValue:
    """Let a result count, or not."""
    access, form = require_event_to_change(known_visitor(), event_id, RUNNER), forms.CountForm()
    counts = form.counts.data == "yes"
    refusal = form.refusal() or tables.count(access, table_id, counts)
    return _back_to_table(
        access, table_id, refusal, "This game counts now." if counts else "This game no longer counts."
    )


@blueprint.post("/table/<int:table_id>/accept")
def accept_result(event_id: str, table_id: int) -> ResponseReturnValue:
    """Accept the result for the other side."""
    access = require_event_to_change(known_visitor(), event_id)
    refusal = tables.accept(access, table_id, request.form.get("score", ""))
    return _back_to_table(access, table_id, refusal, "Result accepted.")


@blueprint.post("/table/<int:table_id>/protest")
def protest(event_id: str, table_id: int) -> ResponseReturnValue:
    """Protest against the result."""
    access, words = require_event_to_change(known_visitor(), event_id), request.form.get("words", "")
    made = tables.protest(access, table_id, words, parse.count(request.form.get("dispute", "")))
    refusal = made if isinstance(made, Refusal) else None
    return _back_to_table(access, table_id, refusal, "Protest sent to the organizers.", words)


@blueprint.get("/protests")
def protests(event_id: str) -> str:
    """Every protest of the night, open ones first."""
    return _protests(require_event(visitor(), event_id))


def _protests(access: EventAccess, problems: Sequence[str] = ()) -> str:
    rows = [(table_card(access, state), made) for state, made in tables.all_protests(table_states(access))]
    return render_template(
        "event/protests.html", access=access, event=access.event, rows=rows, names=access.names, refused=problems
    )


@blueprint.post("/protests/<int:protest_id>")
def decide(event_id: str, protest_id: int) -> ResponseReturnValue:
    """Uphold a protest or dismiss it; or withdraw one's own."""
    access, form = require_event_to_change(known_visitor(), event_id), forms.DecisionForm()
    if form.withdraw.data:
        tables.withdraw(access, protest_id)
        return redirect(url_for("rounds.protests", event_id=event_id), 303)
    access.require("organizer")
    upheld = form.decision.data == "upheld"
    refusal = form.refusal() or tables.decide(access, protest_id, upheld, form.words.data or "")
    if refusal is not None:
        return _protests(access, refusal.messages), 422
    flash("Decision saved. If points change, correct the hand at the table.")
    return redirect(url_for("rounds.protests", event_id=event_id), 303)
