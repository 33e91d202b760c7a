"""The nest, table talk and misdeals (002 and 004), and what a table agrees on."""

from __future__ import annotations

from typing import Any

from tests.judge.row import NOBODY, At, Facts, P, Row
from tests.judge.rows_misplay import BOSTON, DISPLAY, ORIGINAL, REGULAR, TWENTY, counters

OLD = ("regular", "booklet", "display", "boston")
NEST: Facts = {"nest": True}
SIXTY = {"bidder": 1, "bid": 60, "trump": "red", "open": True}
MADE = {"bidder": 1, "bid": 75, "trump": "red", "captured": [45, 75]}
FIVE_NESTED = {"captured": [30, 25, 30, 10]}


def nest(game: str, effect: str, **more: Any) -> Row:
    """A counter left in the nest: the bid and 20 beside; the others score; nobody has the nested counter (A31)."""
    new: Facts = {"says": ("20 more",), "options": NEST} | more
    return Row(game=game, situation="nest-counter", rule=f"{game}.nest-counter", effect=effect, **new)


NESTED = [
    *(nest(game, "−80", answers={"bid": 60}) for game in ("regular", "booklet")),
    nest("display", "−90", answers={"bid": 70}, options={}),
    nest("boston", "−160", answers={"bid": 140}, options={}),
    nest("regular", "Ben −80", at=At(hand=SIXTY), then=FIVE_NESTED, points=[30, -80, 30, 10]),
    nest(
        "booklet",
        "Ben −80",
        at=At(hand=SIXTY | {"trump": "blue"}),
        players=5,
        then={"captured": [30, 25, 30, 5, 0]},
        points=[30, -80, 30, 5, 0],
    ),
    nest(
        "regular",
        "Ben −80",
        at=At(hand=SIXTY),
        options=NEST | TWENTY,
        then={"captured": [30, 25, 30, 25]},
        points=[30, -80, 30, 25],
    ),
    nest(
        "regular",
        "Dot −45",
        answers={"bidder": 3, "bid": 25},
        at=At(),
        then={"trump": "red", "captured": [40, 25, 20, 10]},
        points=[40, 25, 20, -45],
    ),
    # Written down already, as if all had been captured: what the others took is asked for again.
    nest(
        "regular",
        "Ben −80",
        answers=counters(30, None, 30, 10),
        at=At(hand={"bidder": 1, "bid": 60, "trump": "red", "captured": [30, 30, 30, None]}, finished=True),
        points=[30, -80, 30, 10],
    ),
    # No nest was agreed: the figure is told, and nothing is written by itself.
    nest("regular", "Ben −80", at=At(hand=SIXTY), options={}, says=("no nest",)),
    nest("display", "Ann & Cal −90", at=At(hand=DISPLAY), options={}, says=("no nest",)),
    nest("boston", "Ann & Cal −160", at=At(hand=BOSTON), options={}, says=("no nest",)),
    *(
        Row(
            game="original",
            situation="nest-counter",
            at=at,
            rule="original.nest-counters",
            says=("That's allowed", "last trick"),
            effect=NOBODY,
        )
        for at in (None, At(hand=ORIGINAL))
    ),
]

SILENT = [
    Row(game=game, situation=what, at=at, rule=f"{game}.{what}", says=("no penalty",), effect=NOBODY)
    for game in OLD
    for what in ("table-talk", "nest-size")
    for at in (None, At(hand=SIXTY))
]


def fine(what: str, answers: Facts, effect: str, **more: Any) -> Row:
    """40 for the side, on top of the result."""
    return Row(game="original", situation=what, answers=answers, rule=f"original.{what}", effect=effect, **more)


TALKED = {"penalties": [{"kind": "table-talk", "by": 3}]}
RESULT = {"captured": [45, 75]}
FINES = [
    fine("table-talk", {}, "−40"),
    fine("nest-size", {"when": "before"}, "−40", says=("put right",), also=("original.nest-size-play",)),
    fine("nest-size", {"when": "after"}, "−40", says=("last trick",), also=("original.nest-size-play",)),
    # 95 lost and 40 beside.
    fine("table-talk", {"by": 3}, "Ben & Dot −40", at=At(hand=ORIGINAL), then=RESULT, points=[45, -135]),
    fine("table-talk", {"by": 0}, "Ann & Cal −40", at=At(hand=ORIGINAL), then=RESULT, points=[5, -95]),
    # Each time anew (A34); the bid of 75 is made with 75, and then 80 are lost.
    fine(
        "table-talk",
        {"by": 1},
        "Ben & Dot −40",
        at=At(hand=MADE | TALKED, finished=True),
        points=[45, -5],
    ),
    fine("table-talk", {"by": 0}, "Ann & Cal −40", at=At(), then=MADE, points=[5, 75]),
    fine(
        "table-talk",
        {"by": 1},
        "Ann & Ben −40",
        at=At(hand=ORIGINAL, counted=4),
        options={"individual": True},
        then={"captured": [100, 20]},
        points=[60, 60, 20, 20],
    ),
    # A hint during an auction in which then all passed.
    fine(
        "table-talk",
        {"by": 1},
        "Ben & Dot −40",
        at=At(hand={"passed_out": True}, finished=True),
        adjust=[{"side": 1, "points": -40, "why": "Table talk"}],
        points=[0, -40],
    ),
    fine(
        "table-talk",
        {"by": 1},
        "Ann & Ben −40",
        at=At(hand={"passed_out": True}, counted=4, finished=True),
        options={"individual": True},
        adjust=[{"side": 0, "points": -40, "why": "Table talk"}, {"side": 1, "points": -40, "why": "Table talk"}],
        points=[-40, -40, 0, 0],
    ),
    fine("nest-size", {"when": "before"}, "Ben & Dot −40", at=At(hand=ORIGINAL), then=RESULT, points=[45, -135]),
    fine(
        "nest-size",
        {"when": "after", "by": 2},
        "Ann & Cal −40",
        at=At(),
        then={"bidder": 2, "bid": 70, "trump": "red", "captured": [120, 0]},
        points=[80, 0],
    ),
    fine("nest-size", {"when": "after"}, "Ben & Dot −40", at=At(hand=MADE, finished=True), points=[45, 35]),
]


def quote(what: str, *says: str, rule: str = "misdeal", at: At | None = None, **more: Any) -> Row:
    """004 Misdeal: the same dealer, nobody scores."""
    says = (*says, "same dealer")
    new: Facts = more if at is None else {"points": [0, 0], "next_dealer": at.dealer} | more
    answers = {"shown": what}
    return Row(
        game="original",
        situation="misdeal",
        answers=answers,
        at=at,
        rule=f"original.{rule}",
        says=says,
        effect=NOBODY,
        **new,
    )


EXPOSED = [
    *(quote(card, "may ask the same dealer") for card in ("5", "7", "9")),
    *(quote(card, "must deal again") for card in ("10", "11", "14")),
    quote("rook", "must deal again", also=("original.misdeal-other",)),
    quote("size", "new deal", rule="misdeal-other"),
    quote("9", "may ask the same dealer", at=At(dealer=2)),
    quote("10", "must deal again", at=At(dealer=3), hand={"misdeal": 0}),
    quote("rook", "must deal again", at=At(dealer=0)),
    quote("14", "must deal again", at=At(dealer=1, hand={"open": True, "note": "by lamplight"} | TALKED)),
    quote("size", "new deal", rule="misdeal-other", at=At(dealer=1, hand=ORIGINAL)),
    quote(
        "size",
        "new deal",
        rule="misdeal-other",
        at=At(dealer=1, hand={"open": True, "note": "by lamplight"}),
        hand={"misdeal": 0, "note": "by lamplight"},
    ),
]


def early(game: str, tricks: int, at: At | None = None, **more: Any) -> Row:
    """Before three tricks: redealt, the deal passes to the left, nobody scores."""
    players = more.get("players", 4)
    sides = 2 if game in OLD[2:] else players
    new: Facts = {} if at is None else {"points": [0] * sides, "next_dealer": (at.dealer + 1) % players}
    return Row(
        game=game,
        situation="misdeal",
        answers={"misdeal": tricks},
        at=at,
        rule=f"{game}.misdeal",
        says=("dealt again", "passes to the left"),
        never=("same dealer",),
        effect=NOBODY,
        **new | more,
    )


def slow(game: str, tricks: int, effect: str, **more: Any) -> Row:
    """From the third trick on (A29): everyone alone, the dealer's 40; partners, the other side's bid or cards."""
    answers = {"misdeal": tricks} | more.pop("answers", {})
    rule, says = f"{game}.misdeal-late", ("hand ends", "passes to the left")
    return Row(game=game, situation="misdeal", answers=answers, rule=rule, says=says, effect=effect, **more)


BID = {"bidder": 1, "bid": 85, "trump": "red", "open": True}
MISDEALT = [
    *(early(game, tricks) for game in OLD for tricks in (0, 2)),
    *(early(game, 2, At(dealer=3, hand=SIXTY if game == "regular" else {})) for game in OLD),
    early("display", 1, At(dealer=2, hand={"bidder": 1, "open": True})),
    early("regular", 2, At(dealer=1, hand={"calls": [P], "open": True}), players=6),
    early("boston", 0, At(dealer=3, hand={"calls": [[80, "red"], P, P, P], **BOSTON, "bid": 80})),
    *(slow(game, 3, "−40", never=("same dealer",)) for game in OLD[:2]),
    slow("regular", 3, "Cal −40, nobody else scores.", at=At(dealer=2), points=[0, 0, -40, 0], next_dealer=3),
    slow("regular", 11, "Eve −40", at=At(dealer=4, hand=SIXTY), players=5, points=[0, 0, 0, 0, -40], next_dealer=0),
    slow("regular", 9, "Ann −40", at=At(hand=REGULAR), players=6, points=[-40, 0, 0, 0, 0, 0], next_dealer=1),
    slow("regular", 4, "Ann −40", at=At(hand=SIXTY), options=NEST, points=[-40, 0, 0, 0]),
    slow("booklet", 7, "Hal −40", at=At(dealer=7), players=8, points=[0] * 7 + [-40], next_dealer=0),
    slow("booklet", 18, "Ben −40", at=At(dealer=1), players=3, points=[0, -40, 0]),
    *(slow(game, 3, "0") for game in OLD[2:]),
    # The innocent side was the bidder: exactly the bid, whatever it has (A30).
    slow("display", 3, "Ann & Cal 0, Ben & Dot +85 (the bid).", at=At(hand=BID), points=[0, 85], next_dealer=1),
    slow("boston", 14, "Ben & Dot 0, Ann & Cal +140", at=At(dealer=1, hand=BOSTON), points=[140, 0], next_dealer=2),
    # The dealer's side was the bidder: what the others have so far.
    slow(
        "display",
        5,
        "Ben & Dot 0, Ann & Cal +31.",
        answers=counters(25, tricks=(3,)),
        at=At(dealer=3, hand=BID),
        points=[31, 0],
        next_dealer=0,
    ),
    slow(
        "boston",
        3,
        "Ann & Cal 0, Ben & Dot +36.",
        answers=counters(None, 20, tricks=(None, 2)),
        at=At(dealer=0, hand=BOSTON | {"trump": "black"}),
        points=[0, 36],
    ),
    slow("boston", 3, "Ben & Dot +0.", answers=counters(None, 0, tricks=(None, 0)), at=At(hand=BOSTON), points=[0, 0]),
    slow(
        "display",
        4,
        "Ann & Cal 0, Ben & Dot +24.",
        options=TWENTY,
        answers={"bidder": 2, "bid": 145, "trump": "green"} | counters(None, 20, tricks=(None, 2)),
        at=At(dealer=2),
        points=[0, 24],
    ),
]

UNPUNISHED = ["cordova", "high14", "flip", "club", "tuxedo", "doubt", "cribbage", "everlasting", "tens", "donkey"]
MISDEAL_SILENT = [
    Row(
        game=game,
        situation="misdeal",
        at=at,
        rule=f"{game}.misdeal",
        says=("deal again", "no penalty"),
        effect=NOBODY,
    )
    for game in UNPUNISHED
    for at in (None, At())
]

AGREED = [
    Row(game="original", situation="agreed", rule="original.adjust", effect=NOBODY),
    Row(
        game="original",
        situation="agreed",
        answers={"side": 1, "points": 15, "why": "spilt tea"},
        at=At(hand=MADE, finished=True),
        rule="original.adjust",
        effect="Ben & Dot +15.",
        adjust=[{"side": 1, "points": 15, "why": "spilt tea"}],
        points=[45, 90],
    ),
    Row(
        game="flip",
        situation="agreed",
        answers={"side": 0, "points": -3, "why": "miscounted"},
        at=At(hand={"captured": [12, 5, 6, 0]}, finished=True),
        rule="flip.adjust",
        effect="Ann −3.",
        adjust=[{"side": 0, "points": -3, "why": "miscounted"}],
        points=[9, 5, 6, 0],
    ),
]

ROWS = [*NESTED, *SILENT, *FINES, *EXPOSED, *MISDEALT, *MISDEAL_SILENT, *AGREED]
