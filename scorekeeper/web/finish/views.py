"""Page values of a finish: the winners, the final ranking, and the key moments in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from scorekeeper.actions.table.access import Table
from scorekeeper.league.words import listed
from scorekeeper.rules.moments import Lead, Moment, MomentKind, key_moments, winners_lead
from scorekeeper.rules.values import figure
from scorekeeper.web.finish.chart import Chart, chart
from scorekeeper.web.finish.preview import Preview, link_preview
from scorekeeper.web.finish.ranking import FinalSide, final_sides, headline
from scorekeeper.web.table.views import at_table, describe_hand
from scorekeeper.web.template_filters import gain

#: More hands are not named one by one.
MOST_HANDS_NAMED = 4
#: So many moments stand on the page.
MOST_MOMENTS = 3
#: A pause of hours says nothing about how long people played.
LONGEST_GAME = timedelta(hours=12)

STORIES = {
    Lead.ALWAYS: "They led from the first hand to the last.",
    Lead.AT_THE_END: "They led only once: at the end.",
    Lead.SOMETIMES: "",
}
LABELS = {
    MomentKind.BIGGEST_HAND: "Biggest hand",
    MomentKind.COSTLIEST_HAND: "Costliest hand",
    MomentKind.COMEBACK: "Comeback",
    MomentKind.LEAD_CHANGES: "Lead changes",
    MomentKind.HIGHEST_BID: "Highest bid made",
    MomentKind.MOST_SETS: "Most sets",
    MomentKind.NO_SETS: "Every bid was made",
}


@dataclass(frozen=True)
class MomentRow:
    """A key moment in words."""

    label: str
    words: str
    figure: str


@dataclass(frozen=True)
class Finish:
    """All that the finish page shows beside the sheet."""

    headline: str
    story: str
    #: The best first.
    sides: tuple[FinalSide, ...]
    moments: tuple[MomentRow, ...]
    chart: Chart | None
    played: str
    #: The link by which others see the result, and what a messenger shows of it.
    preview: Preview


def finish(table: Table) -> Finish:
    """The finish of a game that is over."""
    sheet, end = table.sheet, at_table(table)[1].end.facts()
    story = STORIES[winners_lead(sheet, end["lowest"])]
    return Finish(
        headline(table),
        story,
        final_sides(table),
        _moment_rows(table, key_moments(sheet, end["lowest"]), story),
        chart(sheet, end["points"]),
        _played(table),
        link_preview(table, table.game.watch_key),
    )


def _moment_rows(table: Table, moments: Sequence[Moment], story: str) -> tuple[MomentRow, ...]:
    """The first moments in words; what is told already is left out."""
    biggest = next((moment.hands for moment in moments if moment.kind is MomentKind.BIGGEST_HAND), None)
    fresh = [
        moment
        for moment in moments
        if not (moment.kind is MomentKind.HIGHEST_BID and moment.hands == biggest)
        and not (moment.kind is MomentKind.LEAD_CHANGES and story)
    ]
    return tuple(
        MomentRow(LABELS[moment.kind], _moment_words(table, moment), _moment_figure(moment))
        for moment in fresh[:MOST_MOMENTS]
    )


def _moment_figure(moment: Moment) -> str:
    return gain(moment.figure) if moment.kind is MomentKind.BIGGEST_HAND else figure(moment.figure)


def _moment_words(table: Table, moment: Moment) -> str:
    if moment.kind is MomentKind.COMEBACK:
        return f"behind after hand {moment.hands[0]}"
    bid = _bid_words(table, moment)
    return bid or ", ".join(filter(None, (_whose(table, moment), _hand_numbers(moment.hands))))


def _bid_words(table: Table, moment: Moment) -> str:
    """The bid of a single hand, if the side that the moment is about won the bid."""
    if len(moment.hands) != 1 or len(moment.sides) != 1:
        return ""
    version, seats = table.hands[moment.hands[0] - 1], table.sheet.sides[moment.sides[0]].seats
    facts = version.facts or {}
    return describe_hand(facts, table.names_in(version.hand)) if facts.get("bidder") in seats else ""


def _whose(table: Table, moment: Moment) -> str:
    """The bidder, if it is one player in all of these hands; otherwise the sides."""
    if not moment.sides:
        return ""
    sides = [table.sheet.sides[side] for side in moment.sides]
    names = {_bidder(table, place, sides[0].seats) for place in moment.hands}
    if len(sides) == len(names) == 1 and (name := names.pop()):
        return name
    return listed([side.name for side in sides])


def _bidder(table: Table, place: int, seats: Sequence[int]) -> str:
    """Who won the bid of a hand, if it was one of these seats."""
    version = table.hands[place - 1]
    seat: int = (version.facts or {}).get("bidder", -1)
    return table.names_in(version.hand)[seat] if seat in seats else ""


def _hand_numbers(hands: Sequence[int]) -> str:
    if not 0 < len(hands) <= MOST_HANDS_NAMED:
        return ""
    return f"hand {hands[0]}" if len(hands) == 1 else f"hands {listed([str(hand) for hand in hands])}"


def _played(table: Table) -> str:
    """How many hands, and in how much time where the hands were entered as they were played."""
    count = len(table.sheet.hands)
    hands = f"{count} hand{'s' if count > 1 else ''}"
    saved = [version.at for version in table.hands]
    minutes = round((max(saved) - table.game.created_at) / timedelta(minutes=1)) if saved else 0
    return f"{hands} in {_duration(minutes)}" if 0 < minutes <= LONGEST_GAME / timedelta(minutes=1) else hands


def _duration(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    parts = [f"{hours} hour{'s' if hours > 1 else ''}" if hours else "", f"{rest} minute{'s' if rest != 1 else ''}"]
    return " ".join(part for part in parts if part)
