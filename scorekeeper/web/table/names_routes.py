"""Names, seats and opening totals of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.table import games, names
from scorekeeper.actions.table.access import Table, require_scorer, require_viewer
from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.values import figure
from scorekeeper.web import parse
from scorekeeper.web.device import device_id
from scorekeeper.web.event.views import game_event
from scorekeeper.web.forms.read import number_or_text
from scorekeeper.web.table.hand_views import placed_faults
from scorekeeper.web.table.views import (
    NameFaults,
    back_to_table,
    chosen_names,
    describe_seats,
    place_of,
    split_name_faults,
    view,
)

blueprint = Blueprint("names", __name__, url_prefix="/t/<game_id>")

#: The player in a seat stays the same, or another one sits down.
SPELLING, TAKEOVER = "spelling", "takeover"
SEATS = {"stay": "You stay seated.", "move": "You change seats: partners sit opposite each other."}
NO_FAULTS = NameFaults((), frozenset())


@dataclass(frozen=True)
class NamesForm:
    """What the page was sent, or shows first."""

    names: tuple[str, ...]
    kind: str = SPELLING
    hand: int | None = None


@blueprint.get("/names")
def page(game_id: str) -> str:
    """One line per seat, and whether it is a spelling or a new player."""
    table = require_viewer(device_id(), game_id)
    table.check_scorer()
    return _page(table, NamesForm(tuple(table.game.players)))


def _page(table: Table, form: NamesForm, faults: NameFaults = NO_FAULTS, news: str = "") -> str:
    if names.are_of_club(table):
        return render_template("table/club_names.html", table=view(table), event=game_event(table.game.id))
    sides = table.sheet.sides
    return render_template(
        "table/names.html",
        table=view(table),
        form=form,
        hands=[(hand, place_of(table, hand)) for hand in names.takeover_hands(table)],
        base=table.game.names_number,
        token=new_key(),
        focus=parse.count(request.args.get("seat", "0"), 1),
        known=chosen_names(games.names_used(device_id())),
        side_of={seat: side for side, team in enumerate(sides) for seat in team.seats} if _has_partners(table) else {},
        name_faults=faults,
        news=news,
    )


def _has_partners(table: Table) -> bool:
    return len(table.sheet.sides) < len(table.game.players)


@blueprint.post("/names")
def save(game_id: str) -> ResponseReturnValue:
    """Save the names, or show what is wrong with them."""
    table = require_scorer(device_id(), game_id)
    form = _sent_form(table)
    base, token = parse.count(request.form.get("base", "")), request.form.get("token", "")
    if base is None or not token:
        abort(400)
    result = names.rename(table, names.Renaming(form.names, base, token[:40], form.hand))
    if isinstance(result, names.Renamed):
        return back_to_table(game_id, describe_seats(table, result.changes) or "Names unchanged.")
    if isinstance(result, names.NamesConflict):
        news = describe_seats(table, result.changes)
        return _page(table, NamesForm(result.names, form.kind, form.hand), news=news), 409
    if isinstance(result, Refusal):
        return _page(table, form), 409
    faults, others = split_name_faults(result.faults)
    return _page(table, form, replace(faults, messages=(*faults.messages, *(fault.message for fault in others)))), 422


@blueprint.post("/seats")
def save_seats(game_id: str) -> ResponseReturnValue:
    """Whether the players change seats when their partners change."""
    choice = request.form.get("seats", "")
    if choice not in SEATS:
        abort(400)
    games.set_moving_seats(require_scorer(device_id(), game_id), choice == "move")
    return back_to_table(game_id, SEATS[choice], can_undo=False)


def _sent_form(table: Table) -> NamesForm:
    """The form as it was sent, with one name for each seat."""
    sent = tuple(name.strip() for name in request.form.getlist("players"))
    kind, hand = request.form.get("kind", SPELLING), parse.count(request.form.get("hand", ""))
    if len(sent) != len(table.game.players) or kind not in (SPELLING, TAKEOVER):
        abort(400)
    return NamesForm(sent, kind, (hand or table.next_hand) if kind == TAKEOVER else None)


@blueprint.get("/paper")
def opening(game_id: str) -> ResponseReturnValue:
    """The totals of a game begun on paper, one for each side."""
    table = require_viewer(device_id(), game_id)
    table.check_scorer()
    if not BY_SLUG[table.game.slug].adjusts:
        return back_to_table(game_id)
    return _opening_page(table, [figure(total) if total else "" for total in table.sheet.start])


def _opening_page(table: Table, totals: Sequence[str], problems: Sequence[str] = ()) -> str:
    return render_template("table/opening.html", table=view(table), totals=totals, problems=problems)


@blueprint.post("/paper")
def save_opening(game_id: str) -> ResponseReturnValue:
    """Save the totals before the first hand, or show what is wrong with them. All zeros remove them."""
    table = require_scorer(device_id(), game_id)
    sent = request.form.getlist("total")
    if len(sent) != len(table.sheet.sides):
        abort(400)
    totals = [number_or_text(text.strip()) if text.strip() else 0 for text in sent]
    result = games.set_opening(table, totals if any(totals) else None)
    if result is None:
        saved = "Score from paper saved." if any(totals) else "Score from paper removed."
        return back_to_table(game_id, saved, can_undo=False)
    messages = dict.fromkeys(fault.message for fault in placed_faults(result.faults, 0))
    return _opening_page(table, sent, tuple(messages)), 422
