"""Berger tables and seeding orders, typed from what is published."""

from __future__ import annotations

from scorekeeper.league.contest import by_figures, by_lot
from scorekeeper.league.pairings.bracket import bracket_size, seed_order
from scorekeeper.league.pairings.round_robin import berger
from tests.rows import each_row

#: FIDE Handbook, General Regulations for Competitions, annex 1.
BERGER = {
    4: """1-4 2-3
          4-3 1-2
          2-4 3-1""",
    6: """1-6 2-5 3-4
          6-4 5-3 1-2
          2-6 3-1 4-5
          6-5 1-4 2-3
          3-6 4-2 5-1""",
    8: """1-8 2-7 3-6 4-5
          8-5 6-4 7-3 1-2
          2-8 3-1 4-7 5-6
          8-6 7-5 1-4 2-3
          3-8 4-2 5-1 6-7
          8-7 1-6 2-5 3-4
          4-8 5-3 6-2 7-1""",
    10: """1-10 2-9 3-8 4-7 5-6
           10-6 7-5 8-4 9-3 1-2
           2-10 3-1 4-9 5-8 6-7
           10-7 8-6 9-5 1-4 2-3
           3-10 4-2 5-1 6-9 7-8
           10-8 9-7 1-6 2-5 3-4
           4-10 5-3 6-2 7-1 8-9
           10-9 1-8 2-7 3-6 4-5
           5-10 6-4 7-3 8-2 9-1""",
}


@each_row("count", BERGER)
def test_the_published_tables(count: int) -> None:
    rounds = [[tuple(map(int, pair.split("-"))) for pair in line.split()] for line in BERGER[count].splitlines()]
    assert [list(pairs) for pairs in berger(count)] == rounds


def test_an_odd_number_uses_the_next_table() -> None:
    assert berger(7) == berger(8)
    assert berger(2) == (((1, 2),),)
    assert berger(0) == ()


@each_row(
    ("size", "order"),
    [
        (2, "1 2"),
        (4, "1 4 2 3"),
        (8, "1 8 4 5 2 7 3 6"),
        (16, "1 16 8 9 4 13 5 12 2 15 7 10 3 14 6 11"),
    ],
)
def test_standard_seeding(size: int, order: str) -> None:
    assert seed_order(size) == tuple(map(int, order.split()))


def test_the_best_four_meet_in_the_semifinals_of_32() -> None:
    order = seed_order(32)
    assert sorted(order) == list(range(1, 33))
    assert [min(order[quarter : quarter + 8]) for quarter in range(0, 32, 8)] == [1, 4, 2, 3]
    assert all(order[at] + order[at + 1] == 33 for at in range(0, 32, 2))


def test_sizes() -> None:
    assert [bracket_size(count) for count in (2, 3, 4, 5, 8, 9, 16, 17, 64)] == [2, 4, 4, 8, 8, 16, 16, 32, 64]


def test_a_lot_can_be_drawn_again() -> None:
    # echo -n "maple:1" | sha256sum: 43b7…, maple:2 7e42…, maple:3 6ee3…, maple:4 b773…
    assert by_lot(["1", "2", "3", "4"], "maple") == by_lot(["4", "3", "2", "1"], "maple") == ["1", "3", "2", "4"]


def test_seeding_by_figures_puts_newcomers_last() -> None:
    assert by_figures(["1", "2", "3"], {"2": 5, "3": 9}, "maple") == ["3", "2", "1"]
