"""Schedules with new partners every round, proved by counting, for every number of players."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from scorekeeper.league.pairings.values import RoundPlan, quality
from tests.league.draws import names, next_round, rotating
from tests.rows import each_row

#: 4n or 4n+1 players: whist tournaments exist for all of them.
EXACT = [4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32]
OTHERS = [6, 7, 10, 11, 14, 15, 18, 19, 22, 23, 26, 27, 30, 31]
#: The best found so far: here some meet three times as opponents.
UNEVEN = [22, 26, 30]


def couples(rounds: tuple[RoundPlan, ...]) -> tuple[Counter[frozenset[str]], Counter[frozenset[str]]]:
    """Partners and opponents, counted apart from the code under test."""
    partners: Counter[frozenset[str]] = Counter()
    opponents: Counter[frozenset[str]] = Counter()
    for turn in rounds:
        for table in turn.tables:
            (a, b), (c, d) = table.sides
            partners.update([frozenset((a, b)), frozenset((c, d))])
            opponents.update(frozenset(couple) for couple in ((a, c), (a, d), (b, c), (b, d)))
    return partners, opponents


def everybody_once(turn: RoundPlan, players: list[str]) -> bool:
    return sorted([*turn.sitting_out, *(player for table in turn.tables for player in table.players)]) == players


@each_row("count", EXACT)
def test_everybody_partners_everybody_once_and_opposes_everybody_twice(count: int) -> None:
    players = names(count)
    schedule = rotating(players)
    everyone = [frozenset(couple) for couple in combinations(players, 2)]
    partners, opponents = couples(schedule)
    assert len(schedule) == (count - 1 if count % 4 == 0 else count)
    assert partners == Counter(dict.fromkeys(everyone, 1))
    assert opponents == Counter(dict.fromkeys(everyone, 2))


@each_row("count", OTHERS)
def test_nobody_partners_twice_and_all_meet_evenly_where_no_exact_schedule_is_possible(count: int) -> None:
    players = names(count)
    schedule = rotating(players)
    everyone = [frozenset(couple) for couple in combinations(players, 2)]
    partners, opponents = couples(schedule)
    assert len(schedule) == count
    assert max(partners.values()) == 1
    often = {1, 2, 3} if count in UNEVEN else {1, 2}
    assert {opponents[couple] for couple in everyone} == often


@each_row("count", range(4, 33))
def test_every_beginning_seats_all_and_shares_out_the_sitting_out(count: int) -> None:
    players = names(count)
    out: Counter[str] = Counter()
    for turn in rotating(players):
        assert everybody_once(turn, players)
        assert len(turn.tables) == count // 4
        out.update(turn.sitting_out)
        assert max(out[player] for player in players) - min(out[player] for player in players) <= 1


@each_row("count", [9, 12, 14, 16, 19, 23, 26, 32, 36])
@each_row("rounds", [1, 4])
def test_a_short_night_is_no_worse_than_the_beginning_of_a_long_one(count: int, rounds: int) -> None:
    players = names(count)
    short: list[RoundPlan] = []
    for _ in range(rounds):
        short.append(next_round(short, players, rounds=rounds))
    partners, _ = couples(short)
    assert len(short) == rounds
    assert max(partners.values()) == 1
    assert all(everybody_once(turn, players) for turn in short)
    if count <= 32:
        assert quality(short).unevenness <= quality(rotating(players)[:rounds]).unevenness


def test_a_long_night_starts_again() -> None:
    players = names(5)
    assert rotating(players, 7) == rotating(players) + rotating(players)[:2]


@each_row("count", [0, 1, 3])
def test_too_few_for_a_table_all_sit_out(count: int) -> None:
    assert next_round([], names(count), rounds=2) == RoundPlan((), tuple(names(count)))


def test_quality_in_words() -> None:
    assert quality(rotating(names(8))).sentence() == (
        "Nobody has the same partner twice and everybody plays against everybody twice."
    )
    assert quality(rotating(names(5))).sentence() == (
        "Nobody has the same partner twice, everybody plays against everybody twice and everybody sits out once."
    )
    assert quality(rotating(names(4), 4)).sentence(repeated=2) == (
        "This round repeats 2 partnerships and everybody plays against everybody twice to three times."
    )
    assert quality(()).sentence() == "Nobody has the same partner twice and everybody plays against everybody never."
