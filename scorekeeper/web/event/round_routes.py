"""Drawing a round of a club night, and the tables of every event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event import drafts, rounds, tables
from scorekeeper.actions.event.access import RUNNER, EventAccess
from scorekeeper.actions.event.contest import ContestView
from scorekeeper.actions.event.drafts import RoundDraft
from scorekeeper.actions.event.entrants import is_begun
from scorekeeper.actions.event.results import TableState, table_state, table_states, unfinished_tables
from scorekeeper.actions.event.seating import game_of, sizes_of
from scorekeeper.web import parse
from scorekeeper.web.addresses import go_to, qr
from scorekeeper.web.event.bracket import source_names
from scorekeeper.web.event.contest_views import match_card, table_cards
from scorekeeper.web.event.forms import DraftForm
from scorekeeper.web.event.page import back_to_event, page_values, waiting_sentence
from scorekeeper.web.event.views import (
    draft_seating,
    open_event,
    open_night,
    render_event,
    round_views,
    table_card,
    titled_card,
)

blueprint = Blueprint("rounds", __name__, url_prefix="/event/<event_id>")

TWO_NAMES = "Choose exactly two names to swap."


@blueprint.get("/draw")
def choose_method(event_id: str) -> str:
    """Choose how the next round is drawn."""
    access = open_night(event_id)
    return _methods(access, _size(access, parse.count(request.args.get("size", ""))))


def _methods(access: EventAccess, size: int, problems: Sequence[str] = ()) -> str:
    return render_event(
        "event/choose_method.html",
        access,
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
    access = open_night(event_id)
    size = _size(access, parse.count(request.form.get("size", "")))
    draft = drafts.draw(access, request.form.get("method", ""), size)
    if isinstance(draft, Refusal):
        return _methods(access, size, draft.messages), 422
    return go_to("rounds.draft", event_id=event_id)


@blueprint.get("/draft")
def draft(event_id: str) -> ResponseReturnValue:
    """The next round as it was drawn last."""
    access = open_night(event_id)
    last = drafts.stored_draft(access)
    if last is None:
        return go_to("rounds.choose_method", event_id=event_id)
    return _proposal(access, drafts.describe(access, last))


def _proposal(access: EventAccess, draft: RoundDraft, problems: Sequence[str] = ()) -> str:
    return render_event(
        "event/proposal.html",
        access,
        draft=draft,
        seating=draft_seating(access, draft),
        waiting=waiting_sentence(round_views(access)[0]) if unfinished_tables(access) else "",
        refused=problems,
        address=url_for("rounds.draft", event_id=access.event.id),
    )


@blueprint.post("/draw/change")
def swap(event_id: str) -> ResponseReturnValue:
    """Swap two people in the proposal."""
    access, form = open_night(event_id), DraftForm()
    draft, tapped = form.draft(access), form.swap.data
    if len(tapped) != 2:
        reviewed = drafts.review(access, draft)
        current = draft if isinstance(reviewed, Refusal) else reviewed
        return _proposal(access, current, [TWO_NAMES]), 422
    reviewed = drafts.review(access, draft.swap(*tapped))
    if isinstance(reviewed, Refusal):
        return _proposal(access, draft, reviewed.messages), 422
    drafts.keep(access, reviewed)
    return go_to("rounds.draft", event_id=event_id)


@blueprint.post("/draw/accept")
def accept(event_id: str) -> ResponseReturnValue:
    """Start the round with a game at each table; two names that are still tapped are swapped first."""
    access, form = open_night(event_id), DraftForm()
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
    return go_to("event.page", event_id=event_id)


@blueprint.get("/draw/change")
@blueprint.get("/draw/accept")
def leave_form(event_id: str) -> ResponseReturnValue:
    """Redirect the address of a form, opened as a page, to the methods."""
    return go_to("rounds.choose_method", event_id=event_id)


@blueprint.get("/codes")
def codes(event_id: str) -> str:
    """The QR codes of all tables of the round, to show or to print."""
    access = open_event(event_id, RUNNER)
    current_round = page_values(access)["current_round"]
    cards = current_round.tables if current_round else ()
    pictures = {card.id: qr(_link(card.state)) for card in cards}
    return render_event("event/codes.html", access, tables=cards, pictures=pictures)


def _link(state: TableState) -> str:
    """The link by which a phone at the table takes over the scoring."""
    return url_for("share.join", game_id=state.game.id, key=state.game.scorer_key, _external=True)


@blueprint.get("/table/<int:table_id>")
def table(event_id: str, table_id: int) -> str:
    """One table: its state, its QR code for scorers, its forms."""
    return _table_page(open_event(event_id), table_id)


def _table_page(
    access: EventAccess, table_id: int, problems: Sequence[str] = (), words: str = "", totals: Sequence[str] = ()
) -> str:
    state = table_state(access, access.table(table_id))
    view = ContestView(access) if access.plan is not None else None
    card = table_card(access, state, view.table_title(state.table) if view else "")
    link = _link(state) if access.runs or card.mine else ""
    return render_event(
        "event/table.html",
        access,
        table=card,
        link=link,
        code=qr(link) if link else "",
        free=_free_members(access, state) if access.runs else [],
        disputes=state.game.disputes,
        protests=tables.protests_at(state),
        names=access.names,
        refused=problems,
        words=words,
        totals=totals or [str(total) for total in state.table.paper or ()],
        **(_match_values(view, state) if view else {}),
    )


def _match_values(view: ContestView, state: TableState) -> dict[str, Any]:
    """The match of a table, if the table is still between its sides."""
    match = view.outcome.match(state.table.match or "")
    is_current = any(state.table is own.table for own in view.current)
    if match is None or not is_current:
        return {"match": None, "is_outdated": True}
    card = match_card(view, match, source_names(view), table_cards(view))
    alone = [(group[0], view.group_name(group)) for group in match.groups if len(group) == 1]
    return {
        "match": card,
        "forfeiting": alone if match.is_ready and len(match.sides) == 2 else [],
        "is_forfeited": any(own.match == match.key for own in view.event.forfeits),
        "may_cancel": not state.ended and not is_begun(state),
    }


def _free_members(access: EventAccess, state: TableState) -> list[tuple[int, str]]:
    """People who are here and not at a table that is still playing, by name; at a contest, members of the club."""
    playing = [other for other in table_states(access) if not other.ended] + [state]
    seated = {member for other in playing for member in other.table.seats}
    here = [own.person for own in access.present]
    present = here if access.plan is None else [member.id for member in access.club.members]
    free = [(member, access.names[member]) for member in present if member not in seated]
    return sorted(free, key=lambda row: row[1].casefold())


def _back_to_table(
    access: EventAccess, table_id: int, refusal: Refusal | None, message: str, words: str = ""
) -> ResponseReturnValue:
    """Back to the table, or its page with the refusal."""
    if refusal is not None:
        return _table_page(access, table_id, refusal.messages, words), 422
    return go_to("rounds.table", message, event_id=access.event.id, table_id=table_id)


@blueprint.post("/table/<int:table_id>/score")
def take_over(event_id: str, table_id: int) -> ResponseReturnValue:
    """Score this table on this phone."""
    access = open_event(event_id)
    return go_to("table.page", game_id=tables.take_over(access, table_id))


@blueprint.post("/table/<int:table_id>/totals")
def type_totals(event_id: str, table_id: int) -> ResponseReturnValue:
    """Enter the final totals of a table that kept its score on paper, or delete them."""
    access, sent = open_event(event_id, RUNNER), request.form.getlist("total")
    if "clear" in request.form:
        return _back_to_table(access, table_id, tables.clear_totals(access, table_id), "Totals deleted.")
    refusal = tables.type_totals(access, table_id, [parse.integer(text) for text in sent])
    if refusal is not None:
        return _table_page(access, table_id, refusal.messages, totals=sent), 422
    return back_to_event(access, message="Totals saved.")


def _substitute(access: EventAccess, table_id: int) -> Refusal | None:
    absent, helper = (parse.count(request.form.get(field, "")) for field in ("absent", "helper"))
    if absent is None or helper is None:
        return Refusal(("Choose who leaves and who takes the seat.",))
    return tables.substitute(access, table_id, absent, helper)


def _count(access: EventAccess, table_id: int) -> Refusal | None:
    counts = request.form.get("counts")
    if counts not in ("yes", "no"):
        return Refusal(("Choose whether the game counts.",))
    refusal = tables.count(access, table_id, counts == "yes")
    if refusal is None:
        flash("This game counts now." if counts == "yes" else "This game no longer counts.")
    return refusal


#: What each button of a table does, and the message when it is done.
DEEDS: dict[str, tuple[Callable[[EventAccess, int], Refusal | None], str]] = {
    "substitute": (_substitute, "Substitute saved."),
    "stop": (lambda access, own: tables.stop(access, own, bool(request.form.get("counts"))), "Game stopped."),
    "go-on": (tables.resume, "Game resumed."),
    "count": (_count, ""),
}


@blueprint.post("/table/<int:table_id>/<any(substitute, stop, 'go-on', count):deed>")
def change_table(event_id: str, table_id: int, deed: str) -> ResponseReturnValue:
    """Seat a substitute for the rest of the game, stop the game, let it go on, or let its result count or not."""
    access, (act, message) = open_event(event_id, RUNNER), DEEDS[deed]
    return _back_to_table(access, table_id, act(access, table_id), message)


@blueprint.post("/table/<int:table_id>/accept")
def accept_result(event_id: str, table_id: int) -> ResponseReturnValue:
    """Accept the result for the other side."""
    access = open_event(event_id)
    refusal = tables.accept(access, table_id, request.form.get("score", ""))
    return _back_to_table(access, table_id, refusal, "Result accepted.")


@blueprint.post("/table/<int:table_id>/protest")
def protest(event_id: str, table_id: int) -> ResponseReturnValue:
    """Protest against the result."""
    access, words = open_event(event_id), request.form.get("words", "")
    made = tables.protest(access, table_id, words, parse.count(request.form.get("dispute", "")))
    refusal = made if isinstance(made, Refusal) else None
    return _back_to_table(access, table_id, refusal, "Protest sent to the organizers.", words)


@blueprint.get("/protests")
def protests(event_id: str) -> str:
    """Every protest of the event, open ones first."""
    return _protests(open_event(event_id))


def _protests(access: EventAccess, problems: Sequence[str] = ()) -> str:
    rows = [(titled_card(access, state), made) for state, made in tables.all_protests(table_states(access))]
    return render_event("event/protests.html", access, rows=rows, names=access.names, refused=problems)


@blueprint.post("/protests/<int:protest_id>")
def decide(event_id: str, protest_id: int) -> ResponseReturnValue:
    """Uphold a protest or dismiss it; or withdraw one's own."""
    access, decision = open_event(event_id), request.form.get("decision")
    if request.form.get("withdraw"):
        tables.withdraw(access, protest_id)
        return go_to("rounds.protests", event_id=event_id)
    access.require("organizer")
    upheld = decision == "upheld"
    refusal = (
        tables.decide(access, protest_id, upheld, request.form.get("words", ""))
        if decision in ("upheld", "dismissed")
        else Refusal(("Choose to uphold or dismiss the protest.",))
    )
    if refusal is not None:
        return _protests(access, refusal.messages), 422
    message = "Protest upheld. Now correct the hand." if upheld else "Protest dismissed."
    return go_to("rounds.protests", message, event_id=event_id)
