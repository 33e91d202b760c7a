"""Standings of a season, from totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from scorekeeper.actions.season.totals import KINDS, PLAYERS, by_kind, key_of, read_season_totals, scheme_of
from scorekeeper.league import codec
from scorekeeper.league.rating import Rating
from scorekeeper.league.results.result import Entrant, entrant_from_key, entrant_key
from scorekeeper.league.standings.standings import Standings, of_partnerships, of_players
from scorekeeper.league.standings.tie_breaks import Lots
from scorekeeper.league.totals.night import Meeting, Meetings, TotalsByEntrant
from scorekeeper.league.totals.season import SeasonTotals, season_of_night
from scorekeeper.store import Season
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries import totals as totals_queries


def standings_of(season: Season, kind: str = PLAYERS) -> Standings:
    """The standings of players or of partnerships."""
    rank = of_players if kind == PLAYERS else of_partnerships
    return rank(current_totals(season, kind), lots_of(season))


def current_totals(season: Season, kind: str) -> SeasonTotals:
    """The totals of one kind as they are now: those of the season, and the latest night on top."""
    totals, latest = read_season_totals(season, kind), season_queries.latest_night(season.id)
    if latest is not None and latest.totals is not None:
        night = codec.read_night_totals(latest.totals)
        totals = totals + by_kind(season_of_night(scheme_of(season), key_of(latest), night), kind)
    return replace(totals, read_meetings=partial(_meetings, season))


def all_meetings(season: Season) -> Meetings:
    """Who met whom in the season."""
    return _meetings(season, None)


def _meetings(season: Season, group: Sequence[Entrant] | None) -> Meetings:
    """Meetings in both directions: what one has of their games, the other has not."""
    keys = None if group is None else [entrant_key(entrant) for entrant in group]
    meetings: dict[tuple[Entrant, Entrant], Meeting] = {}
    for (key, opponent_key), (games, half_games_ahead) in totals_queries.meetings(season.id, keys).items():
        entrant, opponent = entrant_from_key(key), entrant_from_key(opponent_key)
        ahead = Fraction(half_games_ahead, 2)
        meetings[entrant, opponent] = Meeting(games, ahead)
        meetings[opponent, entrant] = Meeting(games, games - ahead)
    return meetings


def lots_of(season: Season) -> Lots:
    """Every draw of a lot in order of time, each with its entrants, the first first."""
    return tuple(tuple(tuple(entrant) for entrant in lot["drawn"]) for lot in season.lots)


def ratings_of(season: Season) -> dict[str, Rating]:
    """Everybody's rating after the latest night."""
    latest = season_queries.latest_night(season.id)
    return codec.read_ratings(latest.ratings or []) if latest is not None else {}


def totals_of(season: Season) -> TotalsByEntrant:
    """What everybody did in the season, margins as their sum."""
    return {
        entrant: account.totals._replace(margins=((account.margin, 1),))
        for kind in KINDS
        for entrant, account in current_totals(season, kind).accounts.items()
    }
