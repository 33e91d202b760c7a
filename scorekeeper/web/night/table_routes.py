"""The tables of a night: their codes, seats, substitutes, results accepted or protested against."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.night import protests, tables
from scorekeeper.actions.night.access import NightAccess, idle, require_night
from scorekeeper.actions.night.results import Played, at_table, played
from scorekeeper.web import parse
from scorekeeper.web.night.night_page import answered
from scorekeeper.web.night.views import acting, card, chosen, rounds_of, who
from scorekeeper.web.qr import qr

blueprint = Blueprint("night_tables", __name__, url_prefix="/night/<night_id>")


@blueprint.get("/codes")
def codes(night_id: str) -> str:
    """The codes of all tables of the round, to show or to print."""
    found = require_night(who(), night_id, "scorer")
    rounds = rounds_of(found)
    night_round = rounds[0] if rounds else None
    pictures = {each.seating.id: qr(_link(each)) for each in played(found, found.current_round)} if night_round else {}
    return render_template(
        "night/codes.html", access=found, night=found.night, current_round=night_round, pictures=pictures
    )


def _link(each: Played) -> str:
    """The link by which a phone at the table takes over."""
    game = each.table.game
    return url_for("share.join", game_id=game.id, key=game.scorer_key, _external=True)


@blueprint.get("/table/<int:table_id>")
def page(night_id: str, table_id: int) -> str:
    """One table: its code for whoever may score, its state, what can be done."""
    return _page(require_night(who(), night_id), table_id)


def _page(found: NightAccess, table_id: int, problems: tuple[str, ...] = (), words: str = "") -> str:
    each = at_table(found, found.seating(table_id))
    shown = card(found, each)
    link = _link(each) if found.runs or shown.mine else ""
    names = found.names
    seated = {member for other in played(found, each.round) if not other.ended for member in other.seating.seats}
    free = [(one.member_id, names[one.member_id]) for one in found.here if one.member_id not in seated]
    return render_template(
        "night/table.html",
        access=found,
        night=found.night,
        table=shown,
        link=link,
        code=qr(link) if link else "",
        free=sorted(free, key=lambda row: row[1].casefold()),
        disputes=each.table.game.disputes,
        protests=each.row.protests if each.row else [],
        names=names,
        latest=each.round is found.current_round,
        problems=problems,
        words=words,
    )


def _answer(refused: Refusal | None, night_id: str, table_id: int, said: str, words: str = "") -> ResponseReturnValue:
    if refused is not None:
        return _page(require_night(who(), night_id), table_id, refused.messages, words), 422
    flash(said)
    return redirect(url_for("night_tables.page", night_id=night_id, table_id=table_id), 303)


@blueprint.post("/table/<int:table_id>/score")
def take_over(night_id: str, table_id: int) -> ResponseReturnValue:
    """This phone scores this table."""
    game_id = tables.take_over(acting(), night_id, table_id)
    return redirect(url_for("table.page", game_id=game_id), 303)


@blueprint.get("/places")
def places(night_id: str) -> str:
    """Let two of the round change places before it begins."""
    return _places(require_night(who(), night_id, "scorer"))


def _places(found: NightAccess, problems: tuple[str, ...] = ()) -> str:
    rounds = rounds_of(found)
    out = [(member, found.names[member]) for member in idle(found.current_round)] if found.current_round else []
    night_round = rounds[0] if rounds else None
    return render_template(
        "night/seats.html", access=found, night=found.night, current_round=night_round, out=out, problems=problems
    )


@blueprint.post("/places")
def change_places(night_id: str) -> ResponseReturnValue:
    """Two who were touched change places."""
    one, other = chosen("swap") if len(chosen("swap")) == 2 else (0, 0)
    refused = tables.change_places(acting(), night_id, one, other)
    if refused is not None:
        return _places(require_night(who(), night_id, "scorer"), refused.messages), 422
    return answered(None, night_id, "They have changed places.")


@blueprint.post("/table/<int:table_id>/substitute")
def substitute(night_id: str, table_id: int) -> ResponseReturnValue:
    """Somebody plays on for somebody else."""
    absent, helper = (parse.count(request.form.get(key, "")) for key in ("absent", "helper"))
    if absent is None or helper is None:
        refused: Refusal | None = Refusal(("Touch who leaves the seat, and who takes it.",))
    else:
        refused = tables.substitute(acting(), night_id, table_id, absent, helper)
    return _answer(refused, night_id, table_id, "Marked as a substitute.")


@blueprint.post("/table/<int:table_id>/stop")
def stop(night_id: str, table_id: int) -> ResponseReturnValue:
    """The game cannot be finished."""
    refused = tables.stop(acting(), night_id, table_id, "counts" in request.form)
    return _answer(refused, night_id, table_id, "The game is stopped.")


@blueprint.post("/table/<int:table_id>/go-on")
def go_on(night_id: str, table_id: int) -> ResponseReturnValue:
    """The game goes on after all."""
    refused = tables.go_on(acting(), night_id, table_id)
    return _answer(refused, night_id, table_id, "The game goes on.")


@blueprint.post("/table/<int:table_id>/count")
def count(night_id: str, table_id: int) -> ResponseReturnValue:
    """An organizer lets a result count, or not."""
    counts = request.form.get("counts") == "yes"
    refused = tables.count(acting(), night_id, table_id, counts)
    return _answer(refused, night_id, table_id, "It counts." if counts else "It does not count.")


@blueprint.post("/table/<int:table_id>/accept")
def accept(night_id: str, table_id: int) -> ResponseReturnValue:
    """The other side accepts the result."""
    revision = parse.count(request.form.get("revision", ""))
    refused = protests.accept(acting(), night_id, table_id, -1 if revision is None else revision)
    return _answer(refused, night_id, table_id, "Accepted: thank you.")


@blueprint.post("/table/<int:table_id>/protest")
def protest(night_id: str, table_id: int) -> ResponseReturnValue:
    """Somebody does not accept the result."""
    words, dispute = request.form.get("words", ""), parse.count(request.form.get("dispute", ""))
    made = protests.protest(acting(), night_id, table_id, words, dispute)
    refused = made if isinstance(made, Refusal) else None
    return _answer(refused, night_id, table_id, "Your protest is with the organizers.", words)


@blueprint.get("/protests", endpoint="protests")
def protests_page(night_id: str) -> str:
    """Every protest of the night: open ones first."""
    return _protests(require_night(who(), night_id))


def _protests(found: NightAccess, problems: tuple[str, ...] = ()) -> str:
    rows = [(card(found, each), made) for each, made in protests.protests(played(found))]
    return render_template(
        "night/protests.html", access=found, night=found.night, rows=rows, names=found.names, problems=problems
    )


@blueprint.post("/protests/<int:protest_id>")
def decide(night_id: str, protest_id: int) -> ResponseReturnValue:
    """An organizer upholds it or dismisses it; or its author takes it back."""
    if "withdraw" in request.form:
        protests.withdraw(acting(), night_id, protest_id)
        return redirect(url_for("night_tables.protests", night_id=night_id), 303)
    upheld, words = request.form.get("decision") == "upheld", request.form.get("words", "")
    refused = protests.decide(acting(), night_id, protest_id, upheld, words)
    if refused is not None:
        return _protests(require_night(who(), night_id), refused.messages), 422
    flash("Decided, and in the log. If points change, correct the hand at the table.")
    return redirect(url_for("night_tables.protests", night_id=night_id), 303)
