"""The totals and ratings of an event: the only sums that are stored.

A change in an event recomputes its totals, later rolling handicaps, and ratings from there on. Everything else about
a season is computed when it is asked for, and remembered until the season's revision changes.
"""

from __future__ import annotations

import datetime as dt
import gc
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from itertools import groupby
from operator import attrgetter
from typing import Any, TypeVar

from scorekeeper.league import codec
from scorekeeper.league.rating import Rating, rate_in_order
from scorekeeper.league.results import (
    Bye,
    Entrant,
    HandedOver,
    Placing,
    Result,
    SatOut,
    Side,
    Substitute,
    byes_of_round,
)
from scorekeeper.league.season_totals import totals_as_counted
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.totals import Handicaps, TotalsByEntrant, with_handicaps
from scorekeeper.store import Bye as ByeRow
from scorekeeper.store import Event, EventTable, Round, Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.season import PlacingRow, SidePerson
from scorekeeper.store.transaction import is_writing

PLAYERS, PAIRS = "players", "pairs"
KINDS = (PLAYERS, PAIRS)
#: Rolling handicaps look back at most this many events: a year of weekly nights.
LOOK_BACK = 52
#: How many seasons, with what else was asked, one function remembers.
MOST_REMEMBERED = 30
Plain = dict[str, Any]
R = TypeVar("R")


def kind_of(entrant: Entrant) -> str:
    """The standings that list an entrant."""
    return PLAYERS if len(entrant) == 1 else PAIRS


def key_of(event: Event) -> str:
    """The event's sort key, in order of time."""
    return event_key(event.date, event.id)


def event_key(date: dt.date, event_id: str) -> str:
    """The sort key of an event by its day and id."""
    return f"{date.isoformat()} {event_id}"


def scheme_of(season: Season) -> Scheme:
    """The scoring scheme of a season."""
    return codec.read_scheme(season.scheme)


@contextmanager
def _without_collector() -> Iterator[None]:
    """Pause the garbage collector: it would look at thousands of new values again and again, and find nothing."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def remembered(compute: Callable[..., R]) -> Callable[..., R]:
    """Remember what is computed from a season until the season changes; of an older revision nothing is kept.

    Within a writing transaction nothing is remembered, because it may be rolled back.
    """
    known: dict[tuple[Any, ...], tuple[int, R]] = {}

    @wraps(compute)
    def read(season: Season, *args: Any) -> R:
        if is_writing(db.session.connection()):
            return compute(season, *args)
        revision, key = season.revision, (season.id, *args)
        last = known.get(key)
        if last is not None and last[0] == revision:
            return last[1]
        with _without_collector():
            value = compute(season, *args)
        known.pop(key, None)
        known[key] = (revision, value)
        for oldest in [*known][:-MOST_REMEMBERED]:
            known.pop(oldest, None)
        return value

    return read


def results_of(rows: Iterable[PlacingRow]) -> list[Result]:
    """The results whose people these are, in their order."""
    by_result: dict[int, list[PlacingRow]] = {}
    for row in rows:
        by_result.setdefault(row.result_id, []).append(row)
    return [_result(own) for own in by_result.values()]


def _result(rows: Sequence[PlacingRow]) -> Result:
    first, seated = rows[0], [row for row in rows if not row.has_left]
    return Result(
        first.game_id,
        first.event_id,
        first.round,
        first.slug,
        tuple(_side([row for row in seated if row.side == side]) for side in dict.fromkeys(row.side for row in seated)),
        first.hands,
        first.lowest_wins,
        first.date.isoformat(),
        tuple(Substitute(str(row.person), _name(row.instead_of)) for row in seated if row.is_substitute),
        tuple(
            HandedOver(str(row.person), row.side, codec.read_bidding(row.bids), row.is_substitute)
            for row in rows
            if row.has_left
        ),
    )


def _side(rows: Sequence[PlacingRow]) -> Side:
    bidding = tuple(codec.read_bidding(row.bids) for row in rows)
    return Side(tuple(str(row.person) for row in rows), rows[0].points, rows[0].place, bidding=bidding)


def _name(person: int | None) -> str | None:
    return None if person is None else str(person)


def by_game(rows: Iterable[SidePerson]) -> Iterator[list[SidePerson]]:
    """Everybody of a game together; the rows of a game follow each other."""
    return ([*own] for _, own in groupby(rows, key=attrgetter("result_id")))


def by_side(rows: Iterable[SidePerson]) -> Iterator[list[SidePerson]]:
    """Everybody of a side together; the rows of a side follow each other."""
    return ([*own] for _, own in groupby(rows, key=attrgetter("side")))


def update_totals(event: Event) -> None:
    """Update the totals after a result or a bye of an event has changed. The caller commits."""
    season = event.season
    if season is None:
        event.totals = event.ratings = None
    elif season.closed_at is None:
        season.revision += 1
        db.session.flush()
        _recompute(season, season_queries.events_from(event, is_rolling(season)), {event.id})


def recompute_totals(season: Season) -> None:
    """Compute the totals and ratings of all events of a season from its results. The caller commits."""
    season.revision += 1
    db.session.flush()
    events = season_queries.events_of(season.id, totals=True)
    _recompute(season, events, {event.id for event in events})


def is_rolling(season: Season) -> bool:
    """Whether handicaps follow from earlier events."""
    return "rolling" in season.handicaps


def _recompute(season: Season, events: Sequence[Event], changed: Collection[str]) -> None:
    """Compute the changed events of these, which are the latest in order, and all that depends on them."""
    if not events:
        return
    before = season_queries.events_before(events[0], LOOK_BACK if is_rolling(season) else 1)
    _compute_totals(season, [_by_entrant(event) for event in before], events, changed)
    _compute_ratings(season, before[-1] if before else None, events, changed)


def _compute_totals(
    season: Season, earlier: list[TotalsByEntrant], events: Sequence[Event], changed: Collection[str]
) -> None:
    """Store the totals of changed events, and of later ones with other rolling handicaps."""
    results = results_by_event(season, changed)
    for event in events if is_rolling(season) else [event for event in events if event.id in changed]:
        handicaps = handicaps_after(season, earlier[-LOOK_BACK:])
        if event.id in changed:
            event.totals = event_totals(season, event, results.get(event.id, []), handicaps)
        elif event.totals is not None and event.totals["handicaps"] != handicaps:
            own = results_by_event(season, [event.id])
            event.totals = event_totals(season, event, own.get(event.id, []), handicaps)
        if is_rolling(season) and event.totals is not None:
            earlier.append(_by_entrant(event))


def results_by_event(season: Season, event_ids: Collection[str] | None = None) -> dict[str, list[Result]]:
    """Results that count in a season, or in some of its events, without handicaps, by event id."""
    by_event: dict[str, list[Result]] = {}
    for result in results_of(season_queries.season_placings(season.id, event_ids)):
        by_event.setdefault(result.night, []).append(result)
    return by_event


def event_totals(season: Season, event: Event, results: Sequence[Result], handicaps: Plain) -> Plain | None:
    """The totals of an event as they are stored, with handicaps; None if no game counts."""
    if not results:
        return None
    handicapped = [with_handicaps(result, handicaps) for result in results]
    totals = totals_as_counted(scheme_of(season), handicapped, stored_byes(event.id))
    return codec.night(totals) | {"handicaps": handicaps}


def handicaps_after(season: Season, earlier: Sequence[TotalsByEntrant]) -> dict[str, int]:
    """Nonzero handicaps: fixed, or rolling from the earlier events."""
    if is_rolling(season):
        handicaps: Handicaps = codec.read_rolling(season.handicaps["rolling"]).of(earlier)
    else:
        handicaps = _fixed_handicaps(season)
    return {player: handicaps[player] for player in sorted(handicaps) if handicaps[player]}


def _fixed_handicaps(season: Season) -> dict[str, int]:
    """Fixed handicaps by person; a person's own entry goes before that of a merged name."""
    people = {str(member.id): str(member.person_id) for member in season.club.members}
    fixed = {str(player): int(points) for player, points in season.handicaps.get("fixed", {}).items()}
    merged = {people.get(player, player): points for player, points in fixed.items()}
    return merged | {player: points for player, points in fixed.items() if people.get(player, player) == player}


def handicaps_of(season: Season, event: Event) -> dict[str, int]:
    """Handicaps at an event of a season: as stored, or as they would be."""
    stored: Plain | None = event.totals
    if stored is not None:
        return dict(stored["handicaps"])
    events = season_queries.events_before(event, LOOK_BACK) if is_rolling(season) else []
    return handicaps_after(season, [_by_entrant(earlier) for earlier in events])


def _by_entrant(event: Event) -> TotalsByEntrant:
    return codec.read_night(event.totals).by_entrant if event.totals is not None else {}


def _compute_ratings(season: Season, previous: Event | None, events: Sequence[Event], changed: Collection[str]) -> None:
    """Rate these events again until the ratings after one are what they were."""
    placings: dict[str, list[Placing]] = {}
    for rows in by_game(season_queries.season_sides(season.id, events[0].date)):
        sides = [(tuple(str(row.person) for row in side), side[0].place) for side in by_side(rows)]
        placings.setdefault(rows[0].event_id, []).append(sides)
    skill: Mapping[str, Rating] = codec.read_ratings(previous.ratings or []) if previous is not None else {}
    for event in events:
        if event.id not in placings:
            event.ratings = None
            continue
        skill = rate_in_order(placings[event.id], skill)
        rated = codec.ratings(skill)
        if rated == event.ratings and not changed:
            return
        changed = {*changed} - {event.id}
        event.ratings = rated


def stored_byes(*event_ids: str) -> list[Bye]:
    """The byes of these events, whether or not their rounds count."""
    rows = season_queries.byes_of(*event_ids)
    tables = season_queries.tables_of_rounds({event_round.id for event_round, _ in rows}) if rows else []
    return byes_from_rows(rows, tables)


def byes_from_rows(rows: Sequence[tuple[Round, ByeRow]], tables: Iterable[EventTable]) -> list[Bye]:
    """Byes from stored rows of their rounds, in order."""
    seated: dict[int, set[str]] = {}
    for table in tables:
        seated.setdefault(table.round_id, set()).update(map(str, table.played))
    by_round: dict[Round, list[ByeRow]] = {}
    for event_round, row in rows:
        by_round.setdefault(event_round, []).append(row)
    return [
        bye
        for event_round, byes in by_round.items()
        for bye in byes_of_round(
            event_round.event_id, event_round.number, _sat_out(byes), seated.get(event_round.id, ())
        )
    ]


def _sat_out(byes: Sequence[ByeRow]) -> list[SatOut]:
    """Everybody who sits out, each with fixed partners."""
    return [
        SatOut(
            str(bye.person),
            tuple(
                str(other.person)
                for other in byes
                if bye.together is not None and other.together == bye.together and other is not bye
            ),
        )
        for bye in byes
        if bye.sits_out
    ]
