"""A game as a phone stores it, to go on without a network."""

from __future__ import annotations

from typing import Any

from scorekeeper.actions.table.access import Table


def game_copy(table: Table) -> dict[str, Any]:
    """The record, and which version of which hand each of its hands is."""
    return {
        "id": table.game.id,
        "record": table.record | _beside(table),
        "hands": [{"hand": version.hand, "number": version.number} for version in table.hands],
        "next_hand": table.next_hand,
        "revision": table.game.revision,
        "may_score": table.may_score,
    }


def _beside(table: Table) -> dict[str, Any]:
    """What the table has agreed on and no record holds."""
    paper: dict[str, Any] = {"paper": table.paper} if table.paper else {}
    return paper | ({"moves_seats": True} if table.game.moves_seats else {})
