"""Standings of small seasons, worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.league.results import Bidding, Bye, Result
from scorekeeper.league.season_totals import SeasonTotals, nights_of_entrant, season_of_night, season_totals
from scorekeeper.league.standings.counting import WAYS, Scheme, Score, scheme_faults
from scorekeeper.league.standings.standings import Standings, of_partnerships, of_players
from scorekeeper.league.standings.tie_breaks import TIES
from scorekeeper.league.totals import night_totals
from tests.league.notation import game, games, season
from tests.rows import each_row


def table(scheme: Scheme, *nights: list[Result]) -> Standings:
    return of_players(season(scheme, *nights))


def quote(standings: Standings) -> list[tuple[int | None, str, Fraction]]:
    return [(row.place, "&".join(row.entrant), row.figure) for row in standings.rows]


THREE_TABLES = games("Ann+Cal 300, Ben+Dot 205", "Ann+Ben 100, Cal+Dot 100", "Ann+Dot 310, Ben+Cal -95")


def test_players_and_partnerships_come_from_the_same_results() -> None:
    whole = season(Scheme("wins"), THREE_TABLES)
    # Ann 1 + ½ + 1, Cal 1 + ½, Dot ½ + 1, Ben ½; Dot's leads are −95 + 0 + 405, Cal's 95 + 0 − 405.
    assert [(row.entrant, row.figure) for row in of_players(whole).rows] == [
        (("Ann",), Fraction(5, 2)),
        (("Dot",), Fraction(3, 2)),
        (("Cal",), Fraction(3, 2)),
        (("Ben",), Fraction(1, 2)),
    ]
    pairs = of_partnerships(whole)
    assert pairs.row(("Ann", "Dot")).figure == 1
    assert pairs.row(("Ben", "Cal")).figure == 0
    assert len(pairs.rows) == 6


@each_row(
    ("counts", "figures"),
    [
        ("wins", {"Ann": 2, "Ben": 1, "Cal": 0}),
        ("points", {"Ann": 300 + 320 + 100, "Ben": 205 + 300, "Cal": 120 - 40}),
        # Ann had 300 of 505, 320 of 440 and 100 of 400; Cal 120 of 440 and nothing of 100, for a deficit is no share.
        ("share", {"Ann": Fraction(720, 1345), "Ben": Fraction(505, 905), "Cal": Fraction(120, 540)}),
        # Leads 95, 200, −200 of Ann; −95, 200 of Ben; −200 and −140 of Cal; none beyond 150.
        ("margin", {"Ann": 95 + 150 - 150, "Ben": -95 + 150, "Cal": -150 - 140}),
        ("game-places", {"Ann": 3 + 3 + 2, "Ben": 2 + 3, "Cal": 2 + 2}),
        # Ann won two games; Ben and Dot won one each, but Dot's lead of 140 beats Ben's 55; Cal is fourth.
        ("night-places", {"Ann": 3, "Dot": 2, "Ben": 1, "Cal": 0}),
    ],
)
def test_what_counts(counts: str, figures: dict[str, Fraction]) -> None:
    played = games("Ann 300, Ben 205", "Ann 320, Cal 120", "Ann 100, Ben 300", "Cal -40, Dot 100")
    standings = table(Scheme(counts, cap=150), played)
    assert {player: standings.row((player,)).figure for player in figures} == figures


def test_a_bye_adds_what_was_agreed_but_no_share() -> None:
    byes = [Bye("1", 2, ("Ann",))]
    for counts, figure in (("wins", Fraction(3, 2)), ("points", 300 + Fraction(1, 2)), ("share", Fraction(300, 505))):
        scheme = Scheme(counts, bye=Fraction(1, 2))
        whole = season(scheme, games("Ann 300, Ben 205"), byes=byes)
        assert of_players(whole).row(("Ann",)).figure == figure


NIGHTS = (
    games("Ann 10, Ben 0", "Ann 10, Ben 2", night="1"),
    games("Ann 3, Ben 4", night="2"),
    games("Ben 5, Cal 6", night="3"),
)


@each_row(
    ("more", "ann", "ben", "cal"),
    [
        ({}, 23, 11, 6),
        ({"best": 1}, 20, 5, 6),
        ({"best": 2}, 23, 9, 6),
        # Three nights were held: Ann missed one and Cal two, and a missed one is the first to be dropped.
        ({"drop": 1}, 23, 9, 6),
        ({"drop": 2}, 20, 5, 6),
    ],
)
def test_best_and_worst_nights(more: dict[str, int], ann: int, ben: int, cal: int) -> None:
    standings = table(Scheme("points", **more), *NIGHTS)  # type: ignore[arg-type]
    assert [standings.row((player,)).figure for player in ("Ann", "Ben", "Cal")] == [ann, ben, cal]


def test_a_share_drops_nights_by_their_share() -> None:
    # Ann had 20 of 22, then 3 of 7; Cal 6 of 11. Three nights, of which Ann missed one: two are dropped.
    standings = table(Scheme("share", drop=2), *NIGHTS)
    assert standings.row(("Ann",)).figure == Fraction(20, 22)
    assert standings.row(("Ben",)).figure == Fraction(4, 7)


def test_an_account_opens_to_its_nights() -> None:
    books = {str(at): night_totals(results) for at, results in enumerate(NIGHTS, 1)}
    assert nights_of_entrant(Scheme("points", best=2), ("Ben",), books) == {
        "1": (Score(Fraction(2), 0, "1"), False),
        "2": (Score(Fraction(4), 0, "2"), True),
        "3": (Score(Fraction(5), 0, "3"), True),
    }
    nights = nights_of_entrant(Scheme("points", drop=1), ("Ann",), books)
    assert [counts for _, counts in nights.values()] == [True, True]
    assert nights_of_entrant(Scheme(), ("Nobody",), books) == {}


def test_too_few_nights_have_no_place() -> None:
    standings = table(Scheme("points", minimum_nights=2), *NIGHTS)
    assert quote(standings) == [(1, "Ann", 23), (2, "Ben", 11), (None, "Cal", 6)]


def test_substitutes_count_only_if_the_club_says_so() -> None:
    played = [game("Ann 300, Zoe* 205")]
    assert [row.entrant for row in table(Scheme(substitutes="nobody"), played).rows] == [("Ann",)]
    counted = table(Scheme("points", substitutes="substitute"), played)
    assert quote(counted) == [(1, "Ann", 300), (2, "Zoe", 205)]


@each_row("counts", WAYS)
def test_nothing_and_nobody(counts: str) -> None:
    scheme = Scheme(counts, bye=Fraction(1))
    assert of_players(SeasonTotals(scheme)).rows == ()
    assert table(scheme, []).rows == ()
    alone = of_players(season(scheme, [], byes=[Bye("1", 1, ("Ann",))]))
    assert [row.place for row in alone.rows] == [1]


def test_all_level_share_the_first_place() -> None:
    standings = table(Scheme("wins", ties=("head-to-head", "wins")), games("Ann 5, Ben 5, Cal 5"))
    assert [(row.place, row.level) for row in standings.rows] == [(1, True)] * 3


def test_after_a_shared_place_the_next_is_left_out() -> None:
    standings = table(Scheme("points", ties=()), games("Ann 5, Ben 7, Cal 5, Dot 1"))
    assert [row.place for row in standings.rows] == [1, 2, 2, 4]
    assert standings.need_lot() == ()
    waiting = table(Scheme("points", ties=("lot",)), games("Ann 5, Ben 7, Cal 5, Dot 1"))
    assert waiting.need_lot() == ((("Ann",), ("Cal",)),)


@settings(deadline=None)
@given(
    st.permutations(range(5)), st.sampled_from([Scheme("points", best=2), Scheme("share", drop=2), Scheme("margin")])
)
def test_nights_add_up_in_any_order(order: list[int], scheme: Scheme) -> None:
    played = [games(f"Ann {10 * at - 15}, Ben {at * at}", f"Cal {at}, Ann 2", night=str(at)) for at in range(5)]
    scores = [season_of_night(scheme, str(at), night_totals(played[at])) for at in order]
    left = scores[0] + scores[1] + (scores[2] + (scores[3] + scores[4]))
    whole = season_totals(scheme, {str(at): night_totals(results) for at, results in enumerate(played)})
    assert left == whole
    assert SeasonTotals(scheme) + whole == whole


def test_an_impossible_scheme_gets_a_message() -> None:
    assert scheme_faults(Scheme(), TIES) == ()
    wrong = Scheme("luck", ("wins", "wins", "age"), best=0, drop=-1, cap=0)
    assert len(scheme_faults(wrong, TIES)) == 7
    assert scheme_faults(replace(Scheme(), best=3, drop=1), TIES) == (
        "Take the best nights or drop the worst, not both.",
    )


def test_bids_of_a_partnership_are_both_partners() -> None:
    bids = {"Ann": Bidding(made=2), "Cal": Bidding(made=1, set_back=1)}
    whole = season(Scheme(), [game("Ann+Cal 300, Ben+Dot 205", **bids)])
    assert of_partnerships(whole).row(("Ann", "Cal")).account.totals.bidding == Bidding(made=3, set_back=1)
    assert of_players(whole).row(("Ann",)).account.totals.bidding == Bidding(made=2)
