"""The judge's seven questions, answered as the booklets do."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.judge import Answer, answer
from tests.rows import each_row

P = "pass"
PLAIN = {"rook": "plain"}
Question = dict[str, Any]


def cards(text: str) -> list[str]:
    return text.split(", ") if text else []


def trick(game: str, trump: str | None, played: str, **options: Any) -> Question:
    return {"ask": "trick", "game": game, "trump": trump, "cards": cards(played), "options": options}


def follow(game: str, trump: str | None, led: str, held: str, played: str, **options: Any) -> Question:
    question = {"ask": "follow", "game": game, "trump": trump, "led": led, "hand": cards(held), "played": played}
    return {**question, "options": options}


def auction(game: str, *calls: Any, n: int = 4, dealer: int = 0, **options: Any) -> Question:
    question = {"ask": "auction", "game": game, "players": n, "dealer": dealer, "calls": list(calls)}
    return {**question, "options": options} if options else question


def meld(text: str) -> Question:
    """`9x4+3` is four nines and three wild cards, `red_4-6` a run."""
    if "x" in text:
        number, counts = text.split("x")
        natural, _, wild = counts.partition("+")
        return {"set": int(number), "natural": int(natural), **({"wild": int(wild)} if wild else {})}
    color, _, run = text.partition("_")
    first, last = run.split("-")
    return {"run": color, "from": int(first), "to": int(last)}


def melding(text: str, **more: Any) -> Question:
    return {"ask": "meld", "meld": meld(text), **more}


def opening(score: int, *melds: str) -> Question:
    return {"ask": "opening", "score": score, "melds": [meld(text) for text in melds]}


def fifteens(*numbers: Any) -> Question:
    return {"ask": "fifteens", "cards": list(numbers)}


def capture(card: Any, *table: Any) -> Question:
    return {"ask": "capture", "card": card, "table": list(table)}


def table(rows: dict[str, tuple[Any, ...]]) -> list[Any]:
    return [pytest.param(*row, id=name) for name, row in rows.items()]


def answer_to(question: Question) -> dict[str, Any]:
    got = answer(question)
    assert isinstance(got, Answer), got
    assert got.why.strip()
    assert "." in got.rule
    return got.as_json()


def without(question: Question, *keys: str) -> Question:
    return {key: value for key, value in question.items() if key not in keys}


TRICKS = {
    # 000 rule 5 and its kin
    "highest of the color led": (trick("regular", "red", "green 7, green 14, black 14, green 1"), 1),
    "the lead itself": (trick("regular", "red", "green 9, black 14, yellow 14, green 8"), 0),
    "the lowest trump": (trick("regular", "red", "green 7, green 14, red 1, green 13"), 2),
    "the highest of two trumps": (trick("regular", "red", "green 14, red 4, red 11, red 10"), 2),
    "trump led": (trick("regular", "red", "red 4, green 14, red 3"), 0),
    "1 is lowest": (trick("regular", "black", "green 1, green 2, yellow 1"), 1),
    "booklet, eight": (trick("booklet", "blue", "red 9, red 5, red 6, red 7, red 8, red 14, blue 2, red 13"), 6),
    "cordova": (trick("cordova", "blue", "red 7, red 10, blue 2, green 14"), 2),
    "display": (trick("display", "black", "red 7, green 14, red 8, yellow 14"), 2),
    "boston": (trick("boston", "black", "red 14, black 2, red 13, black 1"), 1),
    # no trumps
    "boston, no color": (trick("boston", "none", "green 7, red 14, black 14, yellow 14"), 0),
    "flip": (trick("flip", None, "green 7, red 14, green 8, blue 14"), 2),
    # 001 High 14: the 14 of the color led, else the first 14, else the highest of the color led
    "no 14": (trick("high14", None, "red 7, blue 13, red 10, green 12"), 2),
    "the first 14": (trick("high14", None, "red 7, blue 14, green 14, red 13"), 1),
    "the led color's 14": (trick("high14", None, "red 7, blue 14, green 14, red 14"), 3),
    "a led 14": (trick("high14", None, "red 14, blue 14, green 14"), 0),
    # 002 and 004: the Rook card
    "Bird on trump": (trick("original", "green", "green 14, green 5, green 10, rook"), 3),
    "Bird led": (trick("original", "green", "rook, green 14, green 13, green 5"), 0),
    "1924, plain": (trick("regular", "red", "green 7, rook, red 14", **PLAIN), 1),
    "1924, 20": (trick("booklet", "red", "green 7, red 14, rook", rook="20"), 2),
    "no color, Rook card": (trick("boston", "none", "green 14, red 14, rook, green 1", **PLAIN), 2),
    "no color, Rook card led": (trick("boston", "none", "rook, red 14, green 14, green 1", **PLAIN), 0),
}


@each_row("game", ["high14", "flip"])
def test_trump_may_be_absent_where_there_is_none(game: str) -> None:
    assert answer_to(without(trick(game, None, "red 7, red 8"), "trump"))["answer"] == 1


FOLLOW = {  # the question; every card that could have been played
    "must follow": (follow("regular", "red", "green 7", "green 3, red 2, black 1", "red 2"), "green 3"),
    "any of the color": (
        follow("regular", "red", "green 7", "green 3, red 2, green 9", "green 9"),
        "green 3, green 9",
    ),
    "void: anything": (follow("regular", "red", "green 7", "black 3, red 2", "black 3"), "black 3, red 2"),
    "trump led": (follow("booklet", "red", "red 7", "blue 3, red 2", "blue 3"), "red 2"),
    "cordova": (follow("cordova", "blue", "red 7", "red 1, blue 7", "blue 7"), "red 1"),
    "flip: a 14 is nothing special": (follow("flip", None, "red 7", "red 1, blue 14", "blue 14"), "red 1"),
    "boston, no color": (follow("boston", "none", "red 7", "red 1, black 14", "black 14"), "red 1"),
    # 001 High 14
    "any 14": (follow("high14", None, "red 7", "red 3, blue 14, blue 2", "blue 14"), "red 3, blue 14"),
    "under a led 14": (follow("high14", None, "red 14", "red 3, blue 14, blue 2", "blue 2"), "red 3, blue 14"),
    "void in high14": (follow("high14", None, "red 7", "green 3, blue 14", "green 3"), "green 3, blue 14"),
    # 004: the Bird
    "Bird any time": (follow("original", "red", "green 7", "green 5, red 9, rook", "rook"), "green 5, rook"),
    "Bird on trump led": (follow("original", "red", "red 7", "red 9, rook, green 5", "green 5"), "red 9, rook"),
    "Bird the only trump": (follow("original", "green", "green 7", "red 5, rook", "red 5"), "rook"),
    "Bird not forced off trump": (follow("original", "green", "black 7", "red 5, rook", "red 5"), "red 5, rook"),
    "Bird led: trump": (follow("original", "green", "rook", "red 5, green 6, green 9", "red 5"), "green 6, green 9"),
    "Bird led: no trump": (follow("original", "green", "rook", "red 5, black 6", "red 5"), "red 5, black 6"),
    # 002: the Rook card
    "1924: any time": (follow("regular", "red", "green 7", "green 5, rook, red 2", "rook", **PLAIN), "green 5, rook"),
    "1924: never forced": (follow("regular", "green", "green 7", "red 5, rook", "red 5", **PLAIN), "red 5, rook"),
    "1924: beside a trump": (follow("display", "red", "red 7", "red 5, rook, black 2", "rook", **PLAIN), "red 5, rook"),
    "1924: led": (follow("booklet", "blue", "rook", "blue 5, red 5", "red 5", rook="20"), "blue 5"),
    "1924: led, no trump": (follow("boston", "red", "rook", "black 5", "black 5", **PLAIN), "black 5"),
    "no color, Rook card led": (
        follow("boston", "none", "rook", "red 5, black 6", "red 5", **PLAIN),
        "red 5, black 6",
    ),
    "no color, Rook card held": (follow("boston", "none", "red 7", "red 5, rook", "rook", **PLAIN), "red 5, rook"),
}


@each_row(("question", "legal"), table(FOLLOW))
def test_follow(question: Question, legal: str) -> None:
    got = answer_to(question)
    assert got["legal"] == cards(legal)
    assert got["answer"] is (question["played"] in cards(legal))


def won(bidder: int | None, bid: int | None, **more: Any) -> dict[str, Any]:
    return {"over": True, "bidder": bidder, "bid": bid, **more}


def turn(seat: int, minimum: int) -> dict[str, Any]:
    return {"over": False, "turn": seat, "minimum": minimum}


def bad(index: int) -> dict[str, Any]:
    return {"illegal": index}


RE_ENTRY = [15, P, 20, P, P, 25]
AUCTIONS = {
    # the printed ones
    "000": (auction("regular", 15, 25, P, 30, 35, 40, P, P), won(1, 40)),
    "001": (auction("booklet", 15, 20, P, 25, 30, 35, P, P, P), won(1, 35)),
    "004": (auction("original", 70, 80, P, 85, 90, 95, P, P, dealer=3), won(1, 95)),
    "000, C already passed": (auction("regular", 15, 25, P, 30, 35, 40), turn(3, 45)),
    "001, C is asked again": (auction("booklet", 15, 20, P, 25, 30, 35), turn(2, 40)),
    # who begins
    "the dealer begins": (auction("regular", dealer=2), turn(2, 5)),
    "the dealer begins, display": (auction("display", dealer=3), turn(3, 5)),
    "left of the dealer begins": (auction("original", dealer=3), turn(0, 70)),
    "left of the dealer begins, boston": (auction("boston", dealer=1), turn(2, 70)),
    "the dealer must bid": (auction("regular", P), bad(0)),
    "the dealer must bid, display": (auction("display", P), bad(0)),
    "five players": (auction("regular", 20, n=5, dealer=4), turn(0, 25)),
    # passes
    "a pass is final": (auction("regular", *RE_ENTRY), bad(5)),
    "over before it": (auction("regular", *RE_ENTRY[:-1]), won(2, 20)),
    "not in the booklet": (auction("booklet", *RE_ENTRY), turn(2, 30)),
    "to the end in the booklet": (auction("booklet", *RE_ENTRY, P, P, P), won(1, 25)),
    "all pass": (auction("original", P, P, P, P), won(None, None)),
    "three pass, the last may bid": (auction("original", P, P, P), turn(0, 70)),
    "and is alone": (auction("original", P, P, P, 70), won(0, 70)),
    "partners raise each other": (auction("original", 70, P, 80, P), turn(1, 85)),
    # bids
    "a jump, one bid left": (auction("regular", 15, 95), turn(2, 100)),
    "no raise": (auction("regular", 15, 15), bad(1)),
    "not by 5": (auction("regular", 15, 22), bad(1)),
    "nothing": (auction("regular", 0), bad(0)),
    "below 70": (auction("original", 65), bad(0)),
    "the first bad one": (auction("original", 70, 70, 60), bad(1)),
    "above all there is": (auction("regular", 105), bad(0)),
    "100 ends it": (auction("regular", 100), won(0, 100)),
    "120 ends it": (auction("original", 70, 120), won(2, 120)),
    "125 ends it": (auction("display", 5, 125), won(1, 125)),
    "100 of 120": (auction("regular", 100, rook="20"), turn(1, 105)),
    "120 with the Rook card": (auction("regular", 120, rook="20"), won(0, 120)),
    "a call after the end": (auction("regular", 100, P), bad(1)),
    # 002 Boston: every bid names its color
    "another color": (auction("boston", [70, "green"], [100, "black"], P, P, P), won(2, 100, trump="black")),
    "partner raised": (auction("boston", [70, "green"], P, [80, "red"]), turn(0, 90)),
    "only a better color": (auction("boston", [100, "green"], [100, "red"]), bad(1)),
    "by five": (auction("boston", [70, "green"], [75, "red"]), bad(1)),
    "150 in yellow": (auction("boston", [150, "yellow"]), turn(2, 160)),
    "160 in yellow": (auction("boston", [150, "yellow"], [160, "yellow"]), bad(1)),
    "170 in yellow, Rook card": (auction("boston", [170, "yellow"], rook="20"), turn(2, 180)),
    "220 in black": (auction("boston", [220, "black"]), bad(0)),
    "210 in black": (auction("boston", [210, "black"]), turn(2, 220)),
    "240 in red ends it": (auction("boston", [240, "red"]), won(1, 240, trump="red")),
    "240 without color": (auction("boston", P, [240, "none"]), won(2, 240, trump="none")),
    "240 of 260": (auction("boston", [240, "red"], rook="20"), turn(2, 250)),
    "boston, three pass": (auction("boston", P, P, P, [70, "none"]), won(0, 70, trump="none")),
}


@each_row(("question", "expected"), table(TRICKS | AUCTIONS))
def test_tricks_and_auctions(question: Question, expected: Any) -> None:
    assert answer_to(question)["answer"] == expected


def test_nobody_wins_a_passed_boston_auction() -> None:
    assert answer_to(auction("boston", P, P, P, P))["answer"].items() >= won(None, None).items()


MELDS = {
    "set": "6x3 6x2+1 9x3+4 14x2+9",
    "natural-rookie": "9x7 9x20",
    "regular-rookie": "9x4+3 9x7+1",
    "run": "red_4-6 red_4-9",
    "sequence-rookie": "green_8-14 black_4-14",
    "illegal": "6x2 6x1+2 6x0+7 1x3 2x4 3x3 15x3 0x3 red_6-7 red_3-5 red_2-6 red_12-15 red_9-5",
}
GOING_OUT = {"set": "3x3 3x2+1 6x3", "natural-rookie": "3x7", "illegal": "3x1+2 red_3-5 1x3"}


@each_row(
    ("text", "out", "kind"),
    [(text, False, kind) for kind, texts in MELDS.items() for text in texts.split()]
    + [(text, True, kind) for kind, texts in GOING_OUT.items() for text in texts.split()],
)
def test_meld(text: str, out: bool, kind: str) -> None:
    assert answer_to(melding(text, **({"going_out": True} if out else {})))["answer"] == kind


FIFTEENS = {
    "printed": (fifteens(2, 5, 7, 3, 10), [[1, 4], [0, 3, 4], [1, 2, 3]]),
    "none": (fifteens(14, 14, 13, 12, 12), []),
    "all five": (fifteens(1, 2, 3, 4, 5), [[0, 1, 2, 3, 4]]),
    "alike": (fifteens(7, 8, 7, 8, 1), [[0, 1], [0, 3], [1, 2], [2, 3], [0, 2, 4]]),
    "sixteen": (fifteens(5, 5, 5, 5, 10), [[i, 4] for i in range(4)] + [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]),
}


@each_row(("question", "combinations"), table(FIFTEENS))
def test_fifteens(question: Question, combinations: list[list[int]]) -> None:
    got = answer_to(question)
    assert (got["answer"], got["combinations"]) == (2 * len(combinations), combinations)


OPENINGS = {  # 003, Playing to the table
    "three 6s and a 2": (opening(0, "6x3+1"), True, {"value": 50, "minimum": 50}),
    "forty": (opening(0, "6x2+1"), False, {"value": 40, "minimum": 50}),
    "below zero": (opening(-500, "6x3+1"), True, {"value": 50, "minimum": 50}),
    "1990": (opening(1990, "6x3+1"), True, {"value": 50, "minimum": 50}),
    "2000": (opening(2000, "6x3+3"), False, {"value": 90, "minimum": 100}),
    "3000": (opening(3000, "6x4+3"), True, {"value": 100, "minimum": 100}),
    "3010": (opening(3010, "6x4+3", "red_4-7"), False, {"value": 140, "minimum": 150}),
    "3010, several melds": (opening(3010, "6x4+3", "red_4-8"), True, {"value": 150, "minimum": 150}),
}
CAPTURES = {
    "printed": (capture(10, 5, 2, 3), [[0, 1, 2]], {"sweeps": [True]}),
    "a match or a sum": (capture(7, 3, 7, 7, 4), [[1], [2], [0, 3]], {"sweeps": [False, False, False]}),
    "two sums": (capture(5, 1, 2, 3, 4), [[0, 3], [1, 2]], {"sweeps": [False, False]}),
    "a match sweeps": (capture(5, 5), [[0]], {"sweeps": [True]}),
    "not all at once": (capture(10, 10, 5, 2, 3), [[0], [1, 2, 3]], {"sweeps": [False, False]}),
    "nothing fits": (capture(4, 5, 6), [], {"sweeps": []}),
    "nothing there": (capture(4), [], {"sweeps": []}),
}


@each_row(("question", "expected", "more"), table(OPENINGS | CAPTURES))
def test_openings_and_captures(question: Question, expected: Any, more: dict[str, Any]) -> None:
    got = answer_to(question)
    assert got["answer"] == expected
    assert {key: got[key] for key in more} == more


GOOD = follow("regular", "red", "green 7", "green 3, red 2", "red 2")
ERRORS = {
    "no such question": ({"ask": "who"}, "ask"),
    "a game without tricks": (trick("tuxedo", None, "green 7"), "game"),
    "a game without auction": (auction("flip"), "game"),
    "an unknown key": ({**trick("regular", "red", "green 7"), "card": 1}, "card"),
    "an unknown option": (trick("regular", "red", "green 7", rok="20"), "options"),
    "no trump": (without(trick("regular", "red", "green 7"), "trump"), "trump"),
    "null for trump": (trick("cordova", None, "green 7"), "trump"),
    "trump in flip": (trick("flip", "red", "green 7"), "trump"),
    "no color in display": (trick("display", "none", "green 7"), "trump"),
    "blue trump in boston": (trick("boston", "blue", "green 7"), "trump"),
    "no cards": (trick("regular", "red", ""), "cards"),
    "twice the same": (trick("regular", "red", "green 7, green 7"), "cards"),
    "five in original": (trick("original", "red", "red 5, red 6, red 7, red 8, red 9"), "cards"),
    "seven in regular": (trick("regular", "red", "red 5, red 6, red 7, red 8, red 9, red 1, red 2"), "cards"),
    "a 4 in original": (trick("original", "red", "green 4, green 7"), "cards"),
    "yellow in the booklet": (trick("booklet", "red", "yellow 7"), "cards"),
    "blue in regular": (trick("regular", "red", "blue 7"), "cards"),
    "Rook card out": (trick("regular", "red", "rook"), "cards"),
    "Rook card in flip": (trick("flip", None, "rook"), "cards"),
    "yellow 1 beside the Rook card": (trick("regular", "red", "yellow 1", **PLAIN), "cards"),
    "blue 1 beside the Rook card": (trick("booklet", "red", "blue 1", rook="20"), "cards"),
    "not in the hand": ({**GOOD, "played": "red 3"}, "played"),
    "led and held": ({**GOOD, "led": "green 3"}, "led"),
    "twice in the hand": ({**GOOD, "hand": ["green 3", "green 3", "red 2"]}, "hand"),
    "a 4 led in original": (
        {**GOOD, "game": "original", "led": "green 4", "hand": ["red 5"], "played": "red 5"},
        "led",
    ),
    "three at boston": (auction("boston", n=3), "players"),
    "no such dealer": (auction("regular", dealer=4), "dealer"),
    "bare bid in boston": (auction("boston", 70), "calls"),
    "a color in regular": (auction("regular", [15, "red"]), "calls"),
    "Pass": (auction("regular", 15, "Pass"), "calls"),
    "a set of what": ({"ask": "meld", "meld": {"set": 6}}, "meld"),
    "a set and a run": ({"ask": "meld", "meld": {**meld("6x3"), **meld("red_4-6")}}, "meld"),
    "a wild run": ({"ask": "meld", "meld": {**meld("red_4-6"), "wild": 1}}, "meld"),
    "purple": (melding("purple_4-6"), "meld"),
    "no opening": (opening(0), "melds"),
    "an illegal opening": (opening(0, "6x5", "9x2"), "melds"),
    "four cards": (fifteens(2, 5, 7, 3), "cards"),
    "five alike": (fifteens(3, 3, 3, 3, 3), "cards"),
    "a 15": (fifteens(2, 5, 7, 3, 15), "cards"),
    "five sevens": (capture(7, 7, 7, 7, 7), "table"),
    "21 on the table": (capture(14, *[n for n in range(1, 8) for _ in range(3)]), "table"),
}


@each_row(("question", "key"), table(ERRORS))
def test_refused(question: Question, key: str) -> None:
    faults = answer(question)
    assert isinstance(faults, tuple), faults
    assert {(fault.path or "").split("[")[0].split(".")[0] for fault in faults} == {key}
    assert {fault.hand for fault in faults} == {None}
