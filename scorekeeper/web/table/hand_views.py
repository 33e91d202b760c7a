"""The outcome of a hand before it is saved, and the versions of hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import render_template

from scorekeeper.actions.table import hands
from scorekeeper.actions.table.access import Table, device_name
from scorekeeper.actions.table.names import last_change
from scorekeeper.rulebook import Rule, rule
from scorekeeper.rules import Fault, Sheet
from scorekeeper.rules.fields import PerSide, Points
from scorekeeper.rules.values import LineKind, ScoredHand, figure
from scorekeeper.web.forms.describe import TableNames, describe
from scorekeeper.web.table.views import at_table, entry_names, lines_of
from scorekeeper.web.template_filters import gain

#: What became of a bid, in a word.
RESULTS = {LineKind.MADE: "made", LineKind.MISSED: "missed"}


@dataclass(frozen=True)
class SideOutcome:
    """What a hand would be worth to one side."""

    name: str
    points: int
    total: int
    wins: bool
    #: Partners win; one player wins.
    is_many: bool


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
    # A hand of many players in one line: what became of the bid, and that everything is counted.
    check = ", ".join(_counted(table, facts))
    headline = _wins(sides) or _bid_result(sides, scored)
    if not headline and not check:
        headline = ", ".join(f"{side.name} {gain(side.points)}" for side in sides if side.points)
    return render_template(
        "table/outcome.html",
        sides=sides,
        lines=lines_of(sheet, scored),
        failed=scored.failed,
        headline=headline,
        check=check,
    )


def _wins(sides: Sequence[SideOutcome]) -> str:
    names = [side.name for side in sides if side.wins]
    return f"{' and '.join(names)} {'win' if len(names) > 1 else 'wins'} the game." if names else ""


def _bid_result(sides: Sequence[SideOutcome], scored: ScoredHand) -> str:
    bids = [line for line in scored.lines if line.kind in RESULTS and line.figures]
    return ", ".join(
        f"{sides[line.side].name} {RESULTS[line.kind]} {line.figures.bid}" for line in bids if line.figures
    )


def _counted(table: Table, facts: Mapping[str, Any]) -> Iterator[str]:
    """What was divided completely among the players."""
    for key, field in at_table(table)[1].fields.items():
        if isinstance(field, PerSide) and field.whole is not None and key in facts:
            unit = "points" if isinstance(field.number, Points) else field.label.lower()
            yield f"{figure(field.whole)} of {figure(field.whole)} {unit}"


def placed_faults(faults: Sequence[Fault], place: int) -> list[Fault]:
    """The faults of the hand at this place; if there are none, those of other hands, with their numbers."""
    here = [fault for fault in faults if fault.hand in (None, place)]
    return here or [Fault(f"Then hand {fault.hand} would be wrong: {fault.message}", fault.rule) for fault in faults]


def relevant_faults(faults: Sequence[Fault], facts: dict[str, Any], looking: bool) -> Sequence[Fault]:
    """The faults to show: missing entries are no faults until the player asks for the outcome."""
    entered = [fault for fault in faults if fault.key in facts]
    return entered if entered or not looking else faults


Words = list[tuple[str, str]]
#: Shown where one of two versions lacks an entry.
ABSENT = "–"


@dataclass(frozen=True)
class VersionRow:
    """A version of a hand, as the history shows it."""

    #: The stored version.
    version: Any
    title: str
    facts: Words
    #: Points by side; empty where they were not asked for or cannot be known.
    points: list[tuple[str, int]]
    in_force: bool
    #: The phone that saved it.
    device: str


def version_rows(table: Table, versions: Sequence[Any], with_points: bool = False) -> list[VersionRow]:
    """Versions, the latest first."""
    places = {version.hand: place for place, version in enumerate(table.hands, 1)}
    force = {version.id for version in table.hands}
    return [
        VersionRow(
            version,
            f"Hand {places[version.hand]}" if version.hand in places else "Deleted hand",
            facts_in_words(version.facts, table, places.get(version.hand, 1)),
            points_of(table, version.hand, version.facts) if with_points else [],
            version.id in force,
            device_name(version.device_id),
        )
        for version in reversed(versions)
    ]


def facts_in_words(facts: dict[str, Any] | None, table: Table, place: int) -> Words:
    """The facts of a hand, entry by entry, in words."""
    fields = at_table(table)[1].fields
    names = TableNames(
        table.names_at(place), entry_names(table, place, facts or {}), [side.name for side in table.sheet.sides]
    )
    entries = [(fields[key], value) for key, value in (facts or {}).items() if key != "open"]
    return [(field.label, describe(field, value, names)) for field, value in entries] or [
        ("This hand", "deleted" if facts is None else "no bid yet")
    ]


def points_of(table: Table, hand: int, facts: dict[str, Any] | None) -> list[tuple[str, int]]:
    """What a version of a hand scores by side; nothing if it is open, deleted or wrong."""
    if facts is None or "open" in facts:
        return []
    sheet = hands.preview_hand(table, hand, facts)
    if not isinstance(sheet, Sheet):
        return []
    return [(side.name, points) for side, points in zip(sheet.sides, sheet.hands[-1].points, strict=True)]


def compare_facts(theirs: Words, mine: Words) -> list[tuple[str, str, str]]:
    """Two versions of a hand entry by entry, in the order of the first: label, theirs, mine."""
    one, other = dict(theirs), dict(mine)
    return [(label, one.get(label, ABSENT), other.get(label, ABSENT)) for label in one | other]


def last_change_words(table: Table) -> str:
    """What the last change was about, for the button that undoes it."""
    if last_change(table) is not None:
        return "names"
    last = table.last_version
    position = table.position(last.hand) if last is not None else None
    return "deleted hand" if position is None else f"hand {position + 1}"


def rulings(table: Table, hand: int | None = None) -> list[tuple[int, Any, Rule]]:
    """The disputes of a game (or of one hand), the latest first: place of the hand, stored dispute, rule."""
    places = {version.hand: place for place, version in enumerate(table.hands, 1)}
    return [
        (places.get(dispute.hand, len(table.hands) + 1), dispute, rule(dispute.rule))
        for dispute in reversed(table.game.disputes)
        if hand in (None, dispute.hand)
    ]
