"""A turn of Club Rook: the discard pile and going out, as the sheet of 1957 (003) and the rulings have it."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.judge import ASKS, Answer
from scorekeeper.judge.turns import GoingOut, Taking, may_go_out, may_take_pile, may_take_top
from scorekeeper.rulebook import rule
from tests.rows import each_row

OPEN: dict[str, Any] = {"side_is_open": True}


def table(rows: dict[str, tuple[Any, ...]]) -> list[Any]:
    return [pytest.param(*row, id=name) for name, row in rows.items()]


def ruled(answer: Any) -> Answer:
    """An answer that gives a reason, and a rule that the rulebook tells."""
    assert isinstance(answer, Answer), answer
    assert answer.why.endswith(".")
    assert rule(answer.rule).game == "club"
    return answer


PILE = {
    # PICKING UP THE DISCARD: "on any turn except his first … two natural cards of the same number".
    "two natural sevens": (Taking(7, 2, **OPEN), True, "discard-pile"),
    "three of them": (Taking(7, 3, **OPEN), True, "discard-pile"),
    "the lowest natural number": (Taking(4, 2, **OPEN), True, "discard-pile"),
    "the highest": (Taking(14, 2, **OPEN), True, "discard-pile"),
    "one natural seven": (Taking(7, 1, **OPEN), False, "discard-pile"),
    "no seven": (Taking(7, 0, **OPEN), False, "discard-pile"),
    "a run on the table takes it, but one seven only": (Taking(7, 1, fits_table=True, **OPEN), False, "discard-pile"),
    "his first turn": (Taking(7, 2, first_turn=True, **OPEN), False, "discard-first-turn"),
    "his first turn, barred too": (Taking(3, 2, first_turn=True, barred=3, **OPEN), False, "discard-first-turn"),
    # STOP CARDS: a 3 "prevents the next player", a 1 or 2 "any player … for one complete round".
    "the 3 of the player before": (Taking(3, 2, barred=3, **OPEN), False, "stop-cards"),
    "a 1 on top": (Taking(1, 0, barred=1, **OPEN), False, "stop-cards"),
    "a 2 under other cards": (Taking(9, 2, barred=2, **OPEN), False, "stop-cards"),
    "a 2, and the turn has come round": (Taking(9, 2, **OPEN), True, "discard-pile"),
    "barred, though going out": (Taking(9, 2, barred=1, going_out=True, **OPEN), False, "stop-cards"),
    # WILD CARDS: "may not be played by themselves as a matched set".
    "his own 1 still on top": (Taking(1, 3, **OPEN), False, "wild"),
    "his own 2 still on top": (Taking(2, 3, **OPEN), False, "wild"),
    # 3s "except on the play on which a player goes out".
    "a 3 for the player after next": (Taking(3, 2, **OPEN), False, "threes"),
    "a 3, and going out": (Taking(3, 2, going_out=True, **OPEN), True, "discard-pile"),
    "a 3, going out, one natural 3": (Taking(3, 1, going_out=True, **OPEN), False, "discard-pile"),
    # An open side needs no value, whatever its score.
    "open at 4000": (Taking(7, 2, score=4000, **OPEN), True, "discard-pile"),
}


@each_row(("question", "answer", "name"), table(PILE))
def test_the_whole_pile(question: Taking, answer: bool, name: str) -> None:
    got = ruled(may_take_pile(question))
    assert (got.answer, got.rule, dict(got.more)) == (answer, f"club.{name}", {})


#: Score before the hand, value from the hand, the least there must be, enough? The top card adds 10.
FIRST_PLAY = [
    # "less than 2000 … at least 50": 40 from the hand and the 10 on top.
    (0, 40, 50, True),
    (0, 30, 50, False),
    (-350, 40, 50, True),
    (-350, 30, 50, False),
    (1999, 40, 50, True),
    (1999, 50, 50, True),
    # "between 2000 and 3000 … at least 100", both ends included (A65).
    (2000, 40, 100, False),
    (2000, 50, 100, False),
    (2000, 80, 100, False),
    (2000, 90, 100, True),
    (3000, 90, 100, True),
    (3000, 100, 100, True),
    (3000, 80, 100, False),
    # "over 3000 … 150", which is at least 150.
    (3001, 90, 150, False),
    (3001, 100, 150, False),
    (3001, 130, 150, False),
    (3001, 140, 150, True),
    (3001, 150, 150, True),
    (4990, 140, 150, True),
]


@each_row(("score", "hand_value", "minimum", "answer"), FIRST_PLAY)
def test_the_pile_before_the_first_play(score: int, hand_value: int, minimum: int, answer: bool) -> None:
    got = ruled(may_take_pile(Taking(6, 2, score=score, hand_value=hand_value)))
    assert got.answer is answer
    assert got.rule == ("club.discard-pile" if answer else "club.opening")
    assert got.more == {"value": hand_value + 10, "minimum": minimum}
    # "No other cards from the Discard Pile may be used to make this point score."
    assert ("without the rest of the pile" in got.why) is not answer


def test_what_bars_an_open_side_bars_a_closed_one_too() -> None:
    rich = {"hand_value": 200, "score": 0}
    assert ruled(may_take_pile(Taking(6, 1, **rich))).rule == "club.discard-pile"
    assert ruled(may_take_pile(Taking(6, 2, first_turn=True, **rich))).rule == "club.discard-first-turn"
    assert ruled(may_take_pile(Taking(6, 2, barred=2, **rich))).rule == "club.stop-cards"


TOP = {
    # "pick up only the top card … but must play it directly to the table".
    "it joins a set": (Taking(7, 0, fits_table=True, **OPEN), True, "top-card"),
    "two sevens in hand do not matter": (Taking(7, 2, **OPEN), False, "top-card"),
    "nothing on the table takes it": (Taking(7, 1, **OPEN), False, "top-card"),
    # A71: something of the side must be on the table already.
    "the side has not opened": (Taking(7, 2, hand_value=200), False, "top-card"),
    # The exception of the first turn is for the entire pile.
    "his first turn": (
        Taking(7, 0, first_turn=True, fits_table=True, **OPEN),
        True,
        "top-card",
    ),
    # A71: a stop card bars both.
    "a 3 of the player before": (Taking(3, 2, barred=3, fits_table=True, **OPEN), False, "stop-top-card"),
    "a 1 of this round": (Taking(7, 0, barred=1, fits_table=True, **OPEN), False, "stop-top-card"),
    "a 2 of this round": (Taking(2, 0, barred=2, fits_table=True, **OPEN), False, "stop-top-card"),
    # A wild card may join a set on the table; a 3 never, for no other play stands beside it.
    "a wild card on a set": (Taking(2, 0, fits_table=True, **OPEN), True, "top-card"),
    "a wild card, only runs on the table": (Taking(2, 0, **OPEN), False, "top-card"),
    "a 3": (Taking(3, 0, fits_table=True, **OPEN), False, "threes"),
    "a 3, though going out": (Taking(3, 2, fits_table=True, going_out=True, **OPEN), False, "threes"),
}


@each_row(("question", "answer", "name"), table(TOP))
def test_the_top_card_alone(question: Taking, answer: bool, name: str) -> None:
    got = ruled(may_take_top(question))
    assert (got.answer, got.rule) == (answer, f"club.{name}")


OUT = {
    # "two or more ROOKIES on the table … all of his cards … or all but the last card".
    "two Rookies, nothing left": (GoingOut(2, 0), True, "going-out", True),
    "two Rookies, the last one discarded": (GoingOut(2, 1), True, "going-out", True),
    "three Rookies": (GoingOut(3, 0), True, "going-out", True),
    "two Rookies, two cards left": (GoingOut(2, 2), False, "going-out", False),
    # A70: the side's Rookies.
    "one Rookie, cards left": (GoingOut(1, 5), False, "going-out-side", False),
    # A74: an empty hand without two Rookies is not going out, and the hand goes on.
    "one Rookie, nothing left": (GoingOut(1, 0), False, "empty-hand", False),
    "no Rookie, the last one discarded": (GoingOut(0, 1), False, "empty-hand", False),
    # A72: who drew last finishes his turn; then the hand ends.
    "draw pile used, and out": (GoingOut(2, 0, draw_pile_is_used=True), True, "draw-pile", True),
    "draw pile used, out by a discard": (GoingOut(2, 1, draw_pile_is_used=True), True, "draw-pile", True),
    "draw pile used, cards left": (GoingOut(2, 3, draw_pile_is_used=True), False, "draw-pile", True),
    "draw pile used, one Rookie": (GoingOut(1, 0, draw_pile_is_used=True), False, "draw-pile", True),
}


@each_row(("question", "answer", "name", "ends"), table(OUT))
def test_going_out(question: GoingOut, answer: bool, name: str, ends: bool) -> None:
    got = ruled(may_go_out(question))
    assert (got.answer, got.rule, got.more) == (answer, f"club.{name}", {"hand_ends": ends})


def test_the_command_line_still_has_its_seven() -> None:
    assert list(ASKS) == ["trick", "follow", "auction", "meld", "opening", "fifteens", "capture"]
