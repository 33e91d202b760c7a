"""Every tie-break decides once, and says so."""

from __future__ import annotations

from fractions import Fraction

from scorekeeper.league.results import Bidding, Bye, Result
from scorekeeper.league.standings.counting import WAYS, Scheme, scheme_faults
from scorekeeper.league.standings.standings import Standings, of_partnerships, of_players, why
from scorekeeper.league.standings.tie_breaks import TIES
from scorekeeper.league.words import listed, number
from tests.league.notation import game, games, season
from tests.rows import each_row

ANN, BEA, CAL = ("Ann",), ("Bea",), ("Cal",)


def table(played: list[Result], scheme: Scheme, *lots: str) -> Standings:
    """The standing after these draws; in each, names from the first to the last."""
    drawn = [[(name,) for name in lot.split()] for lot in lots]
    return of_players(season(scheme, played), drawn)


def order(standings: Standings) -> list[str]:
    return [row.entrant[0] for row in standings.rows]


def test_the_example_of_two_who_met_three_times() -> None:
    played = games("Ann 3, Bea 1", "Ann 3, Bea 1", "Ann 1, Bea 3", "Ann 5, Cal 9", "Bea 7, Cal 1")
    standings = table(played, Scheme("points"))
    assert order(standings) == ["Ann", "Bea", "Cal"]
    reason = "Ann is ahead of Bea: both have 12 points; they met three times and Ann won two."
    assert why(standings, ANN, BEA) == why(standings, BEA, ANN) == reason
    assert why(standings, CAL, BEA) == "Bea is ahead of Cal: Bea has 12 points, Cal 10 points."


def test_one_meeting_is_won() -> None:
    standings = table(games("Ann 1, Bea 3", "Ann 5, Cal 0", "Bea 3, Cal 0"), Scheme("points"))
    assert why(standings, ANN, BEA) == "Bea is ahead of Ann: both have 6 points; they met once and Bea won it."


def test_wins_decide() -> None:
    played = games("Ann+Bea 9, Cal+Dot 1", "Ann+Cal 3, Eve+Dot 2", "Bea+Cal 3, Eve+Dot 3")
    standings = table(played, Scheme("points"))
    # Ann and Bea, always partners against the others, have 12 points each; Ann won both games, Bea one and a half.
    assert why(standings, ANN, BEA) == (
        "Ann is ahead of Bea: both have 12 points; they never met; Ann has 2 wins, Bea 1½ wins."
    )


def test_margin_decides() -> None:
    played = games("Ann 10, Cal 4", "Bea 10, Dot 6")
    standings = table(played, Scheme("wins"))
    assert order(standings)[:2] == ["Ann", "Bea"]
    assert why(standings, ANN, BEA) == (
        "Ann is ahead of Bea: both have 1 win; they never met; Ann has a margin of 6, Bea a margin of 4."
    )


@each_row(
    ("ann", "bea", "first", "reason"),
    [
        (Bidding(made=4), Bidding(made=6), "Bea", "Bea has 6 bids made, Ann 4 bids made."),
        (
            Bidding(made=4, set_back=1),
            Bidding(made=4, set_back=3),
            "Ann",
            "both have 4 bids made; Ann has 1 set-back, Bea 3 set-backs.",
        ),
    ],
)
def test_bids_decide(ann: Bidding, bea: Bidding, first: str, reason: str) -> None:
    played = [game("Ann 10, Cal 4", "1", Ann=ann), game("Bea 10, Dot 4", "2", Bea=bea)]
    standings = table(played, Scheme("wins", ties=("bids-made", "set-backs")))
    assert order(standings)[0] == first
    assert why(standings, ANN, BEA).endswith(reason)


def test_game_points_decide() -> None:
    standings = table(games("Ann 10, Cal 4", "Bea 12, Dot 6"), Scheme("wins", ties=("margin", "points")))
    assert why(standings, ANN, BEA).endswith("both have a margin of 6; Bea has 12 game points, Ann 10 game points.")


def test_game_points_below_zero_keep_their_sign() -> None:
    standings = table(games("Ann -10, Cal -20", "Bea -20, Dot -30"), Scheme("wins", ties=("points",)))
    assert why(standings, ANN, BEA).endswith("Ann has −10 game points, Bea −20 game points.")


def test_a_share_of_points_decides_and_counts_no_negative_total() -> None:
    # Ann made 30 of 40; Bea 30 of 30, because the −10 of Dot count as 0.
    standings = table(games("Ann 30, Cal 10", "Bea 30, Dot -10"), Scheme("wins", ties=("share",)))
    assert why(standings, ANN, BEA).endswith("Bea has 100.0% of the points, Ann 75.0% of the points.")
    assert "A negative total counts as 0." in WAYS["share"].words


def test_places_decide() -> None:
    """One win each; in the other game Ann was third and Bea second."""
    played = games("Ann 9, Cal 5, Dot 1", "Cal 9, Dot 5, Ann 1", "Bea 9, Eve 5, Fay 1", "Eve 9, Bea 5, Fay 1")
    standings = table(played, Scheme("wins", ties=("places",)))
    assert why(standings, ANN, BEA) == (
        "Bea is ahead of Ann: both have 1 win; "
        "Bea has 1 first place and 1 second place, Ann 1 first place and 1 third place."
    )
    assert "both have 1 first place and 1 second place" in why(standings, BEA, ("Eve",))


def test_opponents_decide_by_the_average_in_a_season() -> None:
    """One win each. Dot met Ann (1 win), Ann met Cal (0) and Dot (1), Bea met Eve (0)."""
    played, scheme = games("Ann 5, Cal 1", "Dot 5, Ann 1", "Bea 5, Eve 1"), Scheme("wins", ties=("opponents",))
    standings = table(played, scheme)
    assert order(standings)[:3] == ["Dot", "Ann", "Bea"]
    assert why(standings, ANN, BEA).endswith("Ann has an opponents’ score of ½, Bea an opponents’ score of 0.")
    # The bye of Bea counts as a game against somebody with one win: half a win by game, as for Ann.
    whole = season(scheme, played, byes=[Bye("1", 1, BEA)])
    assert why(of_players(whole), ANN, BEA) == (
        "Ann and Bea are tied: both have 1 win; both have an opponents’ score of ½."
    )


def test_a_lot_decides_only_once_it_is_drawn() -> None:
    played = games("Ann 10, Cal 4", "Bea 10, Dot 4")
    scheme = Scheme("wins", ties=("lot",))
    open_tie = table(played, scheme)
    assert [(row.place, row.level) for row in open_tie.rows[:2]] == [(1, True), (1, True)]
    assert open_tie.need_lot() == ((ANN, BEA), (CAL, ("Dot",)))
    assert why(open_tie, BEA, ANN) == (
        "Ann and Bea are tied: both have 1 win; only a drawn lot can separate them, and none has been drawn yet."
    )
    drawn = table(played, scheme, "Bea Ann")
    assert order(drawn)[:2] == ["Bea", "Ann"]
    assert [row.place for row in drawn.rows] == [1, 2, 3, 3]
    assert why(drawn, ANN, BEA) == "Bea is ahead of Ann: both have 1 win; the drawn lot put Bea first."


def test_a_lot_for_only_one_of_two_is_ignored() -> None:
    standings = table(games("Ann 10, Cal 4", "Bea 10, Dot 4"), Scheme("wins", ties=("lot",)), "Ann Dot")
    assert standings.rows[0].level


ALL_LEVEL = games("Ann 5, Bea 5, Cal 5, Dot 5")
LOT = Scheme("wins", ties=("lot",))


def test_lots_of_different_draws_say_nothing_of_each_other() -> None:
    # Each came first in a draw of its own two; among four nothing is drawn.
    standings = table(ALL_LEVEL, LOT, "Ann Bea", "Cal Dot")
    assert [row.place for row in standings.rows] == [1, 1, 1, 1]
    assert standings.need_lot() == ((ANN, BEA, CAL, ("Dot",)),)
    assert why(standings, ANN, CAL).endswith(
        "only a drawn lot can separate them, and none has been drawn among all four."
    )


def test_the_latest_draw_between_two_counts() -> None:
    assert order(table(ALL_LEVEL, LOT, "Ann Bea", "Cal Dot", "Dot Bea Ann Cal")) == ["Dot", "Bea", "Ann", "Cal"]
    # Ann came before Bea among four; later, among three, Bea before Ann; Cal before Dot still holds.
    drawn = table(ALL_LEVEL, LOT, "Ann Bea Cal Dot", "Bea Eve Ann")
    assert order(drawn) == ["Bea", "Ann", "Cal", "Dot"]
    assert why(drawn, ANN, BEA) == "Bea is ahead of Ann: both have ¼ wins; the drawn lot put Bea first."


def test_circular_draws_need_another_draw() -> None:
    # Ann before Bea before Cal; then Cal before Ann in a draw with somebody else.
    level = games("Ann 5, Bea 5, Cal 5")
    standings = table(level, LOT, "Ann Bea Cal", "Cal Eve Ann")
    assert standings.need_lot() == ((ANN, BEA, CAL),)
    again = table(level, LOT, "Ann Bea Cal", "Cal Eve Ann", "Bea Cal Ann")
    assert order(again) == ["Bea", "Cal", "Ann"]
    assert again.need_lot() == ()


def test_unranked_players_need_no_lot() -> None:
    standings = table(ALL_LEVEL, Scheme("wins", ties=("lot",), minimum_nights=2))
    assert standings.need_lot() == ()


def test_a_lot_comes_last() -> None:
    assert scheme_faults(Scheme("wins", ties=("lot", "margin")), TIES) == ("A drawn lot must be the last tie-break.",)
    assert scheme_faults(LOT, TIES) == ()


CIRCLE = games("Ann 9, Bea 1", "Bea 9, Cal 2", "Cal 9, Ann 3")


def test_a_circle_leaves_all_level_and_the_next_decides() -> None:
    standings = table(CIRCLE, Scheme("wins", ties=("head-to-head", "margin")))
    # Each won one of two. Leads: Ann 8 − 6, Bea −8 + 7, Cal −7 + 6.
    assert order(standings)[0] == "Ann"
    assert standings.rows[1].level
    assert standings.rows[2].level
    assert why(standings, ANN, BEA) == (
        "Ann is ahead of Bea: both have 1 win; both have the same record in their meetings; "
        "Ann has a margin of 2, Bea a margin of −1."
    )


def test_three_level_are_a_table_of_their_own() -> None:
    # Two wins each by games against Dot; among the three Ann won both, Bea one, Cal none.
    played = games("Ann 5, Bea 1", "Ann 5, Cal 1", "Bea 5, Cal 1", "Bea 5, Dot 1", "Cal 5, Dot 1", "Cal 5, Dot 1")
    standings = table(played, Scheme("wins"))
    assert [row.figure for row in standings.rows] == [2, 2, 2, 0]
    assert order(standings) == ["Ann", "Bea", "Cal", "Dot"]
    assert why(standings, CAL, ANN) == (
        "Ann is ahead of Cal: both have 2 wins; among the three who are tied, Ann won 2 of 2 and Cal won 0 of 2."
    )


def test_head_to_head_is_asked_again_among_those_it_left_level() -> None:
    # Level on 4 wins. Among the three: Ann 3 of 4; Bea 2 of 5, Cal 2 of 5. Bea and Cal alone: Bea 2 of 3.
    played = games(
        "Ann 5, Bea 1",
        "Ann 1, Cal 5",
        "Ann 5, Cal 1",
        "Ann 5, Bea 1",
        "Bea 5, Cal 1",
        "Bea 5, Cal 1",
        "Bea 1, Cal 5",
        "Ann 5, Dot 1",
        "Bea 5, Dot 1",
        "Bea 5, Dot 1",
        "Cal 5, Dot 1",
        "Cal 5, Dot 1",
    )
    standings = table(played, Scheme("wins", ties=("head-to-head",)))
    assert [row.figure for row in standings.rows] == [4, 4, 4, 0]
    assert [row.place for row in standings.rows] == [1, 2, 3, 4]
    assert order(standings) == ["Ann", "Bea", "Cal", "Dot"]
    assert why(standings, BEA, CAL).endswith("they met three times and Bea won two.")


def test_not_all_of_three_have_met() -> None:
    played = games("Ann 5, Bea 1", "Bea 5, Dot 1", "Cal 6, Dot 1")
    standings = table(played, Scheme("wins", ties=("head-to-head", "margin")))
    assert order(standings)[:3] == ["Cal", "Ann", "Bea"]
    assert "not all three who are tied have met each other" in why(standings, ANN, CAL)


def test_partnerships_are_many() -> None:
    whole = season(Scheme("wins"), games("Ann+Cal 300, Ben+Dot 205"))
    names = {"Ann": "Ann", "Cal": "Cal", "Ben": "Ben", "Dot": "Dot"}
    reason = why(of_partnerships(whole), ("Ben", "Dot"), ("Ann", "Cal"), names.__getitem__)
    assert reason == "Ann & Cal are ahead of Ben & Dot: Ann & Cal have 1 win, Ben & Dot 0 wins."


def test_too_few_nights_are_the_reason() -> None:
    nights = games("Ann 1, Bea 9"), games("Ann 1, Cal 9", night="2")
    standings = of_players(season(Scheme("points", minimum_nights=2), *nights))
    assert why(standings, BEA, ANN) == "Ann is ahead of Bea: Bea has played 1 night, and 2 are needed for a place."
    assert why(standings, BEA, CAL).startswith("Bea and Cal are tied: both have 9 points")


def test_a_share_is_shown_as_a_percentage() -> None:
    standings = table(games("Ann 300, Bea 100"), Scheme("share"))
    assert why(standings, ANN, BEA) == "Ann is ahead of Bea: Ann has 75.0% of the points, Bea 25.0% of the points."


def test_byes_are_no_meetings() -> None:
    whole = season(Scheme("wins", bye=Fraction(1)), [], byes=[Bye("1", 1, ANN), Bye("1", 1, BEA)])
    assert "they never met" in why(of_players(whole), ANN, BEA)


@each_row("key", TIES)
def test_every_tie_break_has_a_name_and_survives_a_tie_of_all(key: str) -> None:
    standings = table(games("Ann 5, Bea 5, Cal 5"), Scheme("points", ties=(key,)))
    assert TIES[key].title
    assert TIES[key].words
    assert [row.place for row in standings.rows] == [1, 1, 1]
    assert why(standings, ANN, BEA).startswith("Ann and Bea are tied: both have 5 points")


def test_figures_are_short() -> None:
    figures = [Fraction(5, 2), 12, Fraction(-40), Fraction(1, 3), Fraction(-1, 2), Fraction(19, 6), 0]
    assert [number(figure) for figure in figures] == ["2½", "12", "−40", "⅓", "−½", "3.17", "0"]
    assert [listed(list("abc")[:count]) for count in range(4)] == ["", "a", "a and b", "a, b and c"]
