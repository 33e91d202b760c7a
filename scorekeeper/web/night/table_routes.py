"""The tables of a night: QR codes, substitutes, results accepted or protested."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.night import tables
from scorekeeper.actions.night.access import RUNNER, NightAccess, require_night, require_night_to_change
from scorekeeper.actions.night.results import TableState, table_state, table_states
from scorekeeper.web.night import forms
from scorekeeper.web.night.views import current_round_view, known_visitor, table_card, visitor
from scorekeeper.web.page_form import PageForm
from scorekeeper.web.qr import qr

blueprint = Blueprint("night_tables", __name__, url_prefix="/night/<night_id>")


@blueprint.get("/codes")
def codes(night_id: str) -> str:
    """The QR codes of all tables of the round, to show or to print."""
    access = require_night(visitor(), night_id, RUNNER)
    current_round = access.current_round
    pictures = {state.table.id: qr(_link(state)) for state in table_states(access, current_round)}
    return render_template(
        "night/codes.html",
        access=access,
        night=access.night,
        current_round=current_round_view(access),
        pictures=pictures,
    )


def _link(state: TableState) -> str:
    """The link by which a phone at the table takes over the scoring."""
    return url_for("share.join", game_id=state.game.id, key=state.game.scorer_key, _external=True)


@blueprint.get("/table/<int:table_id>")
def page(night_id: str, table_id: int) -> str:
    """One table: its QR code for people who may score, its state, what can be done."""
    return _page(require_night(visitor(), night_id), table_id)


def _page(access: NightAccess, table_id: int, problems: Sequence[str] = (), words: str = "") -> str:
    state = table_state(access, access.table(table_id))
    card = table_card(access, state)
    link = _link(state) if access.runs or card.mine else ""
    return render_template(
        "night/table.html",
        access=access,
        night=access.night,
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


def _free_members(access: NightAccess, state: TableState) -> list[tuple[int, str]]:
    """People who are here and sit at no table of the round that still plays, by name."""
    playing = [other for other in table_states(access, state.round) if not other.ended]
    seated = {member for other in playing for member in other.table.seats}
    present = [presence.member_id for presence in access.present]
    free = [(member, access.names[member]) for member in present if member not in seated]
    return sorted(free, key=lambda row: row[1].casefold())


def _back_to_table(
    access: NightAccess, table_id: int, refusal: Refusal | None, message: str, words: str = ""
) -> ResponseReturnValue:
    """Back to the table, or the table with what was wrong."""
    if refusal is not None:
        return _page(access, table_id, refusal.messages, words), 422
    flash(message)
    return redirect(url_for("night_tables.page", night_id=access.night.id, table_id=table_id), 303)


def _form_refusal(form: PageForm) -> Refusal | None:
    """What is wrong with a form by itself."""
    return None if form.validate() else Refusal(tuple(form.problems))


@blueprint.post("/table/<int:table_id>/score")
def take_over(night_id: str, table_id: int) -> ResponseReturnValue:
    """Score this table on this phone."""
    access = require_night_to_change(known_visitor(), night_id)
    return redirect(url_for("table.page", game_id=tables.take_over(access, table_id)), 303)


@blueprint.post("/table/<int:table_id>/substitute")
def substitute(night_id: str, table_id: int) -> ResponseReturnValue:
    """Let somebody play on for somebody else."""
    access, form = require_night_to_change(known_visitor(), night_id, RUNNER), forms.SubstituteForm()
    refusal = _form_refusal(form) or tables.substitute(access, table_id, *form.members())
    return _back_to_table(access, table_id, refusal, "Substitute saved.")


@blueprint.post("/table/<int:table_id>/stop")
def stop(night_id: str, table_id: int) -> ResponseReturnValue:
    """Stop a game that cannot be finished."""
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    refusal = tables.stop(access, table_id, forms.StopForm().counts.data)
    return _back_to_table(access, table_id, refusal, "Game stopped.")


@blueprint.post("/table/<int:table_id>/go-on")
def resume(night_id: str, table_id: int) -> ResponseReturnValue:
    """Let a stopped game go on."""
    access = require_night_to_change(known_visitor(), night_id, RUNNER)
    return _back_to_table(access, table_id, tables.resume(access, table_id), "Game resumed.")


@blueprint.post("/table/<int:table_id>/count")
def count(night_id: str, table_id: int) -> ResponseReturnValue:
    """Let a result count, or not."""
    access, form = require_night_to_change(known_visitor(), night_id, RUNNER), forms.CountForm()
    counts = form.counts.data == "yes"
    refusal = _form_refusal(form) or tables.count(access, table_id, counts)
    return _back_to_table(
        access, table_id, refusal, "This game counts now." if counts else "This game no longer counts."
    )


@blueprint.post("/table/<int:table_id>/accept")
def accept(night_id: str, table_id: int) -> ResponseReturnValue:
    """Accept the result for the other side."""
    access = require_night_to_change(known_visitor(), night_id)
    refusal = tables.accept(access, table_id, forms.AcceptForm().revision.data)
    return _back_to_table(access, table_id, refusal, "Result accepted.")


@blueprint.post("/table/<int:table_id>/protest")
def protest(night_id: str, table_id: int) -> ResponseReturnValue:
    """Protest against the result."""
    access, form = require_night_to_change(known_visitor(), night_id), forms.ProtestForm()
    words = form.words.data or ""
    made = tables.protest(access, table_id, words, form.dispute.data)
    refusal = made if isinstance(made, Refusal) else None
    return _back_to_table(access, table_id, refusal, "Protest sent to the organizers.", words)


@blueprint.get("/protests", endpoint="protests")
def protests_page(night_id: str) -> str:
    """Every protest of the night, open ones first."""
    return _protests(require_night(visitor(), night_id))


def _protests(access: NightAccess, problems: Sequence[str] = ()) -> str:
    rows = [(table_card(access, state), made) for state, made in tables.all_protests(table_states(access))]
    return render_template(
        "night/protests.html", access=access, night=access.night, rows=rows, names=access.names, refused=problems
    )


@blueprint.post("/protests/<int:protest_id>")
def decide(night_id: str, protest_id: int) -> ResponseReturnValue:
    """Uphold a protest or dismiss it; or withdraw one's own."""
    access, form = require_night_to_change(known_visitor(), night_id), forms.DecisionForm()
    if form.withdraw.data:
        tables.withdraw(access, protest_id)
        return redirect(url_for("night_tables.protests", night_id=night_id), 303)
    access.require("organizer")
    upheld = form.decision.data == "upheld"
    refusal = _form_refusal(form) or tables.decide(access, protest_id, upheld, form.words.data or "")
    if refusal is not None:
        return _protests(access, refusal.messages), 422
    flash("Decision saved. If points change, correct the hand at the table.")
    return redirect(url_for("night_tables.protests", night_id=night_id), 303)
