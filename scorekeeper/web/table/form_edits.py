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
    """The form after a button that puts one entry into a list, or takes one or all of them out."""
    dropped = form.get("drop", "")
    entries = [(key, value) for key, value in form.items(multi=True) if not _is_in(key, dropped) and key not in void]
    path, is_put, value = form.get("put", "").partition("=")
    return ImmutableMultiDict([*entries, (path, value)] if is_put else entries)


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
