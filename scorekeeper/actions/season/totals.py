"""Stored totals of a season.

Four things are stored in addition to results: the totals of each night, ratings after it, meetings of entrants,
and the totals of all nights but the latest. A change in the latest night only recomputes that night. A change in
an earlier night, which is rare, adds up the stored nights again.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.league import codec
from scorekeeper.league.rating import Rating, in_order, rate_in_order, ratings
from scorekeeper.league.results import Bye, Entrant, Placing, Result, SatOut, byes_of_round, entrant_key
from scorekeeper.league.season_totals import SeasonTotals, season_of_night, totals_as_counted
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.totals import (
    Handicaps,
    Meeting,
    Meetings,
    NightTotals,
    Totals,
    TotalsByEntrant,
    sum_meetings,
    with_handicaps,
)
from scorekeeper.store import Bye as ByeRow
from scorekeeper.store import Event, EventTable, Round, Season
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.season import MeetingCounts

PLAYERS, PAIRS = "players", "pairs"
KINDS = (PLAYERS, PAIRS)
#: Rolling handicaps look back at most this many nights: a year of weekly nights.
LOOK_BACK = 52
#: Nights read at a time. Ratings often converge soon, and then later nights are not read.
EVENTS_AT_ONCE = 50
NEVER = Meeting()
Plain = dict[str, Any]


def kind_of(entrant: Entrant) -> str:
    """The standings that list an entrant."""
    return PLAYERS if len(entrant) == 1 else PAIRS


def key_of(event: Event) -> str:
    """The night's sort key, in order of time."""
    return event_key(event.date, event.id)


def event_key(date: dt.date, event_id: str) -> str:
    """The sort key of a night by its day and id."""
    return f"{date.isoformat()} {event_id}"


def scheme_of(season: Season) -> Scheme:
    """The scoring scheme of a season."""
    return codec.read_scheme(season.scheme)


def update_totals(event: Event) -> None:
    """Update the totals after a result or a bye of a night has changed. The caller commits."""
    season = event.season
    if season is None:
        event.totals = event.ratings = None
        return
    results = _counted_results(event)
    if season.closed_at is not None or (not results and event.totals is None):
        return
    previous = next(iter(season_queries.events_before(event, 1)), None)
    season.revision += 1
    is_new = event.totals is None
    changed = _write_event(season, event, results)
    if not results or season_queries.has_later_event(event):
        _add_up_again(season, event, results, changed)
        return
    event.ratings = codec.ratings(ratings(results, _read_ratings(previous)))
    if is_new and previous is not None:
        _add_to_season(season, previous)


def recompute_totals(season: Season) -> None:
    """Compute all totals of a season from its stored results. The caller commits."""
    season.revision += 1
    events = season_queries.events_of(season.id, totals=True)
    computed = compute_totals(season, events, stored_results(season))
    for event in events:
        event.totals, event.ratings = computed.events.get(event.id), computed.ratings.get(event.id)
    season_queries.put_season_totals(season.id, computed.season)
    season_queries.replace_meetings(season.id, computed.meetings)


def stored_results(season: Season) -> dict[str, list[Result]]:
    """Stored results that count, by night id."""
    by_event: dict[str, list[Result]] = {}
    for plain, event_id in season_queries.plain_results_of_season(season.id):
        by_event.setdefault(event_id, []).append(codec.read_result(plain))
    return by_event


@dataclass(frozen=True)
class ComputedTotals:
    """Everything that is stored for a season in addition to its results."""

    #: Totals and ratings by night id, for nights with a counted game.
    events: Mapping[str, Plain]
    ratings: Mapping[str, list[Any]]
    #: Totals of all nights but the latest, by kind.
    season: Mapping[str, Plain]
    meetings: MeetingCounts


def compute_totals(
    season: Season,
    events: Sequence[Event],
    results: Mapping[str, list[Result]],
    byes_of: Callable[[str], list[Bye]] | None = None,
) -> ComputedTotals:
    """Compute all totals of a season from results and byes. `byes_of` reads the byes of a night."""
    held = [event for event in events if results.get(event.id)]
    plain: dict[str, Plain] = {}
    rated: dict[str, list[Any]] = {}
    earlier: list[NightTotals] = []
    skill: dict[str, Rating] = {}
    scheme = scheme_of(season)
    for event in held:
        handicaps = handicaps_after(season, [totals.by_entrant for totals in earlier[-LOOK_BACK:]])
        totals = _event_totals(scheme, results[event.id], handicaps, (byes_of or stored_byes)(event.id))
        plain[event.id] = codec.night(totals) | {"handicaps": handicaps}
        skill = ratings(results[event.id], skill)
        rated[event.id] = codec.ratings(skill)
        earlier.append(totals)
    totals_of_season = _season_totals(season, zip(held[:-1], earlier[:-1], strict=True))
    return ComputedTotals(
        plain, rated, totals_of_season, _meeting_counts({}, sum_meetings(totals.meetings for totals in earlier))
    )


def handicaps_after(season: Season, earlier: Sequence[TotalsByEntrant]) -> dict[str, int]:
    """Nonzero handicaps: fixed, or rolling from the earlier nights."""
    if "rolling" in season.handicaps:
        handicaps: Handicaps = codec.read_rolling(season.handicaps["rolling"]).of(earlier)
    else:
        handicaps = {str(player): int(points) for player, points in season.handicaps.get("fixed", {}).items()}
    return {player: handicaps[player] for player in sorted(handicaps) if handicaps[player]}


def by_kind(totals: SeasonTotals, kind: str) -> SeasonTotals:
    """The accounts of one kind, without meetings."""
    accounts = {entrant: account for entrant, account in totals.accounts.items() if kind_of(entrant) == kind}
    return replace(totals, accounts=accounts, meetings={})


def read_season_totals(season: Season, kind: str) -> SeasonTotals:
    """The stored totals of all nights but the latest."""
    scheme, plain = scheme_of(season), season_queries.season_totals(season.id, kind)
    return SeasonTotals(scheme) if plain is None else codec.read_season(scheme, plain)


def _counted_results(event: Event) -> list[Result]:
    return [codec.read_result(plain) for plain in season_queries.plain_results_of_event(event)]


def _write_event(
    season: Season, event: Event, results: Sequence[Result], handicaps: Plain | None = None
) -> set[Entrant]:
    """Store a night's totals and meetings. Its handicaps stay unless new ones are given.

    Returns the entrants whose accounts may have changed.
    """
    before = codec.read_night(event.totals) if event.totals is not None else NightTotals()
    if handicaps is None:
        handicaps = handicaps_of(season, event)
    after = _event_totals(scheme_of(season), results, handicaps, stored_byes(event.id))
    event.totals = codec.night(after) | {"handicaps": handicaps} if results else None
    season_queries.add_meetings(season.id, _meeting_counts(before.meetings, after.meetings))
    entrants = {*before.by_entrant, *before.as_substitute, *after.by_entrant, *after.as_substitute}
    if not scheme_of(season).way.by_game:
        # The night is scored as a whole, so every entrant may have changed.
        return entrants

    def totals_in(totals: NightTotals, entrant: Entrant) -> tuple[Totals | None, Totals | None]:
        return totals.by_entrant.get(entrant), totals.as_substitute.get(entrant)

    return {entrant for entrant in entrants if totals_in(before, entrant) != totals_in(after, entrant)}


def handicaps_of(season: Season, event: Event) -> dict[str, int]:
    """Handicaps at a night of a season: as stored, or as they would be."""
    stored: Plain | None = event.totals
    if stored is not None:
        return dict(stored["handicaps"])
    events = season_queries.events_before(event, LOOK_BACK) if "rolling" in season.handicaps else []
    return handicaps_after(season, [_by_entrant(earlier) for earlier in events])


def _by_entrant(event: Event) -> TotalsByEntrant:
    return codec.read_night_totals(event.totals or {}).by_entrant


def _event_totals(scheme: Scheme, results: Sequence[Result], handicaps: Handicaps, byes: Sequence[Bye]) -> NightTotals:
    """The totals of a night, with handicaps."""
    return totals_as_counted(scheme, [with_handicaps(result, handicaps) for result in results], byes)


def stored_byes(*event_ids: str) -> list[Bye]:
    """The byes of these nights, whether or not their rounds count."""
    rows = season_queries.byes_of(*event_ids)
    tables = season_queries.tables_of_rounds({event_round.id for event_round, _ in rows}) if rows else []
    return byes_from_rows(rows, tables)


def byes_from_rows(rows: Sequence[tuple[Round, ByeRow]], tables: Iterable[EventTable]) -> list[Bye]:
    """Byes from stored rows of their rounds, in order."""
    seated: dict[int, set[str]] = {}
    for table in tables:
        seated.setdefault(table.round_id, set()).update(map(str, table.played))
    waiting: dict[Round, list[SatOut]] = {}
    for event_round, row in rows:
        waiting.setdefault(event_round, []).append(SatOut(str(row.member_id), tuple(map(str, row.partners))))
    return [
        bye
        for event_round, sat_out in waiting.items()
        for bye in byes_of_round(event_round.event_id, event_round.number, sat_out, seated.get(event_round.id, ()))
    ]


def _meeting_counts(before: Meetings, after: Meetings) -> MeetingCounts:
    """Changes in meetings. Each pair appears once, in sorted order."""
    changes: MeetingCounts = {}
    for one, other in sorted({*before, *after}):
        old, new = before.get((one, other), NEVER), after.get((one, other), NEVER)
        if one < other and old != new:
            games, ahead = new.games - old.games, new.ahead - old.ahead
            changes[entrant_key(one), entrant_key(other)] = (games, int(2 * ahead))
    return changes


def _add_to_season(season: Season, event: Event) -> None:
    """Add a night that is no longer the latest to the totals of the season."""
    totals = season_of_night(scheme_of(season), key_of(event), codec.read_night_totals(event.totals or {}))
    sums = {kind: read_season_totals(season, kind) + by_kind(totals, kind) for kind in KINDS}
    season_queries.put_season_totals(season.id, {kind: codec.season(sums[kind]) for kind in KINDS})


def _read_ratings(event: Event | None) -> dict[str, Rating]:
    return codec.read_ratings(event.ratings or []) if event is not None else {}


def _add_up_again(season: Season, event: Event, results: Sequence[Result], changed: set[Entrant]) -> None:
    """Update later handicaps and ratings, and the accounts of changed entrants, after an earlier night changed."""
    if event.totals is None:
        event.ratings = None
    is_rolling = "rolling" in season.handicaps
    events = season_queries.held_events(season.id, totals=is_rolling)
    later = [held for held in events if key_of(held) >= key_of(event)]
    earlier = events[: len(events) - len(later)]
    if not later and earlier:
        # The previous night is the latest now, so it leaves the totals of the season.
        changed |= {*_by_entrant(earlier[-1]), *codec.read_night_totals(earlier[-1].totals or {}).as_substitute}
    if is_rolling:
        changed |= _update_handicaps(season, earlier, later)
    _update_ratings(earlier[-1] if earlier else None, later, {event.id: in_order(results)})
    _update_accounts(season, events[:-1], changed)


def _update_accounts(season: Season, events: Sequence[Event], changed: set[Entrant]) -> None:
    """Add up the accounts of changed entrants. All others stay."""
    scheme = scheme_of(season)
    total = SeasonTotals(scheme)
    # If nights are scored as a whole, read all entrants.
    by_game = scheme.way.by_game
    plain = season_queries.event_totals_of(season.id, changed) if by_game else season_queries.event_totals(season.id)
    for event in events:
        totals = season_of_night(scheme, key_of(event), codec.read_night_totals(plain[event.id]))
        accounts = {entrant: account for entrant, account in totals.accounts.items() if entrant in changed}
        total = total + replace(totals, accounts=accounts)
    stored = {kind: read_season_totals(season, kind).accounts for kind in KINDS}
    unchanged = {
        entrant: account for kind in KINDS for entrant, account in stored[kind].items() if entrant not in changed
    }
    total = replace(total, accounts={**unchanged, **total.accounts})
    season_queries.put_season_totals(season.id, _plain_season(total))


def _update_handicaps(season: Season, earlier: Sequence[Event], later: Sequence[Event]) -> set[Entrant]:
    """Update later rolling handicaps, reading each night once. Returns the entrants of changed nights."""
    known = [_by_entrant(event) for event in earlier[-LOOK_BACK:]]
    changed: set[Entrant] = set()
    for event in later:
        handicaps = handicaps_after(season, known[-LOOK_BACK:])
        if event.totals is not None and handicaps != event.totals["handicaps"]:
            changed |= _write_event(season, event, _counted_results(event), handicaps)
        known.append(_by_entrant(event))
    return changed


def _update_ratings(previous: Event | None, events: Sequence[Event], placings: Mapping[str, Sequence[Placing]]) -> None:
    """Rate nights again until a rating is unchanged. Reads the games of nights not in `placings`."""
    skill = _read_ratings(previous)
    for index, event in enumerate(events):
        if event.id not in placings:
            placings = season_queries.placings_by_event(events[index : index + EVENTS_AT_ONCE])
        skill = rate_in_order(placings[event.id], skill)
        rated = codec.ratings(skill)
        if rated == event.ratings:
            return
        event.ratings = rated


def _season_totals(season: Season, events: Iterable[tuple[Event, NightTotals]]) -> dict[str, Plain]:
    """The totals of these nights by kind, as stored. Empty without nights."""
    scheme = scheme_of(season)
    total = SeasonTotals(scheme)
    for event, totals in events:
        total = total + season_of_night(scheme, key_of(event), replace(totals, meetings={}))
    return _plain_season(total)


def _plain_season(total: SeasonTotals) -> dict[str, Plain]:
    return {kind: codec.season(by_kind(total, kind)) for kind in KINDS} if total.nights_held else {}
