"""Fixed partnerships with somebody left over, and rounds by standing that look for new partners."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from time import process_time

from scorekeeper.league.pairings.strays import as_partnerships
from scorekeeper.league.pairings.values import RoundPlan, TablePlan, quality
from tests.league.draws import next_round
from tests.rows import each_row

#: Eight pairs, the best first, and Zoe, who has no partner.
PAIRS_OF_EIGHT = tuple((f"a{number}", f"b{number}") for number in range(1, 9))
SEVENTEEN = (*(player for pair in PAIRS_OF_EIGHT for player in pair), "zoe")


def rounds(method: str, count: int, pairs: tuple[tuple[str, str], ...], present: tuple[str, ...]) -> list[RoundPlan]:
    history: list[RoundPlan] = []
    for _ in range(count):
        history.append(next_round(history, present, method, partnerships=pairs))
    return history


@each_row("method", ["swiss", "round-robin"])
def test_somebody_without_a_partner_sits_out_no_more_than_others(method: str) -> None:
    history = rounds(method, 5, PAIRS_OF_EIGHT, SEVENTEEN)
    sat_out = Counter(player for plan in history for player in plan.sitting_out)
    assert all(len(plan.tables) == 4 for plan in history)
    assert sat_out["zoe"] == 1
    assert set(sat_out.values()) == {1}
    # From the second round on Zoe plays, each time with the partner of whoever sits out.
    for plan in history[1:]:
        (out,) = plan.sitting_out
        (side,) = [side for table in plan.tables for side in table.sides if "zoe" in side]
        (pair,) = [pair for pair in PAIRS_OF_EIGHT if out in pair]
        assert {*side} == {*pair} - {out} | {"zoe"}


def test_the_bye_of_a_pair_does_not_take_the_turn_of_the_odd_player() -> None:
    """Seven pairs and Zoe: a pair has the bye each round, and Zoe plays from the second round on."""
    history = rounds("swiss", 4, PAIRS_OF_EIGHT[:7], (*SEVENTEEN[:14], "zoe"))
    sat_out = Counter(player for plan in history for player in plan.sitting_out)
    assert [len(plan.sitting_out) for plan in history] == [3, 3, 3, 3]
    assert sat_out["zoe"] == 1
    assert max(sat_out.values()) == 1


def test_two_without_partners_play_together() -> None:
    (plan,) = rounds("swiss", 1, PAIRS_OF_EIGHT[:7], (*SEVENTEEN[:14], "yan", "zoe"))
    assert ("yan", "zoe") in [side for table in plan.tables for side in table.sides]
    assert plan.sitting_out == ()


def test_a_round_robin_follows_its_circle_while_the_odd_player_takes_turns() -> None:
    """In seven rounds every pair meets every other once, whoever of it sits out."""
    history = rounds("round-robin", 7, PAIRS_OF_EIGHT, SEVENTEEN)
    played = as_partnerships(history, PAIRS_OF_EIGHT)
    met = Counter(frozenset(table.sides) for plan in played for table in plan.tables)
    assert met == Counter(frozenset(two) for two in combinations(PAIRS_OF_EIGHT, 2))


def test_a_side_with_the_odd_player_counts_for_the_pair() -> None:
    plan = RoundPlan((TablePlan((("a1", "zoe"), ("b2", "a2"))),), ("b1",))
    (played,) = as_partnerships([plan], PAIRS_OF_EIGHT)
    assert played.tables == (TablePlan((("a1", "b1"), ("a2", "b2"))),)
    assert played.sitting_out == ("b1",)


@each_row("count", [8, 16, 17, 20])
def test_by_standing_repeats_no_partner_in_six_rounds(count: int) -> None:
    standing = [f"p{number:02}" for number in range(count)]
    history: list[RoundPlan] = []
    for _ in range(6):
        history.append(next_round(history, standing, "standing"))
    assert quality(history).repeated_partners == 0


def test_by_standing_changes_partners_before_tables() -> None:
    standing = [f"p{number}" for number in range(1, 9)]
    first = next_round([], standing, "standing")
    assert first.tables[0].sides == (("p1", "p4"), ("p2", "p3"))
    second = next_round([first], standing, "standing")
    third = next_round([first, second], standing, "standing")
    assert second.tables[0].sides == (("p1", "p3"), ("p2", "p4"))
    assert third.tables[0].sides == (("p1", "p2"), ("p3", "p4"))
    # All four have been partners, so somebody has to change tables.
    fourth = next_round([first, second, third], standing, "standing")
    assert {*fourth.tables[0].players} != {"p1", "p2", "p3", "p4"}
    assert quality([first, second, third, fourth]).repeated_partners == 0


def test_by_standing_is_quick_for_61() -> None:
    standing = [f"p{number:02}" for number in range(61)]
    history: list[RoundPlan] = []
    for _ in range(6):
        begun = process_time()
        history.append(next_round(history, standing, "standing"))
        assert process_time() - begun < 0.2
    assert quality(history).repeated_partners == 0
