"""What a ruling does to the score: the hand that it would change, and the totals before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.table import hands
from scorekeeper.actions.table.access import Table
from scorekeeper.judge.disputes import Ruling
from scorekeeper.rules import Sheet
from scorekeeper.web.table.views import lines_of


@dataclass(frozen=True)
class Change:
    """One side's total now and after the ruling."""

    side: str
    now: int
    change: int
    after: int


@dataclass(frozen=True)
class Effect:
    """The hand that a ruling would change, how it would read then, and what that does to the score."""

    hand: int
    facts: dict[str, Any]
    #: Where the hand stands in the game, from 1.
    place: int
    #: The version that it replaces.
    base: int
    changes: Sequence[Change]
    lines: Sequence[Any]


def effect_of(ruling: Ruling, table: Table, hand: int) -> Effect | None:
    """The effect of a ruling at a table; None where there is no hand to change."""
    target = _hand_after(ruling, table, hand)
    if target is None:
        return None
    number, facts = target
    position = table.position(number)
    base = table.hands[position].number if position is not None else 0
    sheet = hands.preview_hand(table, number, facts)
    place = table.place(number)
    if not isinstance(sheet, Sheet) or place > len(sheet.hands):
        return Effect(number, facts, place, base, (), ())
    lines = lines_of(sheet, sheet.hands[place - 1])
    return Effect(
        number, facts, place, base, _changes(table.sheet, sheet, place), [line for line in lines if line.points]
    )


def _changes(now: Sheet, after: Sheet, place: int) -> list[Change]:
    """Every side's total with the hand at this place changed."""
    points = after.hands[place - 1].points
    before = now.hands[place - 1].points if place <= len(now.hands) else (0,) * len(points)
    rows = zip(now.sides, now.totals, before, points, strict=True)
    return [Change(side.name, total, then - first, total + then - first) for side, total, first, then in rows]


def _hand_after(ruling: Ruling, table: Table, hand: int) -> tuple[int, dict[str, Any]] | None:
    """The hand that the ruling would change, and how it would read then."""
    if ruling.hand is not None:
        return hand, dict(ruling.hand)
    if not ruling.adjust:
        return None
    scored = table.hands[: len(table.sheet.hands)]
    version = next((version for version in scored if version.hand == hand), scored[-1] if scored else None)
    if version is None or version.facts is None:
        return None
    return version.hand, version.facts | {"adjust": [*version.facts.get("adjust", []), *ruling.adjust]}
