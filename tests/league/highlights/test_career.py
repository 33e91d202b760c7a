"""Careers, added up by hand."""

from __future__ import annotations

from fractions import Fraction

from scorekeeper.league.highlights import Average, SeasonPart, career
from scorekeeper.league.results import Bidding, Result
from scorekeeper.league.totals import Totals, night_totals
from tests.league.notation import game, games

#: Three games of one season: Ann wins two of three with Cal, and bids in the first.
FIRST = [
    game("Ann+Cal 300, Ben+Dot 100", "1", Ann=Bidding(made=2, set_back=1, highest=110)),
    *games("Ann+Cal 250, Ben+Dot 300", "Ann+Cal 350, Ben+Dot 0", night="2"),
]
#: Three games of the next: Ann wins one of two with Cal, and the one with Ben.
SECOND = games("Ann+Cal 300, Ben+Dot 0", "Ann+Cal 0, Ben+Dot 300", "Ann+Ben 300, Cal+Dot 100", night="3")


def part(season: str, results: list[Result], place: int | None = 1, **more: object) -> SeasonPart:
    totals = night_totals(results).by_entrant
    pairs = {entrant: own for entrant, own in totals.items() if len(entrant) > 1}
    return SeasonPart(season, place, 4, totals["Ann",], pairs, **more)  # type: ignore[arg-type]


def test_seasons_add_up() -> None:
    ann = career("Ann", [part("second", SECOND, place=3), part("first", FIRST), part("new", FIRST, None)])
    # Three, three and three games; two, two and two wins.
    assert (ann.totals.games, ann.totals.wins, ann.share) == (9, 6, Fraction(2, 3))
    assert (ann.totals.bidding.made, ann.totals.bidding.set_back, ann.totals.bidding.highest) == (4, 2, 110)
    assert ann.places == (1, 3)


def test_points_per_game_of_one_kind_of_game() -> None:
    rook = [part("first", FIRST, game="rook"), part("second", SECOND, game="rook"), part("any", FIRST)]
    # 300 + 250 + 350, and 300 + 0 + 300; the season of any game says nothing.
    assert career("Ann", rook).averages == (Average("rook", 6, Fraction(1500, 6)),)
    lowest = game("Ann 5, Ben 9", lowest_wins=True)
    parts = [part("first", FIRST, game="rook"), part("low", [lowest], game="flip", lowest_wins=True)]
    assert career("Ann", parts).averages == (Average("rook", 3, Fraction(300)), Average("flip", 1, Fraction(5)))


def test_the_best_partner_over_all_seasons() -> None:
    parts = [part("first", FIRST), part("second", SECOND)]
    # With Cal three of five; one game with Ben is not enough.
    best = career("Ann", parts).best_partners
    assert [(others, own.games, own.wins) for others, own in best.items()] == [(("Cal",), 5, 3)]
    assert career("Ann", parts[:1]).best_partners == {}


def test_equal_partners_are_both_best_unless_one_played_more() -> None:
    five = games(*["Ann+Cal 300, Ben+Dot 0"] * 5), games(*["Ann+Dot 300, Ben+Cal 0"] * 5, night="2")
    both = career("Ann", [part("first", [*five[0], *five[1]])]).best_partners
    assert [*both] == [("Cal",), ("Dot",)]
    more = games("Ann+Dot 300, Ben+Cal 0", night="3")
    one = career("Ann", [part("first", [*five[0], *five[1], *more])]).best_partners
    assert [(others, own.games) for others, own in one.items()] == [(("Dot",), 6)]


def test_a_partner_with_whom_nothing_was_won_is_not_the_best() -> None:
    lost = games(*["Ann+Cal 0, Ben+Dot 300"] * 5)
    assert career("Ann", [part("first", lost)]).best_partners == {}


def test_without_a_season() -> None:
    nobody = career("Ann", [])
    assert (nobody.totals, nobody.share, nobody.places, nobody.averages) == (Totals(), None, (), ())
