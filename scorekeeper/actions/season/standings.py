"""Standings of a season, computed from its totals."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import NamedTuple

from scorekeeper.actions.season.totals import KINDS, PLAYERS, by_kind, event_key, key_of, read_season_totals, scheme_of
from scorekeeper.league import codec
from scorekeeper.league.rating import Rating
from scorekeeper.league.results import Entrant, entrant_from_key, entrant_key
from scorekeeper.league.season_totals import Nights, SeasonTotals, season_of_night
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.standings.standings import (
    ALL_ROWS,
    Movement,
    Row,
    Rows,
    Standings,
    movement,
    of_partnerships,
    of_players,
    race,
)
from scorekeeper.league.standings.tie_breaks import Lots
from scorekeeper.league.statistics import recent_form
from scorekeeper.league.totals import Meeting, Meetings, TotalsByEntrant
from scorekeeper.store import Event, Season, db
from scorekeeper.store.queries import season as season_queries

#: Nights and games that count as recent form.
FORM_NIGHTS = 6
FORM_GAMES = 5
#: Nights in the race for first place.
RACE_NIGHTS = 24


class RecentStandings(NamedTuple):
    """Standings, and how places changed with the latest night."""

    standings: Standings
    movement: Movement
    #: The day of the night that changed the places; None if there is no movement.
    moved_on: dt.date | None = None


def standings_of(season: Season, kind: str = PLAYERS, rows: Rows = ALL_ROWS) -> Standings:
    """The standings of players or of partnerships."""
    return _rank(current_totals(season, kind), kind, lots_of(season), rows)


def placed_players(season: Season) -> tuple[Row, ...]:
    """Ranked players, best first, without trails. Cached, because a night shows every member their place."""
    return _placed_players(season.id, season.revision)


@lru_cache(maxsize=50)
def _placed_players(season_id: str, revision: int) -> tuple[Row, ...]:
    rows = standings_of(db.session.get_one(Season, season_id), PLAYERS).rows
    return tuple(row._replace(trail=()) for row in rows if row.place is not None)


def recent_standings(season: Season, kind: str, rows: Rows = ALL_ROWS) -> RecentStandings:
    """Standings with movement. The cost does not depend on the length of the season."""
    earlier, latest = read_season_totals(season, kind), season_queries.latest_event(season.id)
    now = _rank(_with_latest(season, kind, earlier, latest), kind, lots_of(season), rows)
    if latest is None:
        return RecentStandings(now, {})
    before = replace(earlier, read_meetings=partial(_meetings_before, season, latest))
    same_rows = Rows(0, frozenset(row.entrant for row in now.rows))
    moved = movement(_rank(before, kind, lots_of(season, latest.date), same_rows), now)
    return RecentStandings(now, moved, latest.date if moved else None)


def form_of(season: Season) -> dict[Entrant, list[bool]]:
    """The recent games of every entrant who played lately, True for a win."""
    plain = season_queries.plain_results_of_latest_events(season.id, FORM_NIGHTS)
    results = [codec.read_result(result) for result in plain]
    return recent_form(results, FORM_GAMES, scheme_of(season).substitutes)


def race_of(standings: Standings, season: Season, entrants: Sequence[Entrant]) -> list[tuple[Fraction, ...]]:
    """Figures of some entrants after each of the latest nights, in order of time."""
    events = _race_events(season.id, season.revision, standings.season.scheme, tuple(entrants))
    return race(standings.season, events, entrants)[-RACE_NIGHTS:]


@lru_cache(maxsize=200)
def _race_events(season_id: str, revision: int, scheme: Scheme, entrants: tuple[Entrant, ...]) -> Nights:
    """The nights of a race, cached because they are slow to read."""
    dates = season_queries.latest_dates(season_id, None if scheme.best or scheme.drop else RACE_NIGHTS)
    if scheme.way.by_game:
        plain = season_queries.event_totals_of(season_id, entrants, dates)
    else:
        plain = season_queries.event_totals(season_id, dates)
    return {event_key(dates[event_id], event_id): codec.read_night_totals(plain[event_id]) for event_id in dates}


def _rank(totals: SeasonTotals, kind: str, lots: Lots, rows: Rows = ALL_ROWS) -> Standings:
    return (of_players if kind == PLAYERS else of_partnerships)(totals, lots, rows)


def current_totals(season: Season, kind: str) -> SeasonTotals:
    """The current totals of one kind: those of earlier nights plus the latest night."""
    return _with_latest(season, kind, read_season_totals(season, kind), season_queries.latest_event(season.id))


def _with_latest(season: Season, kind: str, totals: SeasonTotals, latest: Event | None) -> SeasonTotals:
    if latest is not None and latest.totals is not None:
        event = codec.read_night_totals(latest.totals)
        totals = totals + by_kind(season_of_night(scheme_of(season), key_of(latest), event), kind)
    return replace(totals, read_meetings=partial(_meetings, season))


def all_meetings(season: Season) -> Meetings:
    """Meetings of all entrants in the season."""
    return _meetings(season, None)


def _meetings(season: Season, group: Sequence[Entrant] | None) -> Meetings:
    """Meetings in both directions. The second direction has the remaining games."""
    keys = None if group is None else [entrant_key(entrant) for entrant in group]
    meetings: dict[tuple[Entrant, Entrant], Meeting] = {}
    for (key, opponent_key), (games, half_games_ahead) in season_queries.meetings(season.id, keys).items():
        entrant, opponent = entrant_from_key(key), entrant_from_key(opponent_key)
        ahead = Fraction(half_games_ahead, 2)
        meetings[entrant, opponent] = Meeting(games, ahead)
        meetings[opponent, entrant] = Meeting(games, games - ahead)
    return meetings


def _meetings_before(season: Season, event: Event, group: Sequence[Entrant]) -> Meetings:
    """The meetings of all nights except this one."""
    latest = codec.read_night(event.totals or {}).meetings
    changed = {}
    for pair, meeting in _meetings(season, group).items():
        gone = latest.get(pair, Meeting())
        changed[pair] = Meeting(meeting.games - gone.games, meeting.ahead - gone.ahead)
    return {pair: meeting for pair, meeting in changed.items() if meeting.games}


def lots_of(season: Season, before: dt.date | None = None) -> Lots:
    """Draws of lots in order of time, or only those before a day, each with its entrants in drawn order."""
    lots = [lot for lot in season.lots if before is None or lot["at"] < before.isoformat()]
    return tuple(tuple(tuple(entrant) for entrant in lot["drawn"]) for lot in lots)


def ratings_of(season: Season) -> dict[str, Rating]:
    """Every player's rating after the latest night."""
    latest = season_queries.latest_event(season.id)
    return codec.read_ratings(latest.ratings or []) if latest is not None else {}


def totals_of(season: Season) -> TotalsByEntrant:
    """The totals of every entrant in the season, with summed margins."""
    return {
        entrant: account.totals._replace(margins=((account.margin, 1),))
        for kind in KINDS
        for entrant, account in current_totals(season, kind).accounts.items()
    }
