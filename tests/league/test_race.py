"""What everybody had after each night, counted by hand."""

from __future__ import annotations

from fractions import Fraction

from scorekeeper.league.results import Result
from scorekeeper.league.season_totals import season_totals
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.standings.standings import race
from scorekeeper.league.totals import night_totals
from tests.league.notation import games

#: Ann & Cal win twice; then Ben & Dot win three times, and Eve comes; then Ann & Cal win once, and Ben is away.
NIGHTS = (
    games("Ann+Cal 300, Ben+Dot 100", "Ann+Cal 310, Ben+Dot 200", night="1"),
    games("Ann+Cal 0, Ben+Dot 305", "Ann+Eve 5, Ben+Dot 300", "Ben+Dot 300, Cal+Eve 290", night="2"),
    games("Ann+Cal 300, Eve+Dot 290", night="3"),
)
RUNNERS = [("Ann",), ("Ben",), ("Eve",)]


def run(scheme: Scheme, latest: int = 3, nights: tuple[list[Result], ...] = NIGHTS) -> list[list[Fraction]]:
    totals = {results[0].night: night_totals(results) for results in nights}
    season = season_totals(scheme, totals)
    chosen = {key: totals[key] for key in sorted(totals)[-latest:]}
    return [list(row) for row in race(season, chosen, RUNNERS)]


def test_wins_add_up_night_by_night() -> None:
    assert run(Scheme("wins")) == [[2, 0, 0], [2, 3, 0], [3, 3, 0]]


def test_the_latest_nights_start_from_the_earlier_totals() -> None:
    assert run(Scheme("wins"), latest=2) == [[2, 3, 0], [3, 3, 0]]
    assert run(Scheme("wins"), latest=1) == [[3, 3, 0]]


def test_shares_are_of_all_points_up_to_the_night() -> None:
    ann = [row[0] for row in run(Scheme("share"))]
    # 610 of 910; then 0 of 305 and 5 of 305; then 300 of 590.
    assert ann == [Fraction(610, 910), Fraction(615, 1520), Fraction(915, 2110)]
    assert [row[0] for row in run(Scheme("share"), latest=1)] == ann[2:]


def test_only_the_best_night_counts() -> None:
    assert run(Scheme("wins", best=1)) == [[2, 0, 0], [2, 3, 0], [2, 3, 0]]


def test_the_worst_night_is_dropped_as_soon_as_there_is_one() -> None:
    # Dropping one of one night leaves nothing; Ben's missed night is the one he drops.
    assert run(Scheme("wins", drop=1)) == [[0, 0, 0], [2, 3, 0], [3, 3, 0]]
