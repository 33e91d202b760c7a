"""I Doubt It, everyone alone: get rid of your cards (source 001).

The first player to run out gets a point for each card left in the other hands. 100 wins.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from scorekeeper.rules.cards.counters import PACK_CARDS
from scorekeeper.rules.ends import End
from scorekeeper.rules.fields import Field, Whole
from scorekeeper.rules.game import Game, Hand, Moment, Outcome, Play, Setting, hand_fields, missing_faults
from scorekeeper.rules.shares import per_player
from scorekeeper.rules.values import Fault, Faults, Line, LineKind, fill, reason

#: 001 I Doubt It.
TARGET = 100
OUT, LEFT = "Out first: {points} cards left with the others", "{count} cards left: no score"


def score(known: dict[str, Field], hand: Hand, bad: frozenset[str], at: Moment) -> Outcome | Faults:
    """One point for each card left, to the player who ran out."""
    faults = missing_faults(known, ("out", "left"), hand, bad)
    if "left" in hand:
        faults += _left_faults(hand["left"], hand.get("out"))
    if faults or bad:
        return tuple(faults)
    return Outcome(tuple(_line(seat, count, hand) for seat, count in enumerate(hand["left"])))


def _left_faults(left: list[int], out: int | None) -> list[Fault]:
    """Only the player who is out has no cards, and the pack has 56."""
    faults = []
    if sum(left) > PACK_CARDS:
        faults.append(Fault(f"That adds up to {sum(left)} cards. The deck has {PACK_CARDS}.", "doubt.left", "left"))
    for seat, count in enumerate(left if out is not None else []):
        if seat == out and count:
            why = f"This player is out, so they can't have {count} cards left."
            faults.append(Fault(why, "doubt.left", f"left[{seat}]"))
        if seat != out and not count:
            why = "Only one player is out. Everyone else has at least one card left."
            faults.append(Fault(why, "doubt.left", f"left[{seat}]"))
    return faults


def _line(seat: int, count: int, hand: Hand) -> Line:
    if seat != hand["out"]:
        return Line(seat, 0, fill(LEFT, count=count), "doubt.out", LineKind.UNSCORED)
    total = sum(hand["left"])
    return Line(seat, total, fill(OUT, points=total), "doubt.out")


def facts() -> dict[str, Any]:
    """The cards left go to the player who is out, who has none."""
    return {
        "kind": "winner",
        "who": "out",
        "points": "left",
        "won": reason(OUT, "doubt.out"),
        "others": reason(LEFT, "doubt.out"),
        "completes": {"way": "zero", "list": "left", "at": "out"},
    }


def complete(hand: Hand, dealer: int) -> Hand:
    """Enter 0 cards for the player who is out."""
    out, left = hand.get("out"), hand.get("left")
    if not isinstance(out, int) or not isinstance(left, list) or not 0 <= out < len(left) or left[out] is not None:
        return hand
    return {**hand, "left": [0 if seat == out else count for seat, count in enumerate(left)]}


def at_table(setting: Setting) -> Play:
    """The game at a table."""
    out = setting.seat("out", "Who ran out", "out", missing="Choose who ran out of cards.")
    known = hand_fields(setting, out, per_player(setting, "left", "Cards left", "left", high=PACK_CARDS))
    end = End(points=setting.options["target"])
    return Play(known, partial(score, known), end, facts, complete=complete)


GAME = Game(
    slug="doubt",
    name="I Doubt It",
    source="001",
    group="Booklet games",
    summary="Two to eight players. Run out of cards first and score what the others still hold.",
    players=(2, 3, 4, 5, 6, 7, 8),
    play=at_table,
    options=(Whole(key="target", label="Points to win", rule="doubt.target", low=1, default=TARGET),),
)
