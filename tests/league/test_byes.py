"""Byes: whose they are, what they do to a figure, and how the figure is explained."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from scorekeeper.league.results import Bidding, Bye, HandedOver, SatOut, byes_of_round
from scorekeeper.league.season_totals import season_totals, totals_as_counted
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.standings.standings import Standings, of_partnerships, of_players, why
from scorekeeper.league.statistics import recent_form, records
from scorekeeper.league.totals import Totals, night_totals
from tests.league.notation import game, games, instead, season
from tests.rows import each_row


def test_a_partnership_that_sits_out_has_one_bye_and_so_has_each_of_it() -> None:
    (bye,) = byes_of_round("1", 2, [SatOut("ann", ("cal",)), SatOut("cal", ("ann",))], {"ben", "dot"})
    assert bye == Bye("1", 2, ("ann", "cal"))
    assert bye.entrants == (("ann",), ("cal",), ("ann", "cal"))
    totals = night_totals(byes=[bye]).by_entrant
    assert totals == {entrant: Totals(byes=1) for entrant in bye.entrants}


def test_a_player_who_plays_after_all_has_no_bye() -> None:
    assert byes_of_round("1", 2, [SatOut("ann")], {"ann"}) == []
    # A partnership cannot play while one of it helps out elsewhere: it keeps its bye, and so does the other.
    (bye,) = byes_of_round("1", 2, [SatOut("ann", ("cal",)), SatOut("cal", ("ann",))], {"ann"})
    assert bye.entrants == (("cal",), ("ann", "cal"))
    # The odd player has the seat of Ann, who sits out; Cal plays with the odd player.
    (bye,) = byes_of_round("1", 2, [SatOut("ann", ("cal",))], {"cal", "zoe"})
    assert bye.entrants == (("ann",), ("ann", "cal"))


def test_byes_count_only_in_rounds_of_which_a_game_counts() -> None:
    byes = [Bye("1", 1, ("Eve",)), Bye("1", 2, ("Ann",))]
    totals = totals_as_counted(Scheme(), games("Ann 300, Ben 205"), byes).by_entrant
    assert totals["Eve",].byes == 1
    assert totals["Ann",].byes == 0


def with_byes(scheme: Scheme, *byes: Bye) -> Standings:
    played = games("Ann 300, Ben 205", "Ann 300, Cal 205", "Ben 300, Cal 205")
    return of_players(season(scheme, played, byes=byes))


def test_why_says_what_byes_have_added() -> None:
    """Ann has two wins, Ben one and a bye, Cal none and a bye."""
    scheme = Scheme("wins", ("wins",), bye=Fraction(1))
    standings = with_byes(scheme, Bye("1", 2, ("Ben",)), Bye("1", 1, ("Cal",)))
    assert why(standings, ("Ann",), ("Ben",)) == (
        "Ann is ahead of Ben: both have 2 wins (Ben: 1 from 1 bye); "
        "Ann has 2 wins without byes, Ben 1 win without byes."
    )
    assert why(standings, ("Ann",), ("Cal",)) == "Ann is ahead of Cal: Ann has 2 wins, Cal 1 win (1 from 1 bye)."


@each_row("scheme", [Scheme("wins"), Scheme("share", bye=Fraction(1))])
def test_why_is_silent_about_byes_that_add_nothing(scheme: Scheme) -> None:
    assert "bye" not in why(with_byes(scheme, Bye("1", 1, ("Cal",))), ("Ann",), ("Cal",))


def test_where_nights_are_dropped_why_only_says_that_there_are_byes() -> None:
    standings = with_byes(Scheme("wins", bye=Fraction(1), best=1), Bye("1", 1, ("Cal",)))
    assert "Cal 1 win (with 1 bye)" in why(standings, ("Ann",), ("Cal",))


#: Eve took over Ann's seat after two bids that Ann made, and made one herself.
HELPED = replace(
    instead(game("Eve+Cal 300, Ben+Dot 205", Eve=Bidding(made=1, highest=70)), "Eve", "Ann"),
    handed_over=(HandedOver("Ann", 0, Bidding(made=2, highest=95)),),
)


@each_row(
    ("substitutes", "wins"),
    [
        ("nobody", {"Ann": 0, "Ben": 0, "Cal": 1, "Dot": 0}),
        ("absent", {"Ann": 1, "Ben": 0, "Cal": 1, "Dot": 0}),
        ("substitute", {"Ann": 0, "Ben": 0, "Cal": 1, "Dot": 0, "Eve": 1}),
    ],
)
def test_a_substitutes_game_counts_as_agreed(substitutes: str, wins: dict[str, int]) -> None:
    scheme = Scheme("wins", (), substitutes=substitutes)
    whole = season_totals(scheme, {"1": totals_as_counted(scheme, [HELPED], [])})
    assert {row.entrant[0]: row.figure for row in of_players(whole).rows} == wins
    assert {row.entrant: row.figure for row in of_partnerships(whole).rows} == {("Ann", "Cal"): 1, ("Ben", "Dot"): 0}
    assert whole.accounts["Ann",].totals.bidding == Bidding(made=2, highest=95)
    assert whole.accounts["Ann", "Cal"].totals.bidding == Bidding(made=3, highest=95)
    form = recent_form([HELPED], 5, substitutes)
    assert {player for (player, *others) in form if not others} == {name for name in wins if name != "Ann"} | (
        {"Ann"} if substitutes == "absent" else set()
    )


def test_a_record_bid_belongs_to_its_bidder() -> None:
    bid = next(record for record in records([HELPED]) if record.id == "bid")
    assert (bid.figure, bid.holders) == (95, ("Ann",))
