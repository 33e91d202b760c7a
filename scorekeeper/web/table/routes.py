"""The table: the score, the hand being played, the hands so far; saving, correcting, undoing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.keys import new_key
from scorekeeper.actions.table import games, hands
from scorekeeper.actions.table.access import Table, seen, watched_revision
from scorekeeper.rules import Fault, Sheet
from scorekeeper.web import parse
from scorekeeper.web.device import device_id
from scorekeeper.web.forms.describe import TableNames, describe
from scorekeeper.web.http.page_cache import PageCache
from scorekeeper.web.night.views import game_night
from scorekeeper.web.table import chart
from scorekeeper.web.table.form_edits import EDITS, edited_hand
from scorekeeper.web.table.hand_form import BID, RESULT, WHOLE, Entering, current, entering
from scorekeeper.web.table.outcome import outcome
from scorekeeper.web.table.views import at_table, entry_names, hand_row, roles, rulings, tell_open, view

blueprint = Blueprint("table", __name__, url_prefix="/t/<game_id>")

STAGES = (BID, RESULT, WHOLE)
#: What a form says about itself; everything else it holds is what was entered.
OWN_KEYS = ("csrf_token", "base", "token", "hand", "confirmed", "do", "put", "drop")


@blueprint.get("")
def page(game_id: str) -> str:
    """The table as this device may see it."""
    if "X-Follow" not in request.headers:
        return _page(seen(device_id(), game_id))
    revision = watched_revision(device_id(), game_id)
    return _page(seen(device_id(), game_id)) if revision is None else _watched(game_id, revision)


def _watched(game_id: str, revision: int) -> str:
    """What all who watch are shown. The finish is everybody's own: a player accepts it there."""
    kept: PageCache = current_app.extensions["kept"]
    found = kept.get((game_id, revision))
    if found is not None:
        return found
    table = seen(device_id(), game_id)
    page = _page(table)
    if not table.sheet.over:
        kept.put((game_id, table.game.revision), page)
    return page


def _page(table: Table, entry: Entering | None = None, told: str = "") -> str:
    shown = view(table)
    if entry is None and not table.sheet.over and table.may_score:
        entry = entering(table, *current(table))
    last = max((version.id for version in table.game.versions), default=0)
    return render_template(
        ("table/finished.html" if shown.over and (entry is None or entry.stage != WHOLE) else "table/table.html"),
        table=shown,
        entry=entry if table.may_score else None,
        watched=None if table.may_score or table.sheet.open is None else tell_open(table, table.sheet.open),
        outcome=told,
        chart=chart.chart(table),
        last=last,
        undo_token=new_key(),
        roles=roles(table, entry.place if entry else None),
        address=_address(table, entry),
        night=game_night(table.game.id) if shown.over else None,
    )


def _address(table: Table, entry: Entering | None) -> str:
    """Where the page can be fetched again, also when it is the answer to a form."""
    if entry is None or table.position(entry.hand) is None or (entry.stage, entry.hand) == current(table):
        return url_for("table.page", game_id=table.game.id)
    return url_for("table.change", game_id=table.game.id, hand=entry.hand)


@blueprint.get("/hand/<int:hand>")
def hand_page(game_id: str, hand: int) -> str:
    """One hand: its lines with their reasons, and its versions; an open or a deleted one has its versions only."""
    table = seen(device_id(), game_id)
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
        rows=_versions(table, versions),
        base=versions[-1].number if position is not None else 0,
        token=new_key(),
        note=(versions[-1].facts or {}).get("note", ""),
        disputes=rulings(table, hand),
    )


def _versions(table: Table, versions: Sequence[Any]) -> list[tuple[Any, str, list[tuple[str, str]], bool]]:
    """Versions, the latest first: each with its hand's place, its facts in words, and whether it is in force."""
    places = {version.hand: place for place, version in enumerate(table.hands, 1)}
    force = {version.id for version in table.hands}
    return [
        (
            version,
            f"Hand {places[version.hand]}" if version.hand in places else "A hand since deleted",
            _spelled(version.facts, table, places.get(version.hand, 1)),
            version.id in force,
        )
        for version in reversed(versions)
    ]


@blueprint.post("/hand/<int:hand>/back/<int:version_id>")
def bring_back(game_id: str, hand: int, version_id: int) -> ResponseReturnValue:
    """Make an older version the one in force."""
    result = hands.bring_back(device_id(), game_id, version_id, request.form.get("token", "")[:40])
    if isinstance(result, hands.Saved):
        return _after(game_id, "Brought back.")
    if isinstance(result, games.InvalidRecord):
        return _after(game_id, f"Not brought back. {_placed(result.faults, 0)[0].message}")
    return _after(game_id, "Not brought back: the game would end before later hands. Change the hand instead.")


@blueprint.get("/hand/<int:hand>/change")
def change(game_id: str, hand: int) -> ResponseReturnValue:
    """Correct a hand with the same form and the same checks."""
    table = seen(device_id(), game_id)
    if table.position(hand) is None or not table.may_score:
        abort(404)
    still_open = "open" in ((table.hands[table.position(hand) or 0]).facts or {})
    return _page(table, entering(table, BID if still_open else WHOLE, hand))


@blueprint.post("/hand")
def save(game_id: str) -> ResponseReturnValue:
    """Save the bid, the result, or a correction; or only look at what it would do."""
    table = seen(device_id(), game_id)
    stage, hand = _which()
    if not EDITS.isdisjoint(request.form):
        looking = request.form.get("do") == "look"
        request.form = edited_hand(request.form, table, stage)
        return _looked(table, stage, hand, looking)
    entry = entering(table, stage, hand)
    if unsaid := entry.unsaid():
        return _page(table, entering(table, stage, hand, unsaid)), 422
    result = hands.save(device_id(), game_id, entry.entry("confirmed" in request.form))
    if isinstance(result, hands.Saved):
        facts = entry.facts()
        return _after(
            game_id, f"{tell_open(table, facts)}: noted." if "open" in facts else f"Hand {entry.place} saved."
        )
    if isinstance(result, hands.Conflict):
        return _conflict(table, entry, result), 409
    if isinstance(result, hands.EndsEarlier):
        return _ends_earlier(table, result, url_for("table.save", game_id=game_id)), 409
    return _page(table, entering(table, stage, hand, _placed(result.faults, entry.place))), 422


def _placed(faults: Sequence[Fault], place: int) -> list[Fault]:
    """Faults of another hand are told as such, not beside the entries of this one."""
    here = [fault for fault in faults if fault.hand in (None, place)]
    return here or [Fault(f"Then hand {fault.hand} would be wrong: {fault.message}", fault.rule) for fault in faults]


def _ends_earlier(table: Table, result: hands.EndsEarlier, action: str) -> str:
    """Ask before hands are dropped."""
    kept = [(key, value) for key, value in request.form.items(multi=True) if key not in ("csrf_token", "confirmed")]
    return render_template(
        "table/ends_earlier.html", table=view(table), dropped=len(result.dropped), sent=kept, action=action
    )


def _which() -> tuple[str, int]:
    """The moment and the hand that a form is about."""
    stage, hand = request.form.get("stage", ""), parse.count(request.form.get("hand", ""))
    if stage not in STAGES or not hand:
        abort(400)
    return stage, hand


def _looked(table: Table, stage: str, hand: int, looking: bool) -> str:
    """The same page with what would come of it."""
    facts = entering(table, stage, hand).facts()
    result = hands.preview_hand(device_id(), table.game.id, hand, facts)
    if isinstance(result, Sheet):
        return _page(table, entering(table, stage, hand), outcome(table, hand, result))
    return _page(table, entering(table, stage, hand, _relevant(result, facts, looking)))


def _relevant(faults: Sequence[Fault], facts: dict[str, Any], looking: bool) -> Sequence[Fault]:
    """While somebody is still entering, what is missing is no fault yet."""
    entered = [fault for fault in faults if fault.key in facts]
    return entered if entered or not looking else faults


@blueprint.post("/preview")
def preview(game_id: str) -> ResponseReturnValue:
    """What would come of it, as a piece of the page; nothing is saved."""
    table = seen(device_id(), game_id)
    stage, hand = _which()
    result = hands.preview_hand(device_id(), game_id, hand, entering(table, stage, hand).facts())
    if isinstance(result, Sheet):
        return outcome(table, hand, result)
    return render_template("table/missing.html", faults=result[:2])


def _conflict(table: Table, entry: Entering, result: hands.Conflict) -> str:
    """Both versions side by side; the table chooses."""
    theirs = result.theirs
    return render_template(
        "table/conflict.html",
        table=view(table),
        theirs=theirs,
        theirs_told=_spelled(theirs.facts, table, entry.place),
        mine_told=_spelled(entry.facts(), table, entry.place),
        sent=_sent(),
        token=new_key(),
        next_hand=table.next_hand,
        place=entry.place,
    )


def _spelled(facts: dict[str, Any] | None, table: Table, place: int) -> list[tuple[str, str]]:
    """The facts of a hand, entry by entry, in words."""
    fields = at_table(table)[1].fields
    names = TableNames(table.game.players, entry_names(table, place), [side.name for side in table.sheet.sides])
    entries = [(fields[key], value) for key, value in (facts or {}).items() if key != "open"]
    return [(field.label, describe(field, value, names)) for field, value in entries] or [
        ("This hand", "deleted" if facts is None else "nothing known yet")
    ]


def _sent() -> list[tuple[str, str]]:
    """What was entered, to be sent once more."""
    return [(key, value) for key, value in request.form.items(multi=True) if key not in OWN_KEYS]


@blueprint.post("/hand/<int:hand>/delete")
def delete(game_id: str, hand: int) -> ResponseReturnValue:
    """Take a hand out."""
    base, token = parse.count(request.form.get("base", "")), request.form.get("token", "")
    if base is None or not token:
        abort(400)
    sure = "confirmed" in request.form
    result = hands.delete(device_id(), game_id, hands.Entry(hand, base, None, token[:40], sure))
    if isinstance(result, hands.Saved):
        return _after(game_id, "Hand deleted.")
    if isinstance(result, hands.EndsEarlier):
        action = url_for("table.delete", game_id=game_id, hand=hand)
        return _ends_earlier(seen(device_id(), game_id), result, action), 409
    if isinstance(result, games.InvalidRecord):
        return _after(game_id, f"Not deleted. {_placed(result.faults, 0)[0].message}")
    return _after(game_id, "Not deleted: somebody has just changed this hand. Look at it once more.")


@blueprint.post("/undo")
def undo(game_id: str) -> ResponseReturnValue:
    """Take back the last change."""
    last, token = parse.count(request.form.get("last", "")), request.form.get("token", "")
    if last is None or not token:
        abort(400)
    result = hands.undo(device_id(), game_id, last, token[:40])
    if isinstance(result, hands.Saved):
        return _after(game_id, "Taken back.")
    return _after(game_id, "Nothing taken back: somebody has changed the game meanwhile.")


def _after(game_id: str, said: str) -> ResponseReturnValue:
    flash(said)
    return redirect(url_for("table.page", game_id=game_id), 303)


@blueprint.get("/history")
def history(game_id: str) -> str:
    """Every version of every hand, the latest first."""
    table = seen(device_id(), game_id)
    rows = _versions(table, table.game.versions)
    return render_template("table/history.html", table=view(table), rows=rows, disputes=rulings(table), token=new_key())


@blueprint.get("/hand")
@blueprint.get("/undo")
@blueprint.get("/preview")
@blueprint.get("/rematch")
def back_to_the_table(game_id: str) -> ResponseReturnValue:
    """A form's address in the address bar: the table is meant."""
    return redirect(url_for("table.page", game_id=game_id), 303)


@blueprint.post("/rematch")
def rematch(game_id: str) -> ResponseReturnValue:
    """The same seats once more."""
    result = games.rematch(device_id(), game_id)
    if isinstance(result, games.InvalidRecord):
        abort(400)
    return redirect(url_for("table.page", game_id=result.id), 303)
