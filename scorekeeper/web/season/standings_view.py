"""Standings, the race chart and statistics as pages show them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar, cast

from scorekeeper.actions.season.standings import (
    all_meetings,
    form_of,
    race_of,
    ratings_of,
    recent_standings,
    standings_of,
)
from scorekeeper.actions.season.totals import PLAYERS, kind_of
from scorekeeper.league import statistics
from scorekeeper.league.rating import Rating
from scorekeeper.league.results import Entrant, entrant_key
from scorekeeper.league.standings.counting import Way
from scorekeeper.league.standings.standings import ALL_ROWS, Movement, Row, Rows, Standings
from scorekeeper.league.totals import Meeting
from scorekeeper.league.words import Name, called, counted, listed, number, ordinal, percent
from scorekeeper.rules import BY_SLUG
from scorekeeper.web.cache import Cache
from scorekeeper.web.chart import Chart, Plot, draw
from scorekeeper.web.event.tie_answer import TieAnswer, first_tie
from scorekeeper.web.season.views import names_of
from scorekeeper.web.template_filters import games_words, shown_figure

#: How many are in the race, not counting the member who looks.
RUNNERS = 5
#: Events needed for a race, both of the season and of everybody in it.
FEWEST_NIGHTS = 2


@dataclass(frozen=True)
class RaceView:
    """The race as a chart, and as a table with the figures after each event."""

    chart: Chart
    unit: str
    #: The number of the first event.
    first: int
    names: tuple[str, ...]
    events: tuple[tuple[str, ...], ...]


def race_view(season: Any, table: Standings, name: Name, me: str = "") -> RaceView | None:
    """The race of the first five and of the member `me`; None before the second event, or with fewer than two."""
    placed = [row for row in table.rows if row.place is not None and row.account.nights >= FEWEST_NIGHTS]
    runners = [row for index, row in enumerate(placed) if index < RUNNERS or row.entrant == (me,)]
    if len(runners) < 2 or table.season.nights_held < FEWEST_NIGHTS:
        return None
    entrants = [row.entrant for row in runners]
    figures, way = race_of(season, kind_of(entrants[0]), tuple(entrants)), table.season.scheme.way
    names = ["You" if entrant == (me,) else called(entrant, name) for entrant in entrants]
    first = table.season.nights_held - len(figures) + 1
    summary = _summary(names, runners, way, len(figures))
    write = _write_share if way.share else number
    own = entrants.index((me,)) if (me,) in entrants else None
    drawn = [[figure * 100 if way.share else figure for figure in event] for event in figures]
    plot = Plot(names, drawn, "Night", first, summary, None, write, RUNNERS + 1, own)
    events = tuple(tuple(shown_figure(way, figure) for figure in event) for event in figures)
    return RaceView(draw(plot), way.title, first, tuple(names), events)


def _write_share(figure: Fraction | int) -> str:
    """A percentage, without a decimal where it has none."""
    return f"{figure}%" if figure == int(figure) else percent(Fraction(figure, 100))


def _summary(names: Sequence[str], runners: Sequence[Row], way: Way, events: int) -> str:
    """The text alternative of the chart."""
    ends = [f"{name} {shown_figure(way, row.figure)}" for name, row in zip(names, runners, strict=True)]
    return f"{way.title} over {counted(events, 'night', 'nights')}. Now: {listed(ends)}."


#: Steps of the podium.
PODIUM = 3
#: Rows that a page shows at first.
FIRST_ROWS = 100


@dataclass(frozen=True)
class StandingLine:
    """A row of the standings with what pages write in it."""

    standing: Row
    name: str
    figure: str
    #: The figure with its noun.
    figure_words: str
    rating: Rating | None
    #: Places gained since the event before; None where nothing can be compared.
    gained: int | None = None
    #: It has a place for the first time.
    is_new: bool = False
    #: The last games, the latest last: whether each was won.
    form: tuple[bool, ...] = ()

    @property
    def key(self) -> str:
        """The entrant as addresses name it."""
        return entrant_key(self.standing.entrant)

    @property
    def facts(self) -> str:
        """Nights, games, games won, byes."""
        account = self.standing.account
        return f"{counted(account.nights, 'night', 'nights')}, {games_words(account.totals)}"

    @property
    def place_words(self) -> str:
        """The place in a sentence: 3rd, tied for 3rd, not ranked yet."""
        if self.standing.place is None:
            return "not ranked yet"
        return f"tied for {ordinal(self.standing.place)}" if self.standing.level else ordinal(self.standing.place)

    @property
    def movement_words(self) -> str:
        """The movement for people who do not see the arrow."""
        if not self.gained:
            return "" if self.gained is None else "same place"
        return f"{'up' if self.gained > 0 else 'down'} {abs(self.gained)}"


@dataclass(frozen=True)
class StandingView:
    """Standings, or some of their rows: the ranked, the others, and groups that only a drawn lot can separate."""

    kind: str
    unit: str
    placed: tuple[StandingLine, ...]
    others: tuple[StandingLine, ...]
    #: Their names in a sentence, and their keys.
    lots: tuple[tuple[str, tuple[str, ...]], ...]
    minimum_nights: int
    #: How many rows there are in all.
    size: int
    tie: TieAnswer | None = None
    race: RaceView | None = None
    #: The day of the event by which places changed.
    moved_on: dt.date | None = None

    @property
    def rows(self) -> tuple[StandingLine, ...]:
        """The ranked and the others."""
        return (*self.placed, *self.others)

    @property
    def others_size(self) -> int:
        """How many are not ranked yet; they are only shown below all who are."""
        return self.size - len(self.placed) if self.others else 0

    @property
    def podium(self) -> tuple[StandingLine, ...]:
        """The first three, unless somebody else shares their places."""
        first, rest = self.placed[:PODIUM], self.placed[PODIUM : PODIUM + 1]
        fits = len(first) == PODIUM and all(line.standing.place != first[-1].standing.place for line in rest)
        return first if fits else ()

    @property
    def has_form(self) -> bool:
        """Whether a row shows recent games."""
        return any(line.form for line in self.rows)

    def row_of(self, player: str) -> StandingLine | None:
        """The row of a player."""
        return next((line for line in self.rows if line.standing.entrant == (player,)), None)


def recent_view(season: Any, kind: str, name: Name, rows: Rows = ALL_ROWS, me: str = "") -> StandingView:
    """The standings of a season with what changed lately, as a member sees them."""
    table, moved, moved_on = recent_standings(season, kind, rows)
    view = standing_view(season, kind, name, table, moved, form_of(season))
    return replace(view, tie=first_tie(table, name), race=race_view(season, table, name, me), moved_on=moved_on)


def page_rows(show: str | None, player: str = "", most: Rows = ALL_ROWS) -> Rows:
    """The rows that a page shows: the most if asked for, otherwise the first ones and the row of the member."""
    return most if show == "all" else Rows(FIRST_ROWS, frozenset({(player,)}))


def standing_view(
    season: Any,
    kind: str,
    name: Name,
    table: Standings | None = None,
    movement: Movement | None = None,
    form: Mapping[Entrant, Sequence[bool]] | None = None,
) -> StandingView:
    """The standings of a season, without movement and form as they are on paper."""
    table = table or standings_of(season, kind)
    skill = ratings_of(season) if kind == PLAYERS else {}
    way, moved = table.season.scheme.way, movement or {}
    lines = [
        StandingLine(
            row,
            called(row.entrant, name),
            shown_figure(way, row.figure),
            way.describe(row.figure),
            skill.get(row.entrant[0]) if len(row.entrant) == 1 else None,
            moved.get(row.entrant),
            row.entrant in moved and moved[row.entrant] is None,
            tuple((form or {}).get(row.entrant, ())),
        )
        for row in table.rows
    ]
    return StandingView(
        kind,
        way.title,
        tuple(line for line in lines if line.standing.place is not None),
        tuple(line for line in lines if line.standing.place is None),
        tuple(
            (listed([called(entrant, name) for entrant in group]), tuple(map(entrant_key, group)))
            for group in table.need_lot()
        ),
        table.season.scheme.minimum_nights,
        table.size,
    )


#: The most players in a readable grid.
LARGEST_GRID = 24
#: How many games a record links to.
MOST_LINKS = 3


def runs_of(runs: statistics.Streaks, name: Name) -> list[tuple[str, int, int]]:
    """Longest and current runs, the longest first."""
    streaks = [
        (name(player), len(run), len(runs.current[player])) for player, run in runs.longest.items() if len(run) > 1
    ]
    return sorted(streaks, key=lambda run: (-run[1], run[0].casefold()))[:10]


def grid_of(season: Any, players: Sequence[Entrant], name: Name) -> list[tuple[str, str, list[str]]]:
    """Everybody against everybody, by name and initials: games finished ahead, out of games met."""
    if not 1 < len(players) <= LARGEST_GRID:
        return []
    table = statistics.head_to_head(all_meetings(season), [player for (player,) in players])
    short = names_of(season, initials=True)
    return [(name(one), short(one), [_met(others.get(other)) for other in table]) for one, others in table.items()]


def _met(meeting: Meeting | None) -> str:
    return f"{number(meeting.ahead)}/{meeting.games}" if meeting and meeting.games else ""


def records_of(results: list[Any], name: Name) -> list[tuple[str, list[tuple[str, int, str, list[str]]]]]:
    """The records, by game."""
    kinds = sorted({result.game for result in results})
    return [
        (
            BY_SLUG[kind].name,
            [
                (record.title, record.figure, called(record.holders, name), list(record.results[:MOST_LINKS]))
                for record in statistics.records([result for result in results if result.game == kind])
            ],
        )
        for kind in kinds
    ]


V = TypeVar("V")

#: The most rows of a public table.
MOST_ROWS = 1_000
_made = Cache[Any](most=32)


def made_once(season: Any, what: Hashable, make: Callable[[], V]) -> V:
    """A value that depends only on the season and the names of its members, built once for many requests."""
    names = tuple(member.name for member in season.club.members)
    return cast(V, _made.get_or_build((season.id, season.revision, season.initials, names, what), make))
