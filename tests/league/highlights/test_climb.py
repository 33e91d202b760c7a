"""Who gained most places."""

from __future__ import annotations

from scorekeeper.league.standings.standings import Climb, biggest_climb


def test_everybody_tied_for_the_biggest_climb() -> None:
    moved = {("Ann",): 2, ("Ben",): -3, ("Cal",): None, ("Dot",): 2, ("Eve",): 1}
    assert biggest_climb(moved) == Climb(2, (("Ann",), ("Dot",)))


def test_nobody_climbs_by_staying_falling_or_coming() -> None:
    assert biggest_climb({("Ann",): 0, ("Ben",): -1, ("Cal",): None}) is None
    assert biggest_climb({}) is None
