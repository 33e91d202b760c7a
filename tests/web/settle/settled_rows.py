"""Rulings applied at a table: the hand as it was and as it must read then, with totals worked out by hand."""

from __future__ import annotations

from tests.web.table.test_table import HANDS, Facts


def bid_of(slug: str) -> Facts:
    """The part of a hand that is known when the bidding is over."""
    return {key: value for key, value in HANDS[slug][0].items() if key in ("bidder", "bid", "trump")}


BID_95 = bid_of("original")
RED_140 = bid_of("boston")
BID_50 = bid_of("regular")
BID_100 = bid_of("display")
OPEN: Facts = {"open": True}
#: (game, options, the bid that is known, situation, answers, the hand that must be written, its totals if it ends,
#: and words of its lines on the sheet).
APPLIED: list[tuple[str, Facts, Facts, str, Facts, Facts, list[int] | None, str]] = [
    (
        "original",
        {},
        BID_95,
        "table-talk",
        {"by": "0"},
        BID_95 | OPEN | {"penalties": [{"kind": "table-talk", "by": 0}]},
        None,
        "",
    ),
    ("original", {}, {}, "table-talk", {"by": "3"}, OPEN | {"penalties": [{"kind": "table-talk", "by": 3}]}, None, ""),
    (
        "original",
        {},
        BID_95,
        "nest-size",
        {"when": "after"},
        BID_95 | OPEN | {"penalties": [{"kind": "nest-size", "by": 1}]},
        None,
        "",
    ),
    (
        "original",
        {},
        BID_95,
        "misplay",
        {"when": "late", "by": "0", "counters-1": "40"},
        BID_95 | {"misplay": 0, "captured": [0, 40]},
        [-95, 40],
        "Misplay found too late: lose 95",
    ),
    (
        "original",
        {},
        {},
        "misplay",
        {"when": "late", "by": "0", "bidder": "1", "bid": "95", "trump": "green", "counters-1": "40"},
        BID_95 | {"misplay": 0, "captured": [0, 40]},
        [-95, 40],
        "Misplay found too late: lose 95",
    ),
    (
        "boston",
        {},
        RED_140,
        "misplay",
        {"when": "late", "by": "1", "counters-0": "30", "tricks-0": "4"},
        RED_140 | {"misplay": 1, "captured": [30, 0], "tricks": [4, 0]},
        [70, -40],
        "Misplay found too late: lose 40",
    ),
    (
        "regular",
        {},
        BID_50,
        "misplay",
        {"when": "late", "by": "3", "counters-0": "20", "counters-1": "0", "counters-2": "15"},
        BID_50 | {"misplay": 3, "captured": [20, 0, 15, 0]},
        [20, 0, 15, -40],
        "Misplay found too late: lose 40",
    ),
    ("original", {}, {}, "misdeal", {"shown": "10"}, {"misdeal": 0}, [0, 0], "same dealer deals again"),
    ("regular", {}, {}, "misdeal", {"misdeal": "2"}, {"misdeal": 2}, [0, 0, 0, 0], "next dealer deals"),
    (
        "regular",
        {},
        BID_50,
        "misdeal",
        {"misdeal": "3"},
        BID_50 | {"misdeal": 3},
        [-40, 0, 0, 0],
        "the dealer loses 40",
    ),
    # The dealer is Ann: Cal bid, so what the others have; Ben bid, so exactly the bid.
    (
        "display",
        {},
        BID_100,
        "misdeal",
        {"misdeal": "5", "counters-1": "25", "tricks-1": "3"},
        BID_100 | {"misdeal": 5, "captured": [0, 25], "tricks": [2, 3]},
        [0, 31],
        "the dealer's side scores nothing",
    ),
    (
        "display",
        {},
        BID_100 | {"bidder": 1},
        "misdeal",
        {"misdeal": "5"},
        BID_100 | {"bidder": 1, "misdeal": 5},
        [0, 100],
        "exactly the bid of 100",
    ),
    ("original", {}, {}, "nobody-bid", {}, {"passed_out": True}, [0, 0], "thrown in"),
    (
        "regular",
        {"nest": True},
        BID_50,
        "nest-counter",
        {},
        BID_50 | OPEN | {"penalties": [{"kind": "nest-counter", "by": 3}]},
        None,
        "",
    ),
]


TALK = {"kind": "table-talk", "by": 1}
ORIGINAL: Facts = {"bidder": 1, "bid": 75, "trump": "green", "captured": [45, 75]}
#: On a hand that is scored: (game, the hand, situation, answers, the hand then, the totals).
CORRECTED: list[tuple[str, Facts, str, Facts, Facts, list[int]]] = [
    ("original", ORIGINAL, "table-talk", {"by": "1"}, ORIGINAL | {"penalties": [TALK]}, [45, 35]),
    (
        "original",
        ORIGINAL | {"penalties": [TALK]},
        "table-talk",
        {"by": "1"},
        ORIGINAL | {"penalties": [TALK, TALK]},
        [45, -5],
    ),
    (
        "original",
        ORIGINAL,
        "nest-size",
        {"when": "before"},
        ORIGINAL | {"penalties": [{"kind": "nest-size", "by": 1}]},
        [45, 35],
    ),
    (
        "original",
        ORIGINAL,
        "agreed",
        {"side": "1", "points": "-10", "why": "spilt tea"},
        ORIGINAL | {"adjust": [{"side": 1, "points": -10, "why": "spilt tea"}]},
        [45, 65],
    ),
    (
        "flip",
        {"captured": [12, 5, 6, 0]},
        "no-follow",
        {"by": "3"},
        {"captured": [12, 5, 6, 0], "adjust": [{"side": 3, "points": 40, "why": "Misplay"}]},
        [12, 5, 6, 40],
    ),
    ("original", ORIGINAL, "misdeal", {"shown": "size"}, {"misdeal": 0}, [0, 0]),
    (
        "original",
        {"passed_out": True},
        "table-talk",
        {"by": "1"},
        {"passed_out": True, "adjust": [{"side": 1, "points": -40, "why": "Table talk"}]},
        [0, -40],
    ),
    (
        "boston",
        HANDS["boston"][0],
        "misplay",
        {"when": "late", "by": "1", "counters-0": "30", "tricks-0": "4"},
        bid_of("boston") | {"misplay": 1, "captured": [30, 0], "tricks": [4, 0]},
        [70, -40],
    ),
]
