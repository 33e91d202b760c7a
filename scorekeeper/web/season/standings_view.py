"""Standings, the race chart and statistics as pages show them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeVar

from scorekeeper.actions.highlights import awards_of
from scorekeeper.actions.season.standings import (
    RecentStandings,
    all_meetings,
    form_of,
    race_of,
    ratings_of,
    recent_standings,
    standings_of,
)
from scorekeeper.actions.season.totals import PLAYERS
from scorekeeper.league import statistics
from scorekeeper.league.highlights import BOLDEST, Candidate
from scorekeeper.league.rating import Rating
from scorekeeper.league.results import Entrant, entrant_key
from scorekeeper.league.standings.counting import Way
from scorekeeper.league.standings.standings import ALL_ROWS, Movement, Row, Rows, Standings, why
from scorekeeper.league.totals import Meeting
from scorekeeper.league.words import called, counted, listed, number, ordinal, percent, whole_percent
from scorekeeper.rules import BY_SLUG
from scorekeeper.web.chart import Chart, Plot, draw
from scorekeeper.web.http.making import MadeOnce
from scorekeeper.web.season.views import Name, names_of, rating_words, shown_figure

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


#: The podium has so many steps.
PODIUM = 3
#: A page shows so many rows at first.
FIRST_ROWS = 100


@dataclass(frozen=True)
class FormMark:
    """One of the last games: where its mark stands, and whether it was won."""

    x: int
    won: bool


@dataclass(frozen=True)
class StandingRow:
    """One line of the standings as the page prints it."""

    key: str
    entrant: Entrant
    name: str
    place: int | None
    shared: bool
    figure: str
    #: The figure with its noun.
    figure_words: str
    nights: int
    games: int
    wins: str
    byes: int
    rating: str
    provisional: bool
    #: Places gained since the night before; None where nothing can be compared.
    gained: int | None = None
    #: It has a place for the first time.
    is_new: bool = False
    form: tuple[bool, ...] = ()

    @property
    def facts(self) -> str:
        """What stands behind the figure: nights, games, games won, byes."""
        nights = counted(self.nights, "night", "nights")
        byes = f", {counted(self.byes, 'bye', 'byes')}" if self.byes else ""
        return f"{nights}, {counted(self.games, 'game', 'games')}, {self.wins} won{byes}"

    @property
    def place_words(self) -> str:
        """The place as it is read in a sentence: 3rd, tied for 3rd, not ranked yet."""
        if self.place is None:
            return "not ranked yet"
        return f"tied for {ordinal(self.place)}" if self.shared else ordinal(self.place)

    @property
    def movement_words(self) -> str:
        """The movement for whoever does not see the arrow."""
        if self.is_new:
            return "new"
        if not self.gained:
            return "" if self.gained is None else "same place"
        return f"{'up' if self.gained > 0 else 'down'} {abs(self.gained)}"

    @property
    def form_words(self) -> str:
        """The last games in words, the latest last."""
        games = ", ".join("won" if won else "lost" for won in self.form)
        return f"Last {counted(len(self.form), 'game', 'games')}: {games}"

    @property
    def form_marks(self) -> list[FormMark]:
        """The last games as marks on one line."""
        return [FormMark(12 * index, won) for index, won in enumerate(self.form)]


@dataclass(frozen=True)
class TieAnswer:
    """Why one of two with the same figure is ahead, for the first such two."""

    ahead: str
    behind: str
    keys: tuple[str, str]
    reason: str


@dataclass(frozen=True)
class StandingView:
    """Standings, or some of their rows: the ranked, the others, and groups that only a drawn lot can separate."""

    kind: str
    unit: str
    placed: tuple[StandingRow, ...]
    others: tuple[StandingRow, ...]
    #: Their names in a sentence, and their keys.
    lots: tuple[tuple[str, tuple[str, ...]], ...]
    minimum_nights: int
    #: How many rows there are in all.
    size: int
    tie: TieAnswer | None = None
    race: RaceView | None = None
    #: The day of the night by which places changed.
    moved_on: dt.date | None = None

    @property
    def rows(self) -> tuple[StandingRow, ...]:
        """The ranked and the others."""
        return (*self.placed, *self.others)

    @property
    def others_size(self) -> int:
        """How many are not ranked yet; they are only shown below all who are."""
        return self.size - len(self.placed) if self.others else 0

    @property
    def podium(self) -> tuple[StandingRow, ...]:
        """The first three, unless somebody else shares their places."""
        first, rest = self.placed[:PODIUM], self.placed[PODIUM : PODIUM + 1]
        fits = len(first) == PODIUM and all(row.place != first[-1].place for row in rest)
        return first if fits else ()

    @property
    def has_form(self) -> bool:
        """Somebody has played lately."""
        return any(row.form for row in self.rows)

    def row_of(self, player: str) -> StandingRow | None:
        """The row of a player."""
        return next((row for row in self.rows if row.entrant == (player,)), None)


@dataclass(frozen=True)
class _Recent:
    """What happened lately, by entrant."""

    movement: Movement = field(default_factory=dict)
    form: Mapping[Entrant, Sequence[bool]] = field(default_factory=dict)


def standing_view(season: Any, kind: str, name: Name, table: Standings | None = None) -> StandingView:
    """The standings of a season without movement and form, as they are on paper."""
    return _view(season, kind, name, table or standings_of(season, kind), _Recent())


def recent_view(season: Any, kind: str, name: Name, rows: Rows = ALL_ROWS, me: str = "") -> StandingView:
    """The standings of a season with what changed lately, as a member sees them."""
    table, moved, moved_on = recent_standings(season, kind, rows)
    view = _view(season, kind, name, table, _Recent(moved, form_of(season)))
    return replace(view, tie=_first_tie(table, name), race=race_view(season, table, name, me), moved_on=moved_on)


def moved_view(season: Any, name: Name, recent: RecentStandings) -> StandingView:
    """The standings of players after a night, with what it changed."""
    view = _view(season, PLAYERS, name, recent.standings, _Recent(recent.movement))
    return replace(view, moved_on=recent.moved_on)


def page_rows(show: str | None, player: str = "") -> Rows:
    """The rows that a page shows: all if that was asked for, or the first ones and the row of whoever looks."""
    return ALL_ROWS if show == "all" else Rows(FIRST_ROWS, frozenset({(player,)}))


def _view(season: Any, kind: str, name: Name, table: Standings, recent: _Recent) -> StandingView:
    skill = ratings_of(season) if kind == PLAYERS else {}
    rows = [_row(row, table, name, skill, recent) for row in table.rows]
    return StandingView(
        kind,
        table.season.scheme.way.title,
        tuple(row for row in rows if row.place is not None),
        tuple(row for row in rows if row.place is None),
        tuple(_lot(group, name) for group in table.need_lot()),
        table.season.scheme.minimum_nights,
        table.size,
    )


def _lot(group: Sequence[Entrant], name: Name) -> tuple[str, tuple[str, ...]]:
    return listed([called(entrant, name) for entrant in group]), tuple(map(entrant_key, group))


def _row(row: Row, table: Standings, name: Name, skill: dict[str, Rating], recent: _Recent) -> StandingRow:
    rating = skill.get(row.entrant[0]) if len(row.entrant) == 1 else None
    way, gained = table.season.scheme.way, recent.movement.get(row.entrant)
    return StandingRow(
        entrant_key(row.entrant),
        row.entrant,
        called(row.entrant, name),
        row.place,
        row.level,
        shown_figure(way, row.figure),
        way.describe(row.figure),
        row.account.nights,
        row.account.totals.games,
        number(row.account.totals.wins),
        row.account.totals.byes,
        rating_words(rating) if rating else "",
        rating.provisional if rating else False,
        gained,
        gained is None and row.entrant in recent.movement,
        tuple(recent.form.get(row.entrant, ())),
    )


def _first_tie(table: Standings, name: Name) -> TieAnswer | None:
    """The first two neighbors that a tie-break has separated."""
    for ahead, behind in zip(table.rows, table.rows[1:], strict=False):
        if behind.place is not None and ahead.figure == behind.figure and ahead.place != behind.place:
            names = called(ahead.entrant, name), called(behind.entrant, name)
            keys = entrant_key(ahead.entrant), entrant_key(behind.entrant)
            return TieAnswer(*names, keys, why(table, ahead.entrant, behind.entrant, name))
    return None


#: More opponents do not fit into a grid that anybody reads.
LARGEST_GRID = 24
#: Records name so many of the games behind them.
MOST_LINKS = 3


@dataclass(frozen=True)
class AwardLine:
    """An award as pages show it: whose it is, what for, and how it is computed."""

    title: str
    names: str
    words: str
    rule: str


def award_lines(season: Any, name: Name) -> list[AwardLine]:
    """The awards of a season."""
    return [
        AwardLine(
            award.title,
            listed([called(holder.entrant, name) for holder in award.holders]),
            _award_words(award.id, award.holders[0]),
            award.rule,
        )
        for award in awards_of(season)
    ]


def _award_words(award_id: str, holder: Candidate) -> str:
    """What the holder did for it."""
    if holder.halves is not None:
        before, after = map(whole_percent, holder.halves)
        return f"from {before} to {after} of games won, {counted(holder.played, 'game', 'games')}"
    if award_id == BOLDEST:
        return f"won the bid in {whole_percent(holder.figure)} of {counted(holder.played, 'hand', 'hands')}"
    return f"won {whole_percent(holder.figure)} of {counted(holder.played, 'game', 'games')}"


def runs_of(runs: statistics.Streaks, name: Name) -> list[tuple[str, int, int]]:
    """Longest and current runs, the longest first."""
    streaks = [
        (name(player), len(run), len(runs.current[player])) for player, run in runs.longest.items() if len(run) > 1
    ]
    return sorted(streaks, key=lambda run: (-run[1], run[0].casefold()))[:10]


def grid_of(season: Any, players: Sequence[Entrant], name: Name) -> list[tuple[str, str, list[str]]]:
    """Everybody against everybody, by name and initials: games ahead of games met."""
    if not 1 < len(players) <= LARGEST_GRID:
        return []
    table = statistics.head_to_head(all_meetings(season), [player for (player,) in players])
    short = names_of(season, initials=True)
    return [(name(one), short(one), [_met(others.get(other)) for other in table]) for one, others in table.items()]


def _met(meeting: Meeting | None) -> str:
    return f"{number(meeting.ahead)}/{meeting.games}" if meeting and meeting.games else ""


def records_of(results: list[Any], name: Name) -> list[tuple[str, list[tuple[str, int, str, list[str]]]]]:
    """The records, a game at a time."""
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

#: A stranger gets so many rows of a table at most.
MOST_ROWS = 1_000
_made = MadeOnce[Any](most=32)


def made_once(season: Any, what: Hashable, make: Callable[[], V]) -> V:
    """A value that depends on the season and the names of its people alone."""
    names = tuple(member.name for member in season.club.members)
    value: V = _made.get_or_make((season.id, season.revision, season.initials, names, what), make)
    return value


def public_rows(show: str | None) -> Rows:
    """The rows that a stranger sees."""
    return Rows(MOST_ROWS) if show == "all" else page_rows(show)
