"""Page values of the race for first place: a chart of the latest nights, and the same figures as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scorekeeper.actions.season.standings import race_of
from scorekeeper.league.results import Entrant
from scorekeeper.league.standings.counting import Way
from scorekeeper.league.standings.standings import Row, Standings
from scorekeeper.league.words import called, counted, listed, number, percent
from scorekeeper.web.finish.chart import Chart, Plot, draw
from scorekeeper.web.season.views import Name, shown_figure

#: So many are in the race, and whoever looks.
RUNNERS = 5
#: One night is no race, for the season and for anybody in it.
FEWEST_NIGHTS = 2


@dataclass(frozen=True)
class RaceRow:
    """Somebody in the race, with the figures after each night."""

    name: str
    figures: tuple[str, ...]


@dataclass(frozen=True)
class RaceView:
    """The race as a chart and as a table."""

    chart: Chart
    unit: str
    #: The numbers of the nights.
    nights: tuple[int, ...]
    rows: tuple[RaceRow, ...]


def race_view(season: Any, table: Standings, name: Name, me: str = "") -> RaceView | None:
    """The race of the first five, and of whoever looks; None before the second night, or with nobody to race."""
    runners = _runners(table, (me,))
    if len(runners) < 2 or table.season.nights_held < FEWEST_NIGHTS:
        return None
    entrants = [row.entrant for row in runners]
    figures, way = race_of(table, season, entrants), table.season.scheme.way
    names = ["You" if entrant == (me,) else called(entrant, name) for entrant in entrants]
    first = table.season.nights_held - len(figures) + 1
    summary = _summary(names, runners, way, len(figures))
    write = _write_share if way.share else number
    own = entrants.index((me,)) if (me,) in entrants else None
    plot = Plot(names, _scaled(figures, way), "Night", first, summary, None, write, RUNNERS + 1, own)
    rows = (
        RaceRow(name, tuple(shown_figure(way, night[index]) for night in figures)) for index, name in enumerate(names)
    )
    return RaceView(draw(plot), way.title, tuple(range(first, first + len(figures))), tuple(rows))


def _runners(table: Standings, me: Entrant) -> list[Row]:
    """The first of those who have played twice, and whoever looks."""
    placed = [row for row in table.rows if row.place is not None and row.account.nights >= FEWEST_NIGHTS]
    return [row for index, row in enumerate(placed) if index < RUNNERS or row.entrant == me]


def _scaled(figures: Sequence[Sequence[Fraction]], way: Way) -> list[list[Fraction]]:
    """The figures as they are drawn: shares as percentages."""
    return [[figure * 100 if way.share else figure for figure in night] for night in figures]


def _write_share(figure: Fraction | int) -> str:
    """A percentage, without a decimal where it has none."""
    return f"{figure}%" if figure == int(figure) else percent(Fraction(figure, 100))


def _summary(names: Sequence[str], runners: Sequence[Row], way: Way, nights: int) -> str:
    """What the chart shows, for people who hear it."""
    ends = [f"{name} {shown_figure(way, row.figure)}" for name, row in zip(names, runners, strict=True)]
    return f"{way.title} over {counted(nights, 'night', 'nights')}. Now: {listed(ends)}."
