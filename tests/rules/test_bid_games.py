"""The five bid games, case by case: what the booklets print, what record.md adds, and every way to go wrong."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from scorekeeper.rules import Sheet, score

NAMES = ["Ann", "Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal"]
OUT = {"passed_out": True}
MISDEAL = {"misdeal": 0}


def hand(bidder: int, bid: Any, trump: Any, *captured: Any, **more: Any) -> dict[str, Any]:
    return {"bidder": bidder, "bid": bid, "trump": trump, "captured": list(captured), **more}


def bid(bidder: int, amount: int, trump: str, **more: Any) -> dict[str, Any]:
    return {"bidder": bidder, "bid": amount, "trump": trump, **more}


def half(*calls: Any, **more: Any) -> dict[str, Any]:
    return {"open": True, "calls": list(calls), **more}


def fined(*pairs: tuple[str, int]) -> list[dict[str, Any]]:
    return [{"kind": kind, "by": seat} for kind, seat in pairs]


def adjust(side: int, points: int) -> list[dict[str, Any]]:
    return [{"side": side, "points": points, "why": "agreed"}]


def record(game: str, *hands: dict[str, Any], n: int = 4, dealer: int = 0, **options: Any) -> dict[str, Any]:
    document = {"format": "rook-record/1", "game": game, "players": NAMES[:n], "dealer": dealer, "hands": list(hands)}
    return {**document, "options": options} if options else document


regular, booklet, original, boston, display = (
    partial(record, game) for game in ("regular", "booklet", "original", "boston", "display")
)


def table(rows: dict[str, tuple[Any, ...]]) -> list[Any]:
    return [pytest.param(*row, id=name) for name, row in rows.items()]


def sheet(document: dict[str, Any]) -> Sheet:
    got = score(document)
    assert isinstance(got, Sheet), got
    return got


def wrong(document: dict[str, Any]) -> str:
    """Every fault as its hand and key: `1 captured`."""
    faults = score(document)
    assert isinstance(faults, tuple), faults
    assert all(fault.message and "." in fault.rule for fault in faults)
    return ", ".join(f"{fault.hand or ''} {(fault.path or '').split('[')[0].split('.')[0]}".strip() for fault in faults)


TALK, SIZE, NEST = "table-talk", "nest-size", "nest-counter"
P = "pass"
PRINTED = {  # the three printed auctions: 000 rule 4, 001 rule 3, 004 Bidding example (A sits left of the dealer)
    "regular": [15, 25, P, 30, 35, 40, P, P],
    "booklet": [15, 20, P, 25, 30, 35, P, P, P],
    "original": [70, 80, P, 85, 90, 95, P, P],
}
TWELVE = [hand(0, 70, "red", 70, 50)] * 12  # individual: seat 0's pair always takes 70


def alone(before: int, *hands: dict[str, Any]) -> dict[str, Any]:
    return original(*TWELVE[:before], *hands, individual=True)


POINTS = {
    # 000: Regular Rook
    "regular: B's 40 made exactly": (regular(hand(1, 40, "green", 20, 40, 25, 15)), [20, 40, 25, 15]),
    "regular: the whole count, not only the bid": (regular(hand(1, 40, "green", 20, 55, 25, 0)), [20, 55, 25, 0]),
    "regular: B set back 40": (regular(hand(1, 40, "green", 20, 35, 30, 15)), [20, -40, 30, 15]),
    "regular: printed auction": (
        regular(hand(1, 40, "green", 20, 35, 30, 15, calls=PRINTED["regular"])),
        [20, -40, 30, 15],
    ),
    "regular: bid 5, nothing taken": (regular(hand(0, 5, "red", 0, 100, 0), n=3), [-5, 100, 0]),
    "regular: bid 100": (regular(hand(4, 100, "black", 0, 0, 0, 0, 100), n=5), [0, 0, 0, 0, 100]),
    "regular: six players, four odd fives": (
        regular(hand(0, 45, "yellow", 45, 15, 15, 5, 10, 10), n=6),
        [45, 15, 15, 5, 10, 10],
    ),
    "regular: the rest": (regular(hand(0, 60, "red", None, 20, 10, 15)), [-60, 20, 10, 15]),
    "regular: counters as objects": (
        regular(hand(0, 40, "red", {"5": 2, "10": 1, "14": 2}, {"5": 2}, {"10": 3, "14": 2}, {})),
        [40, 10, 50, 0],
    ),
    "regular: objects and points mixed": (regular(hand(0, 20, "red", {"5": 4}, {"14": 1}, 70, None)), [20, 10, 70, 0]),
    "regular: Rook card plain": (regular(hand(0, 100, "red", 100, 0, 0, 0), rook="plain"), [100, 0, 0, 0]),
    "regular: Rook card 20": (regular(hand(0, 120, "red", 120, 0, 0, 0), rook="20"), [120, 0, 0, 0]),
    "regular: Rook card 20, short": (
        regular(hand(0, 105, "red", 100, {"rook": 1}, 0, 0), rook="20"),
        [-105, 20, 0, 0],
    ),
    "regular: nest in use, nothing wrong": (regular(hand(0, 50, "red", 50, 50, 0, 0), nest=True), [50, 50, 0, 0]),
    # 001: the booklet
    "booklet: B set back 35": (
        booklet(hand(1, 35, "blue", 40, 30, 15, 15, calls=PRINTED["booklet"])),
        [40, -35, 15, 15],
    ),
    "booklet: 35 or over": (booklet(hand(1, 35, "blue", 35, 35, 15, 15)), [35, 35, 15, 15]),
    "booklet: eight players": (
        booklet(hand(7, 30, "green", 10, 10, 10, 10, 10, 10, 10, 30), n=8),
        [10, 10, 10, 10, 10, 10, 10, 30],
    ),
    "booklet: 13s count": (
        booklet(hand(0, 40, "red", {"13": 4}, {"5": 4}, {"10": 4}), n=3, high=13),
        [40, 20, 40],
    ),
    # 004: the Original
    "original: 95 bid, 75 captured": (
        original(hand(1, 95, "green", 45, 75, calls=PRINTED["original"]), dealer=3),
        [45, -95],
    ),
    "original: made exactly": (original(hand(1, 75, "green", 45, 75)), [45, 75]),
    "original: full credit": (original(hand(2, 70, "yellow", 120, None)), [120, 0]),
    "original: the Bird is 20": (
        original(hand(0, 70, "red", {"10": 4, "14": 4}, {"5": 4, "rook": 1})),
        [80, 40],
    ),
    # 002: Boston, its table of values and its ceilings
    "boston: red 240": (boston(hand(0, 240, "red", 100, 0, tricks=[14, 0])), [240, 0]),
    "boston: black 212": (boston(hand(0, 210, "black", 100, 0, tricks=[14, 0])), [212, 0]),
    "boston: green 184": (boston(hand(0, 180, "green", 100, 0, tricks=[14, 0])), [184, 0]),
    "boston: yellow 156": (boston(hand(0, 150, "yellow", 100, 0, tricks=[14, 0])), [156, 0]),
    "boston: no color 240": (boston(hand(0, 240, "none", 100, 0, tricks=[14, 0])), [240, 0]),
    "boston: tricks help to make it": (boston(hand(0, 140, "red", 60, 40, tricks=[8, 6])), [140, 100]),
    "boston: failed, counters only": (boston(hand(0, 150, "red", 60, 40, tricks=[8, 6])), [60, 200]),
    "boston: failed in green": (boston(hand(3, 110, "green", 45, 55, tricks=[5, 9])), [75, 109]),
    "boston: failed by one": (boston(hand(3, 110, "green", 49 - 4, 55, tricks=[6, 8])), [162, 55]),
    "boston: the rest of both": (boston(hand(0, 70, "black", 40, None, tricks=[None, 8])), [88, 124]),
    "boston: plain Rook card": (boston(hand(0, 240, "red", 100, 0, tricks=[14, 0]), rook="plain"), [240, 0]),
    "boston: 260 with the Rook card": (boston(hand(0, 260, "red", 120, 0, tricks=[14, 0]), rook="20"), [260, 0]),
    "boston: 232 with the Rook card": (boston(hand(0, 230, "black", 120, 0, tricks=[14, 0]), rook="20"), [232, 0]),
    "boston: 204 with the Rook card": (boston(hand(0, 200, "green", 120, 0, tricks=[14, 0]), rook="20"), [204, 0]),
    "boston: 176 with the Rook card": (boston(hand(0, 170, "yellow", 120, 0, tricks=[14, 0]), rook="20"), [176, 0]),
    # 002: Display
    "display: all of it is 128": (display(hand(1, 125, "red", 0, 100, tricks=[0, 14])), [0, 128]),
    "display: tricks help to make it": (display(hand(0, 60, "red", 50, 50, tricks=[5, 9])), [60, 68]),
    "display: nothing and double": (display(hand(0, 65, "red", 50, 50, tricks=[5, 9])), [0, 136]),
    "display: 148 with the Rook card": (display(hand(1, 145, "red", 0, 120, tricks=[0, 14]), rook="20"), [0, 148]),
    # nobody bid
    "original: passed out": (original({**OUT, "calls": [P, P, P, P]}), [0, 0]),
    "boston: passed out, adjusted": (boston({**OUT, "note": "late", "adjust": adjust(1, -10)}), [0, -10]),
    # misplays: 002 "For misplay", 004 Penalties
    "regular: misplay": (regular(hand(1, 40, "green", 10, 20, 15, 5, misplay=2)), [10, 20, -40, 5]),
    "regular: the bidder's misplay": (regular(hand(1, 60, "green", 10, 20, 15, 5, misplay=1)), [10, -40, 15, 5]),
    "regular: misplay, objects": (
        regular(hand(1, 60, "green", {"5": 4}, 0, 0, {"rook": 1}, misplay=1), rook="20"),
        [20, -40, 0, 20],
    ),
    "booklet: nothing taken yet": (booklet(hand(0, 50, "red", 0, 0, 0, misplay=1), n=3), [0, -40, 0]),
    "display: misplay, no doubling": (display(hand(0, 90, "red", 20, 30, tricks=[2, 3], misplay=2)), [-40, 36]),
    "display: no bid test": (display(hand(0, 90, "red", 20, 30, tricks=[2, 3], misplay=3)), [24, -40]),
    "boston: misplay": (boston(hand(0, 90, "black", 20, 30, tricks=[2, 3], misplay=0)), [-40, 54]),
    "original: the bidders renege": (original(hand(0, 80, "red", 60, 20, misplay=2)), [-80, 20]),
    "original: the others renege": (original(hand(0, 80, "red", 60, 20, misplay=1)), [60, -80]),
    # misdeals: 002
    "regular: misdeal before the third trick": (regular({"misdeal": 2}), [0, 0, 0, 0]),
    "regular: misdeal later": (regular({"misdeal": 3}, dealer=2), [0, 0, -40, 0]),
    "regular: misdeal later, bid known": (regular(bid(1, 40, "red", misdeal=3)), [-40, 0, 0, 0]),
    "booklet: misdeal at once": (booklet({"misdeal": 0}, n=7), [0] * 7),
    "display: misdeal before the third trick": (display({"misdeal": 2}), [0, 0]),
    "display: late, dealer's side had bid": (display(hand(0, 60, "red", 20, 30, tricks=[2, 3], misdeal=5)), [0, 36]),
    "display: late, the others had bid": (display(bid(1, 60, "red", misdeal=5)), [0, 60]),
    "display: exactly the bid": (display(hand(1, 60, "red", 20, 80, tricks=[2, 9], misdeal=11)), [0, 60]),
    "boston: late, dealer's side had bid": (
        boston(hand(1, 90, "red", 20, 30, tricks=[2, 3], misdeal=5), dealer=3),
        [40, 0],
    ),
    "boston: late, the others had bid": (boston(bid(2, 90, "red", misdeal=3), dealer=3), [90, 0]),
    "original: a card exposed": (original({**MISDEAL, "note": "a 12", "adjust": adjust(0, 5)}), [5, 0]),
    # penalties
    "original: table talk, bid still made": (
        original(hand(0, 75, "red", 75, 45, penalties=fined((TALK, 2)))),
        [35, 45],
    ),
    "original: nest size, by the others": (original(hand(0, 75, "red", 70, 50, penalties=fined((SIZE, 1)))), [-75, 10]),
    "original: each and every time": (
        original(hand(0, 75, "red", 75, 45, penalties=fined((TALK, 0), (TALK, 2), (SIZE, 0), (TALK, 3)))),
        [-45, 5],
    ),
    "original: beside a renege": (
        original(hand(0, 75, "red", 60, 20, misplay=0, penalties=fined((TALK, 0), (TALK, 1)))),
        [-115, -20],
    ),
    "regular: a counter left in the nest": (
        regular(hand(1, 40, "red", 20, 50, 10, 15, penalties=fined((NEST, 1))), nest=True),
        [20, -60, 10, 15],
    ),
    "booklet: a 14 left in the nest": (
        booklet(hand(0, 35, "blue", {"14": 3}, {"10": 4}, {"5": 4}, penalties=fined((NEST, 0))), n=3, nest=True),
        [-55, 40, 20],
    ),
    # 004: individual scoring
    "individual: hands 1 to 4": (alone(3, hand(1, 70, "red", 40, 80)), [40, 80, 40, 80]),
    "individual: hands 5 to 8": (alone(4, hand(1, 70, "red", 80, 40)), [80, 80, 40, 40]),
    "individual: still 8": (alone(7, hand(1, 70, "red", 80, 40)), [80, 80, 40, 40]),
    "individual: hands 9 to 12": (alone(8, hand(2, 70, "red", 80, 40)), [80, -70, -70, 80]),
    "individual: thrown in and misdealt do not count": (
        alone(3, OUT, MISDEAL, hand(0, 70, "red", 80, 40)),
        [80, 40, 80, 40],
    ),
    "individual: thrown in after four": (alone(4, OUT, hand(3, 70, "red", 80, 40)), [80, 80, -70, -70]),
    "individual: a pair is fined": (alone(4, hand(1, 70, "red", 80, 40, penalties=fined((TALK, 3)))), [80, 80, 0, 0]),
    "individual: a pair reneges": (alone(8, hand(0, 90, "red", 50, 40, misplay=1)), [50, -90, -90, 50]),
    "individual: one is adjusted": (alone(4, hand(1, 70, "red", 80, 40, adjust=adjust(3, -5))), [80, 80, 40, 35]),
}


@pytest.mark.parametrize(("document", "points"), table(POINTS))
def test_points(document: dict[str, Any], points: list[int]) -> None:
    last = sheet(document).hands[-1]
    assert list(last.points) == points
    assert [sum(line.points for line in last.lines if line.side == side) for side in range(len(points))] == points


LINES = {
    "set back: the bid and no counters": (regular(hand(1, 40, "red", 20, 35, 30, 15)), 1, [-40]),
    "original: the bid and no counters": (original(hand(1, 95, "green", 45, 75)), 1, [-95]),
    "display: not even the tricks": (display(hand(0, 65, "red", 50, 50, tricks=[5, 9])), 0, []),
    "boston: no tricks": (boston(hand(0, 150, "red", 60, 40, tricks=[8, 6])), 0, [60]),
    "misplay: 40 and no counters": (regular(hand(1, 40, "red", 10, 20, 30, 15, misplay=1)), 1, [-40]),
    "nest: one set back": (regular(hand(0, 40, "red", 5, 90, 0, 0, penalties=fined((NEST, 0))), nest=True), 0, [-60]),
    "late misdeal: nothing": (boston(hand(0, 90, "red", 20, 30, tricks=[2, 3], misdeal=5)), 0, []),
    "each penalty its own line": (
        original(hand(0, 75, "red", 70, 50, penalties=fined((TALK, 0), (TALK, 0)), adjust=adjust(0, 5))),
        0,
        [-75, -40, -40, 5],
    ),
}


@pytest.mark.parametrize(("document", "side", "points"), table(LINES))
def test_only_these_lines(document: dict[str, Any], side: int, points: list[int]) -> None:
    lines = sheet(document).hands[0].lines
    assert sorted(line.points for line in lines if line.side == side and line.points) == sorted(points)
    assert all(line.why and "." in line.rule for line in lines)


LIMITS = {("regular", n): tricks for n, tricks in {3: 13, 4: 14, 5: 11, 6: 9}.items()}
LIMITS |= {("booklet", n): tricks for n, tricks in {3: 18, 4: 14, 5: 11, 6: 9, 7: 8, 8: 7}.items()}
LIMITS |= {("boston", 4): 14, ("display", 4): 14}


@pytest.mark.parametrize(("game", "n", "tricks"), [(*key, tricks) for key, tricks in LIMITS.items()])
def test_a_misdeal_is_noticed_within_the_deal(game: str, n: int, tricks: int) -> None:
    known = bid(1, 70, "red")
    first = sheet(record(game, {**known, "misdeal": tricks}, n=n)).hands[0]
    assert list(first.points) == ([0, 70] if game in ("boston", "display") else [-40] + [0] * (n - 1))
    assert wrong(record(game, {**known, "misdeal": tricks + 1}, n=n)) == "1 misdeal"


HUNDRED, TWENTY = hand(0, 100, "red", 100, 20), hand(0, 120, "red", 120, 0)
FIFTIES = hand(0, 50, "red", 50, 50, 0, 0)
ENDS = {  # after the last hand: totals, winners, next dealer
    "regular: tied at the line": (regular(*[FIFTIES] * 3), [150, 150, 0, 0], [], 3),
    "regular: the tie broken": (
        regular(*[FIFTIES] * 3, hand(0, 5, "red", 30, 20, 30, 20)),
        [180, 170, 30, 20],
        [0],
        None,
    ),
    "regular: one tied is set back": (
        regular(*[FIFTIES] * 3, hand(0, 50, "red", 45, 5, 50, 0)),
        [100, 155, 50, 0],
        [1],
        None,
    ),
    "regular: exactly 150, not the bidder": (
        regular(hand(0, 50, "red", 50, 50, 0), hand(0, 5, "red", 0, 100, 0), n=3),
        [45, 150, 0],
        [1],
        None,
    ),
    "regular: adjusted below the line": (
        regular(hand(0, 100, "red", 100, 0, 0, 0), {**FIFTIES, "adjust": adjust(0, -5)}),
        [145, 50, 0, 0],
        [],
        2,
    ),
    "regular: a longer game": (regular(*[hand(0, 50, "red", 60, 40, 0, 0)] * 3, target=200), [180, 120, 0, 0], [], 3),
    "booklet: 200": (booklet(*[hand(0, 90, "red", 100, 0, 0)] * 2, n=3), [200, 0, 0], [0], None),
    "original: 265 after the penalty": (
        original(HUNDRED, TWENTY, hand(0, 85, "red", 85, 35, penalties=fined((TALK, 2)))),
        [265, 55],
        [],
        3,
    ),
    "original: 305 without it": (original(HUNDRED, TWENTY, hand(0, 85, "red", 85, 35)), [305, 55], [0], None),
    "original: lifted by an adjustment": (
        original(HUNDRED, TWENTY, {**OUT, "adjust": adjust(0, 80)}),
        [300, 20],
        [0],
        None,
    ),
    "original: both over, the higher": (
        original(hand(0, 70, "red", 70, 50, adjust=adjust(1, 260)), hand(1, 70, "red", 50, 70, adjust=adjust(0, 190))),
        [310, 380],
        [1],
        None,
    ),
    "original: so many hands": (original(TWENTY, OUT, MISDEAL, HUNDRED, hands=2), [220, 20], [0], None),
    "original: level after so many": (
        original(hand(0, 70, "red", 70, 50), hand(1, 70, "red", 50, 70), hands=2),
        [120, 120],
        [],
        2,
    ),
    "original: misdealt hands do not count": (original(TWENTY, MISDEAL, OUT, hands=2), [120, 0], [], 2),
    "original: no 300 line then": (original(TWENTY, TWENTY, TWENTY, hands=4), [360, 0], [], 3),
    "individual: twelve hands": (alone(12), [840, 680, 680, 680], [0], None),
    "individual: eleven": (alone(11), [770, 630, 630, 610], [], 3),
    "individual: shared": (
        alone(11, {**TWELVE[0], "adjust": adjust(1, 160)}),
        [840, 840, 680, 680],
        [0, 1],
        None,
    ),
    "boston: a smaller number agreed": (
        boston(*[hand(0, 70, "red", 100, 0, tricks=[14, 0])] * 2, target=480),
        [480, 0],
        [0],
        None,
    ),
    "boston: 960": (boston(*[hand(0, 70, "red", 100, 0, tricks=[14, 0])] * 4), [960, 0], [], 0),
    "display: 200 by the other side": (display(*[hand(0, 90, "red", 50, 50, tricks=[7, 7])] * 2), [0, 256], [1], None),
}


@pytest.mark.parametrize(("document", "totals", "winners", "dealer"), table(ENDS))
def test_the_end(document: dict[str, Any], totals: list[int], winners: list[int], dealer: int | None) -> None:
    got = sheet(document).as_json()
    assert (got["totals"], got["winners"], got["next_dealer"]) == (totals, winners, dealer)
    assert got["over"] is bool(winners)


@pytest.mark.parametrize(
    ("document", "dealers"),
    table(
        {
            "to the left": (regular(FIFTIES, FIFTIES, dealer=3), [3, 0]),
            "thrown in": (boston(OUT, {"misdeal": 1}, OUT), [0, 1, 2]),
            "misplay and misdeal": (regular({**FIFTIES, "misplay": 0}, {"misdeal": 3}, FIFTIES), [0, 1, 2]),
            "an exposed card keeps the dealer": (original(OUT, MISDEAL, MISDEAL, TWENTY, dealer=3), [3, 0, 0, 0]),
        }
    ),
)
def test_the_deal_passes_to_the_left(document: dict[str, Any], dealers: list[int]) -> None:
    got = sheet(document)
    assert [dealt.dealer for dealt in got.hands] == dealers
    assert got.next_dealer == (dealers[-1] + 1) % 4
