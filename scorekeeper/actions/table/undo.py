"""Undoing the last change of a game, whether it was a hand or a name."""

from __future__ import annotations

import re

from scorekeeper.actions.table import hands, names
from scorekeeper.actions.table.access import Table, require_scorer

#: A change of a hand by its id, or of names by its number.
MARK = re.compile(r"(names-)?([0-9]{1,9})")


def last_mark(table: Table) -> str:
    """Which change is the last one that can be undone; empty if there is none."""
    if not names.are_of_club(table) and names.last_change(table) is not None:
        return f"names-{table.game.names_number}"
    return str(table.last_version.id) if table.last_version else ""


def is_mark(text: str) -> bool:
    """A change can be meant by it."""
    return MARK.fullmatch(text) is not None


def undo(table: Table, mark: str, token: str) -> bool:
    """Undo the change that is meant; False if another one came after it."""
    match = MARK.fullmatch(mark)
    if match is None:
        raise ValueError(mark)
    number = int(match[2])
    if match[1]:
        # Nobody changes the names between the reading and the writing.
        table = require_scorer(table.device_id, table.game.id)
        return isinstance(names.undo(table, number, token), names.Renamed)
    return isinstance(hands.undo(table, number, token), hands.Saved)
