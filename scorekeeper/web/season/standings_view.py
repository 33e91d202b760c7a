"""Page values of standings: rows with movement and form, the podium, the row of whoever looks."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.actions.season.standings import RecentStandings, form_of, ratings_of, recent_standings, standings_of
from scorekeeper.actions.season.totals import PLAYERS
from scorekeeper.league.rating import Rating
from scorekeeper.league.results import Entrant, entrant_key
from scorekeeper.league.standings.standings import ALL_ROWS, Movement, Row, Rows, Standings, why
from scorekeeper.league.words import called, counted, listed, number, ordinal
from scorekeeper.web.season.race_view import RaceView, race_view
from scorekeeper.web.season.views import Name, rating_words, shown_figure

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
