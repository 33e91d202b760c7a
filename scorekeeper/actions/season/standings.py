"""Standings of a season, computed from the totals of its events."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

from scorekeeper.actions.season.totals import (
    KINDS,
    PLAYERS,
    by_game,
    by_side,
    event_key,
    is_rolling,
    remembered,
    results_of,
    scheme_of,
    stored_byes,
)
from scorekeeper.league import codec
from scorekeeper.league.pairings.values import Past, RoundPlan, TablePlan, past
from scorekeeper.league.rating import Rating
from scorekeeper.league.results import Entrant, Result, Side, partnership
from scorekeeper.league.season_totals import Nights, SeasonTotals, season_totals
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
from scorekeeper.league.totals import Meeting, Meetings, TotalsByEntrant, with_handicaps
from scorekeeper.store import Season
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.season import PlacingRow, SidePerson

#: Events and games that count as recent form.
FORM_EVENTS = 6
FORM_GAMES = 5
#: Events in the race for first place.
RACE_EVENTS = 24


class RecentStandings(NamedTuple):
    """Standings, and how places changed with the latest event."""

    standings: Standings
    movement: Movement
    #: The day of the event that changed the places; None if there is no movement.
    moved_on: dt.date | None = None


@dataclass(frozen=True)
class Book:
    """The totals of one kind of all events of a season, by their keys, and their sum."""

    nights: Nights
    dates: Mapping[str, dt.date]
    total: SeasonTotals
    #: The same without the latest event.
    before: SeasonTotals

    @property
    def latest(self) -> str | None:
        """The key of the latest event."""
        return max(self.dates, default=None)


@remembered
def book_of(season: Season, kind: str) -> Book:
    """The totals of every player, or of every partnership."""
    scheme, names = scheme_of(season), ("players", "substitutes") if kind == PLAYERS else ("pairs",)
    stored = season_queries.totals_by_event(season.id, names)
    nights = {event_key(*held): codec.read_night(plain) for held, plain in stored.items()}
    dates = {event_key(date, event_id): date for date, event_id in stored}
    latest = next(reversed(dates), "")
    before = season_totals(scheme, {key: night for key, night in nights.items() if key != latest})
    total = before + season_totals(scheme, {latest: nights[latest]}) if latest else before
    return Book(nights, dates, total, before)


def standings_of(season: Season, kind: str = PLAYERS, rows: Rows = ALL_ROWS) -> Standings:
    """The standings of players or of partnerships."""
    return _rank(current_totals(season, kind), kind, lots_of(season), rows)


@remembered
def placed_players(season: Season) -> tuple[Row, ...]:
    """Ranked players, best first, without trails. An event shows every member their place."""
    rows = standings_of(season, PLAYERS).rows
    return tuple(row._replace(trail=()) for row in rows if row.place is not None)


@remembered
def recent_standings(season: Season, kind: str, rows: Rows = ALL_ROWS) -> RecentStandings:
    """Standings with movement."""
    book = book_of(season, kind)
    return (
        standings_after(season, kind, book.latest, rows)
        if book.latest
        else RecentStandings(standings_of(season, kind, rows), {})
    )


def standings_after(season: Season, kind: str, key: str, rows: Rows = ALL_ROWS) -> RecentStandings:
    """Standings with movement after one of the events, by its key."""
    book = book_of(season, kind)
    is_latest, later = key == book.latest, [date for other, date in book.dates.items() if other > key]
    total = book.total if is_latest else _total(season, book, [other for other in book.dates if other <= key])
    before = book.before if is_latest else _total(season, book, [other for other in book.dates if other < key])
    lots = lots_of(season) if is_latest else lots_of(season, min(later))
    now = _rank(_with_meetings(season, kind, total, key), kind, lots, rows)
    same_rows = Rows(0, frozenset(row.entrant for row in now.rows))
    earlier = _with_meetings(season, kind, before, key, without=True)
    moved = movement(_rank(earlier, kind, lots_of(season, book.dates[key]), same_rows), now)
    return RecentStandings(now, moved, book.dates[key] if moved else None)


def _total(season: Season, book: Book, keys: Sequence[str]) -> SeasonTotals:
    return season_totals(scheme_of(season), {key: book.nights[key] for key in keys})


@remembered
def form_of(season: Season) -> dict[Entrant, list[bool]]:
    """The recent games of every entrant who played lately, True for a win."""
    results = results_of(season_queries.placings_of_latest_events(season.id, FORM_EVENTS))
    return recent_form(results, FORM_GAMES, scheme_of(season).substitutes)


@remembered
def race_of(season: Season, kind: str, entrants: tuple[Entrant, ...]) -> list[tuple[Fraction, ...]]:
    """Figures of some entrants of a kind after each of the latest events, in order of time."""
    scheme, book = scheme_of(season), book_of(season, kind)
    keys = [*book.nights] if scheme.best or scheme.drop else [*book.nights][-RACE_EVENTS:]
    return race(book.total, {key: book.nights[key] for key in keys}, entrants)[-RACE_EVENTS:]


def _rank(totals: SeasonTotals, kind: str, lots: Lots, rows: Rows = ALL_ROWS) -> Standings:
    return (of_players if kind == PLAYERS else of_partnerships)(totals, lots, rows)


def current_totals(season: Season, kind: str) -> SeasonTotals:
    """The current totals of one kind."""
    book = book_of(season, kind)
    return _with_meetings(season, kind, book.total, book.latest or "")


#: A game that counts: the key of its event, and the place and the entrants of one kind of each side.
MetGame = tuple[str, tuple[tuple[int, tuple[Entrant, ...]], ...]]


@remembered
def _met_games(season: Season, kind: str) -> tuple[MetGame, ...]:
    """The sides of every game, as players without substitutes, or as the partnerships for which they played."""
    if is_rolling(season) or season.handicaps.get("fixed"):
        return tuple(
            (f"{result.date} {result.night}", tuple((side.place, _met(result, side, kind)) for side in result.sides))
            for result in counted_results(season)
        )
    known: dict[Entrant, Entrant] = {}
    return tuple(
        (
            event_key(rows[0].date, rows[0].event_id),
            tuple((side[0].place, _met_in_rows(side, kind, known)) for side in by_side(rows)),
        )
        for rows in by_game(season_queries.season_sides(season.id))
    )


def _met(result: Result, side: Side, kind: str) -> tuple[Entrant, ...]:
    if kind == PLAYERS:
        return tuple((player,) for player in side.players if not result.stood_in(player))
    return (result.represented(side),) if len(side.players) > 1 else ()


def _met_in_rows(rows: Sequence[SidePerson], kind: str, known: dict[Entrant, Entrant]) -> tuple[Entrant, ...]:
    """The same from stored rows; `known` keeps every entrant once, because thousands of games repeat them."""
    if kind == PLAYERS:
        entrants = [(str(row.person),) for row in rows if not row.is_substitute]
        return tuple(known.setdefault(entrant, entrant) for entrant in entrants)
    partners = partnership(str(row.instead_of or row.person) for row in rows)
    return (known.setdefault(partners, partners),) if len(rows) > 1 else ()


def _meetings(season: Season, kind: str, group: Sequence[Entrant] | None, counts: Callable[[str], bool]) -> Meetings:
    """Meetings of all entrants of a kind or within a group, in the events that count by their key."""
    wanted = None if group is None else frozenset(group)
    totals: dict[tuple[Entrant, Entrant], list[int]] = {}
    for key, sides in _met_games(season, kind):
        if counts(key):
            for (place, ours), (their_place, theirs) in permutations(sides, 2):
                halves = 2 if place < their_place else int(place == their_place)
                for pair in product(ours, theirs):
                    if wanted is None or wanted.issuperset(pair):
                        total = totals.setdefault(pair, [0, 0])
                        total[0] += 1
                        total[1] += halves
    return {pair: Meeting(games, Fraction(halves, 2)) for pair, (games, halves) in totals.items()}


def _with_meetings(season: Season, kind: str, totals: SeasonTotals, key: str, without: bool = False) -> SeasonTotals:
    """Totals that read meetings up to an event, or before it."""

    def counts(own: str) -> bool:
        return own < key or (own == key and not without)

    return replace(totals, meetings_among=lambda group: _meetings(season, kind, group, counts))


def handicapped(season: Season, rows: Sequence[PlacingRow]) -> list[Result]:
    """Results of a season with handicaps."""
    results = results_of(rows)
    if not is_rolling(season) and not season.handicaps.get("fixed"):
        return results
    handicaps = season_queries.handicaps_by_event(season.id)
    return [with_handicaps(result, handicaps.get(result.night, {})) for result in results]


def counted_results(season: Season) -> list[Result]:
    """Every counted result with handicaps, in order of time."""
    return handicapped(season, season_queries.season_placings(season.id))


@remembered
def all_meetings(season: Season) -> Meetings:
    """Meetings of all entrants in the season."""
    players, pairs = (_meetings(season, kind, None, lambda key: True) for kind in KINDS)
    return {**players, **pairs}


@remembered
def rounds_before(season: Season, event_id: str) -> Past:
    """Partners, opponents and byes in the other events of a season."""
    games = by_game(row for row in season_queries.season_sides(season.id) if row.event_id != event_id)
    tables = tuple(TablePlan(tuple(tuple(str(row.person) for row in side) for side in by_side(rows))) for rows in games)
    others = [event.id for event in season_queries.events_of(season.id) if event.id != event_id]
    byes = [player for bye in stored_byes(*others) for player in bye.players if player not in bye.played]
    return past([RoundPlan(tables), *(RoundPlan((), (player,)) for player in byes)])


def lots_of(season: Season, before: dt.date | None = None) -> Lots:
    """Draws of lots in order of time, or only those before a day, each with its entrants in drawn order."""
    people = {str(member.id): str(member.person_id) for member in season.club.members}
    lots = [lot for lot in season.lots if before is None or lot["at"] < before.isoformat()]
    return tuple(
        tuple(dict.fromkeys(tuple(sorted(people.get(one, one) for one in entrant)) for entrant in lot["drawn"]))
        for lot in lots
    )


def ratings_of(season: Season) -> dict[str, Rating]:
    """Every player's rating after the latest event."""
    latest = season_queries.latest_event(season.id)
    return codec.read_ratings(latest.ratings or []) if latest is not None else {}


def totals_of(season: Season) -> TotalsByEntrant:
    """The totals of every entrant in the season, with summed margins."""
    return {
        entrant: account.totals._replace(margins=((account.margin, 1),))
        for kind in KINDS
        for entrant, account in current_totals(season, kind).accounts.items()
    }
