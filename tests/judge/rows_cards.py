"""“Trick judge, one line each”, and the numbers: melds, first plays, fifteens, captures."""

from __future__ import annotations

from typing import Any

from tests.judge.row import At, Facts, Row, cards, meld
from tests.judge.rows_misplay import BOSTON, PLAIN, REGULAR


def trick(game: str, trump: str | None, played: str, won: int, **more: Any) -> Row:
    """Which card takes it; the lead is the first card."""
    answers = {"cards": cards(played)} | ({"trump": trump} if trump else {}) | more.pop("answers", {})
    return Row(game=game, situation="trick", answers=answers, rule=f"{game}.trick", won=won, **more)


COLORED = ("regular", "booklet", "cordova", "display", "boston", "original")
WITH_ROOK = ("regular", "booklet", "display", "boston")
ONLY_RED = "allowed only without red in hand"
TRICKS = [
    # Highest trump, else highest of the color led.
    *(trick(game, "green", "red 10, red 12, black 14, red 5", 1, says=("Red 12 takes",)) for game in COLORED),
    *(trick(game, "green", "red 14, green 5, green 6, black 14", 2, says=("highest trump",)) for game in COLORED),
    trick("regular", "green", "red 1, black 2, yellow 14, black 14", 0, says=("color led",)),
    trick(
        "regular", "yellow", "red 14, yellow 1, red 2, red 3", 1, card_words=("led", ONLY_RED, "followed", "followed")
    ),
    trick("booklet", "blue", "red 14, blue 1, red 2, red 3", 1),
    # No trumps: Flip and Boston's no color.
    trick("flip", None, "blue 3, red 14, blue 5, black 14", 2, says=("color led",)),
    trick("flip", None, "red 10, blue 14", 0, card_words=("led", ONLY_RED)),
    trick("boston", "none", "yellow 3, red 14, black 14, yellow 4", 3, says=("color led",)),
    # High 14: the 14 of the color led, else the first 14, else the highest of the color led.
    trick("high14", None, "red 14, blue 14, red 13, black 14", 0),
    trick("high14", None, "red 5, blue 14, red 14, black 14", 2, says=("14 of the color led",)),
    trick("high14", None, "red 5, blue 14, red 13, black 14", 1, says=("first 14",)),
    trick("high14", None, "red 5, blue 13, red 13, black 12", 2, card_words=("led", ONLY_RED, "followed", ONLY_RED)),
    trick("high14", None, "red 5, blue 14", 1, card_words=("led", "14 of any color may be played instead of red")),
    # The Bird above all; led, it calls for trump.
    trick("original", "green", "red 5, green 14, rook, green 13", 2, says=("beats every other card",)),
    trick(
        "original", "green", "rook, green 14, red 14, black 5", 0, card_words=("led", "followed green", "only without")
    ),
    trick("original", "green", "green 6, red 14", 0, card_words=("led", "only without green or the Rook card")),
    trick("original", "green", "red 6, rook", 1, card_words=("led", "may be played at any time")),
    *(trick(game, "black", "red 5, black 14, rook, red 14", 2, options=PLAIN) for game in WITH_ROOK),
    *(
        trick(
            game,
            "black",
            "rook, black 14, red 14",
            0,
            options=PLAIN,
            card_words=("led", "followed black", "without black"),
        )
        for game in WITH_ROOK
    ),
    # 1924 never forces it, so the duty does not name it.
    trick(
        "regular",
        "green",
        "green 6, red 14",
        0,
        options=PLAIN,
        card_words=("led", "allowed only without green in hand"),
    ),
    # Led where there is no color (A39): the others play anything, the Rook card wins.
    trick("boston", "none", "rook, red 14, black 2, green 1", 0, options=PLAIN, card_words=("led", *["any card"] * 3)),
    # At a table: the trump is known, and the taker has a name.
    trick(
        "regular",
        None,
        "red 14, yellow 2, red 3, red 5",
        1,
        answers={"leader": 3},
        at=At(hand=REGULAR),
        says=("Ann takes",),
    ),
    trick("boston", None, "green 14, red 2", 1, answers={"leader": 1}, at=At(hand=BOSTON), says=("Cal takes",)),
    trick(
        "boston",
        None,
        "green 2, red 14, green 3",
        2,
        answers={"leader": 3},
        at=At(hand=BOSTON | {"trump": "none"}),
        says=("Ben takes",),
    ),
    trick("flip", None, "red 2, red 10, red 9, black 3", 1, answers={"leader": 2}, at=At(), says=("Dot takes",)),
    trick("regular", "red", "red 2, red 10, red 9, black 3, red 5", 1, at=At(), players=5),
    trick("regular", "red", "red 2, red 10, red 9, black 3, red 5, red 14", 5),
    trick("flip", None, "red 2, red 10, red 9, black 3, red 5, red 14, red 13, blue 14", 5),
]


def melding(text: str, rule: str, says: str, effect: str = "", **more: Any) -> Row:
    """Whether it may be laid down, and what it is."""
    answers: Facts = {"meld": meld(text), **more.pop("answers", {})}
    return Row(game="club", situation="meld", answers=answers, rule=f"club.{rule}", says=(says,), effect=effect, **more)


MELDS = [
    melding("6x3", "set", "A set"),
    melding("6x2+1", "set", "A set"),
    melding("6x2", "set", "No."),
    melding("6x1+2", "set", "No."),
    melding("1x3", "wild", "No."),
    melding("2x7", "wild", "No."),
    melding("3x4", "threes", "No."),
    melding("3x4", "set", "A set", answers={"going_out": True}),
    melding("3x4+3", "rookies", "Regular Rookie", "+400", answers={"going_out": True}),
    melding("9x7", "rookies", "Natural Rookie", "+800"),
    melding("9x7+1", "rookies", "Regular Rookie", "+400"),
    melding("9x4+3", "rookies", "Regular Rookie", "+400"),
    melding("9x3+4", "rookies", "A set", "Nobody"),
    melding("9x2+5", "rookies", "A set", "Nobody", at=At()),
    melding("red_4-6", "run", "A run"),
    melding("red_4-5", "run", "No."),
    melding("red_3-6", "run", "No."),
    melding("red_1-14", "run", "No."),
    melding("green_8-14", "rookies", "Rookie Sequence", "+1200"),
    melding("green_4-14", "rookies", "Rookie Sequence", "+1200", at=At()),
    melding("green_9-14", "run", "A run"),
    melding("9x12", "rookies", "Natural Rookie", "+800", players=6, at=At(totals=(0, 0, 0))),
]


def opening(score: int, melds: str, says: str, **more: Any) -> Row:
    """50 below 2000, 100 to 3000 inclusive, 150 above (A65)."""
    table: Facts = {"melds": [meld(text) for text in melds.split()]}
    answers = table | (more.pop("answers", None) or {"score": score})
    return Row(game="club", situation="opening", answers=answers, rule="club.opening", says=(says,), **more)


OPENINGS = [
    opening(0, "6x3+1", "Yes"),
    opening(-300, "6x4", "No, 10 short"),
    opening(1999, "6x5", "Yes"),
    opening(2000, "6x5", "No, 50 short"),
    opening(2000, "6x5 red_4-8", "Yes"),
    opening(3000, "6x5 red_4-8", "Yes"),
    opening(3001, "6x5 red_4-8", "No, 50 short"),
    opening(3005, "6x5 red_4-8 9x3+1", "Yes"),
    opening(0, "6x5", "No, 50 short", answers={"side": 1}, at=At(totals=(0, 2000))),
    opening(0, "6x5", "Yes", answers={"side": 0}, at=At(totals=(0, 2000)), also=("club.opening-rook",)),
    opening(0, "6x5", "No, 100 short", answers={"side": 2}, players=6, at=At(totals=(0, 0, 3500))),
    opening(
        0, "6x5", "No, 50 short", answers={"side": 1}, players=6, options={"sides": "threes"}, at=At(totals=(0, 2500))
    ),
]


def fifteens(numbers: list[int], points: int, **more: Any) -> Row:
    """2 for every combination that makes 15."""
    says = (f"{points} points",)
    answers = {"cards": numbers}
    return Row(game="cribbage", situation="fifteens", answers=answers, rule="cribbage.fifteens", says=says, **more)


def capture(card: int, table: list[int], ways: list[list[int]], sweeps: list[bool], **more: Any) -> Row:
    """One match, or one sum."""
    new: Facts = {"effect": "+1" if any(sweeps) else "No points"} | more
    answers = {"card": card, "table": table}
    new |= {"rule": "tuxedo.capture", "ways": ways, "sweeps": sweeps}
    return Row(game="tuxedo", situation="capture", answers=answers, **new)


NUMBERS = [
    fifteens([2, 5, 7, 3, 10], 6),
    fifteens([5, 5, 5, 5, 10], 16),
    fifteens([1, 2, 3, 4, 5], 2),
    fifteens([14, 14, 13, 13, 12], 0),
    fifteens([1, 14, 2, 13, 3], 4, at=At()),
    capture(10, [5, 2, 3], [[0, 1, 2]], [True]),
    capture(10, [5, 2, 3, 9], [[0, 1, 2]], [False]),
    capture(10, [10, 10], [[0], [1]], [False, False], says=("takes one",), also=("tuxedo.one-capture",)),
    capture(10, [10], [[0]], [True], also=("tuxedo.sweep",)),
    capture(10, [4, 6, 10], [[2], [0, 1]], [False, False], at=At()),
    capture(3, [5, 7], [], [], says=("Nothing here",)),
    capture(3, [], [], []),
]

ROWS = [*TRICKS, *MELDS, *OPENINGS, *NUMBERS]
