"""Auctions, nobody bids, what a hand is worth, and who has won."""

from __future__ import annotations

from typing import Any

from tests.judge.row import NOBODY, At, Facts, P, Row
from tests.judge.rows_misplay import CORDOVA, TWENTY
from tests.judge.rows_wrong import MADE

#: 000 rule 4, EXAMPLE; 001 has C pass twice; 004 Bidding example (A sits left of the dealer).
EXAMPLE_000 = [15, 25, P, 30, 35, 40, P, P]
EXAMPLE_001 = [15, 25, P, 30, 35, 40, P, P, P]
EXAMPLE_004 = [70, 80, P, 85, 90, 95, P, P]


def auction(game: str, calls: list[Any], *says: str, dealer: int = 0, away: bool = False, **more: Any) -> Row:
    """The auction after these calls."""
    answers: Facts = {"calls": calls} if calls else {}
    at = None if away else At(dealer=dealer)
    answers = answers | ({"dealer": dealer} if away else {})
    return Row(game=game, situation="auction", answers=answers, at=at, rule=f"{game}.auction", says=says, **more)


NOT = "not allowed"
AUCTIONS = [
    auction("regular", EXAMPLE_000, "over", "Ben", "40"),
    auction("regular", EXAMPLE_000, "over", "40", away=True),
    auction("regular", EXAMPLE_000[:6], "Dot is next", "45"),
    auction("regular", EXAMPLE_000[:6], "45", away=True),
    auction("booklet", EXAMPLE_001[:6], "Cal is next", "45"),
    auction("booklet", EXAMPLE_001[:8], "Ann is next", "45"),
    auction("booklet", EXAMPLE_001, "over", "Ben", "40"),
    auction("booklet", [10, P, P, 15, 20, 25, P, 30], "Ann is next", "35"),
    # The dealer speaks first, and has to.
    *(
        auction(game, [], "Dot is next", "at least 5", dealer=3, never=("or pass",))
        for game in ("regular", "booklet", "display")
    ),
    *(auction(game, [P], NOT, "must bid") for game in ("regular", "booklet", "display")),
    auction("regular", [5], "Ben is next", "10 or pass"),
    auction("regular", [3], NOT, "too low"),
    auction("regular", [0], NOT, "too low"),
    auction("regular", [17], NOT, "multiple of 5"),
    auction("regular", [20, 20], NOT, "at least 25"),
    auction("regular", [105], NOT, "100"),
    auction("regular", [100], "over", "Ann", "100"),
    auction("regular", [105], "Ben is next", "110", options=TWENTY),
    auction("regular", [120], "over", options=TWENTY),
    auction("booklet", [125], NOT, "120", options=TWENTY),
    auction("regular", [5, P, P, P, P], "Eve is next", dealer=5, players=6),
    # Away from a table it may be said how many play.
    Row(
        game="regular",
        situation="auction",
        answers={"players": 6, "dealer": 5, "calls": [5, P, P, P, P]},
        rule="regular.auction",
        says=("Player 5 is next", "10 or pass"),
    ),
    Row(
        game="regular",
        situation="auction",
        answers={"players": 3, "dealer": 1, "calls": [5, P, P]},
        rule="regular.auction",
        says=("over", "Player 2", "5"),
    ),
    auction("display", [125], "over", "Ann", "125"),
    auction("display", [130], NOT, "125"),
    auction("display", [145], "over", options=TWENTY),
    auction("display", [10, P, 20], "Dot is next", "25 or pass"),
    # 004: nobody has to; the dealer's left begins.
    auction("original", [], "Ben is next", "70 or pass"),
    auction("original", EXAMPLE_004, "over", "Ben", "95", dealer=3),
    auction("original", EXAMPLE_004[:6], "Dot is next", "100", dealer=3),
    auction("original", [65], NOT, "70"),
    auction("original", [72], NOT, "multiple of 5"),
    auction("original", [125], NOT, "120"),
    auction("original", [P, P, P], "Ann is next", "70 or pass"),
    Row(
        game="original",
        situation="auction",
        answers={"calls": [P, P, P, P]},
        at=At(),
        rule="original.passed-out",
        says=("Everyone passed",),
    ),
    Row(
        game="boston",
        situation="auction",
        answers={"calls": [P, P, P, P], "dealer": 2},
        rule="boston.passed-out",
        says=("Everyone passed",),
    ),
    # Boston names a color, and no bid goes beyond what it can yield.
    auction("boston", [[70, "green"]], "Cal is next", "80"),
    auction("boston", [[60, "green"]], NOT, "70"),
    auction("boston", [[75, "green"]], NOT, "multiple of 10"),
    auction("boston", [[100, "green"], [100, "red"]], NOT, "110"),
    auction("boston", [[100, "green"], P, [110, "black"], P], "Ben is next", "120"),
    auction("boston", [[100, "green"], P, [110, "black"], P, P], "over", "Dot", "110", "black"),
    auction("boston", [[150, "yellow"]], "Cal is next", "160"),
    auction("boston", [[160, "yellow"]], NOT, "150"),
    auction("boston", [[190, "green"]], NOT, "180"),
    auction("boston", [[220, "black"]], NOT, "210"),
    auction("boston", [[250, "none"]], NOT, "240"),
    auction("boston", [[240, "none"]], "over", "Ben", "240"),
    auction("boston", [[170, "yellow"]], "Cal is next", options=TWENTY),
    auction("boston", [[180, "yellow"]], NOT, "170", options=TWENTY),
    auction("boston", [[70, "green"], P, [80, "green"], P, P], "over", "Dot", "80"),
]


def nobody(game: str, rule: str, *says: str, **more: Any) -> Row:
    """Nobody wants to bid (A17, A14, A59)."""
    return Row(game=game, situation="nobody-bid", rule=f"{game}.{rule}", says=says, effect=NOBODY, **more)


THROWN: Facts = {"points": [0, 0]}
UNBID = [
    *(nobody(game, "passed-out", "thrown in", "next dealer") for game in ("original", "boston")),
    *(
        nobody(game, "passed-out", "thrown in", at=At(dealer=3), next_dealer=0, **THROWN)
        for game in ("original", "boston")
    ),
    # The auction as far as it was written down: all of it, or only its beginning.
    *(
        nobody(game, "passed-out", "thrown in", at=At(hand={"calls": [P] * calls, "open": True}), **THROWN)
        for game in ("original", "boston")
        for calls in (2, 4)
    ),
    *(
        nobody(game, "dealer-five", "dealer must bid", "at 5", at=at)
        for game in ("regular", "booklet", "display")
        for at in (None, At())
    ),
    *(nobody("cordova", "no-offer", "no bid to make", "no penalty", at=at) for at in (None, At())),
]


def line(game: str, totals: list[int], says: str, rule: str = "target", **more: Any) -> Row:
    """Who has won with these totals."""
    answers = {f"total-{side}": total for side, total in enumerate(totals)} | more.pop("answers", {})
    sides = len(totals)
    at = None if more.pop("away", False) else At(totals=(0,) * sides)
    return Row(game=game, situation="line", answers=answers, at=at, rule=f"{game}.{rule}", says=(says,), **more)


TWELVE, SIX = {"hands": 12}, {"hands": 6}
ALONE = {"individual": True}
ANOTHER = "another hand"
LINES = [
    # Exactly at the line; over it; both; level; short of it (A08, A09, A18).
    line("regular", [150, 145, 0, -50], "Ann won"),
    line("regular", [150, 155, 0, 0], "Ben won"),
    line("regular", [160, 160, 0, 0], ANOTHER, "tie"),
    line("regular", [150, 150, 155, 0], "Cal won"),
    line("regular", [149, 149, 0, 0], "Nobody yet"),
    line("regular", [150, 0, 0, 0], "Nobody yet", options={"target": 300}),
    line("regular", [0, 0, 0, 0, 150], "Eve won", players=5),
    line("booklet", [200, 0, 0, 0], "Ann won"),
    line("booklet", [205, 205, 0, 0], ANOTHER, "tie"),
    line("display", [200, 199], "Ann & Cal won"),
    line("display", [210, 220], "Ben & Dot won"),
    line("boston", [1000, 990], "Ann & Cal won"),
    line("boston", [1000, 1000], ANOTHER, "tie"),
    line("boston", [500, 499], "Ann & Cal won", options={"target": 500}),
    line("original", [300, 295], "Ann & Cal won"),
    line("original", [300, 305], "Ben & Dot won"),
    line("original", [310, 310], ANOTHER, "tie"),
    # 220 + 85 − 40 is 265, and no win.
    line("original", [265, 120], "Nobody yet"),
    line("original", [300, 305], "Player 2 & Player 4 won", away=True),
    line("original", [90, 110], "Ben & Dot won", "hands-agreed", options={"hands": 6}, answers=SIX),
    line("original", [310, 110], "Nobody yet", "hands-agreed", options={"hands": 6}, answers={"hands": 5}),
    line("original", [110, 110], ANOTHER, "tie", options={"hands": 6}, answers=SIX),
    line("original", [400, 300, 400, 100], "Ann and Cal share the win", "individual", options=ALONE, answers=TWELVE),
    line("original", [400, 300, 100, 100], "Nobody yet", "individual", options=ALONE, answers={"hands": 11}),
    line("club", [5000, 4990], "Ann & Cal won"),
    line("club", [5000, 5000], ANOTHER, "tie"),
    line("cordova", [100, 99, 0, 0], "Ann won"),
    line("high14", [50, 55, 0, 0], "Ben won"),
    line("high14", [50, 55, 0, 0], "Nobody yet", options={"target": 100}),
    line("tuxedo", [50, 50, 0, 0], ANOTHER, "tie"),
    line("doubt", [100, 0, 0, 0], "Ann won"),
    line("cribbage", [50, 48, 0, 0], "Ann won", also=("cribbage.win-in-play",)),
    line("cribbage", [52, 52, 0, 0], ANOTHER, "tie"),
    line("flip", [20, 30, 40, 48], "Ann won", "six-hands", answers=SIX),
    line("flip", [20, 20, 48, 50], "Ann and Ben share the win", "six-hands", answers=SIX),
    line("flip", [0, 23, 46, 46], "Nobody yet", "six-hands", answers={"hands": 5}),
]


def worth(game: str, hand: Facts, says: str, rule: str, **more: Any) -> Row:
    """The hand in figures."""
    new: Facts = {"answers": hand, "at": At()} | more
    return Row(game=game, situation="worth", rule=f"{game}.{rule}", says=(says,), **new)


ROOKIES = [{"set": 6, "natural": 4, "wild": 3}, {"run": "red", "from": 4, "to": 10}]
CLUB = {"out": 0, "melds": [ROOKIES, []], "rooks": [1, 0], "in_hand": [0, {"natural": 5, "wild": 1}]}
SIX_CLUB = {"out": None, "rooks": [0, 0], "in_hand": [0, {"natural": 3}]}
TIED = {"cards": [20, 20, 10, 6], "fives": [1, 1, 1, 1]}
BID_75 = {"bidder": 1, "bid": 95, "trump": "green", "captured": [None, 75]}
WORTHS = [
    worth("original", BID_75, "Ann & Cal 45, Ben & Dot −95.", "set-back"),
    worth("original", BID_75, "45", "set-back", at=None),
    worth("original", MADE, "Ann & Cal 45, Ben & Dot 75.", "made"),
    worth("original", BID_75, "Ann 45, Ben −95, Cal 45, Dot −95.", "set-back", options=ALONE),
    worth(
        "original",
        {"bidder": 1, "bid": 95, "trump": "green", "captured": [45, 75]},
        "Ann −95, Ben −95, Cal 75, Dot 75.",
        "set-back",
        options=ALONE,
        at=At(counted=4),
    ),
    # Tricks help to make the bid (A20); nothing is lost beside the score (A21), and the others double.
    worth(
        "display",
        {"bidder": 0, "bid": 70, "trump": "red", "captured": [60, None], "tricks": [5, None]},
        "Ann & Cal 70, Ben & Dot 58.",
        "made",
    ),
    worth(
        "display",
        {"bidder": 0, "bid": 75, "trump": "red", "captured": [60, None], "tricks": [5, None]},
        "Ann & Cal 0, Ben & Dot 116.",
        "failed",
    ),
    worth(
        "boston",
        {"bidder": 0, "bid": 150, "trump": "red", "captured": [60, None], "tricks": [8, None]},
        "Ann & Cal 60, Ben & Dot 200.",
        "failed",
    ),
    worth(
        "regular",
        {"bidder": 3, "bid": 50, "trump": "red", "captured": [20, 15, 20, None]},
        "Ann 20, Ben 15, Cal 20, Dot −50.",
        "set-back",
    ),
    worth(
        "booklet",
        {"bidder": 0, "bid": 25, "trump": "blue", "captured": [{"5": 1, "13": 2}, 75, 0, 0]},
        "Ann 25, Ben 75, Cal 0, Dot 0.",
        "made",
        options={"high": 13},
    ),
    # A62: no credit for what a failing trump-maker captured.
    worth("cordova", CORDOVA, "Ann 17, Ben 2, Cal −12, Dot 15.", "sale"),
    worth("cordova", CORDOVA | {"sold": False}, "Ann −12, Ben 2, Cal 10, Dot 15.", "short"),
    # A48: nobody, or each.
    worth("tuxedo", TIED, "Ann 5, Ben 5, Cal 5, Dot 5.", "most-cards"),
    worth("tuxedo", TIED, "Ann 10, Ben 10, Cal 5, Dot 5.", "most-cards", options={"most_tie": "each"}),
    # A66: 400 + 1200 + 200 + 200 + 10 + 100 + 70.
    worth("club", CLUB, "Ann & Cal 2180, Ben & Dot −70.", "going-out"),
    worth("club", CLUB, "Ann & Cal 2170, Ben & Dot −70.", "going-out", options={"rook_cards": "bonus"}),
    # A67: three pairs, or two trios.
    worth(
        "club",
        SIX_CLUB | {"melds": [[{"set": 9, "natural": 7}], []]},
        "Ann & Cal & Eve 870, Ben & Dot & Fay −30.",
        "rookies",
        players=6,
        options={"sides": "threes"},
        at=At(totals=(0, 0)),
    ),
    worth(
        "club",
        {"out": None, "melds": [ROOKIES, [], []], "rooks": [2, 0, 0], "in_hand": [0, 0, {"natural": 3}]},
        "Ann & Dot 2290, Ben & Eve 0, Cal & Fay −30.",
        "rookies",
        players=6,
        at=At(totals=(0, 0, 0)),
    ),
    worth("flip", {"captured": [{"red": 2, "red 10": 1}, 5, 6, None]}, "Ann 12, Ben 5, Cal 6, Dot 0.", "counters"),
    worth("high14", {"captured": [15, 20, 25, None]}, "Ann 15, Ben 20, Cal 25, Dot 0.", "counters"),
    worth("doubt", {"out": 3, "left": [4, 7, 9, 0]}, "Dot 20.", "out"),
    # The text's own run: 8, 3, 4 (15: C), 10 (25: D), 4, go for A.
    worth("cribbage", {"pegged": [1, 0, 2, 2], "shown": [6, 0, 0, 0]}, "Ann 7, Ben 0, Cal 2, Dot 2.", "pegged"),
    # Hands that are written down already: as the sheet has them.
    worth("original", {}, "Ann & Cal 0, Ben & Dot 0.", "passed-out", at=At(hand={"passed_out": True}, finished=True)),
    worth("regular", {}, "Ann −40, Ben 0", "misdeal-late", at=At(hand={"misdeal": 3}, finished=True)),
    worth(
        "original",
        {},
        "Ann & Cal 45, Ben & Dot 90.",
        "made",
        at=At(hand=MADE | {"adjust": [{"side": 1, "points": 15, "why": "tea"}]}, finished=True),
        also=("original.adjust",),
    ),
]

ROWS = [*AUCTIONS, *UNBID, *LINES, *WORTHS]
