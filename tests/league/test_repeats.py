"""What a table repeats of earlier rounds."""

from __future__ import annotations

from scorekeeper.league.pairings.values import (
    Repeat,
    RoundPlan,
    TablePlan,
    repeated_opponents,
    repeated_partners,
    times_out,
)

#: Two rounds of four and one who sits out: Ann and Bea were partners in both.
ROUNDS = (
    RoundPlan((TablePlan((("Ann", "Bea"), ("Cal", "Dot"))),), ("Eve",)),
    RoundPlan((TablePlan((("Ann", "Bea"), ("Cal", "Eve"))),), ("Dot",)),
)


def test_partners_who_were_partners_are_named_with_their_rounds() -> None:
    table = TablePlan((("Bea", "Ann"), ("Dot", "Eve")))
    assert repeated_partners(ROUNDS, table) == [Repeat(("Ann", "Bea"), (1, 2))]


def test_opponents_who_met_are_named_and_partners_are_no_opponents() -> None:
    table = TablePlan((("Ann", "Cal"), ("Bea", "Dot")))
    assert repeated_partners(ROUNDS, table) == []
    assert repeated_opponents(ROUNDS, table) == [
        Repeat(("Ann", "Dot"), (1,)),
        Repeat(("Bea", "Cal"), (1, 2)),
    ]


def test_a_first_round_repeats_nothing() -> None:
    table = TablePlan((("Ann", "Bea"), ("Cal", "Dot")))
    assert (repeated_partners((), table), repeated_opponents((), table)) == ([], [])


def test_how_often_somebody_sat_out() -> None:
    assert [times_out(ROUNDS, player) for player in ("Eve", "Dot", "Ann")] == [1, 1, 0]
