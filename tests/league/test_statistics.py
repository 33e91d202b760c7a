"""Statistics, counted by hand."""

from __future__ import annotations

from fractions import Fraction

from scorekeeper.league.results import Bidding
from scorekeeper.league.statistics import best_partnerships, head_to_head, records, streaks
from scorekeeper.league.totals import Meeting, meetings_of, night_totals
from tests.league.notation import game, games

PLAYED = games(
    "Ann+Cal 300, Ben+Dot 205",
    "Ann+Cal 310, Ben+Dot -95",
    "Ann+Ben 100, Cal+Dot 305",
    "Ann+Dot 320, Ben+Cal 320",
)


def test_figures_of_bids() -> None:
    figures = Bidding(made=3, set_back=2, highest=110, over=20, under=15, known=1, colors=(("black", 1), ("red", 4)))
    assert figures.success == Fraction(3, 5)
    assert figures.average_over == Fraction(20, 3)
    assert figures.average_under == 15
    assert figures.favorite_colors == [("red", 4), ("black", 1)]


def test_players_who_never_bid_have_no_averages() -> None:
    bids = Bidding()
    assert (bids.success, bids.average_over, bids.average_under) == (None, None, None)


def test_the_best_partnership_has_played_enough() -> None:
    tallies = night_totals(PLAYED).by_entrant
    assert [pair for pair, _ in best_partnerships(tallies, games=2)] == [("Ann", "Cal"), ("Ben", "Dot")]
    # With one game each: Ann & Cal 2 of 2 and Cal & Dot 1 of 1 won all; the larger margin goes first.
    assert [pair for pair, _ in best_partnerships(tallies, games=1)][:2] == [("Ann", "Cal"), ("Cal", "Dot")]
    assert best_partnerships({}, games=0) == []


def test_everybody_against_everybody() -> None:
    meetings = head_to_head(meetings_of(PLAYED), ["Ann", "Ben", "Zoe"])
    assert meetings["Ann"]["Ben"] == Meeting(3, Fraction(5, 2))
    assert meetings["Ben"]["Ann"] == Meeting(3, Fraction(1, 2))
    assert meetings["Ann"]["Zoe"] == Meeting(0, Fraction(0))
    assert "Ann" not in meetings["Ann"]


def test_streaks_in_order_of_time() -> None:
    runs = streaks(PLAYED[::-1])
    assert runs.longest["Cal"] == ("1.1", "1.2", "1.3", "1.4")
    assert runs.longest["Ann"] == ("1.1", "1.2")
    assert runs.current["Ann"] == ("1.4",)
    assert runs.current["Dot"] == ("1.3", "1.4")


def test_a_lost_game_ends_a_streak() -> None:
    runs = streaks(games("Ann 2, Ben 1", "Ann 1, Ben 2"))
    assert len(runs.current["Ann"]) == 0
    assert len(runs.longest["Ann"]) == 1
    assert len(runs.longest["Ben"]) == 1


def test_records_name_their_holders_and_results() -> None:
    bids = [
        game("Ann+Cal 300, Ben+Dot 205", "a", turn=1, Ann=Bidding(made=2, highest=100)),
        game("Ann+Cal 90, Ben+Dot 320", "b", turn=2, Dot=Bidding(made=1, highest=120), Ben=Bidding(made=3, highest=95)),
        game("Ann+Cal 320, Ben+Dot 310", "c", turn=3, Ann=Bidding(made=1, highest=120)),
    ]
    best = {record.id: record for record in records(bids)}
    assert (best["total"].figure, best["total"].holders, best["total"].results) == (320, ("Ben", "Dot"), ("b",))
    assert (best["lead"].figure, best["lead"].results) == (230, ("b",))
    assert (best["bid"].figure, best["bid"].holders, best["bid"].results) == (120, ("Dot",), ("b",))
    assert (best["bids"].figure, best["bids"].holders) == (4, ("Ben", "Dot"))
    assert (best["streak"].figure, best["streak"].results) == (1, ("a",))


def test_the_lowest_total_is_no_record_but_its_lead_is() -> None:
    best = {record.id: record for record in records([game("Ann 3, Ben 20", lowest_wins=True)])}
    assert "total" not in best
    assert (best["lead"].figure, best["lead"].holders) == (17, ("Ann",))


def test_no_games_no_records() -> None:
    assert records([]) == ()
    assert streaks([]).longest == {}
