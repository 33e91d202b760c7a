"""Swiss, round robin and new partners: draws, standings, tie-breaks, byes, late entries and withdrawal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from scorekeeper.league.event import Entry, Event
from scorekeeper.league.outcome import is_drawn_out, next_round, outcome, rounds_planned, unfinished
from scorekeeper.league.pairings.values import NEW_PARTNERS, ROUND_ROBIN, SWISS, RoundPlan
from scorekeeper.league.tournament.standings import ties_of, why
from tests.league.tournament.play import drawn, event, game, placed, play_rounds, with_games
from tests.rows import each_row


def pairs(plan: RoundPlan) -> str:
    return ", ".join(" v ".join("+".join(side) for side in table.sides) for table in plan.tables)


def draw(own: Event) -> Event:
    return replace(own, rounds=(*own.rounds, next_round(own)))


def withdraw(own: Event, *ids: str) -> Event:
    return replace(own, entries=tuple(replace(entry, withdrawn=entry.id in ids) for entry in own.entries))


def join(own: Event, name: str) -> Event:
    new = Entry(name, (name,), len(own.entries) + 1, joined=len(own.rounds))
    return replace(own, entries=(*own.entries, new))


def test_the_first_swiss_round_is_upper_half_against_lower_half() -> None:
    assert pairs(next_round(event(SWISS, 8))) == "1 v 5, 2 v 6, 3 v 7, 4 v 8"
    own = play_rounds(event(SWISS, 8), 1)
    winners = {entry for table in next_round(own).tables[:2] for entry in table.players}
    assert winners == {"1", "2", "3", "4"}


@each_row(("count", "rounds"), [(6, 3), (7, 4), (8, 4), (12, 5), (13, 5), (16, 6)])
def test_nobody_meets_twice_in_swiss(count: int, rounds: int) -> None:
    own = play_rounds(event(SWISS, count), rounds)
    met = [frozenset(table.players) for plan in own.rounds for table in plan.tables]
    assert len(met) == len(set(met)) == count // 2 * rounds
    byes = [entry for plan in own.rounds for entry in plan.sitting_out]
    assert len(byes) == len(set(byes)) == (rounds if count % 2 else 0)


def test_a_bye_in_swiss_is_a_win() -> None:
    own = play_rounds(event(SWISS, 5, rounds=1), 1)
    assert own.rounds[0].sitting_out == ("5",)
    state = outcome(own)
    assert {row.entry: row.score for row in state.rows} == {"1": 1, "2": 1, "3": 0, "4": 0, "5": 1}
    assert state.is_over
    assert [row.account.byes for row in state.rows if row.account and row.entry == "5"] == [1]


def test_opponents_decide_in_swiss() -> None:
    """Two have one win each: the one whose opponents did better comes first, whatever the margin."""
    lines = ("1 v 2, 3 v 4", "1 v 3, 2 v 4", "1 v 5, 2 v 3, 4 v 6")
    own = event(SWISS, 6)
    own = with_games(
        replace(own, rounds=tuple(drawn(*line.split(", ")) for line in lines)),
        *(game("1-1", "1 v 2", "9 1"), game("1-2", "3 v 4", "2 1")),
        *(game("2-1", "1 v 3", "9 1"), game("2-2", "2 v 4", "2 1")),
        *(game("3-1", "1 v 5", "9 1"), game("3-2", "2 v 3", "5 5"), game("3-3", "4 v 6", "4 1")),
    )
    rows = outcome(own).rows
    assert [row.score for row in rows] == [3, Fraction(3, 2), Fraction(3, 2), 1, 0, 0]
    # 5 met the winner and lost by 8; 6 met 4 and lost by 3.
    assert [row.entry for row in rows[3:]] == ["4", "5", "6"]
    assert why(rows[4], rows[5]) == "Opponents’ score: 3 to 1"


def robin(*games: str) -> Event:
    """A round robin of four by these results of the Berger table."""
    own = event(ROUND_ROBIN, 4, lot="maple")
    rounds = (drawn("1 v 4", "2 v 3"), drawn("4 v 3", "1 v 2"), drawn("2 v 4", "3 v 1"))
    played = [game(key, sides, points) for key, sides, points in (line.split(": ") for line in games)]
    return with_games(replace(own, rounds=rounds), *played)


def test_the_berger_table_is_followed() -> None:
    own = play_rounds(event(ROUND_ROBIN, 4), 3)
    assert [pairs(plan) for plan in own.rounds] == ["1 v 4, 2 v 3", "4 v 3, 1 v 2", "2 v 4, 3 v 1"]
    state = outcome(own)
    assert (state.is_over, state.round, state.rounds) == (True, 3, 3)
    assert placed(state) == [("1", 1), ("2", 2), ("3", 3), ("4", 4)]


def test_head_to_head_then_margin_then_points() -> None:
    own = robin("1-1: 1 v 4: 9 1", "1-2: 2 v 3: 9 1", "2-1: 4 v 3: 9 1", "2-2: 1 v 2: 2 1", "3-1: 2 v 4: 9 1")
    rows = outcome(with_games(own, game("3-2", "3 v 1", "9 1"))).rows
    # 1 and 2 won twice, and 1 beat 2; 3 and 4 won once, and 4 beat 3.
    assert [row.entry for row in rows] == ["1", "2", "4", "3"]
    assert why(rows[0], rows[1]) == "Head to head: 1 to 0"
    assert why(rows[1], rows[2]) == ""


def test_three_who_beat_each_other_are_separated_by_margin() -> None:
    own = robin("1-1: 1 v 4: 9 1", "1-2: 2 v 3: 8 1", "2-1: 4 v 3: 1 9", "2-2: 1 v 2: 5 1", "3-1: 2 v 4: 9 1")
    rows = outcome(with_games(own, game("3-2", "3 v 1", "6 1"))).rows
    # 1, 2 and 3 won two each in a circle. Margins: 1 has 8+4−5 = 7, 2 has 7−4+8 = 11, 3 has −7+8+5 = 6.
    assert [(row.entry, row.account.margin if row.account else 0) for row in rows] == [
        ("2", 11),
        ("1", 7),
        ("3", 6),
        ("4", -24),
    ]
    assert why(rows[0], rows[1]) == "Margin: 11 to 7"


def test_the_lot_decides_at_last_and_can_be_drawn_again() -> None:
    """Everything tied: the order is that of the SHA-256 of maple:1 to maple:4."""
    ties = [
        f"{key}: {sides}: 5 5"
        for key, sides in zip(
            ("1-1", "1-2", "2-1", "2-2", "3-1", "3-2"),
            ("1 v 4", "2 v 3", "4 v 3", "1 v 2", "2 v 4", "3 v 1"),
            strict=True,
        )
    ]
    rows = outcome(robin(*ties)).rows
    assert [(row.entry, row.score) for row in rows] == [(entry, Fraction(3, 2)) for entry in "1324"]
    assert why(rows[0], rows[1]) == "Drawn lot"
    assert [tie.id for tie in ties_of(robin())] == ["head-to-head", "margin", "points", "lot"]


def test_a_late_entry_of_a_round_robin_meets_everybody() -> None:
    own = play_rounds(event(ROUND_ROBIN, 4), 1)
    own = join(own, "5")
    while not is_drawn_out(own):
        own = draw(own)
        assert len(own.rounds) <= 6
    met = {frozenset(table.players) for plan in own.rounds for table in plan.tables}
    assert met == {frozenset(pair) for pair in combinations("12345", 2)}
    assert rounds_planned(own) == len(own.rounds)


def test_leaving_a_round_robin_early_is_not_counted() -> None:
    own = withdraw(play_rounds(event(ROUND_ROBIN, 4), 1), "4")
    # 4 played one of three matches: nobody keeps a win against 4.
    assert {row.entry: row.score for row in outcome(own).rows} == {"1": 0, "2": 1, "3": 0, "4": 0}
    own = withdraw(play_rounds(event(ROUND_ROBIN, 4), 2), "4")
    # 4 played two of three: the match against 2, never drawn, is a walkover.
    assert {row.entry: row.score for row in outcome(own).rows} == {"1": 2, "2": 2, "3": 1, "4": 0}


def test_withdrawing_from_swiss_forfeits_the_match_and_later_rounds() -> None:
    own = withdraw(draw(event(SWISS, 6)), "1")
    state = outcome(own)
    assert [(match.key, match.how) for match in state.matches] == [("1-1", "walkover"), ("1-2", ""), ("1-3", "")]
    assert unfinished(own) == ("1-2", "1-3")
    own = with_games(own, game("1-2", "2 v 5", "9 1"), game("1-3", "3 v 6", "9 1"))
    plan = next_round(own)
    assert "1" not in {entry for table in plan.tables for entry in table.players} | {*plan.sitting_out}
    assert len(plan.sitting_out) == 1


def test_a_late_entry_of_swiss_is_drawn_from_the_next_round_on() -> None:
    own = join(play_rounds(event(SWISS, 5), 1), "6")
    plan = next_round(own)
    assert plan.sitting_out == ()
    assert "6" in {entry for table in plan.tables for entry in table.players}


def test_new_partners_carry_their_points() -> None:
    own = event(NEW_PARTNERS, 4, rounds=3)
    first = "1+2 v 3+4"
    own = replace(own, rounds=(drawn("1+2 v 3+4"), drawn("1+3 v 2+4")))
    own = with_games(own, game("1-1", first, "180 60"), game("2-1", "1+3 v 2+4", "90 150"))
    state = outcome(own)
    assert [(row.entry, row.score) for row in state.rows] == [("2", 330), ("1", 270), ("4", 210), ("3", 150)]
    assert not state.is_over
    assert rounds_planned(own) == 3


def test_partners_change_every_round() -> None:
    own = event(NEW_PARTNERS, 8, rounds=7)
    for _ in range(7):
        own = draw(own)
    partners = [frozenset(side) for plan in own.rounds for table in plan.tables for side in table.sides]
    assert len(partners) == len(set(partners)) == 28


def test_sitting_out_counts_as_the_own_average() -> None:
    own = event(NEW_PARTNERS, 5, rounds=2)
    own = replace(
        own,
        rounds=(
            drawn("1+2 v 3+4", byes="5"),
            drawn("1+5 v 2+3", byes="4"),
        ),
    )
    own = with_games(own, game("1-1", "1+2 v 3+4", "100 50"), game("2-1", "1+5 v 2+3", "75 30"))
    assert {row.entry: row.score for row in outcome(own).rows} == {"1": 175, "2": 130, "3": 80, "4": 100, "5": 150}


def test_a_table_of_single_players_that_loses_one_is_not_played() -> None:
    own = event(NEW_PARTNERS, 4, rounds=2)
    own = replace(own, rounds=(drawn("1+2 v 3+4"), drawn("1+3 v 2+4")))
    own = withdraw(with_games(own, game("1-1", "1+2 v 3+4", "100 50")), "4")
    state = outcome(own)
    assert [match.how for match in state.matches] == ["played", "void"]
    assert {row.entry: row.score for row in state.rows} == {"1": 200, "2": 200, "3": 100, "4": 50}
    assert state.is_over


def test_the_lowest_points_can_win() -> None:
    own = replace(event(NEW_PARTNERS, 4, rounds=1), rounds=(drawn("1+2 v 3+4"),))
    rows = outcome(with_games(own, game("1-1", "1+2 v 3+4", "100 50", lowest_wins=True))).rows
    assert [row.score for row in rows] == [50, 50, 100, 100]
    assert {row.entry for row in rows[:2]} == {"3", "4"}
