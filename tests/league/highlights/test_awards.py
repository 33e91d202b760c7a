"""Awards of a season, counted by hand."""

from __future__ import annotations

from fractions import Fraction

from scorekeeper.league.highlights import BOLDEST, IMPROVED, PARTNERSHIP, Award, awards
from scorekeeper.league.results import Bidding, Result
from tests.league.notation import game, games, instead

#: Ann & Cal against Ben & Dot, eight games: Ann & Cal win three of the first four and one of the last four.
EIGHT = games(
    *["Ann+Cal 300, Ben+Dot 100"] * 3,
    *["Ann+Cal 100, Ben+Dot 300"] * 4,
    "Ann+Cal 300, Ben+Dot 100",
)


def given(results: list[Result], substitutes: str = "nobody") -> dict[str, Award]:
    return {award.id: award for award in awards(results, substitutes)}


def holders(award: Award) -> list[tuple[str, ...]]:
    return [row.entrant for row in award.holders]


def test_the_most_improved_won_more_in_the_second_half() -> None:
    award = given(EIGHT)[IMPROVED]
    # Ben and Dot won one of their first four games and three of their last four: equal, so they share it.
    assert holders(award) == [("Ben",), ("Dot",)]
    assert (award.holders[0].figure, award.holders[0].halves) == (Fraction(1, 2), (Fraction(1, 4), Fraction(3, 4)))
    assert award.holders[0].played == 8


def test_order_is_order_of_time() -> None:
    assert given(EIGHT[::-1]) == given(EIGHT)


def test_of_an_odd_number_the_middle_game_is_in_the_second_half() -> None:
    # Nine games: none of Ann's first four, three of her last five. Ben wins the other six: four of four, two of five.
    nine = games(*["Ann 1, Ben 2"] * 5, *["Ann 2, Ben 1"] * 3, "Ann 1, Ben 2")
    assert [(row.entrant, row.halves) for row in given(nine)[IMPROVED].holders] == [
        (("Ann",), (Fraction(0), Fraction(3, 5)))
    ]


def test_a_shared_win_is_half_of_one() -> None:
    # Ann shares her last four games: from nothing to a half. Ben falls from four to two.
    drawn = games(*["Ann 1, Ben 2"] * 4, *["Ann 2, Ben 2"] * 4)
    assert [row.figure for row in given(drawn)[IMPROVED].holders] == [Fraction(1, 2)]


def test_nobody_improves_by_winning_as_often() -> None:
    even = games(*["Ann 1, Ben 2", "Ann 2, Ben 1"] * 4)
    assert IMPROVED not in given(even)


def test_seven_games_are_not_enough() -> None:
    seven = games(*["Ann 1, Ben 2"] * 3, *["Ann 2, Ben 1"] * 4)
    assert given(seven) == {}


def test_the_more_games_the_better_if_the_rise_is_equal() -> None:
    # Both rise from nothing to everything, Ann in ten games and Eve in eight.
    ann = games(*["Ann 1, Ben 2"] * 5, *["Ann 2, Ben 1"] * 5, night="1")
    eve = games(*["Eve 1, Fay 2"] * 4, *["Eve 2, Fay 1"] * 4, night="2")
    assert holders(given([*ann, *eve])[IMPROVED]) == [("Ann",)]


def bid_games(count: int, **bids: Bidding) -> list[Result]:
    """Games of eight hands in which everybody bids alike."""
    return [game("Ann+Cal 300, Ben+Dot 100", f"g{number}", turn=number, **bids) for number in range(count)]


def test_the_boldest_won_the_bid_in_most_of_their_hands() -> None:
    own = {"Ann": Bidding(made=2, set_back=1), "Ben": Bidding(made=1), "Cal": Bidding(made=3), "Dot": Bidding(made=1)}
    # Five games of eight hands: Ann and Cal won the bid in three of eight hands each.
    award = given(bid_games(5, **own))[BOLDEST]
    assert [(row.entrant, row.figure, row.played) for row in award.holders] == [
        (("Ann",), Fraction(3, 8), 40),
        (("Cal",), Fraction(3, 8), 40),
    ]
    assert BOLDEST not in given(bid_games(4, **own))


def test_games_without_bids_count_no_hands() -> None:
    four, silent = bid_games(4, Ann=Bidding(made=8)), games("Ann+Cal 300, Ben+Dot 100", night="2")
    assert BOLDEST not in given([*four, *silent])
    assert BOLDEST not in given(bid_games(9))


def test_a_substitute_is_bold_only_where_the_game_is_theirs() -> None:
    results = [instead(result, "Ann", "Eve") for result in bid_games(5, Ann=Bidding(made=8), Ben=Bidding(made=1))]
    assert holders(given(results)[BOLDEST]) == [("Ben",)]
    assert holders(given(results, "substitute")[BOLDEST]) == [("Ann",)]
    # The game counts for Eve, but she did not bid.
    assert holders(given(results, "absent")[BOLDEST]) == [("Ben",)]


def test_the_best_partnership_won_most_of_its_games() -> None:
    # Ann & Cal won four of eight; Ann & Eve four of five; Ben & Fay one of five.
    more = games(*["Ann+Eve 300, Ben+Fay 100"] * 4, "Ann+Eve 100, Ben+Fay 300", night="2")
    award = given([*EIGHT, *more])[PARTNERSHIP]
    assert [(row.entrant, row.figure, row.played) for row in award.holders] == [(("Ann", "Eve"), Fraction(4, 5), 5)]
    # With four games they have not played enough together.
    assert holders(given([*EIGHT, *more[:4]])[PARTNERSHIP]) == [("Ann", "Cal"), ("Ben", "Dot")]


def test_one_partnership_alone_is_not_the_best() -> None:
    others = ("Eve+Fay", "Gus+Hal", "Eve+Gus", "Fay+Hal", "Eve+Hal")
    alone = games(*(f"Ann+Cal 300, {other} 100" for other in others))
    assert given(alone) == {}


def test_a_substitute_s_game_is_the_drawn_partnership_s() -> None:
    stood_in = [instead(result, "Cal", "Eve") for result in games(*["Ann+Cal 300, Ben+Dot 100"] * 5)]
    assert holders(given(stood_in)[PARTNERSHIP]) == [("Ann", "Eve")]


def test_without_games_there_is_no_award() -> None:
    assert awards([]) == ()
