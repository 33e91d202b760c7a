"""Ratings and handicaps: the direction of every change, not the library's figures."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from scorekeeper.league.rating import SETTLED_GAMES, Rating, ladder
from scorekeeper.league.results import Result
from scorekeeper.league.totals import Rolling, night_totals, with_handicaps
from tests.league.notation import game, games, ratings
from tests.rows import each_row

NEWCOMER = Rating()


@each_row(
    ("text", "up", "down"),
    [
        ("Ann 5, Ben 3", "Ann", "Ben"),
        ("Ann+Cal 300, Ben+Dot 205", "Cal", "Dot"),
        ("Ann+Bea 10, Cal+Dot 5, Eve+Fay 1", "Bea", "Fay"),
        ("Ann+Bea+Cal 10, Dot+Eve+Fay 5", "Cal", "Dot"),
        ("Ann 5, Ben 4, Cal 3, Dot 2", "Ann", "Dot"),
    ],
)
def test_winners_rise_losers_fall_and_all_become_surer(text: str, up: str, down: str) -> None:
    after = ratings([game(text)])
    assert after[up].mu > NEWCOMER.mu > after[down].mu
    assert all(rating.sigma < NEWCOMER.sigma and rating.games == 1 for rating in after.values())


def test_four_places_are_four_ratings() -> None:
    after = ratings([game("Ann 5, Ben 4, Cal 3, Dot 2")])
    assert [player for player, _ in ladder(after)] == ["Ann", "Ben", "Cal", "Dot"]


def test_the_lowest_wins_where_it_does() -> None:
    after = ratings([game("Ann 5, Ben 3", lowest_wins=True)])
    assert after["Ben"].mu > after["Ann"].mu


def test_a_draw_of_equals_moves_nobody() -> None:
    after = ratings([game("Ann 5, Ben 5")])
    assert after["Ann"].mu == pytest.approx(after["Ben"].mu) == pytest.approx(NEWCOMER.mu)


def test_a_draw_pulls_unequals_together() -> None:
    before = {"Ann": Rating(35, 4, 20), "Ben": Rating(20, 4, 20)}
    after = ratings([game("Ann 5, Ben 5")], before)
    assert after["Ann"].mu < 35
    assert after["Ben"].mu > 20


def test_a_surprise_counts_for_more() -> None:
    before = {"Ann": Rating(32, 5, 9), "Ben": Rating(18, 5, 9)}
    surprise = ratings([game("Ann 1, Ben 2")], before)["Ben"].mu - 18
    expected = ratings([game("Ann 2, Ben 1")], before)["Ann"].mu - 32
    assert surprise > expected > 0


def test_sharing_the_first_of_three_places_beats_the_third() -> None:
    after = ratings([game("Ann 5, Ben 5, Cal 1")])
    assert after["Ann"].mu == pytest.approx(after["Ben"].mu)
    assert after["Ann"].mu > NEWCOMER.mu > after["Cal"].mu


def test_only_order_of_time_counts_not_order_of_the_list() -> None:
    played = games("Ann 5, Ben 3", "Ann 1, Ben 3", "Cal 3, Ann 1")
    assert ratings(played) == ratings(played[::-1])
    assert ratings(played[2:], ratings(played[:2])) == ratings(played)
    again = [replace(result, date=f"2026-01-{9 - at:02}") for at, result in enumerate(played)]
    assert ratings(again) != ratings(played)


def test_provisional_until_it_has_settled() -> None:
    assert NEWCOMER.provisional
    assert not Rating(25, 8, SETTLED_GAMES).provisional
    assert not Rating(25, 4.9, 3).provisional
    assert Rating(25, 8, SETTLED_GAMES - 1).provisional
    low, high = Rating(25, 4, 40).span
    assert (low, high) == (17, 33)


def test_settled_ratings_come_first() -> None:
    ratings_now = {"Ann": Rating(40, 8, 2), "Ben": Rating(20, 3, 40), "Cal": Rating(28, 3, 40)}
    assert [player for player, _ in ladder(ratings_now)] == ["Cal", "Ben", "Ann"]


def test_the_ladder_goes_by_the_lower_end_of_the_bar() -> None:
    # Ann's bar begins at 22, Ben's at 20; by three uncertainties Ben would be ahead, 18 to 17.
    ratings_now = {"Ben": Rating(24, 2, 40), "Ann": Rating(32, 5, 40)}
    assert [player for player, _ in ladder(ratings_now)] == ["Ann", "Ben"]


def test_a_game_without_opponents_rates_nobody() -> None:
    empty = Result("g", "1", 1, "rook", game("Ann 5, Ben 3").sides[:1])
    assert ratings([empty]) == {}
    assert ratings([]) == {}


def test_a_better_player_gets_a_higher_rating() -> None:
    # Ann wins four of five with partners who change, and ends above everybody.
    lines = ["Ann+Cal 5, Ben+Dot 1", "Ann+Dot 5, Ben+Cal 1", "Ann+Ben 5, Cal+Dot 1"] * 4 + ["Ann+Ben 1, Cal+Dot 5"] * 3
    after = ratings(games(*lines))
    assert ladder(after)[0][0] == "Ann"
    assert after["Ann"].games == 15


def test_a_handicap_changes_places_but_not_the_sheet() -> None:
    result = with_handicaps(game("Ann+Cal 300, Ben+Dot 285"), {"Ben": 20, "Dot": 11})
    ann_cal, ben_dot = result.sides
    # The mean of 20 and 11 is 15½, which counts up: 301 against 300.
    assert (ben_dot.points, ben_dot.handicap, result.net(ben_dot)) == (285, 16, 301)
    assert (ann_cal.place, ben_dot.place) == (2, 1)
    tallies = night_totals([result]).by_entrant
    assert (tallies["Ben",].points, tallies["Ben",].scratch) == (301, 285)
    assert tallies["Ben",].margin() == 1


def test_where_the_lowest_wins_it_is_taken_off() -> None:
    result = with_handicaps(game("Ann 10, Ben 13", lowest_wins=True), {"Ben": 5})
    assert [side.place for side in result.sides] == [2, 1]
    assert night_totals([result]).by_entrant["Ben",].points == -8


def test_without_a_handicap_nothing_changes() -> None:
    result = game("Ann 10, Ben 13")
    assert with_handicaps(result, {"Zoe": 9}) is result


def test_a_rolling_handicap_gives_part_of_the_distance_to_the_best() -> None:
    nights = [
        night_totals(games("Ann 300, Ben 200", "Ann 280, Cal 100", night="1")).by_entrant,
        night_totals(games("Ann 260, Ben 150", "Cal 0, Dot 50", night="2")).by_entrant,
    ]
    # Averages: Ann 840/3 = 280, Ben 175, Cal 50; Dot has one game only.
    rolling = Rolling(share=Fraction(1, 2), nights=6, games=2, highest=100)
    assert rolling.of(nights) == {"Ann": 0, "Ben": 53, "Cal": 100}
    # The last night alone: Ann 260, Ben 150, Cal 0, Dot 50.
    assert Rolling(Fraction(1, 2), 1, 1, 200).of(nights) == {"Ann": 0, "Ben": 55, "Cal": 130, "Dot": 105}


def test_nobody_has_one_before_the_first_night() -> None:
    assert Rolling().of([]) == {}
