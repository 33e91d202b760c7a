"""Single and double elimination: schedules, byes, the second final, corrections, withdrawal, late entries."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.league.contest import Contest, Group
from scorekeeper.league.outcome import elimination, outcome
from scorekeeper.league.pairings.bracket import double, seed_for_late_entry, single
from scorekeeper.league.pairings.values import DOUBLE, SINGLE
from tests.budget import examples
from tests.league.contest.play import (
    contest,
    favorite,
    game,
    placed,
    play_bracket,
    play_ready,
    sides,
    underdog,
    with_games,
)
from tests.rows import each_row


def wiring(count: int) -> dict[str, str]:
    """Every match of the losers' bracket and the final, by where its sides come from."""
    nodes = double(count)
    return {
        node.key: " v ".join(f"{'loser' if own.loses else 'winner'} {own.match}" for own in node.sources)
        for node in nodes
        if not node.sources[0].seed and node.part != "W"
    }


def test_double_elimination_of_four() -> None:
    assert wiring(4) == {
        "L1-1": "loser W1-1 v loser W1-2",
        "L2-1": "loser W2-1 v winner L1-1",
        "F1-1": "winner W2-1 v winner L2-1",
        "F2-1": "winner W2-1 v winner L2-1",
    }


def test_double_elimination_of_eight() -> None:
    """Those who drop out of the second round cross over to the other half."""
    assert wiring(8) == {
        "L1-1": "loser W1-1 v loser W1-2",
        "L1-2": "loser W1-3 v loser W1-4",
        "L2-1": "loser W2-2 v winner L1-1",
        "L2-2": "loser W2-1 v winner L1-2",
        "L3-1": "winner L2-1 v winner L2-2",
        "L4-1": "loser W3-1 v winner L3-1",
        "F1-1": "winner W3-1 v winner L4-1",
        "F2-1": "winner W3-1 v winner L4-1",
    }


def test_double_elimination_of_sixteen() -> None:
    own = wiring(16)
    assert [own[f"L2-{number}"].split(" v ")[0] for number in (1, 2, 3, 4)] == [
        "loser W2-4",
        "loser W2-3",
        "loser W2-2",
        "loser W2-1",
    ]
    assert [own[f"L4-{number}"] for number in (1, 2)] == ["loser W3-1 v winner L3-1", "loser W3-2 v winner L3-2"]
    assert own["L6-1"] == "loser W4-1 v winner L5-1"
    assert sum(key.startswith("L") for key in own) == 14


#: The first round of losers in which two could meet who have met before.
FIRST_REMATCH = {8: 3, 16: 4, 32: 5, 64: 7}


@each_row("size", FIRST_REMATCH)
def test_nobody_meets_again_early(size: int) -> None:
    """Whoever wins: two who met among the winners are kept apart in the first rounds of losers."""
    reached: dict[str, set[tuple[int, int]]] = {}
    seeds: dict[str, set[int]] = {}
    first = 99
    for node in double(size):
        if node.part == "W":
            seeds[node.key] = (
                {own.seed for own in node.sources}
                if node.round == 1
                else set().union(*(seeds[own.match] for own in node.sources))
            )
        elif node.part == "L":
            groups = [
                {(seed, int(own.match[1:].split("-")[0])) for seed in seeds[own.match]}
                if own.loses
                else reached[own.match]
                for own in node.sources
            ]
            reached[node.key] = groups[0] | groups[1]
            if any(_met(one, other, seeds) for one, other in product(*groups)):
                first = min(first, node.round)
    assert first == FIRST_REMATCH[size]


def _met(one: tuple[int, int], other: tuple[int, int], seeds: dict[str, set[int]]) -> bool:
    """Whether the one who dropped first lost to the other."""
    if one[1] == other[1]:
        return False
    number = min(one[1], other[1])
    return any(
        {one[0], other[0]} <= own
        and not any({one[0], other[0]} <= seeds[key] for key in seeds if int(key[1:].split("-")[0]) < number)
        for key, own in seeds.items()
        if key.startswith(f"W{number}-")
    )


#: Entries, and the places when the better seed always wins.
DOUBLE_PLACES = {
    3: "1:1 2:2 3:3",
    4: "1:1 2:2 3:3 4:4",
    6: "1:1 2:2 3:3 4:4 5:5 6:5",
    8: "1:1 2:2 3:3 4:4 5:5 6:5 7:7 8:7",
    12: "1:1 2:2 3:3 4:4 5:5 6:5 7:7 8:7 9:9 10:9 11:9 12:9",
    16: "1:1 2:2 3:3 4:4 5:5 6:5 7:7 8:7 9:9 10:9 11:9 12:9 13:13 14:13 15:13 16:13",
}


@each_row("count", DOUBLE_PLACES)
def test_double_elimination_when_the_favorites_win(count: int) -> None:
    state = outcome(play_bracket(contest(DOUBLE, count)))
    assert " ".join(f"{entrant}:{place}" for entrant, place in placed(state)) == DOUBLE_PLACES[count]
    assert state.is_over
    assert state.champion == "1"
    # Everybody but the champion loses twice, and the champion never.
    assert sum(match.was_played for match in state.matches) == 2 * count - 2
    assert state.match("F2-1") is None


@each_row("count", [4, 6, 8, 12, 16, 23])
def test_the_second_final_is_played_if_the_first_is_lost(count: int) -> None:
    def upset(key: str, one: Group, other: Group) -> int:
        return 1 if key == "F1-1" else favorite(key, one, other)

    before = play_bracket(contest(DOUBLE, count), lambda key, one, other: favorite(key, one, other))
    lost = replace(before, games=tuple(own for own in before.games if own.match != "F1-1"))
    lost = play_ready(lost, upset)
    state = outcome(lost)
    assert not state.is_over
    assert sides(state, ["F2-1"]) == ["1 v 2"]
    assert [row.place for row in state.rows[:3]] == [None, None, 3]
    state = outcome(play_ready(lost, underdog))
    assert state.champion == "2"
    assert sum(match.was_played for match in state.matches) == 2 * count - 1


def test_twelve_pairs_as_drawn() -> None:
    """Seeds 1 to 4 have a bye; the losers of the first round wait for those of the second."""
    own = contest(DOUBLE, 12)
    state = outcome(own)
    assert [match.key for match in state.ready] == ["W1-2", "W1-4", "W1-6", "W1-8"]
    assert sides(state, ["W1-2", "W1-4", "W1-6", "W1-8"]) == ["8 v 9", "5 v 12", "7 v 10", "6 v 11"]
    state = outcome(play_ready(own))
    assert sides(state, ["W2-1", "W2-2", "W2-3", "W2-4"]) == ["1 v 8", "4 v 5", "2 v 7", "3 v 6"]
    state = outcome(play_ready(play_ready(own)))
    assert sides(state, ["L2-1", "L2-2", "L2-3", "L2-4"]) == ["6 v 9", "7 v 12", "5 v 10", "8 v 11"]


def test_single_elimination_with_a_match_for_third_place() -> None:
    state = outcome(play_bracket(contest(SINGLE, 6, third_place=True)))
    assert placed(state) == [("1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 5)]
    state = outcome(play_bracket(contest(SINGLE, 6)))
    assert placed(state) == [("1", 1), ("2", 2), ("3", 3), ("4", 3), ("5", 5), ("6", 5)]
    assert [node.key for node in single(4, third_place=True)] == ["W1-1", "W1-2", "T1-1", "W2-1"]


def test_the_best_of_three() -> None:
    own = contest(SINGLE, 2, best_of=3)
    own = with_games(own, game("W1-1", "1 v 2", "300 100"), game("W1-1", "1 v 2", "100 300", leg=2))
    assert not outcome(own).is_over
    state = outcome(with_games(own, game("W1-1", "1 v 2", "290 300", leg=3)))
    assert (state.champion, state.matches[0].wins, state.matches[0].points) == ("2", (1, 2), (690, 700))
    early = with_games(contest(SINGLE, 2, best_of=3), game("W1-1", "1 v 2", "3 1"), game("W1-1", "1 v 2", "3 1", leg=2))
    assert outcome(early).champion == "1"


def test_a_tied_game_of_a_bracket_is_played_again() -> None:
    own = with_games(contest(SINGLE, 2), game("W1-1", "1 v 2", "200 200"))
    assert not outcome(own).is_over
    assert outcome(with_games(own, game("W1-1", "1 v 2", "200 210", leg=2))).champion == "2"


def test_a_winner_by_the_rules_wins_regardless_of_points() -> None:
    own = with_games(contest(SINGLE, 2), game("W1-1", "1 v 2", "500 510", winners=(0,)))
    assert outcome(own).champion == "1"
    own = with_games(contest(SINGLE, 2), game("W1-1", "1 v 2", "12 40", lowest_wins=True))
    assert outcome(own).champion == "1"


def test_teams_play_at_two_tables() -> None:
    own = contest(SINGLE, 2, boards=2)
    first = game("W1-1", "1 v 2", "300 290")
    assert not outcome(with_games(own, first)).is_over
    # One table each: the points of both decide.
    state = outcome(with_games(own, first, game("W1-1", "1 v 2", "100 300", board=2)))
    assert (state.champion, state.matches[0].points) == ("2", (400, 590))
    # Two tables beat more points.
    state = outcome(with_games(own, first, game("W1-1", "1 v 2", "300 299", board=2)))
    assert state.champion == "1"


def test_a_corrected_result_goes_through_the_bracket() -> None:
    own = play_ready(contest(DOUBLE, 4))
    own = play_ready(own)
    assert sides(outcome(own), ["W2-1", "L1-1"]) == ["1 v 2", "4 v 3"]
    corrected = replace(
        own, games=(game("W1-1", "1 v 4", "100 300"), *(own for own in own.games if own.match != "W1-1"))
    )
    state = outcome(corrected)
    assert sides(state, ["W2-1", "L1-1"]) == ["4 v 2", "1 v 3"]
    # The games of the old sides do not count any more, and count again if the correction is undone.
    assert [match.key for match in state.ready] == ["L1-1", "W2-1"]
    assert sides(outcome(own), ["L2-1"]) == ["2 v 3"]


def test_withdrawal_gives_every_open_match_away() -> None:
    own = play_ready(contest(DOUBLE, 4))
    gone = replace(own, entrants=tuple(replace(entrant, withdrawn=entrant.id == "1") for entrant in own.entrants))
    state = outcome(gone)
    # Seed 1 beat 4 and withdraws: 2 wins the winners' bracket, and whoever wins the losers' match meets nobody there.
    assert state.match("W1-1").winner == 0  # type: ignore[union-attr]
    assert (state.match("W2-1").how, state.match("W2-1").winner) == ("walkover", 1)  # type: ignore[union-attr]
    state = outcome(play_bracket(gone))
    assert placed(state) == [("2", 1), ("3", 2), ("1", 3), ("4", 4)]
    assert state.is_over


def test_a_forfeit_costs_one_match_only() -> None:
    own = replace(contest(DOUBLE, 4), forfeits={"W1-1": "1"})
    state = outcome(own)
    assert (state.match("W1-1").how, sides(state, ["W2-1"])) == ("walkover", ["4 v ?"])  # type: ignore[union-attr]
    assert outcome(play_bracket(own)).champion == "1"


def test_two_who_withdraw_leave_nobody() -> None:
    own = contest(SINGLE, 4)
    gone = replace(own, entrants=tuple(replace(entrant, withdrawn=entrant.id in "14") for entrant in own.entrants))
    state = outcome(play_bracket(gone))
    assert placed(state) == [("2", 1), ("1", 3), ("3", 3), ("4", 3)]
    assert state.is_over


@each_row(("kind", "final"), [(SINGLE, "W2-1"), (DOUBLE, "F1-1")])
def test_a_final_that_both_sides_leave_has_a_winner(kind: str, final: str) -> None:
    own = play_bracket(contest(kind, 3))
    left = tuple(replace(entrant, withdrawn=entrant.id in "12") for entrant in own.entrants)
    state = outcome(replace(own, entrants=left, games=tuple(own for own in own.games if own.match != final)))
    assert state.is_over
    assert placed(state) == [("1", 1), ("2", 2), ("3", 3)]


def late(own: Contest, *begun: tuple[str, tuple[Group, ...]]) -> int | None:
    return seed_for_late_entry(elimination(own), ("new",), begun)


def test_a_late_entry_takes_the_weakest_bye() -> None:
    own = contest(DOUBLE, 12)
    assert late(own) == 13
    # Match 4 against 5 has begun, in which the opponent of seed 13 plays: the next bye is taken.
    own = with_games(own, game("W1-4", "5 v 12", "300 1"))
    assert late(own, ("W2-2", (("4",), ("5",)))) == 14


def test_a_full_bracket_grows_while_nothing_is_played() -> None:
    own = contest(SINGLE, 4)
    assert late(own) == 5
    assert late(play_ready(own)) is None


@settings(max_examples=examples(40))
@given(st.sampled_from([SINGLE, DOUBLE]), st.integers(3, 20), st.randoms(use_true_random=False))
def test_every_bracket_ends_with_one_champion(kind: str, count: int, luck: Random) -> None:
    """Whoever wins, and whoever withdraws on the way: somebody wins, and everybody who played on has a place."""
    own = contest(kind, count)
    while outcome(own).ready:
        own = play_ready(own, lambda *_: luck.randrange(2))
        if luck.random() < 0.2 and len(own.active) > 1:
            leaver = luck.choice(own.active).id
            own = replace(
                own, entrants=tuple(replace(e, withdrawn=e.withdrawn or e.id == leaver) for e in own.entrants)
            )
    state = outcome(own)
    assert state.is_over
    assert [row.place for row in state.rows].count(1) == 1
    lost = [match.sides[1 - match.winner] for match in state.matches if match.winner is not None]
    allowed = 1 if kind == SINGLE else 2
    assert all(lost.count((entrant.id,)) == allowed for entrant in own.active if entrant.id != state.champion)
    assert lost.count((str(state.champion),)) < allowed
