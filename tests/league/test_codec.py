"""League values through JSON and back are equal."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.league import codec
from scorekeeper.league.results import Bidding, Result, Side, Substitute, places
from scorekeeper.league.standings.counting import SUBSTITUTES, WAYS, Scheme
from scorekeeper.league.standings.tie_breaks import TIES
from scorekeeper.league.totals import NightTotals, Rolling, Totals, night_totals
from tests.budget import examples
from tests.league.notation import ratings

figures = st.integers(-(10**6), 10**6)
bids = st.builds(
    Bidding,
    st.integers(0, 9),
    st.integers(0, 9),
    st.integers(0, 200),
    figures,
    figures,
    st.integers(0, 9),
    st.just(()) | st.just((("red", 2),)),
)


@st.composite
def results(draw: st.DrawFn) -> Result:
    names = draw(st.permutations(["1", "2", "3", "4", "5", "6", "7", "8"]))
    sides = draw(st.sampled_from([((0, 2), (1, 3)), ((0,), (1,), (2,)), ((0, 1), (2, 3), (4, 5))]))
    points = [draw(figures) for _ in sides]
    low = draw(st.booleans())
    standing = places([-figure if low else figure for figure in points])
    made = tuple(
        Side(
            tuple(names[seat] for seat in seats),
            total,
            place,
            draw(st.integers(0, 50)),
            tuple(draw(bids) for _ in seats) if draw(st.booleans()) else (),
        )
        for seats, total, place in zip(sides, points, standing, strict=True)
    )
    key = draw(st.text(max_size=6))
    helped = draw(st.sampled_from([(), (Substitute(names[0], names[7]),), (Substitute(names[1]),)]))
    return Result(key, draw(st.sampled_from(["a", "b"])), draw(st.integers(0, 9)), "rook", made, 8, low, "2026", helped)


schemes = st.builds(
    Scheme,
    st.sampled_from(sorted(WAYS)),
    st.permutations(sorted(TIES)).map(tuple),
    st.fractions(0, 3, max_denominator=6),
    st.integers(0, 4),
    st.none() | st.integers(1, 3),
    st.just(0),
    st.none() | st.integers(1, 300),
    st.lists(st.integers(0, 9), max_size=4).map(tuple),
    st.sampled_from(sorted(SUBSTITUTES)),
)


def through_json(value: object) -> Any:
    return json.loads(json.dumps(value))


@settings(max_examples=examples(60))
@given(st.lists(results(), max_size=4), schemes)
def test_nothing_is_lost(games: list[Result], scheme: Scheme) -> None:
    written = night_totals(games)
    stored = through_json(codec.night(written))
    assert codec.read_night(stored) == written
    pairs = codec.read_night({"pairs": stored["pairs"]}).by_entrant
    assert pairs == {entrant: totals for entrant, totals in written.by_entrant.items() if len(entrant) > 1}
    assert codec.read_scheme(through_json(codec.scheme(scheme))) == scheme
    skill = ratings(games)
    assert codec.read_ratings(through_json(codec.ratings(skill))) == skill


def test_a_night_is_stored_in_the_order_of_its_entrants() -> None:
    night = NightTotals(
        {("Cal",): Totals(1, 8, Fraction(1, 2), 300, 300, 300, 505, (1,), ((95, 1),)), ("Ann",): Totals(byes=1)},
        {("Ben",): Totals(bidding=Bidding(made=2, highest=95, colors=(("red", 2),)))},
    )
    assert codec.night(night) == {
        "players": [
            [["Ann"], [0, 0, 0, 0, 0, 0, 0, [], [], 1, 0]],
            [["Cal"], [1, 8, "1/2", 300, 300, 300, 505, [1], [[95, 1]], 0, 0]],
        ],
        "substitutes": [[["Ben"], [0, 0, 0, 0, 0, 0, 0, [], [], 0, [2, 0, 95, 0, 0, 0, [["red", 2]]]]]],
        "pairs": [],
    }


def test_a_scheme_that_says_little_is_as_usual() -> None:
    assert codec.read_scheme({}) == Scheme()
    assert codec.read_scheme({"counts": "points", "bye": "1/2"}) == replace(Scheme("points"), bye=Fraction(1, 2))


def test_rolling_handicaps_come_back() -> None:
    agreed = Rolling(Fraction(2, 3), 4, 2, 50)
    assert codec.read_rolling(through_json(codec.rolling(agreed))) == agreed
