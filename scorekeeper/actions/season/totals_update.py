"""A result changes: the book of its night, the sums and the ratings follow.

It costs that night, and not the season: sums are lessened by the old book and raised by the new one,
and ratings are told again only from there on, until they are as they were. A rolling handicap may change
the nights after it, so far as it looks back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.actions.season import totals
from scorekeeper.actions.season.totals import KINDS, LADDER, LOOK_BACK, book_of, handicaps_after, met_part, rated_part
from scorekeeper.league import codec
from scorekeeper.league.rating import ratings
from scorekeeper.league.results.result import Entrant
from scorekeeper.league.totals import season as season_totals
from scorekeeper.league.totals.night import Meeting
from scorekeeper.league.totals.replace_night import Swap, exchanged
from scorekeeper.store import Night, Season
from scorekeeper.store.queries import season as season_queries

Book = dict[str, Any]
NEVER = Meeting()


def changed(night: Night) -> None:
    """A result or a bye of tonight has changed: bring its book and the sums up to date."""
    season = night.season
    if season is None:
        night.book, night.summed = None, False
        return
    if season.closed_at is not None:
        return
    results = season_queries.plains_of_night(night)
    if results or night.book is not None:
        season.revision += 1
        change = _Change(season, night, results)
        if not change.write():
            totals.settle(season)


@dataclass
class _Change:
    """One night changes, and what stands beside it in the season."""

    season: Season
    night: Night
    results: Sequence[Mapping[str, Any]]
    before: list[Night] = field(init=False)
    after: list[Night] = field(init=False)
    #: New books; None where nothing counts any more.
    books: dict[str, Book | None] = field(init=False)

    def __post_init__(self) -> None:
        rolling = "rolling" in self.season.handicaps
        self.before = season_queries.held_before(self.night, LOOK_BACK if rolling else 1, books=rolling)
        self.after = season_queries.held_after(self.night)
        self.books = {self.night.id: self._book()}
        if rolling:
            self.books |= self._with_other_handicaps(season_queries.held_after(self.night, LOOK_BACK, books=True))

    @property
    def held(self) -> list[Night]:
        """The nights of which something can change, those in which something counts."""
        return [*self.before[-1:], *([self.night] if self.results else []), *self.after]

    def write(self) -> bool:
        """Store it all; false if the ratings of the night before are not known."""
        told = self._ratings()
        if told is None:
            return False
        latest = self.held[-1].id if self.held else None
        beside = (*self.before[-1:], self.night, *self.after)
        touched = [each for each in beside if self._moves(each, latest)]
        swaps = [(each, *self._swap(each, latest)) for each in touched]
        season_queries.put_sums(self.season.id, self._sums(swaps) | told)
        for each in touched:
            each.book, each.summed = self._new(each), self._counts(each) and each.id != latest
        return True

    def _book(self) -> Book | None:
        if not self.results:
            return None
        given = (self.night.book or {}).get("handicaps")
        if given is None:
            given = handicaps_after(self.season, [_tallies(each.book) for each in self.before])
        return book_of(self.season, self.night, [codec.read_result(each) for each in self.results], given)

    def _with_other_handicaps(self, later: Sequence[Night]) -> dict[str, Book | None]:
        """The books of later nights whose handicaps are others now."""
        known = [_tallies(each.book) for each in self.before]
        known += [_tallies(self.books[self.night.id])] if self.results else []
        found: dict[str, Book | None] = {}
        for each in later:
            given = {who: points for who, points in handicaps_after(self.season, known[-LOOK_BACK:]).items() if points}
            if each.book is not None and given != each.book["handicaps"]:
                results = [codec.read_result(one) for one in season_queries.plains_of_night(each)]
                found[each.id] = book_of(self.season, each, results, given)
            # What was scored without handicaps stays, so the handicaps after it do too.
            known.append(_tallies(each.book))
        return found

    def _counts(self, night: Night) -> bool:
        return night is not self.night or bool(self.results)

    def _new(self, night: Night) -> Book | None:
        return self.books.get(night.id, night.book)

    def _moves(self, night: Night, latest: str | None) -> bool:
        return night.id in self.books or night.summed != (self._counts(night) and night.id != latest)

    def _swap(self, night: Night, latest: str | None) -> tuple[Book | None, Book | None]:
        """What a night had in the sums, and what it has in them now."""
        old = night.book if night.summed else None
        return old, self._new(night) if self._counts(night) and night.id != latest else None

    def _sums(self, swaps: Sequence[tuple[Night, Book | None, Book | None]]) -> dict[str, Any]:
        """The parts of the sums that change."""
        scheme = totals.scheme_of(self.season)
        pairs: list[Swap] = []
        for night, *books in swaps:
            old, new = (
                season_totals.night(scheme, totals.key_of(night), codec.read_book(each))
                if each
                else season_totals.Season(scheme)
                for each in books
            )
            pairs.append((old, new))
        met = [(codec.by_entrant(old.meetings), codec.by_entrant(new.meetings)) for old, new in pairs]
        everybody = sorted({who for old, new in met for who in (*old, *new)})
        stored = season_queries.sums(self.season.id, [*KINDS, *map(met_part, everybody)])
        parts = {}
        for who in everybody:
            own = [(old.get(who, {}), new.get(who, {})) for old, new in met]
            parts[met_part(who)] = _met(stored.get(met_part(who), []), own)
        return parts | {kind: self._accounts(kind, stored.get(kind), pairs, dict(_named(swaps))) for kind in KINDS}

    def _accounts(
        self, kind: str, stored: Mapping[str, Any] | None, swaps: Sequence[Swap], fresh: Mapping[str, Book | None]
    ) -> dict[str, Any] | None:
        before = totals.read_sums(totals.scheme_of(self.season), stored)
        own = [(totals.only(old, kind), totals.only(new, kind)) for old, new in swaps]
        whole, unknown = exchanged(before, own)
        if unknown:
            whole = replace(whole, accounts={**whole.accounts, **self._made_anew(unknown, fresh)})
        return totals.sums_part(whole) if whole.held else None

    def _made_anew(
        self, some: frozenset[Entrant], fresh: Mapping[str, Book | None]
    ) -> dict[Entrant, season_totals.Account]:
        """Accounts from all books of the season."""
        scheme = totals.scheme_of(self.season)
        books = {f"{day.isoformat()} {key}": book for day, key, book in season_queries.stored_books(self.season.id)}
        whole = season_totals.Season(scheme)
        for key, book in sorted({**books, **fresh}.items()):
            if book is not None:
                one = season_totals.night(scheme, key, codec.read_book(_about(book, some, scheme.way.by_game)))
                accounts = {who: account for who, account in one.accounts.items() if who in some}
                whole = whole + replace(one, accounts=accounts)
        return dict(whole.accounts)

    def _ratings(self) -> dict[str, Any] | None:
        """Ratings from tonight on, until they are as they were; None if those before it are not known."""
        told: dict[str, list[Any]] = {}
        running = self._rated(self.before[-1]) if self.before else []
        if running is None:
            return None
        begin = running
        for each in self.held[len(self.before[-1:]) :]:
            results = self.results if each is self.night else season_queries.plains_of_night(each)
            new = codec.ratings(ratings(map(codec.read_result, results), codec.read_ratings(running)))
            if new == self._rated(each):
                break
            told[each.id] = running = new
        return self._rating_parts(told, begin)

    def _rating_parts(self, told: Mapping[str, list[Any]], begin: list[Any]) -> dict[str, Any]:
        latest = self.held[-1].id if self.held else None
        parts: dict[str, Any] = {rated_part(key): new for key, new in told.items() if key != latest}
        if self.night.summed and not self.results:
            parts[rated_part(self.night.id)] = None
        for each in self.before[-1:]:
            if each.summed != (each.id != latest):
                parts[rated_part(each.id)] = begin if each.id != latest else None
        if latest in told or latest is None or (self.before and latest == self.before[-1].id):
            parts[LADDER] = told.get(latest, begin) if latest else None
        return parts

    def _rated(self, night: Night) -> list[Any] | None:
        """What is stored of everybody's rating after a night."""
        if night is self.night and night.book is None:
            return None
        found: list[Any] | None = season_queries.one_sum(
            self.season.id, rated_part(night.id) if night.summed else LADDER
        )
        return found


def _tallies(book: Book | None) -> Any:
    return codec.read_book(book).tallies if book else {}


def _met(stored: Any, swaps: Sequence[tuple[codec.Met, codec.Met]]) -> Any:
    """Whom an entrant has met, with nights exchanged; None if nobody."""
    found = codec.read_met(stored)
    for old, new in swaps:
        found |= {other: found.get(other, NEVER).less(meeting) for other, meeting in old.items()}
        found |= {other: found.get(other, NEVER).plus(meeting) for other, meeting in new.items()}
    return codec.met({other: meeting for other, meeting in found.items() if meeting.games}) or None


def _named(swaps: Sequence[tuple[Night, Book | None, Book | None]]) -> Iterator[tuple[str, Book | None]]:
    for night, _, new in swaps:
        yield totals.key_of(night), new


def _about(book: Book, some: frozenset[Entrant], by_game: bool) -> Book:
    """A book as far as it tells of some; all of it where only the whole night says what it adds."""
    if not by_game:
        return book | {"meetings": []}
    parts = {name: [row for row in book[name] if tuple(row[0]) in some] for name in ("tallies", "as_substitute")}
    return {**parts, "meetings": []}
