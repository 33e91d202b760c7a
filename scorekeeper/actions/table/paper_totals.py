"""Totals brought over from paper: agreed adjustments that the first finished hand carries.

A record has adjustments in hands alone, so the game keeps them until a hand is finished.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.table.access import Table
from scorekeeper.actions.table.changes import commit_change
from scorekeeper.actions.table.games import unwritable_text
from scorekeeper.rules import BY_SLUG

#: Why these points are there, unless the table says it in its own words.
REASON = "Brought over from paper"
LATE = "A hand is already saved. Correct its agreed adjustments instead."


def may_bring_totals(table: Table) -> bool:
    """No hand is finished yet, and the game has adjustments."""
    return table.may_score and BY_SLUG[table.game.slug].adjusts and not table.has_finished_hand


def bring_totals(table: Table, totals: Sequence[Any], why: str) -> Refusal | None:
    """Begin with these totals, one for each side; zeros for all begin at nothing."""
    table.check_scorer()
    if not may_bring_totals(table):
        return Refusal((LATE,))
    adjustments = [{"side": side, "points": points, "why": why} for side, points in enumerate(totals) if points != 0]
    game = BY_SLUG[table.game.slug]
    _, play = game.setting(len(table.game.players), game.with_defaults(table.game.options))
    if faults := play.fields["adjust"].check(adjustments):
        return Refusal(tuple(dict.fromkeys(fault.message for fault in faults)))
    if unwritable := unwritable_text(adjustments):
        return Refusal(tuple(fault.message for fault in unwritable.faults))
    table.game.paper = adjustments or None
    commit_change(table)
    return None


def carry_totals(table: Table, hand: int, base: int, facts: dict[str, Any] | None) -> dict[str, Any] | None:
    """The facts of a hand made from this version of it: the first finished one carries the totals from paper."""
    if not table.game.paper or facts is None or "open" in facts or any(other.hand < hand for other in table.hands):
        return facts
    adjustments = facts.get("adjust", [])
    if _was_finished(table, hand, base) or not isinstance(adjustments, list):
        return facts
    brought = [adjustment for adjustment in table.game.paper if adjustment not in adjustments]
    return facts | {"adjust": [*brought, *adjustments]}


def pass_totals_on(table: Table, hand: int) -> dict[int, dict[str, Any]]:
    """The first finished hand after one that is deleted, with the totals from paper that the deleted one carried."""
    brought = _brought_in(table, hand)
    others = {version.hand: version.facts or {} for version in table.hands if version.hand != hand}
    finished = (other for other, facts in others.items() if "open" not in facts)
    following = next(finished, None) if brought else None
    if following is None:
        return {}
    return {following: others[following] | {"adjust": [*brought, *others[following].get("adjust", [])]}}


def without_carried_totals(table: Table, hand: int, facts: dict[str, Any]) -> dict[str, Any]:
    """The facts of a hand to restore, without totals from paper that another hand carries by now."""
    others = [version.hand for version in table.hands if version.hand != hand]
    carried = [adjustment for other in others for adjustment in _brought_in(table, other)]
    own = [adjustment for adjustment in facts.get("adjust", []) if adjustment not in carried]
    return {key: own if key == "adjust" else value for key, value in facts.items() if key != "adjust" or own}


def _brought_in(table: Table, hand: int) -> list[dict[str, Any]]:
    """The totals from paper that a hand carries, as they are by now."""
    reasons = [adjustment["why"] for adjustment in table.game.paper or []]
    version = table.in_force.get(hand)
    facts = version.facts if version is not None and version.facts is not None else {}
    return [adjustment for adjustment in facts.get("adjust", []) if adjustment["why"] in reasons]


def _was_finished(table: Table, hand: int, number: int) -> bool:
    """The hand was finished in this version, so a correction of it says what it carries."""
    versions = (version for version in table.game.versions if (version.hand, version.number) == (hand, number))
    return any(version.facts is not None and "open" not in version.facts for version in versions)
