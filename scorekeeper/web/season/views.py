"""Page values of a season: names, how it is counted, charts, finished games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scorekeeper.actions.season.details import SeasonAccess, require_season
from scorekeeper.actions.season.seasons import draft_of
from scorekeeper.league.rating import Rating
from scorekeeper.league.rating import ladder as in_order
from scorekeeper.league.results import Bye, Counts, Entrant, Result, Side
from scorekeeper.league.standings.counting import FOR_ABSENT, FOR_SUBSTITUTE, SUBSTITUTES, Scheme, Way
from scorekeeper.league.standings.tie_breaks import TIES
from scorekeeper.league.totals import Rolling
from scorekeeper.league.words import called, counted, days, listed, number, percent
from scorekeeper.rules import BY_SLUG
from scorekeeper.web.session import require_account

Name = Callable[[str], str]


def names_of(season: Any, initials: bool = False) -> Name:
    """How people are called: by their names, or by initials that stay apart."""
    names = {str(member.id): member.name for member in season.club.members}
    if initials:
        names = _apart({player: _initials(name) for player, name in names.items()})
    return lambda player: names.get(player, "?")


def _initials(name: str) -> str:
    return " ".join(f"{word[0].upper()}." for word in name.split())


def _apart(names: dict[str, str]) -> dict[str, str]:
    used: dict[str, int] = {}
    distinct = {}
    for player, name in names.items():
        used[name] = used.get(name, 0) + 1
        distinct[player] = name if used[name] == 1 else f"{name} {used[name]}"
    return distinct


def shown_figure(way: Way, figure: Fraction | int) -> str:
    """A figure as the standings print it."""
    return percent(figure) if way.share else number(figure)


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
        sentences.append(f"A lead counts for at most {scheme.cap} points per game.")
    if scheme.bye:
        sentences.append(f"A bye adds {way.describe(scheme.bye)}.")
    sentences += _night_words(scheme)
    sentences.append(
        f"A substitute’s game counts for {SUBSTITUTES[scheme.substitutes].lower()}, and among partnerships for the one "
        "that was drawn. Bids count only for the player who made them."
    )
    sentences += _handicap_words(fixed, rolling, name)
    order = [TIES[key].title.lower() for key in scheme.ties]
    sentences.append(f"Tie-breaks, in order: {', '.join(order)}." if order else "Tied players share a place.")
    return sentences


def _night_words(scheme: Scheme) -> list[str]:
    sentences = []
    if scheme.best is not None:
        sentences.append(f"The best {_so_many(scheme.best, 'night counts', 'nights count')}.")
    if scheme.drop:
        sentences.append(
            f"The worst {_so_many(scheme.drop, 'night is', 'nights are')} dropped. Missed nights are dropped first."
        )
    if scheme.minimum_nights:
        sentences.append(f"You need {counted(scheme.minimum_nights, 'night', 'nights')} to be ranked.")
    return sentences


def _so_many(count: int, one: str, many: str) -> str:
    return one if count == 1 else f"{count} {many}"


def _handicap_words(fixed: dict[str, int], rolling: Rolling | None, name: Name) -> list[str]:
    if rolling is not None:
        return [
            f"Rolling handicap: {number(100 * rolling.share)}% of the gap to the best average of the last "
            f"{counted(rolling.nights, 'night', 'nights')}, at most {rolling.highest} points per game."
        ]
    handicaps = [f"{name(player)} {points}" for player, points in fixed.items() if points]
    return [f"Handicaps per game: {listed(handicaps)}."] if handicaps else []


def game_words(season: Any) -> str:
    """What is played."""
    if season.slug is None:
        return "Any game"
    name = BY_SLUG[season.slug].name
    return name if season.options is None else f"{name} with house rules"


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
    #: The lower end of the range, by which the ladder is sorted.
    at_least: str
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
            player,
            name(player),
            rating_words(rating),
            f"{rating.span[0]:.1f}",
            rating.games,
            rating.provisional,
            (rating.span[0] - low) * scale,
            (rating.span[1] - low) * scale,
            (rating.mu - low) * scale,
        )
        for player, rating in in_order(skill)
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


@dataclass(frozen=True)
class ByeLine:
    """A bye as lists show it: whose, what it adds, and who of a partnership played with somebody else."""

    round: int
    names: str
    gain: str
    #: What it adds, with its noun.
    words: str
    facts: str = ""


def bye_line(bye: Bye, scheme: Scheme, name: Name) -> ByeLine:
    """A bye of a list."""
    adds = scheme.bye if not scheme.way.share else Fraction(0)
    words = f"adds {scheme.way.describe(adds)}" if adds else "adds nothing"
    facts = f"{listed([*map(name, bye.played)])} played with someone else" if bye.played else ""
    return ByeLine(bye.round, called(bye.players, name), f"+{number(adds)}" if adds else "0", words, facts)


def substitute_facts(result: Result, name: Name) -> list[str]:
    """Who played for whom."""
    pairs = [(own.player, own.instead_of) for own in result.substitutes]
    return [
        f"{name(player)} for {name(absent)}" if absent else f"{name(player)} helped out" for player, absent in pairs
    ]


def own_substitute_facts(result: Result, scheme: Scheme, entrant: Entrant, name: Name) -> list[str]:
    """Who played for whom, and for the two whether the game counts for them."""
    facts, (player, *others) = substitute_facts(result, name), entrant
    helped, was_absent = result.stood_in(player), any(own.instead_of == player for own in result.substitutes)
    counts = (helped and scheme.substitutes == FOR_SUBSTITUTE) or (was_absent and scheme.substitutes == FOR_ABSENT)
    if others or not (helped or was_absent):
        return facts
    return [*facts, f"counts for {name(player)}" if counts else f"does not count for {name(player)}"]


def season_facts(season: Any, nights: int, games: int) -> str:
    """The line below a season's name: its days, what is played, how much was played."""
    played = f"{counted(nights, 'night', 'nights')}, {counted(games, 'game', 'games')}"
    return ". ".join((days(season.starts, season.ends), game_words(season), played))


def open_season(club_id: str, season_id: str) -> tuple[SeasonAccess, Name]:
    """The season, for somebody of its club."""
    access = require_season(require_account().id, club_id, season_id)
    return access, names_of(access.season)


def words_of(access: SeasonAccess, name: Name) -> list[str]:
    """How it is counted."""
    draft = draft_of(access.season)
    return scheme_words(access.season, draft.scheme, draft.fixed, draft.rolling, name)
