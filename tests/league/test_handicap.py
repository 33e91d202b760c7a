"""Handicaps: fixed ones given in, rolling ones from the nights before."""

from __future__ import annotations

from fractions import Fraction

from scorekeeper.league.totals import Rolling, night_totals, with_handicaps
from tests.league.notation import game, games


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
