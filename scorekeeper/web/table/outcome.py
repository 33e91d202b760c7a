"""The outcome of a hand: what it would be worth, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import render_template

from scorekeeper.actions.table.access import Table
from scorekeeper.rules import Fault, Sheet
from scorekeeper.rules.fields import PerSide, Points
from scorekeeper.rules.values import LineKind, ScoredHand, figure
from scorekeeper.web.table.views import at_table, lines_of
from scorekeeper.web.template_filters import gain

#: What became of a bid, in a word.
RESULTS = {LineKind.MADE: "made", LineKind.MISSED: "missed"}


@dataclass(frozen=True)
class SideOutcome:
    """What a hand would bring one side."""

    name: str
    points: int
    total: int
    wins: bool
    #: Partners win; one player wins.
    is_many: bool


@dataclass(frozen=True)
class Summary:
    """A hand of many players in one line: what became of the bid, and that everything is counted."""

    headline: str
    check: str


def outcome(table: Table, hand: int, sheet: Sheet, facts: Mapping[str, Any]) -> str:
    """What a hand would be worth, as a piece of a page."""
    place = table.place(hand)
    if place > len(sheet.hands):
        return ""
    scored = sheet.hands[place - 1]
    sides = [
        SideOutcome(side.name, scored.points[index], scored.totals[index], index in sheet.winners, len(side.seats) > 1)
        for index, side in enumerate(sheet.sides)
    ]
    return render_template(
        "table/outcome.html",
        sides=sides,
        lines=lines_of(sheet, scored),
        failed=scored.failed,
        summary=_summary(table, sides, scored, facts) if len(sides) > 2 else None,
    )


def _summary(table: Table, sides: Sequence[SideOutcome], scored: ScoredHand, facts: Mapping[str, Any]) -> Summary:
    check = ", ".join(_counted(table, facts))
    headline = _wins(sides) or _bid_result(sides, scored)
    if not headline and not check:
        headline = ", ".join(f"{side.name} {gain(side.points)}" for side in sides if side.points)
    return Summary(headline, check)


def _wins(sides: Sequence[SideOutcome]) -> str:
    names = [side.name for side in sides if side.wins]
    return f"{' and '.join(names)} {'win' if len(names) > 1 else 'wins'} the game." if names else ""


def _bid_result(sides: Sequence[SideOutcome], scored: ScoredHand) -> str:
    bids = [line for line in scored.lines if line.kind in RESULTS and line.figures]
    return ", ".join(
        f"{sides[line.side].name} {RESULTS[line.kind]} {line.figures.bid}" for line in bids if line.figures
    )


def _counted(table: Table, facts: Mapping[str, Any]) -> Iterator[str]:
    """What was divided among the players, none of it missing."""
    for key, field in at_table(table)[1].fields.items():
        if isinstance(field, PerSide) and field.whole is not None and key in facts:
            unit = "points" if isinstance(field.number, Points) else field.label.lower()
            yield f"{figure(field.whole)} of {figure(field.whole)} {unit}"


def placed_faults(faults: Sequence[Fault], place: int) -> list[Fault]:
    """Faults of another hand are told as such, not beside the entries of this one."""
    here = [fault for fault in faults if fault.hand in (None, place)]
    return here or [Fault(f"Then hand {fault.hand} would be wrong: {fault.message}", fault.rule) for fault in faults]


def relevant_faults(faults: Sequence[Fault], facts: dict[str, Any], looking: bool) -> Sequence[Fault]:
    """While somebody is still entering, what is missing is no fault yet."""
    entered = [fault for fault in faults if fault.key in facts]
    return entered if entered or not looking else faults
