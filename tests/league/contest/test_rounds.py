"""Swiss, round robin and new partners: draws, standings, tie-breaks, byes, late entries and withdrawal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from scorekeeper.league import codec
from scorekeeper.league.contest import Contest, ContestEntrant
from scorekeeper.league.outcome import is_drawn_out, match_records, next_round, outcome, rounds_planned, scheme_of
from scorekeeper.league.pairings.values import NEW_PARTNERS, ROUND_ROBIN, SWISS, RoundPlan
from scorekeeper.league.standings.standings import why
from tests.league.contest.play import contest, drawn, game, placed, play_rounds, with_games
from tests.rows import each_row


def pairs(plan: RoundPlan) -> str:
    return ", ".join(" v ".join("+".join(side) for side in table.sides) for table in plan.tables)


def playing(plan: RoundPlan) -> set[str]:
    return {entrant for table in plan.tables for entrant in table.players}


def met(own: Contest) -> list[frozenset[str]]:
    return [frozenset(table.players) for plan in own.rounds for table in plan.tables]


def draw(own: Contest) -> Contest:
    return replace(own, rounds=(*own.rounds, next_round(own)))


def withdraw(own: Contest, *ids: str) -> Contest:
    return replace(own, entrants=tuple(replace(entrant, withdrawn=entrant.id in ids) for entrant in own.entrants))


def join(own: Contest, name: str) -> Contest:
    new = ContestEntrant(name, (name,), len(own.entrants) + 1, joined=len(own.rounds))
    return replace(own, entrants=(*own.entrants, new))


def scores(own: Contest) -> dict[str, Fraction]:
    return {row.entrant[0]: row.figure for row in outcome(own).rows}


def reason(own: Contest, one: str, other: str) -> str:
    return why(outcome(own).standings, (one,), (other,))


def test_the_first_swiss_round_is_upper_half_against_lower_half() -> None:
    assert pairs(next_round(contest(SWISS, 8))) == "1 v 5, 2 v 6, 3 v 7, 4 v 8"
    own = play_rounds(contest(SWISS, 8), 1)
    winners = {entrant for table in next_round(own).tables[:2] for entrant in table.players}
    assert winners == {"1", "2", "3", "4"}


@each_row(("count", "rounds"), [(6, 3), (7, 4), (8, 4), (12, 5), (13, 5), (16, 6)])
def test_nobody_meets_twice_in_swiss(count: int, rounds: int) -> None:
    own = play_rounds(contest(SWISS, count), rounds)
    assert len(met(own)) == len({*met(own)}) == count // 2 * rounds
    byes = [entrant for plan in own.rounds for entrant in plan.sitting_out]
    assert len(byes) == len(set(byes)) == (rounds if count % 2 else 0)


def test_a_bye_in_swiss_is_a_win() -> None:
    own = play_rounds(contest(SWISS, 5, rounds=1), 1)
    assert own.rounds[0].sitting_out == ("5",)
    state = outcome(own)
    assert scores(own) == {"1": 1, "2": 1, "3": 0, "4": 0, "5": 1}
    assert state.is_over
    assert match_records(own)["5"] == (0, 0, 0, 0, 0, 1, 0)


def test_opponents_decide_in_swiss() -> None:
    """Two have one win each: the one whose opponents did better comes first, whatever the margin."""
    lines = ("1 v 2, 3 v 4", "1 v 3, 2 v 4", "1 v 5, 2 v 3, 4 v 6")
    own = contest(SWISS, 6)
    for line in lines:
        own = replace(own, rounds=(*own.rounds, drawn(*line.split(", "))))
    own = with_games(
        own,
        *(game("1-1", "1 v 2", "9 1"), game("1-2", "3 v 4", "2 1")),
        *(game("2-1", "1 v 3", "9 1"), game("2-2", "2 v 4", "2 1")),
        *(game("3-1", "1 v 5", "9 1"), game("3-2", "2 v 3", "5 5"), game("3-3", "4 v 6", "4 1")),
    )
    rows = outcome(own).rows
    assert [row.figure for row in rows] == [3, Fraction(3, 2), Fraction(3, 2), 1, 0, 0]
    # 5 met the winner and lost by 8; 6 met 4 and lost by 3.
    assert [row.entrant[0] for row in rows[3:]] == ["4", "5", "6"]
    assert reason(own, "6", "5") == (
        "5 is ahead of 6: both have 0 wins; 5 has an opponents’ score of 3, 6 an opponents’ score of 1."
    )


def swiss(*lines: str, count: int = 7) -> Contest:
    """A Swiss of matches “1 v 4” that the first side wins; a name alone sits out."""
    own = contest(SWISS, count)
    for number, line in enumerate(lines, 1):
        parts = line.split(", ")
        matches = [part for part in parts if " v " in part]
        byes = "".join(part for part in parts if " v " not in part)
        own = replace(own, rounds=(*own.rounds, drawn(*matches, byes=byes)))
        own = with_games(own, *(game(f"{number}-{at}", match, "9 1") for at, match in enumerate(matches, 1)))
    return own


def test_a_bye_is_not_punished_by_the_opponents_score() -> None:
    """2, 3 and 7 have two points each; 2 and 7 had a bye.

    2 met 1 (3 points) and 4 (1), and nobody with its own 2 points: 6. 3 met 5 (1), 6 (1) and 1 (3): 5.
    7 met 6 (1) and 5 (1), and nobody with its own 2 points: 4. Without the virtual opponent 2 had 4 and was behind 3.
    """
    own = swiss("2, 1 v 4, 3 v 5, 7 v 6", "1 v 2, 3 v 6, 4 v 5, 7", "1 v 3, 2 v 4, 5 v 7, 6")
    assert scores(own) == {"1": 3, "2": 2, "3": 2, "7": 2, "4": 1, "5": 1, "6": 1}
    assert [row.entrant[0] for row in outcome(own).rows[:4]] == ["1", "2", "3", "7"]
    assert reason(own, "3", "2") == (
        "2 is ahead of 3: both have 2 wins (2: 1 from 1 unplayed round); "
        "2 has an opponents’ score of 6, 3 an opponents’ score of 5."
    )
    assert reason(own, "3", "7").endswith("3 has an opponents’ score of 5, 7 an opponents’ score of 4.")


def test_a_walkover_is_a_round_without_an_opponent() -> None:
    """1 won without a game and counts its own point; 3 beat 4, who has none."""
    own = swiss("1 v 2, 3 v 4", count=4)
    own = replace(own, games=own.games[1:], forfeits={"1-1": "2"})
    assert match_records(own)["1"].walkovers == 1
    assert reason(own, "1", "3").endswith("1 has an opponents’ score of 1, 3 an opponents’ score of 0.")


def test_sitting_out_counts_as_a_table_of_opponents() -> None:
    """Points: 1 has 175, 2 and 5 have 150 (5 sat out for 75), 3 and 4 have 100.

    2 met 3 and 4 (200), then 1 and 5 (325). 5 sat out, so two with its own 150 (300), then met 2 and 3 (250).
    """
    own = contest(NEW_PARTNERS, 5, rounds=2, ties=("opponents",))
    own = replace(own, rounds=(drawn("1+2 v 3+4", byes="5"), drawn("1+5 v 2+3", byes="4")))
    own = with_games(own, game("1-1", "1+2 v 3+4", "100 50"), game("2-1", "1+5 v 2+3", "75 50"))
    assert reason(own, "2", "5") == (
        "5 is ahead of 2: both have 150 points; 5 has an opponents’ score of 550, 2 an opponents’ score of 525."
    )


def robin(*games: str) -> Contest:
    """A round robin of four by these results of the Berger table."""
    own = contest(ROUND_ROBIN, 4, lot="maple")
    rounds = [drawn("1 v 4", "2 v 3"), drawn("4 v 3", "1 v 2"), drawn("2 v 4", "3 v 1")]
    played = [game(key, sides, points) for key, sides, points in (line.split(": ") for line in games)]
    return with_games(replace(own, rounds=tuple(rounds)), *played)


def test_the_berger_table_is_followed() -> None:
    own = play_rounds(contest(ROUND_ROBIN, 4), 3)
    assert [pairs(plan) for plan in own.rounds] == ["1 v 4, 2 v 3", "4 v 3, 1 v 2", "2 v 4, 3 v 1"]
    state = outcome(own)
    assert (state.is_over, state.round, state.rounds) == (True, 3, 3)
    assert placed(state) == [("1", 1), ("2", 2), ("3", 3), ("4", 4)]


def test_head_to_head_then_margin_then_points() -> None:
    own = robin("1-1: 1 v 4: 9 1", "1-2: 2 v 3: 9 1", "2-1: 4 v 3: 9 1", "2-2: 1 v 2: 2 1", "3-1: 2 v 4: 9 1")
    own = with_games(own, game("3-2", "3 v 1", "9 1"))
    rows = outcome(own).rows
    # 1 and 2 won twice, and 1 beat 2; 3 and 4 won once, and 4 beat 3.
    assert [row.entrant[0] for row in rows] == ["1", "2", "4", "3"]
    assert reason(own, "1", "2") == "1 is ahead of 2: both have 2 wins; they met once and 1 won it."
    assert reason(own, "2", "4") == "2 is ahead of 4: 2 has 2 wins, 4 1 win."


def test_three_who_beat_each_other_are_separated_by_margin() -> None:
    own = robin("1-1: 1 v 4: 9 1", "1-2: 2 v 3: 8 1", "2-1: 4 v 3: 1 9", "2-2: 1 v 2: 5 1", "3-1: 2 v 4: 9 1")
    own = with_games(own, game("3-2", "3 v 1", "6 1"))
    rows = outcome(own).rows
    # 1, 2 and 3 won two each in a circle. Margins: 1 has 8+4−5 = 7, 2 has 7−4+8 = 11, 3 has −7+8+5 = 6.
    assert [(row.entrant[0], row.account.margin) for row in rows] == [
        ("2", 11),
        ("1", 7),
        ("3", 6),
        ("4", -24),
    ]
    assert reason(own, "1", "2") == (
        "2 is ahead of 1: both have 2 wins; both have the same record in their meetings; "
        "2 has a margin of 11, 1 a margin of 7."
    )


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
    assert [(row.entrant[0], row.figure) for row in rows] == [(entrant, Fraction(3, 2)) for entrant in "1324"]
    assert reason(robin(*ties), "3", "1").endswith("both have 15 game points; the drawn lot put 1 first.")
    assert scheme_of(robin()).ties == ("head-to-head", "margin", "points", "lot")


def test_a_late_entry_of_a_round_robin_meets_everybody() -> None:
    own = play_rounds(contest(ROUND_ROBIN, 4), 1)
    own = join(own, "5")
    while not is_drawn_out(own):
        own = draw(own)
        assert len(own.rounds) <= 6
    assert {*met(own)} == {frozenset(pair) for pair in combinations("12345", 2)}
    assert rounds_planned(own) == len(own.rounds)


def test_leaving_a_round_robin_early_is_not_counted() -> None:
    own = withdraw(play_rounds(contest(ROUND_ROBIN, 4), 1), "4")
    # 4 played one of three matches: nobody keeps a win against 4.
    assert scores(own) == {"1": 0, "2": 1, "3": 0, "4": 0}
    own = withdraw(play_rounds(contest(ROUND_ROBIN, 4), 2), "4")
    # 4 played two of three: the match against 2, never drawn, is a walkover.
    assert scores(own) == {"1": 2, "2": 2, "3": 1, "4": 0}


def test_withdrawing_from_swiss_forfeits_the_match_and_later_rounds() -> None:
    own = withdraw(draw(contest(SWISS, 6)), "1")
    state = outcome(own)
    assert [(match.key, match.how) for match in state.matches] == [("1-1", "walkover"), ("1-2", ""), ("1-3", "")]
    assert [match.key for match in outcome(own).ready] == ["1-2", "1-3"]
    own = with_games(own, game("1-2", "2 v 5", "9 1"), game("1-3", "3 v 6", "9 1"))
    plan = next_round(own)
    assert "1" not in playing(plan) | {*plan.sitting_out}
    assert len(plan.sitting_out) == 1


def test_a_late_entry_of_swiss_is_drawn_from_the_next_round_on() -> None:
    own = join(play_rounds(contest(SWISS, 5), 1), "6")
    plan = next_round(own)
    assert plan.sitting_out == ()
    assert "6" in playing(plan)


def test_new_partners_carry_their_points() -> None:
    own = contest(NEW_PARTNERS, 4, rounds=3)
    own = replace(own, rounds=(drawn("1+2 v 3+4"), drawn("1+3 v 2+4")))
    own = with_games(own, game("1-1", "1+2 v 3+4", "180 60"), game("2-1", "1+3 v 2+4", "90 150"))
    state = outcome(own)
    assert [(row.entrant[0], row.figure) for row in state.rows] == [("2", 330), ("1", 270), ("4", 210), ("3", 150)]
    assert not state.is_over
    assert rounds_planned(own) == 3


def test_partners_change_every_round() -> None:
    own = contest(NEW_PARTNERS, 8, rounds=7)
    for _ in range(7):
        own = draw(own)
    partners = [frozenset(side) for plan in own.rounds for table in plan.tables for side in table.sides]
    assert len(partners) == len(set(partners)) == 28


def test_sitting_out_counts_as_the_own_average() -> None:
    own = contest(NEW_PARTNERS, 5, rounds=2)
    own = replace(own, rounds=(drawn("1+2 v 3+4", byes="5"), drawn("1+5 v 2+3", byes="4")))
    own = with_games(own, game("1-1", "1+2 v 3+4", "100 50"), game("2-1", "1+5 v 2+3", "75 30"))
    assert scores(own) == {
        "1": 175,
        "2": 130,
        "3": 80,
        "4": 100,
        "5": 150,
    }


def test_a_table_of_single_players_that_loses_one_is_not_played() -> None:
    own = contest(NEW_PARTNERS, 4, rounds=2)
    own = replace(own, rounds=(drawn("1+2 v 3+4"), drawn("1+3 v 2+4")))
    own = withdraw(with_games(own, game("1-1", "1+2 v 3+4", "100 50")), "4")
    state = outcome(own)
    assert [match.how for match in state.matches] == ["played", "void"]
    assert scores(own) == {"1": 200, "2": 200, "3": 100, "4": 50}
    assert state.is_over


def test_the_lowest_points_can_win() -> None:
    own = replace(contest(NEW_PARTNERS, 4, rounds=1), rounds=(drawn("1+2 v 3+4"),))
    own = with_games(own, game("1-1", "1+2 v 3+4", "100 50", lowest_wins=True))
    rows = outcome(own).rows
    assert [row.figure for row in rows] == [-50, -50, -100, -100]
    assert {row.entrant[0] for row in rows[:2]} == {"3", "4"}
    assert codec.outcome(outcome(own))["standings"][0]["score"] == 50
    assert reason(own, "1", "3").startswith("3 is ahead of 1: 3 has 50 points, 1 100 points")


def test_fewer_game_points_are_better_where_the_lowest_wins() -> None:
    own = replace(contest(SWISS, 4, ties=("points",)), rounds=(drawn("1 v 2", "3 v 4"),))
    own = with_games(
        own, game("1-1", "1 v 2", "10 20", lowest_wins=True), game("1-2", "3 v 4", "5 30", lowest_wins=True)
    )
    assert [row.entrant[0] for row in outcome(own).rows] == ["3", "1", "2", "4"]


def test_pairs_are_ahead_in_the_plural() -> None:
    own = play_rounds(contest(SWISS, 4), 1)
    pairs = replace(own, entrants=tuple(replace(entrant, players=(entrant.id, "x")) for entrant in own.entrants))
    names = {"1": "Ann & Cal", "3": "Ben & Dot"}
    assert why(outcome(pairs).standings, ("1",), ("3",), names.__getitem__) == (
        "Ann & Cal are ahead of Ben & Dot: Ann & Cal have 1 win, Ben & Dot 0 wins."
    )


def test_a_tied_match_of_three_games_is_tied_whatever_the_points() -> None:
    own = replace(contest(SWISS, 3, best_of=3), rounds=(drawn("1 v 2", byes="3"),))
    legs = ("9 1", "1 2", "5 5")
    own = with_games(own, *(game("1-1", "1 v 2", points, leg) for leg, points in enumerate(legs, 1)))
    assert scores(own) == {"1": Fraction(1, 2), "2": Fraction(1, 2), "3": 1}
    assert match_records(own)["2"] == (1, 0, 1, 0, 0, 0, 8)
