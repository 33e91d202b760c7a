"""Stored totals of a season.

Four things are stored in addition to results: the totals of each night, ratings after it, meetings of entrants,
and the totals of all nights but the latest. A change in the latest night costs that night. A change in an earlier
night, which is rare, adds the stored nights up again.
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
from scorekeeper.store import Night, NightTable, Round, Season
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.season import MeetingCounts

PLAYERS, PAIRS = "players", "pairs"
KINDS = (PLAYERS, PAIRS)
#: Rolling handicaps look back at most this many nights: a year of weekly ones.
LOOK_BACK = 52
#: Ratings may soon be what they were: then later nights are not read.
NIGHTS_AT_ONCE = 50
NEVER = Meeting()
Plain = dict[str, Any]


def kind_of(entrant: Entrant) -> str:
    """The standings in which an entrant has a row."""
    return PLAYERS if len(entrant) == 1 else PAIRS


def key_of(night: Night) -> str:
    """The night's key in the league, which sorts by time."""
    return night_key(night.date, night.id)


def night_key(date: dt.date, night_id: str) -> str:
    """The key of a night of a day."""
    return f"{date.isoformat()} {night_id}"


def scheme_of(season: Season) -> Scheme:
    """How the season is counted."""
    return codec.read_scheme(season.scheme)


def update_totals(night: Night) -> None:
    """Bring the totals up to date after a result or a bye of a night has changed. The caller commits."""
    season = night.season
    if season is None:
        night.totals = night.ratings = None
        return
    results = _counted_results(night)
    if season.closed_at is not None or (not results and night.totals is None):
        return
    previous = next(iter(season_queries.nights_before(night, 1)), None)
    season.revision += 1
    is_new = night.totals is None
    changed = _write_night(season, night, results)
    if not results or season_queries.has_later_night(night):
        _add_up_again(season, night, results, changed)
        return
    night.ratings = codec.ratings(ratings(results, _read_ratings(previous)))
    if is_new and previous is not None:
        _add_to_season(season, previous)


def recompute_totals(season: Season) -> None:
    """Compute all totals of a season from its stored results. The caller commits."""
    season.revision += 1
    nights = season_queries.nights_of(season.id, totals=True)
    computed = compute_totals(season, nights, stored_results(season))
    for night in nights:
        night.totals, night.ratings = computed.nights.get(night.id), computed.ratings.get(night.id)
    season_queries.put_season_totals(season.id, computed.season)
    season_queries.replace_meetings(season.id, computed.meetings)


def stored_results(season: Season) -> dict[str, list[Result]]:
    """The stored results that count, by the id of their night."""
    by_night: dict[str, list[Result]] = {}
    for plain, night_id in season_queries.plain_results_of_season(season.id):
        by_night.setdefault(night_id, []).append(codec.read_result(plain))
    return by_night


@dataclass(frozen=True)
class ComputedTotals:
    """Everything that is stored of a season in addition to its results."""

    #: Totals and ratings by the id of the night, of nights in which a game counts.
    nights: Mapping[str, Plain]
    ratings: Mapping[str, list[Any]]
    #: Totals of all nights but the latest, by kind.
    season: Mapping[str, Plain]
    meetings: MeetingCounts


def compute_totals(
    season: Season,
    nights: Sequence[Night],
    results: Mapping[str, list[Result]],
    byes_of: Callable[[str], list[Bye]] | None = None,
) -> ComputedTotals:
    """All totals of a season from results and byes alone; byes by the id of a night, from the store unless given."""
    held = [night for night in nights if results.get(night.id)]
    plain: dict[str, Plain] = {}
    rated: dict[str, list[Any]] = {}
    earlier: list[NightTotals] = []
    skill: dict[str, Rating] = {}
    scheme = scheme_of(season)
    for night in held:
        handicaps = handicaps_after(season, [totals.by_entrant for totals in earlier[-LOOK_BACK:]])
        totals = _night_totals(scheme, results[night.id], handicaps, (byes_of or stored_byes)(night.id))
        plain[night.id] = codec.night(totals) | {"handicaps": handicaps}
        skill = ratings(results[night.id], skill)
        rated[night.id] = codec.ratings(skill)
        earlier.append(totals)
    totals_of_season = _season_totals(season, zip(held[:-1], earlier[:-1], strict=True))
    return ComputedTotals(
        plain, rated, totals_of_season, _meeting_counts({}, sum_meetings(totals.meetings for totals in earlier))
    )


def handicaps_after(season: Season, earlier: Sequence[TotalsByEntrant]) -> dict[str, int]:
    """Everybody's handicap that is not zero: fixed, or rolling after the nights before."""
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


def _counted_results(night: Night) -> list[Result]:
    return [codec.read_result(plain) for plain in season_queries.plain_results_of_night(night)]


def _write_night(
    season: Season, night: Night, results: Sequence[Result], handicaps: Plain | None = None
) -> set[Entrant]:
    """Store a night's totals and meetings; its handicaps stay unless others are given.

    The entrants whose accounts may have changed are returned.
    """
    before = codec.read_night(night.totals) if night.totals is not None else NightTotals()
    if handicaps is None:
        handicaps = handicaps_of(season, night)
    after = _night_totals(scheme_of(season), results, handicaps, stored_byes(night.id))
    night.totals = codec.night(after) | {"handicaps": handicaps} if results else None
    season_queries.add_meetings(season.id, _meeting_counts(before.meetings, after.meetings))
    entrants = {*before.by_entrant, *before.as_substitute, *after.by_entrant, *after.as_substitute}
    if not scheme_of(season).way.by_game:
        # The night is scored as a whole.
        return entrants

    def totals_in(totals: NightTotals, entrant: Entrant) -> tuple[Totals | None, Totals | None]:
        return totals.by_entrant.get(entrant), totals.as_substitute.get(entrant)

    return {entrant for entrant in entrants if totals_in(before, entrant) != totals_in(after, entrant)}


def handicaps_of(season: Season, night: Night) -> dict[str, int]:
    """Everybody's handicap at a night of a season: as it was stored, or as it would be."""
    stored: Plain | None = night.totals
    if stored is not None:
        return dict(stored["handicaps"])
    nights = season_queries.nights_before(night, LOOK_BACK) if "rolling" in season.handicaps else []
    return handicaps_after(season, [_by_entrant(earlier) for earlier in nights])


def _by_entrant(night: Night) -> TotalsByEntrant:
    return codec.read_night_totals(night.totals or {}).by_entrant


def _night_totals(scheme: Scheme, results: Sequence[Result], handicaps: Handicaps, byes: Sequence[Bye]) -> NightTotals:
    return totals_as_counted(scheme, [with_handicaps(result, handicaps) for result in results], byes)


def stored_byes(*night_ids: str) -> list[Bye]:
    """The byes of these nights, whether their rounds count or not."""
    rows = season_queries.byes_of(*night_ids)
    tables = season_queries.tables_of_rounds({night_round.id for night_round, _ in rows}) if rows else []
    return byes_from_rows(rows, tables)


def byes_from_rows(rows: Sequence[tuple[Round, ByeRow]], tables: Iterable[NightTable]) -> list[Bye]:
    """Byes from what is stored of their rounds, in order."""
    seated: dict[int, set[str]] = {}
    for table in tables:
        seated.setdefault(table.round_id, set()).update(map(str, table.played))
    waiting: dict[Round, list[SatOut]] = {}
    for night_round, row in rows:
        waiting.setdefault(night_round, []).append(SatOut(str(row.member_id), tuple(map(str, row.partners))))
    return [
        bye
        for night_round, sat_out in waiting.items()
        for bye in byes_of_round(night_round.night_id, night_round.number, sat_out, seated.get(night_round.id, ()))
    ]


def _meeting_counts(before: Meetings, after: Meetings) -> MeetingCounts:
    """How meetings changed; each stands once, the first entrant in order before the other."""
    changes: MeetingCounts = {}
    for one, other in sorted({*before, *after}):
        old, new = before.get((one, other), NEVER), after.get((one, other), NEVER)
        if one < other and old != new:
            games, ahead = new.games - old.games, new.ahead - old.ahead
            changes[entrant_key(one), entrant_key(other)] = (games, int(2 * ahead))
    return changes


def _add_to_season(season: Season, night: Night) -> None:
    """A night that is no longer the latest joins the totals of the season."""
    totals = season_of_night(scheme_of(season), key_of(night), codec.read_night_totals(night.totals or {}))
    sums = {kind: read_season_totals(season, kind) + by_kind(totals, kind) for kind in KINDS}
    season_queries.put_season_totals(season.id, {kind: codec.season(sums[kind]) for kind in KINDS})


def _read_ratings(night: Night | None) -> dict[str, Rating]:
    return codec.read_ratings(night.ratings or []) if night is not None else {}


def _add_up_again(season: Season, night: Night, results: Sequence[Result], changed: set[Entrant]) -> None:
    """An earlier night has changed: later handicaps and ratings follow, and the accounts of its entrants."""
    if night.totals is None:
        night.ratings = None
    is_rolling = "rolling" in season.handicaps
    nights = season_queries.held_nights(season.id, totals=is_rolling)
    later = [held for held in nights if key_of(held) >= key_of(night)]
    earlier = nights[: len(nights) - len(later)]
    if not later and earlier:
        # The one before is the latest now, and leaves the totals of the season.
        changed |= {*_by_entrant(earlier[-1]), *codec.read_night_totals(earlier[-1].totals or {}).as_substitute}
    if is_rolling:
        changed |= _update_handicaps(season, earlier, later)
    _update_ratings(earlier[-1] if earlier else None, later, {night.id: in_order(results)})
    _update_accounts(season, nights[:-1], changed)


def _update_accounts(season: Season, nights: Sequence[Night], changed: set[Entrant]) -> None:
    """Add up the accounts of these entrants; all others stay."""
    scheme = scheme_of(season)
    total = SeasonTotals(scheme)
    # Where a night is scored as a whole, everybody in it is needed.
    by_game = scheme.way.by_game
    plain = season_queries.night_totals_of(season.id, changed) if by_game else season_queries.night_totals(season.id)
    for night in nights:
        totals = season_of_night(scheme, key_of(night), codec.read_night_totals(plain[night.id]))
        accounts = {entrant: account for entrant, account in totals.accounts.items() if entrant in changed}
        total = total + replace(totals, accounts=accounts)
    stored = {kind: read_season_totals(season, kind).accounts for kind in KINDS}
    unchanged = {
        entrant: account for kind in KINDS for entrant, account in stored[kind].items() if entrant not in changed
    }
    total = replace(total, accounts={**unchanged, **total.accounts})
    season_queries.put_season_totals(season.id, _plain_season(total))


def _update_handicaps(season: Season, earlier: Sequence[Night], later: Sequence[Night]) -> set[Entrant]:
    """What was scored without handicaps stays, so each night is read once; the entrants of changed nights."""
    known = [_by_entrant(night) for night in earlier[-LOOK_BACK:]]
    changed: set[Entrant] = set()
    for night in later:
        handicaps = handicaps_after(season, known[-LOOK_BACK:])
        if night.totals is not None and handicaps != night.totals["handicaps"]:
            changed |= _write_night(season, night, _counted_results(night), handicaps)
        known.append(_by_entrant(night))
    return changed


def _update_ratings(previous: Night | None, nights: Sequence[Night], placings: Mapping[str, Sequence[Placing]]) -> None:
    """Rate nights again until the ratings are what they were. Games of nights that are not known are read."""
    skill = _read_ratings(previous)
    for index, night in enumerate(nights):
        if night.id not in placings:
            placings = season_queries.placings_by_night(nights[index : index + NIGHTS_AT_ONCE])
        skill = rate_in_order(placings[night.id], skill)
        rated = codec.ratings(skill)
        if rated == night.ratings:
            return
        night.ratings = rated


def _season_totals(season: Season, nights: Iterable[tuple[Night, NightTotals]]) -> dict[str, Plain]:
    """The totals of these nights by kind, as they are stored; nothing for no nights."""
    scheme = scheme_of(season)
    total = SeasonTotals(scheme)
    for night, totals in nights:
        total = total + season_of_night(scheme, key_of(night), replace(totals, meetings={}))
    return _plain_season(total)


def _plain_season(total: SeasonTotals) -> dict[str, Plain]:
    return {kind: codec.season(by_kind(total, kind)) for kind in KINDS} if total.nights_held else {}
