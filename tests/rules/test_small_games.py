"""The booklet's small games and Club Rook, case by case: scores, ends, and what is refused."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from scorekeeper.rules import Sheet, score
from tests.rows import each_row

NAMES = ["Ann", "Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal"]
Record = dict[str, Any]


def record(game: str, *hands: Record, n: int = 2, **options: Any) -> Record:
    return {"format": "rook-record/1", "game": game, "players": NAMES[:n], "options": options, "hands": list(hands)}


def took(*captured: Any, **more: Any) -> Record:
    return {"captured": list(captured), **more}


def offered(by: int, bid: int, sold: bool | None, *captured: Any) -> Record:
    """Cordova: an offer, sold or declined."""
    return {"trump": "red", "offer": {"by": by, "bid": bid}, "sold": sold, "captured": list(captured)}


def pile(cards: list[Any], fives: list[Any], *sweeps: int) -> Record:
    return {"cards": cards, "fives": fives, **({"sweeps": list(sweeps)} if sweeps else {})}


def left(out: int, *cards: int) -> Record:
    return {"out": out, "left": list(cards)}


def plays(text: str, *hands: int, **more: Any) -> Record:
    """Cribbage in order: `A8 B3` is an 8 by seat 0, a 3 by seat 1."""
    played = [["ABCDEFGH".index(play[0]), int(play[1:])] for play in text.split()]
    return {"plays": played, **({"shown": list(hands)} if hands else {}), **more}


def pegged(*points: int, **more: Any) -> Record:
    return {"pegged": list(points), **more}


def meld(text: str) -> Record:
    """`9x4+3` is four nines and three wild cards, `red_4-6` a run."""
    if "x" in text:
        number, counts = text.split("x")
        natural, _, wild = counts.partition("+")
        return {"set": int(number), "natural": int(natural), **({"wild": int(wild)} if wild else {})}
    color, _, run = text.partition("_")
    return {"run": color, "from": int(run.split("-")[0]), "to": int(run.split("-")[1])}


def table_of(out: int | None, *sides: str, **more: Any) -> Record:
    """Club: who went out and what each side has on the table."""
    none = [0] * len(sides)
    return {
        "out": out,
        "melds": [[meld(t) for t in side.split()] for side in sides],
        "rooks": none,
        "in_hand": none,
    } | more


def agreed(side: int, points: int) -> Record:
    return {"adjust": [{"side": side, "points": points, "why": "agreed"}]}


def rows(cases: dict[str, tuple[Any, ...]]) -> list[Any]:
    return [pytest.param(*case, id=name) for name, case in cases.items()]


cordova, high14, flip, tuxedo, doubt = (
    partial(record, game) for game in ("cordova", "high14", "flip", "tuxedo", "doubt")
)
cribbage, everlasting, tens, donkey = (partial(record, game) for game in ("cribbage", "everlasting", "tens", "donkey"))
club = partial(record, "club", n=4)
six = partial(record, "club", n=6)

PRINTED = "A8 B3 C4 D10 A4 B9"  # 001: C makes 15, D 25, A has the go at 29
TWO = "14x7 red_4-10"  # a natural and a sequence Rookie: 2000, and 140 of cards
HUGE = "14x7 red_4-14 5x4"  # two Rookies again, and cards of 220

POINTS = {
    # 001 Cordova: the dealer is seat 0
    "no offer": (cordova({"trump": "blue", "captured": [0, 32, 0]}, n=3), [0, 32, 0]),
    "objects": (cordova({"trump": "red", "captured": [{"7": 1, "2": 1}, {"10": 1}, None]}, n=3), [17, 10, 5]),
    "sold, made": (cordova(offered(2, 12, True, 5, 2, 25), n=3), [17, 2, 25]),
    "sold, made exactly": (cordova(offered(2, 25, True, 5, 2, 25), n=3), [30, 2, 25]),
    "sold, failed": (cordova(offered(2, 26, True, 5, 2, 25), n=3), [31, 2, -26]),
    "sold, the seller needs nothing": (cordova(offered(1, 15, True, 0, 15, 17), n=3), [15, 15, 17]),
    "declined, made": (cordova(offered(1, 15, False, 15, 0, 17), n=3), [15, 0, 17]),
    "declined, failed": (cordova(offered(1, 16, False, 15, 0, 17), n=3), [-16, 0, 17]),
    "declined, the bidder is free": (cordova(offered(1, 32, False, 30, 2, 0), n=3), [-32, 2, 0]),
    # 001 High 14, Flip
    "high14": (high14(took({"5": 1, "10": 2}, 20, None), n=3), [25, 20, 15]),
    "flip": (flip(took(10, 13)), [10, 13]),
    "flip, red 10 alone": (flip(took({"red 10": 1}, {"red": 9}, None), n=3), [10, 9, 4]),
    "flip, adjusted": (flip(took(23, 0, **agreed(1, 5))), [23, 5]),
    # 001 Tuxedo
    "most cards, fives, sweeps": (tuxedo(pile([30, 26], [3, 1], 2, 1)), [22, 6]),
    "the rest": (tuxedo(pile([None, 26], [3, None])), [20, 5]),
    "tied: nobody": (tuxedo(pile([20, 20, 16], [1, 1, 2], 0, 3, 0), n=3), [5, 8, 10]),
    "tied: each": (tuxedo(pile([20, 20, 16], [1, 1, 2], 0, 3, 0), n=3, most_tie="each"), [10, 13, 10]),
    # 001 I Doubt It
    "all that is left": (doubt(left(1, 10, 0, 20), n=3), [0, 30, 0]),
    "the pile was picked up": (doubt(left(0, 0, 56)), [56, 0]),
    # 001 Simplified Cribbage: play
    "printed run": (cribbage(plays(PRINTED, 0, 0, 0, 0), n=4), [1, 0, 2, 2]),
    "no go for the last card": (cribbage(plays(PRINTED.removesuffix(" B9"), 0, 0, 0, 0), n=4), [0, 0, 2, 2]),
    "20 and 30": (cribbage(plays("A10 B10 A10", 0, 0)), [2, 2]),
    "a go after 30": (cribbage(plays("A10 B10 A10 B5", 0, 0)), [3, 2]),
    "31, no go": (cribbage(plays("A10 B11 A10 B4", 0, 0)), [3, 0]),
    "30, then 31": (cribbage(plays("A10 B10 A10 B1 A1", 0, 0)), [2, 5]),
    "a new count": (cribbage(plays("A14 B13 A11 B4", 0, 0)), [0, 3]),
    "a new count after 31": (cribbage(plays("A10 B11 A10 B14 A1", 0, 0)), [5, 0]),
    "25": (cribbage(plays("A14 B11", 0, 0)), [0, 2]),
    "five each": (cribbage(plays("A1 B1 A2 B2 A3 B3 A4 B4 A5 B5", 0, 0)), [2, 4]),
    "eleven is eleven": (cribbage(plays("A11 B4 A14", 0, 0)), [0, 2]),
    # and hands
    "printed hand": (cribbage(pegged(1, 0, hands=[[2, 5, 7, 3, 10], [14, 14, 13, 13, 12]])), [7, 0]),
    "sixteen": (cribbage(pegged(0, 0, hands=[[5, 5, 5, 5, 10], [1, 2, 3, 4, 6]])), [16, 2]),
    "shown": (cribbage(pegged(3, 4, shown=[16, 0])), [19, 4]),
    "won in play: no hands": (cribbage(plays("A8 B7 A5 B11"), target=2), [0, 2]),
    "won in play: hands not counted": (cribbage(plays("A8 B7", 16, 0), target=2), [0, 2]),
    "pegged to the line": (cribbage(pegged(3, 0, shown=[0, 16]), target=3), [3, 0]),
    "pegged level: hands count": (cribbage(pegged(3, 3, shown=[0, 2]), target=3), [3, 5]),
    # 001, for children
    "everlasting": (everlasting({"cards": [30, 0, 26]}, n=3), [30, 0, 26]),
    "tens": (tens({"cards": [10, 31, 0]}, n=3), [10, 31, 0]),
    "donkey": (donkey({"winner": 2}, n=3), [0, 0, 1]),
    # 003 Club Rook
    "gone out": (club(table_of(0, TWO, "", in_hand=[0, 50])), [2340, -50]),
    "by the partner": (club(table_of(2, TWO, "", in_hand=[30, 0])), [2310, 0]),
    "draw pile used up": (club(table_of(None, TWO, "6x3")), [2140, 30]),
    "one Rook card": (club(table_of(0, TWO, "9x7", rooks=[1, 1])), [2550, 870]),
    "both Rook cards": (club(table_of(None, TWO, "", rooks=[2, 0])), [2660, 0]),
    "only the bonus": (club(table_of(None, TWO, "", rooks=[2, 0]), rook_cards="bonus"), [2640, 0]),
    "one Rookie, no Rook cards": (club(table_of(None, "9x7", "", rooks=[2, 0])), [870, 0]),
    "two regular": (club(table_of(None, "9x4+3 8x5+2", "", rooks=[1, 0])), [1200, 0]),
    "a natural one with a wild": (club(table_of(None, "9x7+1", "8x3")), [490, 30]),
    "three naturals only": (club(table_of(None, "9x3+4", "red_4-9")), [110, 60]),
    "3s going out": (club(table_of(0, f"{TWO} 3x2+1", "")), [2380, 0]),
    "a Rookie of 3s": (club(table_of(1, "", "3x7 9x7")), [0, 1940]),
    "hands by cards": (club(table_of(None, "", "", in_hand=[{"natural": 3, "wild": 1}, {"wild": 2}])), [-50, -40]),
    "empty hands": (club(table_of(None, "", "", in_hand=[{}, 0])), [0, 0]),
    "every card in hand": (club(table_of(None, "", "", in_hand=[1280, 0])), [-1280, 0]),
    "all wild cards": (club(table_of(None, "6x2+9", "", in_hand=[{"wild": 7}, 0])), [60, 0]),
    "all eights, both red runs": (club(table_of(None, "8x8", "red_4-6 red_4-6")), [880, 60]),
    "six, three pairs": (six(table_of(3, TWO, "", "6x3", in_hand=[0, 10, 0])), [2340, -10, 30]),
    "two of three Rook cards": (six(table_of(None, "", TWO, "", rooks=[0, 2, 1])), [0, 2660, 0]),
    "all three Rook cards": (six(table_of(None, "", TWO, "", rooks=[0, 3, 0])), [0, 3170, 0]),
    "six, threes": (six(table_of(4, TWO, "", in_hand=[0, 20]), sides="threes"), [2340, -20]),
    "twelve of a number": (six(table_of(None, "9x12", "", "")), [920, 0, 0]),
}


def sheet(document: Record) -> Sheet:
    got = score(document)
    assert isinstance(got, Sheet), got
    return got


@each_row(("document", "points"), rows(POINTS))
def test_points(document: Record, points: list[int]) -> None:
    last = sheet(document).hands[-1]
    assert list(last.points) == points
    assert [sum(line.points for line in last.lines if line.side == side) for side in range(len(points))] == points
    assert all(line.why and line.rule.startswith(document["game"]) for line in last.lines)


LEVEL = pegged(0, 0, 0, shown=[6, 6, 4])  # over a target of 4, but tied
ENDS = {  # after the last hand: totals and winners
    "cordova: the price counts": (cordova(offered(1, 32, True, 0, 32, 0), n=3, target=32), [32, 32, 0], []),
    "cordova: 100": (cordova(*[{"trump": "red", "captured": [32, 0, 0]}] * 4, n=3), [128, 0, 0], [0]),
    "high14: 50": (high14(took(50, 10)), [50, 10], [0]),
    "high14: tied": (high14(took(30, 30), took(30, 30)), [60, 60], []),
    "high14: 100 agreed": (high14(took(60, 0), target=100), [60, 0], []),
    "flip: five hands": (flip(*[took(23, 0)] * 5), [115, 0], []),
    "flip: the lowest": (flip(*[took(23, 0)] * 6), [138, 0], [1]),
    "flip: shared": (flip(*[took(23, 0, 0)] * 6, n=3), [138, 0, 0], [1, 2]),
    "flip: adjusted": (flip(*[took(23, 0, 0)] * 5, took(23, 0, 0, **agreed(1, 1)), n=3), [138, 1, 0], [2]),
    "tuxedo: 50": (tuxedo(pile([56, 0], [4, 0]), pile([56, 0], [4, 0])), [50, 0], [0]),
    "doubt: 100": (doubt(left(0, 0, 56), left(0, 0, 44)), [100, 0], [0]),
    "doubt: 99": (doubt(left(0, 0, 56), left(0, 0, 43)), [99, 0], []),
    "cribbage: in the middle of the plays": (cribbage(plays("A8 B7 A5 B5 A6"), target=2), [0, 2], [1]),
    "cribbage: later plays do not count": (cribbage(plays("A10 B5 A5 B5 A5", 8, 8), target=4), [2, 4], [1]),
    "cribbage: the go wins": (cribbage(plays("A14 B13 A11 B4"), target=1), [0, 1], [1]),
    "cribbage: level is no win": (cribbage(LEVEL, plays("A8 B6 C1", 0, 0, 2), n=3, target=4), [6, 6, 8], [2]),
    "cribbage: above everybody": (cribbage(LEVEL, plays("A8 B7"), n=3, target=4), [6, 8, 4], [1]),
    "cribbage: hands, together": (cribbage(pegged(1, 2, shown=[4, 4]), target=5), [5, 6], [1]),
    "cribbage: tied": (cribbage(pegged(2, 2, shown=[4, 4]), target=6), [6, 6], []),
    "cribbage: a win stays": (cribbage(pegged(3, 0, **agreed(0, -3)), target=3), [0, 0], [0]),
    "cribbage: nor is it overtaken": (cribbage(plays("A8 B7", **agreed(0, 9)), target=2), [9, 2], [1]),
    "everlasting: most": (everlasting({"cards": [30, 26, 0]}, n=3), [30, 26, 0], [0]),
    "everlasting: shared": (everlasting({"cards": [28, 0, 28]}, n=3), [28, 0, 28], [0, 2]),
    "everlasting: one has all": (everlasting({"cards": [56, 0]}), [56, 0], [0]),
    "tens": (tens({"cards": [26, 30]}), [26, 30], [1]),
    "donkey": (donkey({"winner": 1}), [0, 1], [1]),
    "club: 5000": (club(table_of(0, TWO, ""), table_of(0, TWO, "", **agreed(0, 320))), [5000, 0], [0]),
    "club: tied": (club(table_of(None, "14x3", "13x3"), target=30), [30, 30], []),
    "club: 4990": (club(table_of(0, TWO, ""), table_of(0, TWO, "", **agreed(0, 310))), [4990, 0], []),
}


@each_row(("document", "totals", "winners"), rows(ENDS))
def test_the_end(document: Record, totals: list[int], winners: list[int]) -> None:
    got = sheet(document).as_json()
    assert (got["totals"], got["winners"], got["over"]) == (totals, winners, bool(winners))
    dealer = len(document["hands"]) % len(document["players"])
    assert got["next_dealer"] == (None if winners else dealer)
    if winners:
        again = score({**document, "hands": [*document["hands"], document["hands"][0]]})
        assert isinstance(again, tuple)
        assert {fault.hand for fault in again} == {len(document["hands"]) + 1}


@each_row("side", [0, 1])
@each_row(("total", "minimum"), [(-400, 50), (0, 50), (1990, 50), (2000, 100), (3000, 100), (3010, 150), (4990, 150)])
def test_club_openings(total: int, minimum: int, side: int) -> None:
    def document(opening: int) -> Record:
        values = [opening, None] if side == 0 else [None, opening]
        melds = [HUGE, ""] if side == 0 else ["", HUGE]
        return club(table_of(None, "", "", **agreed(side, total)), table_of(None, *melds, openings=values))

    assert sheet(document(minimum)).totals[side] == sheet(document(220)).totals[side] == total + 2000 + 220
    for value in (minimum - 10, minimum + 5, 230):
        faults = score(document(value))
        assert isinstance(faults, tuple), value
        assert [(fault.hand, fault.path) for fault in faults] == [(2, f"openings[{side}]")]


WRONG = {
    "cordova: 16 and 16": (cordova({"trump": "red", "captured": [16, 16, 0]}, n=3), "captured"),
    "cordova: twice the 10": (cordova({"trump": "red", "captured": [{"10": 1}, {"10": 1}, None]}, n=3), "captured"),
    "cordova: 30 in all": (cordova({"trump": "red", "captured": [15, 15, 0]}, n=3), "captured"),
    "cordova: yellow": (cordova({"trump": "yellow", "captured": [32, 0, 0]}, n=3), "trump"),
    "cordova: the dealer offers": (cordova(offered(0, 9, True, 32, 0, 0), n=3), "offer"),
    "cordova: 33": (cordova(offered(1, 33, True, 32, 0, 0), n=3), "offer"),
    "cordova: 0": (cordova(offered(1, 0, True, 32, 0, 0), n=3), "offer"),
    "cordova: sold what": (cordova({"trump": "red", "sold": True, "captured": [32, 0, 0]}, n=3), "sold"),
    "cordova: sold or not": (cordova(offered(1, 9, None, 32, 0, 0), n=3), "sold"),
    "high14: six odd ones": (high14(took(15, 15, 15, 5, 5, 5), n=6), "captured"),
    "high14: 14s do not count": (high14(took({"14": 1}, None)), "captured"),
    "high14: 65": (high14(took(60, 5)), "captured"),
    "high14: a bid": (high14(took(60, 0, bid=40)), "bid"),
    "flip: nobody has the red 10": (flip(took(8, 8, 7), n=3), "captured"),
    "flip: 24": (flip(took(14, 10)), "captured"),
    "flip: fourteen plain reds": (flip(took({"red": 14}, None)), "captured"),
    "tuxedo: 57": (tuxedo(pile([30, 27], [4, 0])), "cards"),
    "tuxedo: five fives": (tuxedo(pile([30, 26], [4, 1])), "fives"),
    "tuxedo: fives without cards": (tuxedo(pile([56, 0], [3, 1])), "fives"),
    "tuxedo: sweeps without cards": (tuxedo(pile([54, 2], [4, 0], 0, 2)), "sweeps"),
    "tuxedo: two nulls": (tuxedo(pile([None, None, 0], [4, 0, 0]), n=3), "cards"),
    "doubt: out with a card": (doubt(left(0, 1, 20)), "left"),
    "doubt: two out": (doubt(left(0, 0, 0, 20), n=3), "left"),
    "doubt: 57": (doubt(left(0, 0, 57)), "left"),
    "cribbage: hands missing": (cribbage(pegged(3, 3), target=3), "hands"),
    "cribbage: hands missing, plays": (cribbage(plays("A8 B6")), "hands"),
    "cribbage: both ways": (cribbage(pegged(0, 0, shown=[0, 0], plays=[])), "plays"),
    "cribbage: hands and shown": (
        cribbage(pegged(0, 0, shown=[0, 0], hands=[[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]])),
        "shown",
    ),
    "cribbage: odd": (cribbage(pegged(0, 0, shown=[3, 0])), "shown"),
    "cribbage: 18": (cribbage(pegged(0, 0, shown=[18, 0])), "shown"),
    "cribbage: four cards": (cribbage(pegged(0, 0, hands=[[1, 2, 3, 4], [1, 2, 3, 4, 5]])), "hands"),
    "cribbage: five sevens": (cribbage(pegged(0, 0, hands=[[7, 7, 7, 1, 2], [7, 7, 8, 8, 8]])), "hands"),
    "cribbage: six plays": (cribbage(plays("A1 A2 A3 A4 A5 A6", 0, 0)), "plays"),
    "cribbage: five twos": (cribbage(plays("A2 B2 A2 B2 A2", 0, 0)), "plays"),
    "cribbage: card 15": (cribbage(plays("A15", 0, 0)), "plays"),
    "cribbage: seat 2": (cribbage(plays("C5", 0, 0)), "plays"),
    "cribbage: well-formed after a win": (cribbage(plays("A8 B7", 3, 0), target=2), "shown"),
    "everlasting: three left": (everlasting({"cards": [30, 20, 6]}, n=3), "cards"),
    "everlasting: 57": (everlasting({"cards": [30, 27]}), "cards"),
    "everlasting: nobody": (everlasting({"cards": [0, 0]}), "cards"),
    "everlasting: adjusted": (everlasting({"cards": [30, 26], **agreed(0, 1)}), "adjust"),
    "tens: nobody has 30": (tens({"cards": [28, 28]}), "cards"),
    "tens: 57": (tens({"cards": [30, 27]}), "cards"),
    "donkey: seat 2": (donkey({"winner": 2}), "winner"),
    "club: out with one Rookie": (club(table_of(0, "9x7 8x3", "")), "out"),
    "club: the others' Rookies": (club(table_of(1, TWO, "")), "out"),
    "club: 3s": (club(table_of(0, TWO, "3x3")), "melds"),
    "club: 3s, draw pile used up": (club(table_of(None, f"{TWO} 3x3", "")), "melds"),
    "club: one natural": (club(table_of(None, "8x1+2", "")), "melds"),
    "club: wild alone": (club(table_of(None, "2x3", "")), "melds"),
    "club: 3 in a run": (club(table_of(None, "red_3-6", "")), "melds"),
    "club: two in a run": (club(table_of(None, "red_6-7", "")), "melds"),
    "club: nine of a number": (club(table_of(None, "8x5", "8x4")), "melds"),
    "club: set and run": (club(table_of(None, "8x8", "red_6-8")), "melds"),
    "club: three red 6s": (club(table_of(None, "red_4-6 red_6-8", "red_6-8")), "melds"),
    "club: thirteen for six": (six(table_of(None, "9x13", "", "")), "melds"),
    "club: seventeen wild": (club(table_of(None, "6x2+9", "7x2+8")), "melds"),
    "club: 97 natural": (club(table_of(None, "", "", in_hand=[{"natural": 97}, 0])), "in_hand"),
    "club: 8 and 89 natural": (club(table_of(None, "14x8", "", in_hand=[{"natural": 89}, 0])), "in_hand"),
    "club: 9 and 8 wild": (club(table_of(None, "6x2+9", "", in_hand=[{"wild": 8}, 0])), "in_hand"),
    "club: cards in hand": (club(table_of(None, "", "", in_hand=[{"cards": 8}, 0])), "in_hand"),
    "club: 1290": (club(table_of(None, "", "", in_hand=[1280, 10])), "in_hand"),
    "club: 80 and 1210": (club(table_of(None, "14x8", "", in_hand=[0, 1210])), "in_hand"),
    "club: 55": (club(table_of(None, "", "", in_hand=[55, 0])), "in_hand"),
    "club: three Rook cards": (club(table_of(None, "", "", rooks=[2, 1])), "rooks"),
    "club: two sides of six": (six(table_of(None, "", "")), "melds rooks in_hand"),
    "club: threes for four": (club(table_of(None, "", ""), sides="threes"), "options"),
}


@each_row(("document", "keys"), rows(WRONG))
def test_refused(document: Record, keys: str) -> None:
    faults = score(document)
    assert isinstance(faults, tuple), faults
    assert " ".join((fault.path or "").split("[")[0].split(".")[0] for fault in faults) == keys
    assert {fault.hand for fault in faults} == {None if keys == "options" else 1}
