"""Books of evenings and sums of seasons, made from stored results: a standing never reads a game again.

The sums hold all evenings but the latest one in which something counts; that one is added on top when
somebody looks. So a game that ends today costs its own evening, whatever the length of the season; only
when an older evening changes are the sums made anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.league import plain, seasons
from scorekeeper.league.handicap import Handicaps, with_handicaps
from scorekeeper.league.rating import Rating, ratings
from scorekeeper.league.results import Bye, Entrant, Result
from scorekeeper.league.scoring import Scheme
from scorekeeper.league.tallies import Meeting, Tallies, book
from scorekeeper.store import Evening, Season, league

PLAYERS, PAIRS = "players", "pairs"
KINDS = (PLAYERS, PAIRS)
#: Ratings before the latest evening, and with it.
RATINGS, LADDER = "ratings", "ladder"
#: Rolling handicaps look no further back than so many evenings: a year of weekly ones.
LOOK_BACK = 52


def kind_of(who: Entrant) -> str:
    """The standing in which an entrant has its row."""
    return PLAYERS if len(who) == 1 else PAIRS


def met_part(who: Entrant) -> str:
    """The part of the sums that holds whom an entrant has met."""
    return "met:" + "+".join(who)


def key_of(evening: Evening) -> str:
    """The evening's key in the league: in order of time."""
    return f"{evening.date.isoformat()} {evening.id}"


def scheme_of(season: Season) -> Scheme:
    """How the season is counted."""
    return plain.read_scheme(season.scheme)


@dataclass(frozen=True)
class Whole:
    """All that is stored of a season beside its results."""

    #: Books by the id of the evening; None where nothing counts.
    books: Mapping[str, dict[str, Any] | None]
    summed: frozenset[str]
    parts: Mapping[str, Any]


def changed(evening: Evening) -> None:
    """A result or a bye of this evening has changed: bring its book and the sums up to date."""
    season = evening.season
    if season is None:
        evening.book, evening.summed = None, False
        return
    if season.closed_at is not None:
        return
    latest, rows = league.latest_held(season.id), league.counted_rows(evening)
    gone = evening.book is not None and not rows
    if evening.summed or gone or (latest is not None and latest > (evening.date, evening.id)):
        settle(season)
    elif rows:
        season.revision += 1
        _go_on(season, evening, [plain.read_result(row.plain) for row in rows])


def _go_on(season: Season, evening: Evening, results: list[Result]) -> None:
    """The latest evening goes on, or begins: the one before it is added to the sums."""
    parts: dict[str, Any] = {}
    for before in league.held_evenings(season.id, summed=False):
        if before.id != evening.id:
            parts |= _with_evening(season, before)
            before.summed = True
    known = evening.book or {}
    given = known.get("handicaps")
    evening.book = book_of(season, evening, results, _handicaps(season, evening) if given is None else given)
    before_it = parts.get(RATINGS) or league.sums(season.id, [RATINGS]).get(RATINGS, [])
    parts[LADDER] = plain.ratings(ratings(results, plain.read_ratings(before_it)))
    league.put_sums(season.id, parts)


def _with_evening(season: Season, evening: Evening) -> dict[str, Any]:
    """The sums with one more evening: the parts that change."""
    scheme = scheme_of(season)
    one = seasons.evening(scheme, key_of(evening), plain.read_book(evening.book or {}))
    apart = plain.by_entrant(one.meetings)
    stored = league.sums(season.id, [*KINDS, LADDER, *map(met_part, apart)])
    parts = {kind: sums_part(read_sums(scheme, stored.get(kind)) + only(one, kind)) for kind in KINDS}
    for who, others in apart.items():
        before = plain.read_met(stored.get(met_part(who), []))
        parts[met_part(who)] = plain.met(
            before | {other: before.get(other, Meeting()).plus(each) for other, each in others.items()}
        )
    # What stood at the top of the ladder is what the next evening begins with.
    return parts | {RATINGS: stored.get(LADDER, [])}


def only(season: seasons.Season, kind: str) -> seasons.Season:
    """The accounts of one kind, without meetings."""
    accounts = {who: account for who, account in season.accounts.items() if kind_of(who) == kind}
    return replace(season, accounts=accounts, meetings={})


def sums_part(season: seasons.Season) -> dict[str, Any]:
    """The sums of one kind as they are stored."""
    return {"held": season.held, "accounts": plain.accounts(season.accounts)}


def read_sums(scheme: Scheme, stored: Mapping[str, Any] | None) -> seasons.Season:
    """The same back; nothing stored is an empty season."""
    if stored is None:
        return seasons.Season(scheme)
    return seasons.Season(scheme, stored["held"], plain.read_accounts(stored["accounts"]))


def settle(season: Season) -> None:
    """Make books and sums anew from the stored results."""
    season.revision += 1
    evenings = league.evenings_of(season.id, books=True)
    write(season, evenings, whole(season, evenings, stored_results(season)))


def write(season: Season, evenings: Sequence[Evening], made: Whole) -> None:
    """Store what was made."""
    for evening in evenings:
        evening.book, evening.summed = made.books[evening.id], evening.id in made.summed
    league.put_sums(season.id, dict(made.parts), alone=True)


def stored_results(season: Season) -> dict[str, list[Result]]:
    """The results that count, as they are stored, by the id of their evening."""
    found: dict[str, list[Result]] = {}
    for stored, evening in league.plains_of_season(season.id):
        found.setdefault(evening, []).append(plain.read_result(stored))
    return found


def whole(season: Season, evenings: Sequence[Evening], results: Mapping[str, list[Result]]) -> Whole:
    """Books and sums of a season from its results alone."""
    held = [evening for evening in evenings if results.get(evening.id)]
    books: dict[str, dict[str, Any] | None] = {evening.id: None for evening in evenings}
    earlier: list[Tallies] = []
    for evening in held:
        given = handicaps_after(season, earlier[-LOOK_BACK:])
        books[evening.id] = made = book_of(season, evening, results[evening.id], given)
        earlier.append(plain.read_book(made).tallies)
    summed = held[:-1]
    parts = _summed(season, [(key_of(evening), books[evening.id] or {}) for evening in summed])
    if held:
        before: dict[str, Rating] = {}
        for evening in summed:
            before = ratings(results[evening.id], before)
        # A season of one evening has no sums yet, only a ladder.
        parts |= {RATINGS: plain.ratings(before)} if before else {}
        parts[LADDER] = plain.ratings(ratings(results[held[-1].id], before))
    return Whole(books, frozenset(evening.id for evening in summed), parts)


def _summed(season: Season, books: Iterable[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    scheme = scheme_of(season)
    total = {kind: seasons.Season(scheme) for kind in KINDS}
    meetings: dict[tuple[Entrant, Entrant], Meeting] = {}
    for key, stored in books:
        one = seasons.evening(scheme, key, plain.read_book(stored))
        total = {kind: total[kind] + only(one, kind) for kind in KINDS}
        for pair, meeting in one.meetings.items():
            meetings[pair] = meetings.get(pair, Meeting()).plus(meeting)
    shards = {met_part(who): plain.met(others) for who, others in plain.by_entrant(meetings).items()}
    return shards | {kind: sums_part(total[kind]) for kind in KINDS if total[kind].held}


def book_of(season: Season, evening: Evening, results: Sequence[Result], given: Handicaps) -> dict[str, Any]:
    """An evening's book with the handicaps of the evening. Byes count in rounds of which a game counts."""
    rounds = {result.round for result in results}
    byes = [Bye(evening.id, number, (str(who),)) for number, who in league.byes_of(evening.id) if number in rounds]
    counted = [with_handicaps(result, given) for result in results]
    return plain.book(book(counted, byes)) | {"handicaps": {who: given[who] for who in sorted(given) if given[who]}}


def _handicaps(season: Season, evening: Evening) -> Handicaps:
    """The handicaps of an evening that begins."""
    if "rolling" not in season.handicaps:
        return handicaps_after(season, [])
    held = [each for each in league.held_evenings(season.id) if each.id != evening.id]
    return handicaps_after(season, [plain.read_book(each.book or {}).tallies for each in held[-LOOK_BACK:]])


def handicaps_after(season: Season, earlier: Sequence[Tallies]) -> Handicaps:
    """Everybody's handicap, fixed, or rolling after the evenings before."""
    if "rolling" in season.handicaps:
        return plain.read_rolling(season.handicaps["rolling"]).of(earlier)
    return {str(who): int(points) for who, points in season.handicaps.get("fixed", {}).items()}
