"""Figures in sentences: commas from 10,000 on, a real minus sign."""

from __future__ import annotations

from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.ends import End
from scorekeeper.rules.script_facts import option_patches
from scorekeeper.rules.values import figure, fill
from tests.rows import each_row

FIGURES = {0: "0", -95: "−95", 999: "999", 1800: "1800", 9999: "9999", 10000: "10,000", -12345: "−12,345"}


@each_row(("points", "printed"), FIGURES.items())
def test_a_figure(points: int, printed: str) -> None:
    assert figure(points) == printed
    assert fill("Bid {bid}: made", bid=points) == f"Bid {printed}: made"


def test_the_way_to_the_target_and_past_it() -> None:
    end = End(points=5000)
    assert end.describe() == "5000 points"
    assert end.remaining(0, 0) == ("5000 to go", 0)
    assert end.remaining(3200, 0)[0] == "1800 to go"
    assert end.why(5000, 1) == "5000 points, exactly the target."
    assert end.why(5330, 1) == "5330 points, past the target of 5000."


def test_another_target_can_still_be_agreed_without_network() -> None:
    (target,) = option_patches(BY_SLUG["club"], 4, {})
    assert [["end", "words"], "{} points"] in target["sets"]
    assert [["end", "points"], "{}"] in target["sets"]
