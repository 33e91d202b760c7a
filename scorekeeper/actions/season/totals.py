"""Books of nights and sums of seasons, made from stored results: a standing never reads a game again.

The sums hold all nights but the latest one in which something counts; that one is added on top when
somebody looks. `bookkeeping` keeps them up to date; here they are made from the results alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.league import codec
from scorekeeper.league.rating import Rating, ratings
from scorekeeper.league.results.result import Bye, Entrant, Result
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.totals import season as season_totals
from scorekeeper.league.totals.handicap import Handicaps, with_handicaps
from scorekeeper.league.totals.night import Meeting, Tallies, book
from scorekeeper.store import Night, Season
from scorekeeper.store.queries import season as season_queries

PLAYERS, PAIRS = "players", "pairs"
KINDS = (PLAYERS, PAIRS)
#: Everybody's rating now, after the latest night.
LADDER = "ladder"
#: Rolling handicaps look no further back than so many nights: a year of weekly ones.
LOOK_BACK = 52


def kind_of(who: Entrant) -> str:
    """The standing in which an entrant has its row."""
    return PLAYERS if len(who) == 1 else PAIRS


def met_part(who: Entrant) -> str:
    """The part of the sums that holds whom an entrant has met."""
    return "met:" + "+".join(who)


def rated_part(night_id: str) -> str:
    """The part of the sums that holds everybody's rating after a night."""
    return f"rated:{night_id}"


def key_of(night: Night) -> str:
    """The night's key in the league: in order of time."""
    return f"{night.date.isoformat()} {night.id}"


def scheme_of(season: Season) -> Scheme:
    """How the season is counted."""
    return codec.read_scheme(season.scheme)


@dataclass(frozen=True)
class Whole:
    """All that is stored of a season beside its results."""

    #: Books by the id of the night; None where nothing counts.
    books: Mapping[str, dict[str, Any] | None]
    summed: frozenset[str]
    parts: Mapping[str, Any]


def only(season: season_totals.Season, kind: str) -> season_totals.Season:
    """The accounts of one kind, without meetings."""
    accounts = {who: account for who, account in season.accounts.items() if kind_of(who) == kind}
    return replace(season, accounts=accounts, meetings={})


def sums_part(season: season_totals.Season) -> dict[str, Any]:
    """The sums of one kind as they are stored."""
    return {"held": season.held, "accounts": codec.accounts(season.accounts)}


def read_sums(scheme: Scheme, stored: Mapping[str, Any] | None) -> season_totals.Season:
    """The same back; nothing stored is an empty season."""
    if stored is None:
        return season_totals.Season(scheme)
    return season_totals.Season(scheme, stored["held"], codec.read_accounts(stored["accounts"]))


def settle(season: Season) -> None:
    """Make books and sums anew from the stored results."""
    season.revision += 1
    nights = season_queries.nights_of(season.id, books=True)
    write(season, nights, whole(season, nights, stored_results(season)))


def write(season: Season, nights: Sequence[Night], made: Whole) -> None:
    """Store what was made."""
    for night in nights:
        night.book, night.summed = made.books[night.id], night.id in made.summed
    season_queries.put_sums(season.id, dict(made.parts), alone=True)


def stored_results(season: Season) -> dict[str, list[Result]]:
    """The results that count, as they are stored, by the id of their night."""
    found: dict[str, list[Result]] = {}
    for stored, night in season_queries.plains_of_season(season.id):
        found.setdefault(night, []).append(codec.read_result(stored))
    return found


def whole(season: Season, nights: Sequence[Night], results: Mapping[str, list[Result]]) -> Whole:
    """Books and sums of a season from its results alone."""
    held = [night for night in nights if results.get(night.id)]
    books: dict[str, dict[str, Any] | None] = {night.id: None for night in nights}
    earlier: list[Tallies] = []
    for night in held:
        given = handicaps_after(season, earlier[-LOOK_BACK:])
        books[night.id] = made = book_of(season, night, results[night.id], given)
        earlier.append(codec.read_book(made).tallies)
    summed = held[:-1]
    parts = _summed(season, [(key_of(night), books[night.id] or {}) for night in summed])
    if held:
        before: dict[str, Rating] = {}
        for night in summed:
            before = ratings(results[night.id], before)
            parts[rated_part(night.id)] = codec.ratings(before)
        parts[LADDER] = codec.ratings(ratings(results[held[-1].id], before))
    return Whole(books, frozenset(night.id for night in summed), parts)


def _summed(season: Season, books: Iterable[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    scheme = scheme_of(season)
    total = {kind: season_totals.Season(scheme) for kind in KINDS}
    meetings: dict[tuple[Entrant, Entrant], Meeting] = {}
    for key, stored in books:
        one = season_totals.night(scheme, key, codec.read_book(stored))
        total = {kind: total[kind] + only(one, kind) for kind in KINDS}
        for pair, meeting in one.meetings.items():
            meetings[pair] = meetings.get(pair, Meeting()).plus(meeting)
    shards = {met_part(who): codec.met(others) for who, others in codec.by_entrant(meetings).items()}
    return shards | {kind: sums_part(total[kind]) for kind in KINDS if total[kind].held}


def book_of(season: Season, night: Night, results: Sequence[Result], given: Handicaps) -> dict[str, Any]:
    """A night's book with the handicaps of the night. Byes count in rounds of which a game counts."""
    rounds = {result.round for result in results}
    byes = [Bye(night.id, number, (str(who),)) for number, who in season_queries.byes_of(night.id) if number in rounds]
    counted = [with_handicaps(result, given) for result in results]
    return codec.book(book(counted, byes)) | {"handicaps": {who: given[who] for who in sorted(given) if given[who]}}


def handicaps_after(season: Season, earlier: Sequence[Tallies]) -> Handicaps:
    """Everybody's handicap, fixed, or rolling after the nights before."""
    if "rolling" in season.handicaps:
        return codec.read_rolling(season.handicaps["rolling"]).of(earlier)
    return {str(who): int(points) for who, points in season.handicaps.get("fixed", {}).items()}
