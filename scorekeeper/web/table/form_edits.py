"""Buttons that change a form and save nothing: one card more, one call back."""

from __future__ import annotations

from collections.abc import Collection

from werkzeug.datastructures import ImmutableMultiDict, MultiDict

from scorekeeper.actions.table.access import Table
from scorekeeper.rules.bidding.contract import CONTRACT
from scorekeeper.web.forms.auction import CALLS
from scorekeeper.web.table.hand_form import BID
from scorekeeper.web.table.views import at_table

Form = ImmutableMultiDict[str, str]

EDITS = frozenset({"do", "put", "drop"})


def edited(form: MultiDict[str, str], void: Collection[str] = ()) -> Form:
    """The form after a button that puts entries in, or takes one or all of a list out."""
    dropped = form.get("drop", "")
    put = [(path, value) for path, is_put, value in _assignments(form) if is_put]
    replaced = {*void, *(path for path, _ in put)}
    entries = [
        (key, value) for key, value in form.items(multi=True) if not _is_in(key, dropped) and key not in replaced
    ]
    return ImmutableMultiDict([*entries, *put])


def _assignments(form: MultiDict[str, str]) -> list[tuple[str, str, str]]:
    """What a button puts where: `path=value`, several of them joined by `&`."""
    return [assignment.partition("=") for assignment in form.get("put", "").split("&")]


def edited_hand(form: Form, table: Table, stage: str) -> Form:
    """The same for a hand's form, of which more may become void."""
    return edited(form, _void(form, table, stage))


def _is_in(key: str, dropped: str) -> bool:
    """An entry is what was taken out, or a part of it."""
    if not dropped:
        return False
    return key.startswith((f"{dropped}[", f"{dropped}.")) or (key == dropped and dropped.endswith("]"))


def _void(form: Form, table: Table, stage: str) -> tuple[str, ...]:
    """What followed from an auction, or was guessed before it: with another call it is to be found anew."""
    game = at_table(table)[0]
    touched = any(form.get(edit, "").startswith(CALLS) for edit in ("put", "drop"))
    if not touched or game.game.auction is None:
        return ()
    return CONTRACT if stage == BID else game.auction().decided_keys
