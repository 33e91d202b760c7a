"""Places gained and lost since the night before, and the form of the last games, counted by hand."""

from __future__ import annotations

from scorekeeper.league.results import Result
from scorekeeper.league.season_totals import season_totals
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.standings.standings import Standings, movement, of_partnerships, of_players
from scorekeeper.league.statistics import recent_form
from scorekeeper.league.totals import night_totals
from tests.league.notation import game, games, instead

#: Ann & Cal win twice; then Ben & Dot win three times, and Eve comes for the first time.
FIRST = games("Ann+Cal 300, Ben+Dot 100", "Ann+Cal 310, Ben+Dot 200", night="1")
SECOND = games("Ann+Cal 0, Ben+Dot 305", "Ann+Eve 5, Ben+Dot 300", "Ben+Dot 300, Cal+Eve 290", night="2")


def standings(*nights: list[Result], scheme: Scheme | None = None, pairs: bool = False) -> Standings:
    totals = {results[0].night: night_totals(results) for results in nights}
    rank = of_partnerships if pairs else of_players
    return rank(season_totals(scheme or Scheme(ties=()), totals))


def test_places_gained_and_lost() -> None:
    moved = movement(standings(FIRST), standings(FIRST, SECOND))
    # Before: Ann and Cal 1st, Ben and Dot 3rd. Now: Ben and Dot 1st with 3 wins, Ann and Cal 3rd with 2, Eve 5th.
    assert moved == {("Ann",): -2, ("Cal",): -2, ("Ben",): 2, ("Dot",): 2, ("Eve",): None}


def test_partnerships_move_by_themselves() -> None:
    moved = movement(standings(FIRST, pairs=True), standings(FIRST, SECOND, pairs=True))
    assert moved == {("Ann", "Cal"): -1, ("Ben", "Dot"): 1, ("Ann", "Eve"): None, ("Cal", "Eve"): None}


def test_nobody_moves_on_the_first_night() -> None:
    assert movement(standings(), standings(FIRST)) == {}


def test_without_a_place_nobody_moves() -> None:
    scheme = Scheme(ties=(), minimum_nights=2)
    moved = movement(standings(FIRST, scheme=scheme), standings(FIRST, SECOND, scheme=scheme))
    # Nobody had a place after one night; Eve has none now either.
    assert moved == {("Ann",): None, ("Ben",): None, ("Cal",): None, ("Dot",): None}


def test_the_last_games_in_order_of_time() -> None:
    form = recent_form([*SECOND, *FIRST], 4)
    assert form["Ann",] == [True, True, False, False]
    assert form["Ben",] == [False, True, True, True]
    assert form["Ben", "Dot"] == [False, True, True, True]
    assert form["Ann", "Cal"] == [True, True, False]
    assert form["Eve",] == [False, False]


def test_everybody_for_themselves_and_the_lowest_wins() -> None:
    form = recent_form([game("Ann 5, Ben 0, Cal 9", lowest_wins=True)], 5)
    assert form == {("Ann",): [False], ("Ben",): [True], ("Cal",): [False]}


def test_a_substitute_s_game_is_the_absent_partner_s_in_a_partnership() -> None:
    stood_in = instead(game("Ann+Zoe 300, Ben+Dot 100"), "Zoe", "Cal")
    assert recent_form([stood_in], 5).keys() == {("Ann",), ("Ann", "Cal"), ("Ben",), ("Dot",), ("Ben", "Dot")}
    assert recent_form([stood_in], 5, substitutes="substitute")["Zoe",] == [True]
