"""Misplays (002 For Misplay, 004 Penalties): in time, late, scored; the Rook card's duties; games that are silent."""

from __future__ import annotations

from typing import Any

from tests.judge.row import NOBODY, At, Facts, Row, cards

IN_TIME, LATE, SCORED = {"when": "in-time"}, {"when": "late"}, {"when": "scored"}
REGULAR = {"bidder": 3, "bid": 50, "trump": "yellow", "open": True}
BOOKLET = REGULAR | {"trump": "blue"}
DISPLAY = {"bidder": 0, "bid": 70, "trump": "red", "open": True}
BOSTON = {"bidder": 0, "bid": 140, "trump": "red", "open": True}
ORIGINAL = {"bidder": 1, "bid": 95, "trump": "green", "open": True}
OPEN = {"regular": REGULAR, "booklet": BOOKLET, "display": DISPLAY, "boston": BOSTON, "original": ORIGINAL}
ENDS = ("hand ends", "already captured")
SCORED_RULE = dict.fromkeys(OPEN, "misplay-count") | {"original": "misplay-at-count"}
PLAIN: Facts = {"rook": "plain"}
TWENTY: Facts = {"rook": "20"}


def counters(*shares: int | None, tricks: tuple[int | None, ...] = ()) -> Facts:
    """What each team has taken so far; None for the offenders."""
    facts: Facts = {f"counters-{team}": share for team, share in enumerate(shares) if share is not None}
    return facts | {f"tricks-{team}": count for team, count in enumerate(tricks) if count is not None}


def late(game: str, by: int, so_far: Facts, effect: str, points: list[int], **more: Any) -> Row:
    """A misplay found too late at a table."""
    at = more.pop("at", None) or At(hand=OPEN[game])
    answers = LATE | {"by": by} | more.pop("bid_answers", {}) | so_far
    new: Facts = {"rule": f"{game}.misplay", "says": ENDS} | more
    return Row(game=game, situation="misplay", answers=answers, at=at, effect=effect, points=points, **new)


#: The matrix, first row: corrected, no score effect; and A28, scored: it stands.
EVERYWHERE = [
    Row(game=game, situation="misplay", answers=answers, at=at, rule=f"{game}.{rule}", says=(words,), effect=NOBODY)
    for game, hand in OPEN.items()
    for answers, rule, words, done in (
        (IN_TIME, "misplay-in-time", "takes the card back", False),
        (SCORED, SCORED_RULE[game], "stands", True),
    )
    for at in (None, At(hand=hand, finished=done))
]
#: Away from a table the cost is known, or follows the bid.
AWAY = [
    Row(game=game, situation="misplay", answers=LATE, rule=f"{game}.misplay", says=ENDS, effect="−40")
    for game in ("regular", "booklet", "display", "boston")
] + [
    Row(game="original", situation="misplay", answers=LATE | {"bid": bid}, rule="original.misplay", effect=f"−{bid}")
    for bid in (70, 95, 120)
]
AT_TABLE = [
    # The bidder himself (A26): 40 and not his bid; nothing for what he has.
    late("regular", 3, counters(20, 0, 15), "Dot −40, Ann +20, Ben +0 and Cal +15.", [20, 0, 15, -40]),
    late("regular", 3, counters(20, 0, 15, 40), "Dot −40", [20, 0, 15, -40]),
    # The innocent bidder is short, and scores what he has (A25).
    late("regular", 1, counters(0, None, 0, 10), "Ben −40", [0, -40, 0, 10]),
    late("regular", 0, counters(None, 10, 0, 5, 25), "Ann −40", [-40, 10, 0, 5, 25], players=5),
    late("regular", 5, counters(5, 10, 0, 5, 25), "Fay −40", [5, 10, 0, 5, 25, -40], players=6),
    late("regular", 0, counters(None, 20, 0, 0), "Ben +20", [-40, 20, 0, 0], options=TWENTY),
    late("booklet", 2, counters(0, 30, None, 35), "Cal −40", [0, 30, -40, 35], options={"high": 13}),
    late("booklet", 7, counters(0, 0, 0, 0, 0, 0, 10), "Hal −40", [0, 0, 0, 0, 0, 0, 10, -40], players=8),
    # Display: 30 and four tricks at 2; no doubling and no bid test, whoever was at fault.
    late("display", 1, counters(30, tricks=(4,)), "Ben & Dot −40, Ann & Cal +38.", [38, -40]),
    late("display", 2, counters(None, 25, tricks=(None, 3)), "Ann & Cal −40, Ben & Dot +31.", [-40, 31]),
    # Boston: a trick by its color.
    late("boston", 3, counters(30, tricks=(4,)), "Ann & Cal +70", [70, -40]),
    *(
        late(
            "boston",
            2,
            counters(None, 25, tricks=(None, 3)),
            f"+{worth}",
            [-40, worth],
            at=At(hand={"bidder": 2, "bid": 70, "trump": trump, "open": True}),
        )
        for trump, worth in (("red", 55), ("black", 49), ("green", 43), ("yellow", 37), ("none", 55))
    ),
    # 004: the full bid, "regardless of who made the bid"; the innocent bidders are not tested (A35).
    late("original", 0, counters(None, 40), "Ann & Cal −95, Ben & Dot +40.", [-95, 40]),
    late("original", 3, counters(45), "Ben & Dot −95, Ann & Cal +45.", [45, -95]),
    late("original", 0, counters(None, 120), "Ben & Dot +120", [-95, 120]),
    # Table talk before it costs 40 more: 30 − 40.
    late(
        "original",
        0,
        counters(None, 30),
        "Ann & Cal −95",
        [-95, -10],
        at=At(hand=ORIGINAL | {"penalties": [{"kind": "table-talk", "by": 1}]}),
    ),
    late(
        "original",
        2,
        counters(None, 5),
        "−95",
        [-95, 5],
        at=At(hand=ORIGINAL | {"calls": [95, "pass", "pass", "pass"]}),
    ),
    # Nothing was entered yet.
    late(
        "original",
        0,
        counters(None, 40),
        "Ann & Cal −80, Ben & Dot +40.",
        [-80, 40],
        at=At(),
        bid_answers={"bidder": 3, "bid": 80, "trump": "red"},
    ),
    late(
        "boston",
        0,
        counters(None, 40, tricks=(None, 5)),
        "Ben & Dot +70",
        [-40, 70],
        at=At(dealer=2),
        bid_answers={"bidder": 3, "bid": 80, "trump": "green"},
    ),
    # A hand written down as played, though it was stopped.
    late(
        "original",
        0,
        counters(None, 40),
        "−95",
        [-95, 40],
        at=At(hand={"bidder": 1, "bid": 95, "trump": "green", "captured": [45, None]}, finished=True),
    ),
    # Everyone alone (A45): hands 1–4 A+C, 5–8 A+B, 9–12 A+D; both partners pay, both others score.
    *(
        late(
            "original",
            by,
            so_far,
            effect,
            points,
            options={"individual": True},
            at=At(hand=ORIGINAL, counted=counted, dealer=counted % 4),
        )
        for counted, by, so_far, effect, points in (
            (0, 0, counters(None, 30), "Ann & Cal −95, Ben & Dot +30.", [-95, 30, -95, 30]),
            (4, 0, counters(None, 30), "Ann & Ben −95, Cal & Dot +30.", [-95, -95, 30, 30]),
            (7, 3, counters(30), "Cal & Dot −95, Ann & Ben +30.", [30, 30, -95, -95]),
            (8, 3, counters(None, 65), "Ann & Dot −95, Ben & Cal +65.", [-95, 65, 65, -95]),
        )
    ),
]

CORDOVA = {"trump": "blue", "offer": {"by": 2, "bid": 12}, "sold": True, "captured": [5, 2, 10, 15]}


def silent(game: str, hand: Facts, by: int, fine: int, points: list[int]) -> list[Row]:
    """A27: nothing is fixed; tables that agree take 40, which in Flip is added."""
    rule, figure = f"{game}.misplay", f"{'+' if fine > 0 else '−'}{abs(fine)}"
    says, effect = ("no penalty",), ("Nobody's score changes automatically")
    adjust = [{"side": by, "points": fine, "why": "Misplay"}]
    at = At(hand=hand, finished=True)
    here = Row(game=game, situation="no-follow", rule=rule, says=says, effect=figure)
    away = Row(game=game, situation="no-follow", rule=rule, says=says, effect=effect)
    there = Row(
        game=game,
        situation="no-follow",
        answers={"by": by},
        at=at,
        rule=rule,
        says=says,
        effect=figure,
        adjust=adjust,
        points=points,
    )
    return [here, away, there]


SILENT = [
    *silent("cordova", CORDOVA, 3, -40, [17, 2, -12, -25]),
    *silent("high14", {"captured": [15, 20, 25, 0]}, 0, -40, [-25, 20, 25, 0]),
    *silent("flip", {"captured": [12, 5, 6, 0]}, 3, 40, [12, 5, 6, 40]),
]


def duty(game: str, answers: Facts, rule: str, *says: str, **more: Any) -> Row:
    """Somebody held back the Rook card or trump (A77, A39, A40)."""
    options = {} if game == "original" else PLAIN
    more |= {"options": options, "rule": f"{game}.{rule}", "says": says}
    return Row(game=game, situation="rook-duty", answers=answers, **more)


LED, LONE = {"duty": "led"}, {"duty": "lone"}
NO_COLOR = BOSTON | {"trump": "none"}
DUTIES = [
    *(
        duty("original", what | IN_TIME, "rook-renege", "misplay", "takes the card back", at=at, effect=NOBODY)
        for what in (LED, LONE)
        for at in (None, At(hand=ORIGINAL))
    ),
    *(
        duty(
            "original",
            what | LATE | {"by": 2} | counters(None, 15),
            "rook-renege",
            "misplay",
            at=At(hand=ORIGINAL),
            effect="Ann & Cal −95, Ben & Dot +15.",
            points=[-95, 15],
        )
        for what in (LED, LONE)
    ),
    duty("original", LED | SCORED, "rook-renege", "stands", also=("original.misplay-at-count",), effect=NOBODY),
    *(
        duty(game, LONE, "rook-free", "That's allowed", effect=NOBODY)
        for game in ("regular", "booklet", "display", "boston")
    ),
    duty("regular", LONE, "rook-free", "That's allowed", at=At(hand=REGULAR), effect=NOBODY),
    *(duty(game, LED | LATE, "rook-duty", "misplay", effect="−40") for game in ("regular", "booklet", "display")),
    duty(
        "regular",
        LED | LATE | {"by": 0} | counters(None, 5, 0, 0),
        "rook-duty",
        "misplay",
        at=At(hand=REGULAR),
        effect="Ann −40",
        points=[-40, 5, 0, 0],
    ),
    duty("boston", LED | LATE | {"trump": "red"}, "rook-duty", "misplay", effect="−40"),
    duty("boston", LED | LATE | {"trump": "none"}, "rook-no-color", "That's allowed", effect=NOBODY),
    duty("boston", LED, "rook-no-color", "That's allowed", at=At(hand=NO_COLOR), effect=NOBODY),
    duty("boston", LED | IN_TIME, "rook-duty", "takes the card back", at=At(hand=BOSTON), effect=NOBODY),
    duty(
        "boston",
        LED | LATE | {"by": 1} | counters(20, tricks=(3,)),
        "rook-duty",
        "misplay",
        at=At(hand=BOSTON),
        effect="Ben & Dot −40, Ann & Cal +50.",
        points=[50, -40],
    ),
]


def follow(
    game: str, trump: str | None, led: str, held: str, played: str, legal: str, rule: str = "follow", **more: Any
) -> Row:
    """What could have been played."""
    answers = {"led": led, "hand": cards(held), "played": played} | ({"trump": trump} if trump else {})
    return Row(game=game, situation="follow", answers=answers, rule=f"{game}.{rule}", legal=tuple(cards(legal)), **more)


TRUMP_LED = "red 5, rook, green 9"
FOLLOW = [
    # 004 forces the lone Bird to a led trump; 1924 never does.
    follow("original", "green", "green 6", "red 5, rook", "red 5", "rook", "rook-only-trump", says=("may not",)),
    follow("original", "green", "green 6", TRUMP_LED, "red 5", "rook, green 9", says=("may not",)),
    follow("original", "green", "rook", "red 5, green 9", "red 5", "green 9", says=("may not", "calls for trump")),
    follow("original", "green", "rook", "red 5, black 9", "red 5", "red 5, black 9", says=("may be",)),
    follow("original", "green", "red 6", "red 5, rook, green 9", "rook", "red 5, rook", says=("may be",)),
    follow("original", "green", "black 6", "red 5, rook", "red 5", "red 5, rook", says=("may be",)),
    *(
        follow(game, "red", "red 6", "black 5, rook", "black 5", "black 5, rook", options=PLAIN, says=("may be",))
        for game in ("regular", "booklet", "display", "boston")
    ),
    *(
        follow(game, "red", "rook", "black 5, red 2", "black 5", "red 2", options=PLAIN, says=("may not",))
        for game in ("regular", "booklet", "display", "boston")
    ),
    follow("boston", "none", "rook", "black 5, red 2", "black 5", "black 5, red 2", options=PLAIN, says=("may be",)),
    *(
        follow(
            game, "red", "black 6", "black 5, red 2", "red 2", "black 5", says=("may not",), also=(f"{game}.misplay",)
        )
        for game in ("regular", "booklet", "display", "boston")
    ),
    follow("cordova", "red", "black 6", "black 5, red 2", "red 2", "black 5", says=("may not",)),
    follow("cordova", "red", "black 6", "blue 5, red 2", "blue 5", "blue 5, red 2", says=("may be",)),
    follow("flip", None, "black 6", "black 5, red 10", "red 10", "black 5", says=("may not",)),
    follow("flip", None, "blue 6", "black 5, red 10", "red 10", "black 5, red 10", says=("may be",)),
    follow("high14", None, "black 6", "black 5, red 14, red 3", "red 14", "black 5, red 14", says=("may be",)),
    follow("high14", None, "black 6", "black 5, red 14, red 3", "red 3", "black 5, red 14", says=("may not",)),
    follow("regular", None, "black 6", "black 5, yellow 2", "yellow 2", "black 5", at=At(hand=REGULAR)),
]

ROWS = [*EVERYWHERE, *AWAY, *AT_TABLE, *SILENT, *DUTIES, *FOLLOW]
