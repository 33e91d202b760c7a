"""The table: the score, the current hand, the finished hands; saving, correcting, undoing."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.keys import new_key
from scorekeeper.actions.table import games, hands
from scorekeeper.actions.table.access import (
    Table,
    device_name,
    require_scorer_view,
    require_viewer,
    watched_revision,
)
from scorekeeper.actions.table.hands import is_mark, last_mark, undo_marked
from scorekeeper.rules import Fault, Sheet
from scorekeeper.web import parse
from scorekeeper.web.cache import NOT_SHARED, share_page, shared_page
from scorekeeper.web.clock import table_clock
from scorekeeper.web.codes import next_table
from scorekeeper.web.device import device_id, local_today
from scorekeeper.web.event.views import game_event
from scorekeeper.web.http.request_limits import NEW_GAMES, limit
from scorekeeper.web.table.finish import finish
from scorekeeper.web.table.hand_form import (
    BID,
    EDITS,
    RESULT,
    WHOLE,
    HandEntry,
    SentHand,
    current_hand,
    edited_hand,
    game_copy,
    hand_entry,
    sent_hand,
)
from scorekeeper.web.table.hand_views import (
    compare_facts,
    facts_in_words,
    last_change_words,
    outcome,
    placed_faults,
    points_of,
    relevant_faults,
    rulings,
    version_rows,
)
from scorekeeper.web.table.views import (
    back_to_table,
    hand_row,
    name_changes,
    played_by,
    roles,
    seat_order,
    view,
)
from scorekeeper.web.template_filters import gain

blueprint = Blueprint("table", __name__, url_prefix="/t/<game_id>")

VERSIONS_A_PAGE = 100
STAGES = (BID, RESULT, WHOLE)
#: Inputs that are not entries of the hand.
OWN_KEYS = ("csrf_token", "base", "token", "hand", "confirmed", "do", "put", "drop")


@blueprint.get("")
def page(game_id: str) -> str:
    """The table as this device may see it."""
    if "X-Follow" not in request.headers:
        return _page(require_viewer(device_id(), game_id))
    revision = watched_revision(device_id(), game_id)
    return _page(require_viewer(device_id(), game_id)) if revision is None else _watched(game_id, revision)


def _watched(game_id: str, revision: int) -> str:
    """The page that all watchers share. The finish of a club's game is not shared: each player accepts it there."""
    if cached := shared_page(game_id, revision):
        return cached
    table = require_viewer(device_id(), game_id)
    page = _page(table)
    is_shared = not table.sheet.over or game_event(game_id) is None
    share_page(game_id, table.game.revision, page if is_shared else NOT_SHARED)
    return page


def _page(table: Table, entry: HandEntry | None = None, outcome: str = "") -> str:
    over, address = table.sheet.over, _address(table, entry)
    event = game_event(table.game.id) if over else None
    clock, may_have_clock = (None, False) if over else table_clock(table)
    if entry is None and not over and table.may_score:
        entry = hand_entry(table, *current_hand(table))
    page_values, is_open = view(table), table.sheet.open is not None
    return render_template(
        "table/finished.html" if over and (entry is None or entry.stage != WHOLE) else "table/table.html",
        table=page_values,
        entry=entry if table.may_score else None,
        watched=page_values.bid if is_open and not table.may_score else None,
        outcome=outcome,
        finish=finish(table) if over else None,
        last=last_mark(table),
        undo_token=new_key(),
        undo_words=last_change_words(table),
        roles=roles(table, entry.place if entry else None),
        seat_order=None if over else seat_order(table, entry.place if entry else len(table.sheet.hands) + 1),
        address=address,
        game_copy=game_copy(table) if table.may_score else None,
        is_correcting=address != url_for("table.page", game_id=table.game.id),
        clock=clock,
        may_have_clock=may_have_clock,
        is_hand_open=is_open,
        event=event,
        coming=next_table(event),
    )


def _address(table: Table, entry: HandEntry | None) -> str:
    """The address of this page, also when it is the response to a form."""
    if entry is None or table.position(entry.hand) is None or (entry.stage, entry.hand) == current_hand(table):
        return url_for("table.page", game_id=table.game.id)
    return url_for("table.change", game_id=table.game.id, hand=entry.hand)


@blueprint.get("/hand/<int:hand>")
def hand_page(game_id: str, hand: int) -> str:
    """One hand: its lines with their reasons, and its versions; an open or a deleted one has its versions only."""
    table = require_viewer(device_id(), game_id)
    versions = [version for version in table.game.versions if version.hand == hand]
    if not versions:
        abort(404)
    position = table.position(hand)
    scored = position is not None and position < len(table.sheet.hands)
    return render_template(
        "table/hand.html",
        table=view(table),
        row=hand_row(table, position + 1) if scored and position is not None else None,
        hand=hand,
        rows=version_rows(table, versions, with_points=True),
        base=versions[-1].number if position is not None else 0,
        token=new_key(),
        note=(versions[-1].facts or {}).get("note", ""),
        disputes=rulings(table, hand),
        played_by=played_by(table, hand),
    )


@blueprint.post("/hand/<int:hand>/back/<int:version_id>")
@hands.retry_if_changed
def restore(game_id: str, hand: int, version_id: int) -> ResponseReturnValue:
    """Make an older version the one in force."""
    table = require_scorer_view(device_id(), game_id)
    result = hands.restore(table, version_id, request.form.get("token", "")[:40])
    if isinstance(result, hands.Saved):
        return back_to_table(game_id, "Restored.")
    if isinstance(result, games.InvalidRecord):
        return back_to_table(game_id, f"Not restored. {placed_faults(result.faults, 0)[0].message}")
    return back_to_table(game_id, "Not restored: the game would end before later hands. Change the hand instead.")


@blueprint.get("/hand/<int:hand>/change")
def change(game_id: str, hand: int) -> ResponseReturnValue:
    """Correct a hand with the same form and the same checks."""
    table = require_viewer(device_id(), game_id)
    if table.position(hand) is None or not table.may_score:
        abort(404)
    still_open = "open" in ((table.hands[table.position(hand) or 0]).facts or {})
    return _page(table, hand_entry(table, BID if still_open else WHOLE, hand))


@blueprint.post("/hand")
@hands.retry_if_changed
def save(game_id: str) -> ResponseReturnValue:
    """Save the bid, the result, or a correction; or show what it would do."""
    if not EDITS.isdisjoint(request.form):
        return _edited_page(require_viewer(device_id(), game_id))
    table = require_scorer_view(device_id(), game_id)
    sent = sent_hand(table, *_stage_and_hand())
    if missing := sent.missing():
        return _page_with_faults(table, sent, missing)
    names = table.names_in(sent.hand)
    result = hands.save(table, sent.entry("confirmed" in request.form))
    if isinstance(result, hands.Saved):
        return back_to_table(game_id, sent.saved_message(names))
    if isinstance(result, hands.Conflict):
        return _conflict(table, sent, result), 409
    if isinstance(result, hands.EndsEarlier):
        return _ends_earlier(table, result, url_for("table.save", game_id=game_id)), 409
    return _page_with_faults(table, sent, placed_faults(result.faults, sent.place))


def _page_with_faults(table: Table, sent: SentHand, faults: Sequence[Fault]) -> ResponseReturnValue:
    return _page(table, hand_entry(table, sent.stage, sent.hand, faults)), 422


def _ends_earlier(table: Table, result: hands.EndsEarlier, action: str) -> str:
    """Ask before hands are dropped."""
    entries = [(key, value) for key, value in request.form.items(multi=True) if key not in ("csrf_token", "confirmed")]
    return render_template(
        "table/ends_earlier.html", table=view(table), dropped=len(result.dropped), sent=entries, action=action
    )


def _stage_and_hand() -> tuple[str, int]:
    stage, hand = request.form.get("stage", ""), parse.count(request.form.get("hand", ""))
    if stage not in STAGES or not hand:
        abort(400)
    return stage, hand


def _edited_page(table: Table) -> str:
    """The page after a button that saves nothing, with the outcome."""
    stage, hand = _stage_and_hand()
    looking = request.form.get("do") == "look"
    request.form = edited_hand(request.form, table, stage)
    facts = sent_hand(table, stage, hand).facts
    result = hands.preview_hand(table, hand, facts)
    if isinstance(result, Sheet):
        return _page(table, hand_entry(table, stage, hand), outcome(table, hand, result, facts))
    return _page(table, hand_entry(table, stage, hand, relevant_faults(result, facts, looking)))


@blueprint.post("/preview")
def preview(game_id: str) -> ResponseReturnValue:
    """The outcome of the hand as a piece of the page; nothing is saved."""
    table = require_viewer(device_id(), game_id)
    stage, hand = _stage_and_hand()
    sent = sent_hand(table, stage, hand)
    result = hands.preview_hand(table, hand, sent.facts)
    if isinstance(result, Sheet):
        return outcome(table, hand, result, sent.facts)
    # No faults while the hand is being entered.
    return render_template("table/missing.html", faults=result[:2] if sent.facts and sent.is_complete() else ())


def _conflict(table: Table, sent: SentHand, result: hands.Conflict) -> str:
    """Show both versions side by side, for the table to choose."""
    theirs, mine = result.theirs, sent.facts
    words = [facts_in_words(facts, table, sent.place) for facts in (theirs.facts, mine)]
    points = [points_of(table, sent.hand, facts) for facts in (theirs.facts, mine)]
    return render_template(
        "table/conflict.html",
        table=view(table),
        theirs=theirs,
        device=device_name(theirs.device_id),
        facts=compare_facts(*words),
        points=compare_facts(*[[(side, gain(figure)) for side, figure in pairs] for pairs in points]),
        sent=_sent_entries(),
        token=new_key(),
        next_hand=table.next_hand,
        place=sent.place,
    )


def _sent_entries() -> list[tuple[str, str]]:
    """The entries of the form, to send them again."""
    return [(key, value) for key, value in request.form.items(multi=True) if key not in OWN_KEYS]


@blueprint.post("/hand/<int:hand>/delete")
@hands.retry_if_changed
def delete(game_id: str, hand: int) -> ResponseReturnValue:
    """Delete a hand."""
    base, token = parse.count(request.form.get("base", "")), request.form.get("token", "")
    if base is None or not token:
        abort(400)
    table = require_scorer_view(device_id(), game_id)
    result = hands.delete(table, hands.HandChange(hand, base, None, token[:40], "confirmed" in request.form))
    if isinstance(result, hands.Saved):
        return back_to_table(game_id, "Hand deleted.")
    if isinstance(result, hands.EndsEarlier):
        action = url_for("table.delete", game_id=game_id, hand=hand)
        return _ends_earlier(table, result, action), 409
    if isinstance(result, games.InvalidRecord):
        return back_to_table(game_id, f"Not deleted. {placed_faults(result.faults, 0)[0].message}")
    return back_to_table(game_id, "Not deleted: another phone just changed this hand. Check it again.")


@blueprint.post("/undo")
@hands.retry_if_changed
def undo(game_id: str) -> ResponseReturnValue:
    """Undo the last change."""
    mark, token = request.form.get("last", ""), request.form.get("token", "")
    if not is_mark(mark) or not token:
        abort(400)
    result = undo_marked(require_scorer_view(device_id(), game_id), mark, token[:40])
    if isinstance(result, games.InvalidRecord):
        return back_to_table(game_id, f"Not undone. {placed_faults(result.faults, 0)[0].message}")
    return back_to_table(game_id, "Undone." if result else "Not undone: another phone changed the game first.")


@blueprint.get("/history")
def history(game_id: str) -> str:
    """Every version of every hand, the latest first, in pages."""
    table = require_viewer(device_id(), game_id)
    versions = table.game.versions
    newer = min(parse.count(request.args.get("after")) or 0, len(versions))
    older = max(len(versions) - newer - VERSIONS_A_PAGE, 0)
    return render_template(
        "table/history.html",
        table=view(table),
        rows=version_rows(table, versions[older : len(versions) - newer]),
        newer=newer,
        older=older,
        next_page=newer + VERSIONS_A_PAGE,
        disputes=rulings(table),
        names=name_changes(table),
        token=new_key(),
    )


@blueprint.get("/hand")
@blueprint.get("/undo")
@blueprint.get("/preview")
@blueprint.get("/rematch")
def form_address(game_id: str) -> ResponseReturnValue:
    """Show the table to somebody who reloads the address of a form."""
    return back_to_table(game_id)


@blueprint.post("/rematch")
def rematch(game_id: str) -> ResponseReturnValue:
    """Start another game with the same seats."""
    limit(NEW_GAMES)
    result = games.rematch(require_viewer(device_id(), game_id), local_today())
    if isinstance(result, games.InvalidRecord):
        abort(400)
    return back_to_table(result.id)
