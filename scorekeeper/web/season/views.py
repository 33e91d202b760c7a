"""Page values of a season: names, how it is counted, finished games, byes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flask import request

from scorekeeper.actions.season.details import SeasonAccess, count_events, games_counted, require_season
from scorekeeper.actions.season.seasons import draft_of
from scorekeeper.actions.season.totals import KINDS, PLAYERS
from scorekeeper.league.results import Bye, Entrant, Result, Side
from scorekeeper.league.standings.counting import FOR_ABSENT, FOR_SUBSTITUTE, SUBSTITUTES, Scheme
from scorekeeper.league.standings.tie_breaks import TIES
from scorekeeper.league.words import Name, called, counted, days, listed, number
from scorekeeper.rules import BY_SLUG
from scorekeeper.web.session import require_account


def names_of(season: Any, initials: bool = False) -> Name:
    """The names of the club's members, or their initials, numbered where they are the same."""
    names = {str(member.id): member.name for member in season.club.members}
    if initials:
        used: Counter[str] = Counter()
        for player, name in names.items():
            short = " ".join(f"{word[0].upper()}." for word in name.split())
            used[short] += 1
            names[player] = short if used[short] == 1 else f"{short} {used[short]}"
    return lambda player: names.get(player, "?")


def game_words(season: Any) -> str:
    """The game of a season, or any game."""
    if season.slug is None:
        return "Any game"
    name = BY_SLUG[season.slug].name
    return name if season.options is None else f"{name} with house rules"


@dataclass(frozen=True)
class SideLine:
    """A side of a finished game."""

    names: str
    points: str
    won: bool


@dataclass(frozen=True)
class GameLine:
    """A finished game as lists show it: its sides, and facts about it."""

    id: str
    round: int
    sides: tuple[SideLine, ...]
    facts: str = ""


def game_line(row: Any, sides: Sequence[Side], name: Name, *facts: str) -> GameLine:
    """A game of a list."""
    lines = tuple(SideLine(called(side.players, name), number(side.points), side.won) for side in sides)
    return GameLine(row.game_id, row.round, lines, ", ".join(filter(None, facts)))


def event_game_line(row: Any, result: Result, name: Name, names_game: bool, counts: bool, stopped: bool) -> GameLine:
    """A game on the page of its event."""
    return game_line(
        row,
        result.sides,
        name,
        BY_SLUG[result.game].name if names_game else "",
        *substitute_facts(result, name),
        "on paper" if row.on_paper else "",
        "stopped early" if stopped else "",
        "" if counts else "does not count",
    )


@dataclass(frozen=True)
class ByeLine:
    """A bye as lists show it: whose it is, what it adds, and which partner played with someone else."""

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
    """The substitutes and the players they replaced."""
    pairs = [(own.player, own.instead_of) for own in result.substitutes]
    return [
        f"{name(player)} for {name(absent)}" if absent else f"{name(player)} helped out" for player, absent in pairs
    ]


def own_substitute_facts(result: Result, scheme: Scheme, entrant: Entrant, name: Name) -> list[str]:
    """The substitutes, and whether the game counts for the entrant."""
    facts, (player, *others) = substitute_facts(result, name), entrant
    helped, was_absent = result.stood_in(player), any(own.instead_of == player for own in result.substitutes)
    counts = (helped and scheme.substitutes == FOR_SUBSTITUTE) or (was_absent and scheme.substitutes == FOR_ABSENT)
    if others or not (helped or was_absent):
        return facts
    return [*facts, f"counts for {name(player)}" if counts else f"does not count for {name(player)}"]


def season_facts(season: Any) -> str:
    """The line below a season's name: its dates, its game, nights and games played."""
    played = f"{counted(count_events(season), 'night', 'nights')}, {counted(games_counted(season), 'game', 'games')}"
    return ". ".join((days(season.starts, season.ends), game_words(season), played))


def chosen_kind() -> str:
    """The kind of standings in the address: players, unless it asks for partnerships."""
    kind = request.args.get("of", PLAYERS)
    return kind if kind in KINDS else PLAYERS


def open_season(club_id: str, season_id: str) -> tuple[SeasonAccess, Name]:
    """The season, for a member of its club, and the names of its players."""
    access = require_season(require_account().id, club_id, season_id)
    return access, names_of(access.season)


def counting_values(season: Any) -> dict[str, Any]:
    """The values of `season/counting.html`: how a season is counted."""
    return {"draft": draft_of(season), "substitutes": SUBSTITUTES, "tie_breaks": TIES}
