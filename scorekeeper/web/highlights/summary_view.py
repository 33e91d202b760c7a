"""Page values of a night's summary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.highlights import PlayedTable, Summary
from scorekeeper.league.results import Bye
from scorekeeper.league.standings.standings import Row, Standings, biggest_climb
from scorekeeper.league.words import called, counted, listed, number
from scorekeeper.rules import BY_SLUG
from scorekeeper.web.season.standings_view import StandingView, moved_view
from scorekeeper.web.season.views import ByeLine, Name, SideLine, bye_line, shown_figure, substitute_facts


@dataclass(frozen=True)
class TableLine:
    """A table of a round: its sides, and what is to be known of it besides."""

    number: int
    sides: tuple[SideLine, ...]
    facts: str


@dataclass(frozen=True)
class RoundView:
    """The tables of a round, and who sat out."""

    number: int
    tables: tuple[TableLine, ...]
    byes: tuple[ByeLine, ...]


@dataclass(frozen=True)
class NightRow:
    """One line of the night's own standings."""

    place: int | None
    shared: bool
    name: str
    figure: str
    facts: str
    is_me: bool


@dataclass(frozen=True)
class SummaryView:
    """The summary of a night as the page prints it."""

    winners: str
    #: What they have won by: the figure with its noun.
    winning: str
    #: "Winner" of a night that is over, "Leader" of one that is not.
    title: str
    unit: str
    rows: tuple[NightRow, ...]
    rounds: tuple[RoundView, ...]
    season: StandingView | None
    #: Who gained most places, in a sentence.
    climb: str


def summary_view(summary: Summary, name: Name, me: str = "") -> SummaryView:
    """The summary with the names that whoever looks may see."""
    standings = summary.standings
    way = standings.season.scheme.way
    best = [row for row in standings.rows if row.place == 1 and row.account.totals.games]
    title = "Winner" if summary.is_over else "Leader"
    return SummaryView(
        listed([called(row.entrant, name) for row in best]),
        way.describe(best[0].figure) if best else "",
        title if len(best) == 1 else f"{title}s",
        way.title,
        tuple(_night_row(row, standings, name, me) for row in standings.rows) if best else (),
        _rounds(summary, name),
        moved_view(summary.night.season, name, summary.season) if summary.season is not None else None,
        _climb(summary, name),
    )


def _night_row(row: Row, standings: Standings, name: Name, me: str) -> NightRow:
    totals = row.account.totals
    byes = f", {counted(totals.byes, 'bye', 'byes')}" if totals.byes else ""
    facts = f"{counted(totals.games, 'game', 'games')}, {number(totals.wins)} won{byes}"
    figure = shown_figure(standings.season.scheme.way, row.figure)
    return NightRow(row.place, row.level, called(row.entrant, name), figure, facts, row.entrant == (me,))


def _rounds(summary: Summary, name: Name) -> tuple[RoundView, ...]:
    """Every round in which a game has ended."""
    scheme, slugs = summary.standings.season.scheme, {table.result.game for table in summary.tables}
    byes: dict[int, list[Bye]] = {}
    for bye in summary.byes:
        byes.setdefault(bye.round, []).append(bye)
    return tuple(
        RoundView(
            number,
            tuple(_line(table, name, len(slugs) > 1) for table in summary.tables if table.row.round == number),
            tuple(bye_line(bye, scheme, name) for bye in byes.get(number, ())),
        )
        for number in sorted({table.row.round for table in summary.tables})
    )


def _line(table: PlayedTable, name: Name, says_game: bool) -> TableLine:
    result: Any = table.result
    sides = tuple(SideLine(called(side.players, name), number(side.points), side.won) for side in result.sides)
    facts = (
        BY_SLUG[result.game].name if says_game else "",
        *substitute_facts(result, name),
        "stopped early" if table.row.stopped else "",
        "" if table.row.counted else "does not count",
    )
    return TableLine(table.number, sides, ", ".join(filter(None, facts)))


def _climb(summary: Summary, name: Name) -> str:
    climb = biggest_climb(summary.season.movement) if summary.season is not None else None
    if climb is None:
        return ""
    names = listed([called(entrant, name) for entrant in climb.entrants])
    return f"Biggest climb: {names}, up {counted(climb.places, 'place', 'places')}."
