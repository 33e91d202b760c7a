"""Some rows of standings are exactly those rows of the whole."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.league.results import Entrant, Result
from scorekeeper.league.season_totals import SeasonTotals
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.standings.standings import Rows, Standings, of_partnerships, of_players
from tests.league.notation import games, season

PLAYERS = ("Ann", "Ben", "Cal", "Dot", "Eve", "Fay")
SCHEMES = (Scheme(ties=()), Scheme(), Scheme("points", minimum_nights=2), Scheme("margin", cap=50, drop=1))

#: Four of six, and what their sides have: few different points, so that many are tied.
GAMES = st.tuples(st.permutations(PLAYERS), st.sampled_from((0, 100)), st.sampled_from((0, 100, 200)))
NIGHTS = st.lists(st.lists(GAMES, min_size=1, max_size=4), min_size=1, max_size=4)
Rank = Callable[..., Standings]


def played(night: int, drawn: list[tuple[list[str], int, int]]) -> list[Result]:
    texts = [f"{names[0]}+{names[1]} {one}, {names[2]}+{names[3]} {two}" for names, one, two in drawn]
    return games(*texts, night=str(night))


def totals(scheme: Scheme, nights: list[list[tuple[list[str], int, int]]]) -> SeasonTotals:
    return season(scheme, *(played(at, drawn) for at, drawn in enumerate(nights, 1)))


def lines(standings: Standings) -> list[tuple[Entrant, int | None, object, bool]]:
    return [(row.entrant, row.place, row.figure, row.level) for row in standings.rows]


@pytest.mark.parametrize("rank", [of_players, of_partnerships])
@given(nights=NIGHTS, scheme=st.sampled_from(SCHEMES), first=st.integers(0, 16), wanted=st.sets(st.integers(0, 15)))
def test_some_rows_are_those_of_the_whole(
    rank: Rank, nights: list[list[tuple[list[str], int, int]]], scheme: Scheme, first: int, wanted: set[int]
) -> None:
    sums = totals(scheme, nights)
    whole = rank(sums)
    entrants = frozenset(row.entrant for index, row in enumerate(whole.rows) if index in wanted)
    some = rank(sums, rows=Rows(first, entrants))
    assert lines(some) == [line for index, line in enumerate(lines(whole)) if index < first or line[0] in entrants]
    assert some.size == whole.size == len(whole.rows)


def test_the_first_rows_and_one_more() -> None:
    sums = totals(Scheme(ties=()), [[(list(PLAYERS), 100, 0), (["Ann", "Eve", "Ben", "Fay"], 100, 0)]])
    # Ann has two wins; Ben and Eve one; Cal, Dot and Fay none.
    rows = of_players(sums, rows=Rows(2, frozenset({("Fay",), ("Zoe",)}))).rows
    assert [(row.entrant, row.place, row.level) for row in rows] == [
        (("Ann",), 1, False),
        (("Ben",), 2, True),
        (("Fay",), 4, True),
    ]
