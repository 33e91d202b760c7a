"""What no source covers: out of turn, exposed cards, claims, missing cards, two misplays, wrong scores. All ours."""

from __future__ import annotations

from typing import Any

from tests.judge.row import NOBODY, At, Facts, Row
from tests.judge.rows_misplay import BOSTON, DISPLAY, OPEN, ORIGINAL, PLAIN, REGULAR, counters

TRICKS = (*OPEN, "cordova", "high14", "flip")
PARTNERS = ("original", "boston", "display")
ALL = (*TRICKS, "club", "tuxedo", "doubt", "cribbage", "everlasting", "tens", "donkey")
OF_1924 = ("regular", "booklet", "display", "boston")


def ours(game: str, situation: str, answers: Facts, rule: str, *says: str, **more: Any) -> Row:
    """A ruling of ours that changes nobody's score, unless the row says so."""
    new: Facts = {"effect": NOBODY} | more
    return Row(game=game, situation=situation, answers=answers, rule=f"{game}.{rule}", says=says, **new)


TURNS = [
    *(
        ours(game, "out-of-turn", {"what": "played", "when": "early"}, "out-of-turn", "right player goes first", at=at)
        for game in TRICKS
        for at in (None, At(hand=OPEN.get(game, {})))
    ),
    *(ours(game, "out-of-turn", {"what": "played", "when": "early"}, "out-of-turn", "face up") for game in PARTNERS),
    *(ours(game, "out-of-turn", {"what": "played", "when": "late"}, "out-of-turn", "trick stands") for game in TRICKS),
    *(
        ours(game, "out-of-turn", {"what": "led", "when": when}, "lead-out-of-turn", words)
        for game in TRICKS
        for when, words in (("early", "right player leads"), ("late", "lead stands"))
    ),
    *(
        ours(game, "bid-out-of-turn", {"when": when}, "bid-out-of-turn", words)
        for game in OPEN
        for when, words in (("early", "doesn't count"), ("late", "stands"))
    ),
]

EXPOSED = [
    *(ours(game, "exposed", {}, "exposed-card", "goes back") for game in ("regular", "booklet", *TRICKS[5:])),
    *(ours(game, "exposed", {}, "exposed-card", "stays face up", "first trick") for game in ("boston", "display")),
    ours("original", "exposed", {"how": "mistake"}, "exposed-card", "stays face up", at=At(hand=ORIGINAL)),
    ours("original", "exposed", {"how": "purpose"}, "table-talk", "table talk", effect="−40"),
    ours(
        "original",
        "exposed",
        {"how": "purpose", "by": 0},
        "table-talk",
        "table talk",
        effect="Ann & Cal −40",
        at=At(hand=ORIGINAL),
        then={"captured": [45, 75]},
        points=[5, -95],
    ),
]


def claim(game: str, by: int, so_far: Facts, points: list[int], hand: Facts) -> Row:
    """Everyone agrees: what the others don't have belongs to the claimer's side."""
    answers = {"agreed": "agreed", "by": by} | so_far
    words = "everything the others don't have"
    return ours(game, "claim", answers, "claim", "go to the player", effect=words, at=At(hand=hand), points=points)


CLAIMS = [
    *(ours(game, "claim", {"agreed": "objected"}, "claim", "to the end") for game in TRICKS),
    *(ours(game, "claim", {"agreed": "agreed"}, "claim", "go to the player") for game in TRICKS),
    # 100 in all: Dot bid 50 and has the rest, 65; or Ann has it, and Dot with 10 is set back.
    claim("regular", 3, counters(20, 0, 15), [20, 0, 15, 65], REGULAR),
    claim("regular", 0, counters(None, 0, 15, 10), [75, 0, 15, -50], REGULAR),
    # 120 in all: 95 bid and 95 left.
    claim("original", 1, counters(25), [25, 95], ORIGINAL),
    # Red: 80 in counters and 11 tricks at 10 against 140; the others 20 and 3 tricks.
    claim("boston", 0, counters(None, 20, tricks=(None, 3)), [190, 50], BOSTON),
    # 60 in counters and 9 tricks at 2 against 70.
    claim("display", 2, counters(None, 40, tricks=(None, 5)), [78, 50], DISPLAY),
]

DEALS = [
    *(ours(game, "missing-card", {"found": "found"}, "missing-card", "player who is short") for game in ALL),
    *(ours(game, "missing-card", {"found": "gone"}, "missing-card", "doesn't count", "deal again") for game in ALL),
    *(
        ours(
            game,
            "missing-card",
            {"found": "gone"},
            "missing-card",
            "passes to the left",
            at=At(dealer=2, hand=OPEN[game]),
            hand={"misdeal": 0},
            points=[0] * (2 if game in PARTNERS else 4),
            next_dealer=3,
        )
        for game in OF_1924
    ),
    ours(
        "original",
        "missing-card",
        {"found": "gone"},
        "missing-card",
        "same dealer",
        at=At(dealer=2, hand=ORIGINAL),
        hand={"misdeal": 0},
        points=[0, 0],
        next_dealer=2,
    ),
    *(ours(game, "shown-in-deal", {"asked": "bidding"}, "shown-in-deal", "deal stands") for game in OF_1924),
    *(ours(game, "shown-in-deal", {"asked": "asked"}, "shown-in-deal", "thrown in") for game in OF_1924),
    *(
        ours(
            game,
            "shown-in-deal",
            {"asked": "asked"},
            "shown-in-deal",
            "passes to the left",
            at=At(dealer=3),
            hand={"misdeal": 0},
            points=[0] * (2 if game in PARTNERS else 4),
            next_dealer=0,
        )
        for game in OF_1924
    ),
]


def twice(game: str, first: int, second: int, so_far: Facts, effect: str, points: list[int]) -> Row:
    """Two misplays in one hand at a table."""
    answers = {"first": first, "second": second} | so_far
    at = At(hand=OPEN[game])
    return ours(game, "two-misplays", answers, "two-misplays", "hand ends", effect=effect, at=at, points=points)


TWO_MISPLAYS = [
    *(ours(game, "two-misplays", {}, "two-misplays", "pays once", effect="pays once") for game in OPEN),
    # Two players who play alone: 40 each, and the others keep what they have.
    twice("regular", 0, 2, counters(None, 20, None, 10), "Ann −40, Cal −40, Ben +20 and Dot +10.", [-40, 20, -40, 10]),
    twice("booklet", 3, 1, counters(25, None, 5), "Dot −40, Ben −40, Ann +25 and Cal +5.", [25, -40, 5, -40]),
    # The same player, or partners: once.
    twice("regular", 1, 1, counters(15, None, 5, 10), "Ben −40, Ann +15, Cal +5 and Dot +10.", [15, -40, 5, 10]),
    twice("original", 0, 2, counters(None, 30), "Ann & Cal −95 and Ben & Dot +30.", [-95, 30]),
    twice("boston", 0, 2, counters(None, 30, tricks=(None, 2)), "Ann & Cal −40 and Ben & Dot +50.", [-40, 50]),
    # Both sides: each pays, and nobody scores.
    twice("original", 0, 1, {}, "Ann & Cal −95 and Ben & Dot −95.", [-95, -95]),
    twice("boston", 1, 2, {}, "Ben & Dot −40 and Ann & Cal −40.", [-40, -40]),
    twice("display", 0, 3, {}, "Ann & Cal −40 and Ben & Dot −40.", [-40, -40]),
]

WRONG_TOTALS = [
    ours(game, "wrong-total", {}, "wrong-total", "Correct the hand", effect="should have been") for game in ALL
]

ROOK = [
    # 004: trump is led and the Rook card is the only trump.
    Row(
        game="original",
        situation="rook-follow",
        answers={"trump": "green", "led": "green 10", "hand": ["rook", "red 5"], "played": "red 5"},
        rule="original.rook-only-trump",
        legal=("rook",),
    ),
    # 002: never forced.
    Row(
        game="regular",
        situation="rook-follow",
        options=PLAIN,
        answers={"trump": "green", "led": "green 10", "hand": ["rook", "red 5"], "played": "red 5"},
        rule="regular.follow",
        also=("regular.rook-free",),
        legal=("rook", "red 5"),
    ),
]

ROWS = [*TURNS, *EXPOSED, *CLAIMS, *DEALS, *TWO_MISPLAYS, *WRONG_TOTALS, *ROOK]
