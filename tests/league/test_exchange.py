"""A night exchanged in a season gives the season that its nights make."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.league.results.result import Bidding, Result, Side, places
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.totals.night import Book, book
from scorekeeper.league.totals.replace_night import exchanged
from scorekeeper.league.totals.season import Season, night, season
from tests.league.notation import games

SCHEMES = [
    Scheme("wins"),
    Scheme("margin", cap=3, drop=1, bye=Fraction(1, 2)),
    Scheme("points", best=2),
    Scheme("evening-places", best=1),
    Scheme("share", drop=2),
]


@st.composite
def results(draw: st.DrawFn) -> Result:
    who = draw(st.permutations(["Ann", "Ben", "Cal", "Dot", "Eve"]))[: draw(st.integers(2, 4))]
    points = [draw(st.integers(-3, 9)) for _ in who]
    bids = [Bidding(1, 1, draw(st.sampled_from([0, 70, 120])), 5, 5, 1, (("red", 2),)) for _ in who]
    rows = zip(who, points, places(points), bids, strict=True)
    sides = tuple(Side((name,), own, place, bidding=(bid,)) for name, own, place, bid in rows)
    return Result("g", "e", 1, "regular", sides, 3)


def books() -> st.SearchStrategy[Book]:
    return st.lists(results(), min_size=1, max_size=3).map(book)


def one(scheme: Scheme, key: str, made: Book | None) -> Season:
    return night(scheme, key, made) if made is not None else Season(scheme)


@settings(deadline=None)
@given(st.sampled_from(SCHEMES), st.lists(books(), min_size=1, max_size=5), st.data())
def test_exchanged_is_what_the_nights_make(scheme: Scheme, held: list[Book], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(held)))
    old = held[at] if at < len(held) else None
    new = data.draw(st.one_of(st.none(), books()))
    before = {str(number): made for number, made in enumerate(held)}
    after = (
        {**before, str(at): new} if new is not None else {key: made for key, made in before.items() if key != str(at)}
    )
    whole = season(scheme, before)
    found, unknown = exchanged(whole, [(one(scheme, str(at), old), one(scheme, str(at), new))])
    expected = season(scheme, after) if after else Season(scheme)
    assert found.held == expected.held
    known = {who: account for who, account in found.accounts.items() if who not in unknown}
    assert known == {who: account for who, account in expected.accounts.items() if who not in unknown}
    assert unknown <= {*whole.accounts}


def test_a_best_night_that_gets_worse_must_be_told_by_the_others() -> None:
    scheme = Scheme("points", best=1)
    nights = [book(games("Ann 9, Ben 1")), book(games("Ann 8, Ben 2"))]
    whole = season(scheme, {"1": nights[0], "2": nights[1]})
    worse = night(scheme, "1", book(games("Ann 3, Ben 1")))
    assert exchanged(whole, [(night(scheme, "1", nights[0]), worse)])[1] == {("Ann",)}
    better = night(scheme, "1", book(games("Ann 10, Ben 1")))
    found, unknown = exchanged(whole, [(night(scheme, "1", nights[0]), better)])
    assert (unknown, found.accounts["Ann",].total.amount, found.figure(found.accounts["Ann",])) == (set(), 18, 10)


@pytest.mark.parametrize(("new", "unknown"), [(70, {("Ann",)}), (120, set()), (140, set())])
def test_the_highest_bid_goes_only_if_it_is_not_made_again(new: int, unknown: set[tuple[str, ...]]) -> None:
    def made(highest: int) -> Book:
        (result,) = games("Ann 9, Ben 1")
        ann = replace(result.sides[0], bidding=(Bidding(made=1, highest=highest),))
        return book([replace(result, sides=(ann, result.sides[1]))])

    scheme = Scheme("wins")
    whole = season(scheme, {"1": made(120), "2": made(80)})
    found, told = exchanged(whole, [(night(scheme, "1", made(120)), night(scheme, "1", made(new)))])
    assert told == unknown
    if not unknown:
        assert found.accounts["Ann",].tally.bidding.highest == new
