"""Page values of a season: names, rows of a standing, charts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scorekeeper.actions.season.access import SeasonAccess, require_season
from scorekeeper.actions.season.draft import draft_of
from scorekeeper.actions.season.standings import ratings_of, standings_of
from scorekeeper.actions.season.totals import PLAYERS
from scorekeeper.league.rating import Rating
from scorekeeper.league.rating import ladder as in_order
from scorekeeper.league.results.result import Counts, Entrant, Side, entrant_key
from scorekeeper.league.standings.counting import Scheme, Way
from scorekeeper.league.standings.standings import Row, Standings
from scorekeeper.league.standings.tie_breaks import TIES
from scorekeeper.league.totals.handicap import Rolling
from scorekeeper.league.words import called, counted, listed, number, percent
from scorekeeper.rules import BY_SLUG
from scorekeeper.web.session import require_account

Name = Callable[[str], str]


def names_of(season: Any, initials: bool = False) -> Name:
    """How people are called: by their names, or by initials that stay apart."""
    names = {str(member.id): member.name for member in season.club.members}
    if initials:
        names = _apart({who: _initials(name) for who, name in names.items()})
    return lambda player: names.get(player, "?")


def _initials(name: str) -> str:
    return " ".join(f"{word[0].upper()}." for word in name.split())


def _apart(names: dict[str, str]) -> dict[str, str]:
    used: dict[str, int] = {}
    distinct = {}
    for who, name in names.items():
        used[name] = used.get(name, 0) + 1
        distinct[who] = name if used[name] == 1 else f"{name} {used[name]}"
    return distinct


@dataclass(frozen=True)
class StandingRow:
    """One line of a standing as the page prints it."""

    key: str
    entrant: Entrant
    name: str
    place: int | None
    shared: bool
    figure: str
    nights: int
    games: int
    wins: str
    rating: str
    provisional: bool


@dataclass(frozen=True)
class StandingView:
    """A standing: the placed, the others, and groups that only a lot can part."""

    kind: str
    unit: str
    placed: tuple[StandingRow, ...]
    others: tuple[StandingRow, ...]
    lots: tuple[tuple[str, ...], ...]
    keys: tuple[tuple[str, ...], ...]

    @property
    def rows(self) -> tuple[StandingRow, ...]:
        """All of them."""
        return (*self.placed, *self.others)


def shown_figure(way: Way, figure: Fraction | int) -> str:
    """A figure as the table prints it."""
    return percent(figure) if way.share else number(figure)


def standing_view(season: Any, kind: str, name: Name, table: Standings | None = None) -> StandingView:
    """The standing of a season."""
    table = table or standings_of(season, kind)
    skill = ratings_of(season) if kind == PLAYERS else {}
    rows = [standing_row(row, table, name, skill) for row in table.rows]
    groups = table.need_lot()
    return StandingView(
        kind,
        table.season.scheme.way.title,
        tuple(row for row in rows if row.place is not None),
        tuple(row for row in rows if row.place is None),
        tuple(tuple(called(who, name) for who in group) for group in groups),
        tuple(tuple(entrant_key(who) for who in group) for group in groups),
    )


def standing_row(row: Row, table: Standings, name: Name, skill: dict[str, Rating]) -> StandingRow:
    """One line."""
    rating = skill.get(row.entrant[0]) if len(row.entrant) == 1 else None
    return StandingRow(
        entrant_key(row.entrant),
        row.entrant,
        called(row.entrant, name),
        row.place,
        row.level,
        shown_figure(table.season.scheme.way, row.figure),
        row.account.nights,
        row.account.totals.games,
        number(row.account.totals.wins),
        rating_words(rating) if rating else "",
        rating.provisional if rating else False,
    )


def rating_words(rating: Rating) -> str:
    """A rating with its uncertainty."""
    return f"{rating.mu:.1f} ± {2 * rating.sigma:.1f}"


def scheme_words(season: Any, scheme: Scheme, fixed: dict[str, int], rolling: Rolling | None, name: Name) -> list[str]:
    """How a season is counted, in sentences."""
    way = scheme.way
    sentences = [f"{way.title}: {way.words}"]
    if "places" in way.id:
        sentences.append(f"Points by place: {', '.join(map(str, scheme.points_by_place))}.")
    if scheme.cap is not None:
        sentences.append(f"No lead in a game counts for more than {scheme.cap}.")
    if scheme.bye:
        sentences.append(f"A bye adds {way.describe(scheme.bye)}.")
    sentences += _night_words(scheme)
    if scheme.substitutes_count:
        sentences.append("Games as a substitute count for the substitute.")
    sentences += _handicap_words(fixed, rolling, name)
    order = [TIES[key].title.lower() for key in scheme.ties]
    sentences.append(
        f"Who is level is parted by {', then '.join(order)}." if order else "Who is level shares the place."
    )
    return sentences


def _night_words(scheme: Scheme) -> list[str]:
    sentences = []
    if scheme.best is not None:
        sentences.append(f"The best {_so_many(scheme.best, 'night counts', 'nights count')}.")
    if scheme.drop:
        sentences.append(
            f"The worst {_so_many(scheme.drop, 'night is', 'nights are')} dropped; missed ones come first."
        )
    if scheme.minimum_nights:
        sentences.append(f"A place needs {counted(scheme.minimum_nights, 'night', 'nights')}.")
    return sentences


def _so_many(count: int, one: str, many: str) -> str:
    return one if count == 1 else f"{count} {many}"


def _handicap_words(fixed: dict[str, int], rolling: Rolling | None, name: Name) -> list[str]:
    if rolling is not None:
        share = percent(rolling.share)
        return [
            f"Rolling handicap: {share} of the distance to the best average of the last "
            f"{counted(rolling.nights, 'night', 'nights')}, at most {rolling.highest} a game."
        ]
    handicaps = [f"{name(who)} {points}" for who, points in fixed.items() if points]
    return [f"Handicaps a game: {listed(handicaps)}."] if handicaps else []


def game_words(season: Any) -> str:
    """What is played."""
    if season.slug is None:
        return "any game"
    name = BY_SLUG[season.slug].name
    return name if season.options is None else f"{name}, agreed options"


@dataclass(frozen=True)
class Bar:
    """A bar of a chart."""

    name: str
    count: int
    width: float
    color: str


def bars(counts: Counts) -> list[Bar]:
    """Counts as bars, the largest as wide as the chart."""
    most = max((times for _, times in counts), default=0)
    return [Bar(name, times, 100 * times / most, name) for name, times in counts]


@dataclass(frozen=True)
class Rung:
    """A rating on the ladder, with where its range lies in a picture a hundred wide."""

    key: str
    name: str
    words: str
    games: int
    provisional: bool
    low: float
    high: float
    middle: float


def rungs(skill: dict[str, Rating], name: Name) -> list[Rung]:
    """Everybody's rating, settled ones first."""
    if not skill:
        return []
    low = min(rating.span[0] for rating in skill.values())
    high = max(rating.span[1] for rating in skill.values())
    scale = 100 / max(0.1, high - low)
    return [
        Rung(
            who,
            name(who),
            rating_words(rating),
            rating.games,
            rating.provisional,
            (rating.span[0] - low) * scale,
            (rating.span[1] - low) * scale,
            (rating.mu - low) * scale,
        )
        for who, rating in in_order(skill)
    ]


@dataclass(frozen=True)
class SideLine:
    """A side of a finished game."""

    names: str
    points: str
    won: bool


@dataclass(frozen=True)
class GameLine:
    """A finished game as lists show it: its sides, and what is to be known of it besides."""

    id: str
    round: int
    sides: tuple[SideLine, ...]
    facts: str = ""


def game_line(row: Any, sides: Sequence[Side], name: Name, *facts: str) -> GameLine:
    """A game of a list."""
    lines = tuple(SideLine(called(side.players, name), number(side.points), side.won) for side in sides)
    return GameLine(row.game_id, row.round, lines, ", ".join(filter(None, facts)))


def open_season(club_id: str, season_id: str) -> tuple[SeasonAccess, Name]:
    """The season, for somebody of its club."""
    access = require_season(require_account().id, club_id, season_id)
    return access, names_of(access.season)


def words_of(access: SeasonAccess, name: Name) -> list[str]:
    """How it is counted."""
    draft = draft_of(access.season)
    return scheme_words(access.season, draft.scheme, draft.fixed, draft.rolling, name)
