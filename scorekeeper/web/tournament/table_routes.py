"""One game of a match: its QR code, totals from paper, stopping, forfeits."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.tournament import entries, rounds, tables
from scorekeeper.actions.tournament.access import MEMBER, RUNNER, TournamentAccess, require_tournament
from scorekeeper.actions.tournament.access import require_tournament_to_change as to_change
from scorekeeper.web.device import known_device_id
from scorekeeper.web.qr import qr
from scorekeeper.web.session import require_account
from scorekeeper.web.tournament.forms import MatchForm, SeatForm, TotalsForm
from scorekeeper.web.tournament.views import game_line, match_card, source_names

blueprint = Blueprint("tournament_table", __name__, url_prefix="/tournament/<tournament_id>")


def _changing(tournament_id: str, role: str = RUNNER) -> TournamentAccess:
    return to_change(require_account().id, tournament_id, known_device_id(), role)


@blueprint.get("/game/<int:number>")
def page(tournament_id: str, number: int) -> str:
    """A game of a match with everything that can be done."""
    return _page(require_tournament(require_account().id, tournament_id), number)


def _page(access: TournamentAccess, number: int, refused: Sequence[str] = (), typed: Sequence[str] = ()) -> str:
    access = access.fresh()
    state = access.game(number)
    match = access.outcome.match(state.row.match)
    is_current = any(state.row is own.row for own in access.current_games)
    scores_here = access.runs or access.people.me.id in state.row.seats
    link = url_for("share.join", game_id=state.row.game_id, key=state.row.game.scorer_key, _external=True)
    return render_template(
        "tournament/table.html",
        access=access,
        tournament=access.tournament,
        state=state,
        line=game_line(access, state),
        card=match_card(access, match, source_names(access)) if match is not None and is_current else None,
        match=match,
        sides=[access.group_name(side) for side in state.sides],
        link=link if scores_here else "",
        code=qr(link) if scores_here else "",
        scores_here=scores_here,
        seats=[(member, access.names[member]) for member in state.row.seats],
        substitutes=entries.substitutes_at(access, state.row),
        free=entries.free_members(access) if access.runs else [],
        refused=refused,
        typed=typed,
    )


def _back(access: TournamentAccess, number: int, refusal: object, message: str) -> ResponseReturnValue:
    if isinstance(refusal, Refusal):
        return _page(access, number, refusal.messages), 422
    flash(message)
    return redirect(url_for("tournament_table.page", tournament_id=access.tournament.id, number=number), 303)


@blueprint.post("/game/<int:number>/totals")
def totals(tournament_id: str, number: int) -> ResponseReturnValue:
    """Enter the totals of a table that kept its score on paper."""
    access = _changing(tournament_id)
    refusal = tables.type_totals(access, number, TotalsForm().total.data or ())
    if isinstance(refusal, Refusal):
        return _page(access, number, refusal.messages), 422
    flash("Totals saved.")
    return redirect(url_for("tournament.page", tournament_id=tournament_id), 303)


@blueprint.post("/game/<int:number>/<any(clear, stop, resume):deed>")
def change(tournament_id: str, number: int, deed: str) -> ResponseReturnValue:
    """Delete totals from paper, stop a game, or let it go on."""
    access = _changing(tournament_id)
    if deed == "clear":
        return _back(access, number, tables.clear_totals(access, number), "Totals deleted.")
    refusal = tables.stop(access, number, deed == "stop")
    return _back(access, number, refusal, "Game stopped: its score counts." if deed == "stop" else "Game resumed.")


@blueprint.post("/game/<int:number>/substitute")
def substitute(tournament_id: str, number: int) -> ResponseReturnValue:
    """Let somebody else play on in a seat."""
    access, form = _changing(tournament_id), SeatForm()
    if not form.validate():
        return _page(access, number, form.problems), 422
    refusal = entries.substitute(access, number, form.absent.data or 0, form.helper.data or 0)
    return _back(access, number, refusal, "Substitute saved.")


@blueprint.post("/game/<int:number>/score")
def take_over(tournament_id: str, number: int) -> ResponseReturnValue:
    """Score this table on this phone."""
    access = _changing(tournament_id, MEMBER)
    return redirect(url_for("table.page", game_id=tables.take_over(access, number)), 303)


@blueprint.post("/match/<key>/<any(forfeit, unforfeit, cancel):deed>")
def change_match(tournament_id: str, key: str, deed: str) -> ResponseReturnValue:
    """Give a match up, play it after all, or take it off its table."""
    access = _changing(tournament_id)
    refusal: object = None
    if deed == "forfeit":
        entry = MatchForm().entry.data or ""
        refusal = tables.forfeit(access, key, entry)
    elif deed == "unforfeit":
        refusal = tables.undo_forfeit(access, key)
    else:
        refusal = rounds.cancel_match(access, key)
    if isinstance(refusal, Refusal):
        number = next((state.row.id for state in access.current_games if state.row.match == key), None)
        if number is None:
            raise NotFoundError(key)
        return _page(access, number, refusal.messages), 422
    flash("Saved.")
    return redirect(url_for("tournament.page", tournament_id=tournament_id), 303)
