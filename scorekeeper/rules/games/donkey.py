"""Donkey, for children: pass cards until somebody has four of a number (source 001)."""

from __future__ import annotations

from functools import partial
from typing import Any

from scorekeeper.rules.ends import End
from scorekeeper.rules.fields import Field
from scorekeeper.rules.game import Game, Hand, Moment, Outcome, Play, Setting, hand_fields, missing_faults
from scorekeeper.rules.values import Faults, Line, LineKind, reason

#: 001 Donkey: who is first has won.
MARK = 1
FIRST, NOT_FIRST = "First with four of a number", "Not first"


def score(known: dict[str, Field], players: int, hand: Hand, bad: frozenset[str], at: Moment) -> Outcome | Faults:
    """One tally mark for the winner."""
    faults = missing_faults(known, ("winner",), hand, bad)
    if faults or bad:
        return tuple(faults)
    lines = [Line(seat, 0, NOT_FIRST, "donkey.winner", LineKind.UNSCORED) for seat in range(players)]
    lines[hand["winner"]] = Line(hand["winner"], MARK, FIRST, "donkey.winner")
    return Outcome(tuple(lines))


def facts() -> dict[str, Any]:
    """One mark, and none for the others."""
    won, others = reason(FIRST, "donkey.winner"), reason(NOT_FIRST, "donkey.winner")
    return {"kind": "winner", "who": "winner", "points": MARK, "won": won, "others": others}


def at_table(setting: Setting) -> Play:
    """The game at a table."""
    known = hand_fields(setting, setting.seat("winner", "Winner", "winner", missing="Choose the winner."))
    return Play(known, partial(score, known, setting.players), End(hands=1, rule="winner", shared=True), facts)


GAME = Game(
    slug="donkey",
    name="Donkey",
    source="001",
    group="Children's games",
    summary="Two to eight children. Pass cards to the left until somebody has four alike.",
    players=(2, 3, 4, 5, 6, 7, 8),
    play=at_table,
    begins_left_of="",
    adjusts=False,
)
