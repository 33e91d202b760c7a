"""The five bid games, case by case: what the booklets print, what record.md adds, and every way to go wrong."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from scorekeeper.rules import Sheet, score
from tests.rows import each_row

NAMES = ["Ann", "Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal"]
Record = dict[str, Any]


def hand(bidder: int, bid: int, trump: str, *captured: Any, **more: Any) -> Record:
    return {"bidder": bidder, "bid": bid, "trump": trump, **({"captured": [*captured]} if captured else {}), **more}


def fine(kind: str, *seats: int, **more: Any) -> Record:
    return {"penalties": [{"kind": kind, "by": seat} for seat in seats], **more}


def agreed(side: int, points: int, why: str = "agreed") -> Record:
    return {"adjust": [{"side": side, "points": points, "why": why}]}


def record(game: str, *hands: Record, n: int = 4, dealer: int = 0, **options: Any) -> Record:
    document = {"format": "rook-record/1", "game": game, "players": NAMES[:n], "dealer": dealer}
    return {**document, "options": options, "hands": list(hands)}


def but(document: Record, *drop: str, **changes: Any) -> Record:
    """The same record with its last hand changed."""
    *before, last = document["hands"]
    return {**document, "hands": [*before, {k: v for k, v in {**last, **changes}.items() if k not in drop}]}


def table(rows: dict[str, tuple[Any, ...]]) -> list[Any]:
    return [pytest.param(*row, id=name) for name, row in rows.items()]


def sheet(document: Record) -> Sheet:
    got = score(document)
    assert isinstance(got, Sheet), got
    return got


def wrong(document: Record) -> str:
    """The keys of all faults, which must stand in the last hand (or in the options)."""
    faults = score(document)
    assert isinstance(faults, tuple), faults
    keys = [(fault.path or "hand").split("[")[0].split(".")[0] for fault in faults]
    places = {None if key == "options" else len(document["hands"]) for key in keys}
    assert {fault.hand for fault in faults} == places
    return " ".join(keys)


regular, booklet, original, boston, display = (
    partial(record, game) for game in ("regular", "booklet", "original", "boston", "display")
)
P, OUT, MISDEAL = "pass", {"passed_out": True}, {"misdeal": 0}
TALK, SIZE, NEST = "table-talk", "nest-size", "nest-counter"
AUCTION_000 = [15, 25, P, 30, 35, 40, P, P]
AUCTION_001 = [15, 20, P, 25, 30, 35, P, P, P]
AUCTION_004 = [70, 80, P, 85, 90, 95, P, P]  # A sits left of the dealer
SEVENTY, HUNDRED, ALL = hand(0, 70, "red", 70, 50), hand(0, 100, "red", 100, 20), hand(0, 120, "red", 120, 0)
FIFTY = hand(0, 50, "red", 50, 50, 0, 0)
SWEEP = hand(0, 70, "red", 100, 0, tricks=[14, 0])  # 240 in Boston, 128 in Display
FIVE = {"captured": [20, 30], "tricks": [2, 3]}  # five tricks in, partners
SO_FAR = {"captured": [10, 20, 15, 5]}  # somewhere in the middle, four alone


def alone(before: int, *hands: Record) -> Record:
    """Individual Original after so many hands in which the pair of seat 0 took 70."""
    return original(*[SEVENTY] * before, *hands, individual=True)


POINTS = {
    # 000: Regular Rook
    "40 exactly": (regular(hand(1, 40, "green", 20, 40, 25, 15)), [20, 40, 25, 15]),
    "the whole count": (regular(hand(1, 40, "green", 20, 55, 25, 0)), [20, 55, 25, 0]),
    "set back 40": (regular(hand(1, 40, "green", 20, 35, 30, 15, calls=AUCTION_000)), [20, -40, 30, 15]),
    "bid 100": (regular(hand(4, 100, "black", 0, 0, 0, 0, 100), n=5), [0, 0, 0, 0, 100]),
    "four odd fives": (regular(hand(0, 45, "red", 45, 15, 15, 5, 10, 10), n=6), [45, 15, 15, 5, 10, 10]),
    "the rest": (regular(hand(0, 60, "red", None, 20, 10, 15)), [-60, 20, 10, 15]),
    "objects": (regular(hand(0, 30, "red", {"5": 2, "14": 2}, {"5": 2}, {"10": 4}, {"14": 2})), [30, 10, 40, 20]),
    "mixed": (regular(hand(0, 20, "red", {"5": 4}, {"14": 1}, 70, None)), [20, 10, 70, 0]),
    "Rook card 20": (regular(hand(0, 120, "red", 120, 0, 0, 0), rook="20"), [120, 0, 0, 0]),
    "Rook card 20, short": (regular(hand(0, 105, "red", 100, {"rook": 1}, 0, 0), rook="20"), [-105, 20, 0, 0]),
    # 001: the booklet
    "set back 35": (booklet(hand(1, 35, "blue", 40, 30, 15, 15, calls=AUCTION_001)), [40, -35, 15, 15]),
    "eight": (booklet(hand(7, 30, "red", *[10] * 7, 30), n=8), [*[10] * 7, 30]),
    "13s": (booklet(hand(0, 40, "red", {"13": 4}, {"5": 4}, {"10": 4}), n=3, high=13), [40, 20, 40]),
    # 004: the Original
    "95 bid, 75 captured": (original(hand(1, 95, "green", 45, 75, calls=AUCTION_004), dealer=3), [45, -95]),
    "75 exactly": (original(hand(1, 75, "green", 45, 75)), [45, 75]),
    "the Bird": (original(hand(0, 70, "red", {"10": 4, "14": 4}, {"5": 4, "rook": 1})), [80, 40]),
    # 002: Boston and Display
    "tricks help": (boston(hand(0, 140, "red", 60, 40, tricks=[8, 6])), [140, 100]),
    "counters only": (boston(hand(0, 150, "red", 60, 40, tricks=[8, 6])), [60, 200]),
    "green, one short": (boston(hand(3, 110, "green", 45, 55, tricks=[5, 9])), [150, 55]),
    "the rest of both": (boston(hand(0, 70, "black", None, {"5": 2, "10": 2}, tricks=[None, 1])), [174, 38]),
    "all of it is 128": (display(hand(1, 125, "red", 0, 100, tricks=[0, 14])), [0, 128]),
    "148 with the Rook": (display(hand(1, 145, "red", 0, 120, tricks=[0, 14]), rook="20"), [0, 148]),
    "Display, made": (display(hand(0, 60, "red", 50, 50, tricks=[5, 9])), [60, 68]),
    "nothing and double": (display(hand(0, 65, "red", 50, 50, tricks=[5, 9])), [0, 136]),
    # nobody bid
    "passed out": (original({**OUT, "calls": [P, P, P, P]}), [0, 0]),
    "passed out, adjusted": (boston({**OUT, "note": "late", **agreed(1, -10)}), [0, -10]),
    # 002: misplay; 004: renege
    "misplay": (regular(hand(1, 40, "red", **SO_FAR, misplay=2)), [10, 20, -40, 5]),
    "the bidder's": (regular(hand(1, 60, "red", **SO_FAR, misplay=1)), [10, -40, 15, 5]),
    "with objects": (regular(hand(1, 60, "red", {"5": 4}, 0, {"rook": 1}, misplay=1), n=3, rook="20"), [20, -40, 20]),
    "no doubling": (display(hand(0, 90, "red", **FIVE, misplay=2)), [-40, 36]),
    "no bid test": (display(hand(0, 90, "red", **FIVE, misplay=3)), [24, -40]),
    "misplay in black": (boston(hand(0, 90, "black", **FIVE, misplay=0)), [-40, 54]),
    "bidders renege": (original(hand(0, 80, "red", 60, 20, misplay=2)), [-80, 20]),
    "others renege": (original(hand(0, 80, "red", 60, 20, misplay=1)), [60, -80]),
    # 002: misdealing
    "two tricks": (regular({"misdeal": 2}), [0, 0, 0, 0]),
    "three tricks": (regular({"misdeal": 3}, dealer=2), [0, 0, -40, 0]),
    "early, partners": (display(hand(1, 60, "red", misdeal=2)), [0, 0]),
    "dealer's side had bid": (display(hand(0, 60, "red", **FIVE, misdeal=5)), [0, 36]),
    "the others had bid": (display(hand(1, 60, "red", misdeal=5)), [0, 60]),
    "exactly the bid": (display(hand(1, 60, "red", 20, 80, tricks=[2, 9], misdeal=11)), [0, 60]),
    "dealer's side, Boston": (boston(hand(1, 90, "red", **FIVE, misdeal=5), dealer=3), [40, 0]),
    "the others, Boston": (boston(hand(2, 90, "red", misdeal=3), dealer=3), [90, 0]),
    "a card exposed": (original({**MISDEAL, "note": "a 12", **agreed(0, 5)}), [5, 0]),
    # penalties
    "talk, still made": (original(hand(0, 75, "red", 75, 45, **fine(TALK, 2))), [35, 45]),
    "nest size": (original(hand(0, 75, "red", 70, 50, **fine(SIZE, 1))), [-75, 10]),
    "every time": (original(hand(0, 75, "red", 75, 45, **fine(TALK, 0, 2, 0, 3))), [-45, 5]),
    "beside a renege": (original(hand(0, 75, "red", 60, 20, misplay=0, **fine(TALK, 0, 1))), [-115, -20]),
    "a 5 in the nest": (regular(hand(1, 40, "red", 20, 50, 10, 15, **fine(NEST, 1)), nest=True), [20, -60, 10, 15]),
    "a 14 in the nest": (booklet(hand(0, 35, "red", {"14": 3}, 60, 0, **fine(NEST, 0)), n=3, nest=True), [-55, 60, 0]),
    # 004: individual scoring
    "hand 4": (alone(3, hand(1, 70, "red", 40, 80)), [40, 80, 40, 80]),
    "hand 5": (alone(4, hand(1, 70, "red", 80, 40)), [80, 80, 40, 40]),
    "hand 9": (alone(8, hand(2, 70, "red", 80, 40)), [80, -70, -70, 80]),
    "void hands do not count": (alone(3, OUT, MISDEAL, hand(0, 70, "red", 80, 40)), [80, 40, 80, 40]),
    "nor after four": (alone(4, OUT, hand(3, 70, "red", 80, 40)), [80, 80, -70, -70]),
    "a pair is fined": (alone(4, hand(1, 70, "red", 80, 40, **fine(TALK, 3))), [80, 80, 0, 0]),
    "a pair reneges": (alone(8, hand(0, 90, "red", 50, 40, misplay=1)), [50, -90, -90, 50]),
    "one is adjusted": (alone(4, hand(1, 70, "red", 80, 40, **agreed(3, -5))), [80, 80, 40, 35]),
}


@each_row(("document", "points"), table(POINTS))
def test_points(document: Record, points: list[int]) -> None:
    last = sheet(document).hands[-1]
    assert list(last.points) == points
    assert [sum(line.points for line in last.lines if line.side == side) for side in range(len(points))] == points


LINES = {
    "the bid, no counters": (regular(hand(1, 40, "red", 20, 35, 30, 15)), 1, [-40]),
    "not even the tricks": (display(hand(0, 65, "red", 50, 50, tricks=[5, 9])), 0, []),
    "misplay: no counters": (regular(hand(1, 40, "red", **SO_FAR, misplay=1)), 1, [-40]),
    "nest: one set back": (regular(hand(0, 40, "red", 5, 90, 0, 0, **fine(NEST, 0)), nest=True), 0, [-60]),
    "each its own": (original(hand(0, 75, "red", 70, 50, **fine(TALK, 0, 2), **agreed(0, 5))), 0, [-75, -40, -40, 5]),
}


@each_row(("document", "side", "points"), table(LINES))
def test_only_these_lines(document: Record, side: int, points: list[int]) -> None:
    lines = sheet(document).hands[0].lines
    assert [line.points for line in lines if line.side == side and line.points] == points
    assert all(line.why and line.rule.startswith(document["game"]) for line in lines)


@each_row("rook", ["out", "plain", "20"])
@each_row(
    ("trump", "most", "ceiling"),
    [("red", 240, 240), ("black", 212, 210), ("green", 184, 180), ("yellow", 156, 150), ("none", 240, 240)],
)
def test_bostons_table(trump: str, most: int, ceiling: int, rook: str) -> None:
    more = 20 if rook == "20" else 0
    document = boston(hand(0, ceiling + more, trump, 100 + more, 0, tricks=[14, 0]), rook=rook)
    assert list(sheet(document).totals) == [most + more, 0]
    assert wrong(but(document, bid=ceiling + more + 10)) == "bid"


LIMITS = {("regular", n): tricks for n, tricks in {3: 13, 4: 14, 5: 11, 6: 9}.items()}
LIMITS |= {("booklet", n): tricks for n, tricks in {3: 18, 4: 14, 5: 11, 6: 9, 7: 8, 8: 7}.items()}
LIMITS |= {("boston", 4): 14, ("display", 4): 14}


@each_row(("game", "n", "tricks"), [(*key, tricks) for key, tricks in LIMITS.items()])
def test_a_misdeal_is_noticed_within_the_deal(game: str, n: int, tricks: int) -> None:
    document = record(game, hand(1, 70, "red", misdeal=tricks), n=n)
    assert list(sheet(document).totals) == ([0, 70] if game in ("boston", "display") else [-40] + [0] * (n - 1))
    assert wrong(but(document, misdeal=tricks + 1)) == "misdeal"


LEVEL = [hand(0, 70, "red", 70, 50), hand(1, 70, "red", 50, 70)]
ENDS = {  # after the last hand: totals and winners
    "tied at the line": (regular(*[FIFTY] * 3), [150, 150, 0, 0], []),
    "the tie broken": (regular(*[FIFTY] * 3, hand(0, 5, "red", 30, 20, 30, 20)), [180, 170, 30, 20], [0]),
    "one of them set back": (regular(*[FIFTY] * 3, hand(0, 50, "red", 45, 5, 50, 0)), [100, 155, 50, 0], [1]),
    "a non-bidder, exactly": (regular(FIFTY, hand(0, 5, "red", 0, 100, 0, 0)), [45, 150, 0, 0], [1]),
    "adjusted below": (regular(FIFTY, FIFTY, {**FIFTY, **agreed(0, -1), "bid": 5}, target=151), [149, 150, 0, 0], []),
    "booklet: 200": (booklet(*[hand(0, 90, "red", 100, 0, 0)] * 2, n=3), [200, 0, 0], [0]),
    "265 after the penalty": (original(HUNDRED, ALL, hand(0, 85, "red", 85, 35, **fine(TALK, 2))), [265, 55], []),
    "305 without it": (original(HUNDRED, ALL, hand(0, 85, "red", 85, 35)), [305, 55], [0]),
    "lifted when thrown in": (original(HUNDRED, ALL, {**OUT, **agreed(0, 80)}), [300, 20], [0]),
    "lifted when misdealt": (original(HUNDRED, ALL, {**MISDEAL, **agreed(0, 80)}), [300, 20], [0]),
    "both over": (original({**SEVENTY, **agreed(1, 240)}, {**SEVENTY, **agreed(0, 190)}), [330, 340], [1]),
    "so many hands": (original(ALL, OUT, MISDEAL, HUNDRED, hands=2), [220, 20], [0]),
    "level after them": (original(*LEVEL, hands=2), [120, 120], []),
    "and one more": (original(*LEVEL, HUNDRED, hands=2), [220, 140], [0]),
    "void hands do not count": (original(ALL, MISDEAL, OUT, hands=2), [120, 0], []),
    "no 300 line then": (original(ALL, ALL, ALL, hands=4), [360, 0], []),
    "eleven alone": (alone(11), [770, 630, 630, 610], []),
    "twelve, shared": (alone(11, {**SEVENTY, **agreed(1, 160)}), [840, 840, 680, 680], [0, 1]),
    "a smaller number": (boston(SWEEP, SWEEP, target=480), [480, 0], [0]),
    "Display: 200": (display(SWEEP, SWEEP), [256, 0], [0]),
}


@each_row(("document", "totals", "winners"), table(ENDS))
def test_the_end(document: Record, totals: list[int], winners: list[int]) -> None:
    got = sheet(document).as_json()
    assert (got["totals"], got["winners"], got["over"]) == (totals, winners, bool(winners))
    assert (got["next_dealer"] is None) is bool(winners)
    if winners:
        assert wrong({**document, "hands": [*document["hands"], document["hands"][0]]}) == "hand"


@each_row(
    ("document", "dealers"),
    [
        (regular(FIFTY, FIFTY, dealer=3), [3, 0, 1]),
        (boston(OUT, {"misdeal": 1}, OUT), [0, 1, 2, 3]),
        (regular({**FIFTY, "misplay": 0}, {"misdeal": 3}, FIFTY), [0, 1, 2, 3]),
        (original(OUT, MISDEAL, ALL, MISDEAL, dealer=3), [3, 0, 0, 1, 1]),
    ],
    ids=["left", "thrown in", "misplay", "an exposed card keeps the dealer"],
)
def test_the_deal_passes_to_the_left(document: Record, dealers: list[int]) -> None:
    got = sheet(document)
    assert [*(dealt.dealer for dealt in got.hands), got.next_dealer] == dealers


R, R20, ORI, B, D = regular(FIFTY), regular(FIFTY, rook="20"), original(SEVENTY), boston(SWEEP), display(SWEEP)
NESTED = regular(hand(0, 40, "red", 5, 90, 0, 0, **fine(NEST, 0)), nest=True)
LATE = boston(hand(0, 90, "red", **FIVE, misdeal=5))
WRONG = {
    "bid 42": (but(R, bid=42), "bid"),
    "bid 0": (but(R, bid=0), "bid"),
    "bid 105": (but(R, bid=105), "bid"),
    "bid 125 of 120": (but(R20, bid=125, captured=[120, 0, 0, 0]), "bid"),
    "a bid of true": (but(R, bid=True), "bid"),
    "a bid of 50.0": (but(R, bid=50.0), "bid"),
    "bid 65": (but(ORI, bid=65), "bid"),
    "bid 125": (but(ORI, bid=125), "bid"),
    "Boston in fives": (but(B, bid=75), "bid"),
    "Display 130": (but(D, bid=130), "bid"),
    "blue": (but(R, trump="blue"), "trump"),
    "yellow booklet": (booklet({**FIFTY, "trump": "yellow"}), "trump"),
    "no color": (but(R, trump="none"), "trump"),
    "seat 4": (but(R, bidder=4), "bidder"),
    "no bid": (but(R, "bid", "trump"), "bid trump"),
    "no tricks": (but(B, "tricks"), "tricks"),
    "an unknown key": (but(R, nets=True), "nets"),
    "15 tricks": (but(B, tricks=[14, 1]), "tricks"),
    "95 in all": (but(R, captured=[50, 45, 0, 0]), "captured"),
    "two nulls": (but(R, captured=[50, None, None, 0]), "captured"),
    "all 5s, six times": (regular(hand(0, 25, "red", 25, 15, 15, 15, 15, 15), n=6), "captured"),
    "five 5s": (but(R, captured=[{"5": 5}, None, 0, 0]), "captured"),
    "no 5 left": (but(R, captured=[{"5": 4}, 5, 75, 0]), "captured"),
    "a 5 nobody has": (but(ORI, captured=[{"5": 1, "10": 4, "14": 4}, {"5": 2, "rook": 1}]), "captured"),
    "the Rook card is out": (but(R, captured=[{"rook": 1}, None, 0, 0]), "captured"),
    "14s with 13s": (booklet(hand(0, 5, "red", {"14": 1}, None, 0), n=3, high=13), "captured"),
    "no trick, a counter": (but(B, captured=[95, 5]), "captured"),
    "one trick, 45": (but(B, captured=[55, 45], tricks=[13, 1]), "captured"),
    "one trick, five counters": (but(D, captured=[None, {"5": 4, "10": 1}], tricks=[13, 1]), "captured"),
    "four cards left, 45 out": (but(D, captured=[30, 25], tricks=[7, 6], misplay=0), "captured"),
    "no cards left, 5 out": (but(D, captured=[50, 45], tricks=[7, 7], misplay=0), "captured"),
    "null in a misplay": (but(R, captured=[50, None, 0, 0], misplay=0), "captured"),
    "over 100 in a misplay": (but(R, captured=[50, 50, 5, 0], misplay=0), "captured"),
    "passed out in Regular": (regular(OUT), "passed_out bidder bid trump captured"),
    "passed out, but a bid": (original({**OUT, "calls": [70, P, P, P]}), "calls"),
    "passed out and captured": (original({**OUT, "captured": [70, 50]}), "captured"),
    "original misdeal 1": (original({"misdeal": 1}), "misdeal"),
    "original misdeal, bid": (original(hand(0, 70, "red", misdeal=0)), "bidder bid trump"),
    "early and captured": (regular({"misdeal": 2, **SO_FAR}), "captured"),
    "half a bid": (regular({"misdeal": 3, "bidder": 0, "bid": 40}), "trump"),
    "late, no bid": (boston({"misdeal": 3}), "bidder bid trump"),
    "late, no tricks": (but(LATE, "tricks"), "tricks"),
    "late, nothing": (but(LATE, "tricks", "captured"), "captured tricks"),
    "late, one of both": (but(LATE, "tricks", bidder=1), "tricks"),
    "late, other tricks": (but(LATE, tricks=[2, 4]), "tricks"),
    "late, null": (but(LATE, captured=[20, None]), "captured"),
    "misdeal and penalty": (regular({"misdeal": 3, **fine(NEST, 0)}, nest=True), "penalties"),
    "misdeal and misplay": (but(LATE, misplay=0), "misplay"),
    "no nest": (but(R, **fine(NEST, 0)), "penalties"),
    "fined in Boston": (but(B, **fine(TALK, 0)), "penalties"),
    "not the bidder's nest": (but(NESTED, **fine(NEST, 1)), "penalties"),
    "nest twice": (but(NESTED, **fine(NEST, 0, 0)), "penalties"),
    "nest, null": (but(NESTED, captured=[5, None, 0, 0]), "captured"),
    "nest, all captured": (but(NESTED, captured=[10, 90, 0, 0]), "captured"),
    "nest and misplay": (but(NESTED, misplay=1), "penalties"),
    "blank why": (but(R, **agreed(0, 5, " ")), "adjust"),
    "no such side": (but(ORI, **agreed(2, 5)), "adjust"),
    "calls: another bidder": (but(R, calls=[P, 50, P, P]), "calls"),
    "calls: another bid": (but(R, calls=[45, P, P, P]), "calls"),
    "calls: another color": (but(B, calls=[P, P, P, [70, "black"]]), "calls"),
    "calls: half-way": (but(R, calls=[50, P]), "calls"),
    "open, captured": (but(R, open=True), "captured"),
    "open, adjusted": (regular({"open": True, **agreed(0, 5)}), "adjust"),
    "open, passed out": (original({"open": True, **OUT}), "passed_out"),
    "open, half an auction, a bidder": (regular({"open": True, "calls": [15, P], "bidder": 0}), "bidder"),
    "open, all passed, a trump": (original({"open": True, "calls": [P, P, P, P], "trump": "red"}), "trump"),
    "open, nest by nobody": (regular({"open": True, **fine(NEST, 1)}, nest=True), "bidder"),
    "open, after the end": (original(ALL, {"open": True}, hands=1), "hand"),
    "hands and target": (original(SEVENTY, hands=3, target=300), "options"),
    "alone to 300": (original(SEVENTY, individual=True, target=300), "options"),
    "13s in Regular's options": (regular(FIFTY, high=13), "options"),
}


@each_row(("document", "keys"), table(WRONG))
def test_refused(document: Record, keys: str) -> None:
    assert wrong(document) == keys


OPEN = {
    "bid known": (regular, hand(1, 40, "green", calls=AUCTION_000)),
    "trump to come": (regular, {"bidder": 1, "bid": 40}),
    "half an auction": (regular, {"calls": [15, P]}),
    "all passed": (original, {"calls": [P, P, P, P]}),
    "fined already": (original, {**fine(TALK, 1), "note": "!"}),
    "nest": (partial(regular, nest=True), {"bidder": 1, **fine(NEST, 1)}),
}


@each_row(("game", "keys"), table(OPEN))
def test_an_open_hand_scores_nothing_yet(game: Any, keys: Record) -> None:
    got = sheet(game({"open": True, **keys}, dealer=2 if "note" in keys else 0)).as_json()
    assert (got["hands"], set(got["totals"]), got["over"]) == ([], {0}, False)
    assert got["open"] == {"dealer": got["next_dealer"], **keys}


def test_only_the_last_hand_is_open() -> None:
    faults = score(regular({"open": True}, FIFTY))
    assert isinstance(faults, tuple)
    assert [(fault.hand, fault.path) for fault in faults] == [(1, "open")]
