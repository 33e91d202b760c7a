"""Club Rook at the table: the pile and going out, asked as players ask it. Facts from source 003 and its rulings."""

from __future__ import annotations

from typing import Any

from scorekeeper.judge.disputes import Case, Ruling, settle, situation
from scorekeeper.rules import BY_SLUG
from tests.rows import each_row

FREE = {"what": "pile", "barred": 0, "first": False}
HAS_TWO = FREE | {"top": 9, "naturals": 2}

PILE: list[tuple[dict[str, Any], str, str]] = [
    ({"what": "pile", "barred": 0, "first": True}, "No.", "club.discard-first-turn"),
    ({"what": "pile", "barred": 3}, "No.", "club.stop-cards"),
    ({"what": "pile", "barred": 1}, "No.", "club.stop-cards"),
    ({"what": "pile", "barred": 2}, "No.", "club.stop-cards"),
    (FREE | {"top": 9, "naturals": 1, "open": True}, "No.", "club.discard-pile"),
    (FREE | {"top": 9, "naturals": 2, "open": True}, "Yes.", "club.discard-pile"),
    (FREE | {"top": 2, "naturals": 2, "open": True}, "No.", "club.wild"),
    (HAS_TWO | {"open": False, "score": 1990, "value": 30}, "No.", "club.opening"),
    (HAS_TWO | {"open": False, "score": 1990, "value": 40}, "Yes.", "club.discard-pile"),
    (HAS_TWO | {"open": False, "score": 2000, "value": 80}, "No.", "club.opening"),
    (HAS_TWO | {"open": False, "score": 3000, "value": 90}, "Yes.", "club.discard-pile"),
    (HAS_TWO | {"open": False, "score": 3010, "value": 130}, "No.", "club.opening"),
    (HAS_TWO | {"open": False, "score": -200, "value": 40}, "Yes.", "club.discard-pile"),
    ({"what": "top", "barred": 0, "fits": True}, "Yes.", "club.top-card"),
    ({"what": "top", "barred": 0, "fits": False}, "No.", "club.top-card"),
    ({"what": "top", "barred": 2}, "No.", "club.stop-top-card"),
]

OUT: list[tuple[dict[str, Any], str, str, str]] = [
    ({"rookies": 2, "left": 0}, "Yes.", "club.going-out", "+200"),
    ({"rookies": 2, "left": 1}, "Yes.", "club.going-out", "+200"),
    ({"rookies": 2, "left": 2}, "No.", "club.going-out", "Nobody's"),
    ({"rookies": 1, "left": 0}, "No.", "club.empty-hand", "Nobody's"),
    ({"rookies": 1, "left": 0, "used": True}, "No.", "club.draw-pile", "Nobody's"),
    ({"rookies": 2, "left": 0, "used": True}, "Yes.", "club.draw-pile", "+200"),
]


def _ruled(id_: str, answers: dict[str, Any]) -> Ruling:
    game = BY_SLUG["club"]
    case = Case(*game.setting(4, game.defaults))
    ruling = settle(situation(case, id_), case, answers)
    assert isinstance(ruling, Ruling), ruling
    return ruling


@each_row(("answers", "answer", "rule"), PILE)
def test_may_he_take_the_pile(answers: dict[str, Any], answer: str, rule: str) -> None:
    ruling = _ruled("pile", answers)
    assert (ruling.verdict.split()[0], ruling.rule) == (answer, rule)


@each_row(("answers", "answer", "rule", "effect"), OUT)
def test_may_he_go_out(answers: dict[str, Any], answer: str, rule: str, effect: str) -> None:
    ruling = _ruled("out", answers)
    assert (ruling.verdict.split()[0], ruling.rule) == (answer, rule)
    assert effect in ruling.effect


def test_only_what_matters_is_asked() -> None:
    """A stop card settles it: nobody is asked for his cards."""
    game = BY_SLUG["club"]
    case = Case(*game.setting(4, game.defaults))
    asked = [field.key for field in situation(case, "pile").questions(case, {"what": "pile", "barred": 3})]
    assert asked == ["what", "barred"]
    assert settle(situation(case, "pile"), case, FREE | {"top": 9, "naturals": 2, "open": False}) is None
