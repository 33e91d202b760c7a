"""A second scorer for the agreed options of the printed games, written from the description of the record alone.

It shares nothing with the engine: plain sums over one hand after the other. It knows sound records only.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

Document = dict[str, Any]
Hand = dict[str, Any]

TARGETS = {
    "regular": 150,
    "booklet": 200,
    "original": 300,
    "boston": 1000,
    "display": 200,
    "cordova": 100,
    "high14": 50,
    "cribbage": 50,
    "house": 500,
    "doubt": 100,
}
TRICK = {"red": 10, "none": 10, "black": 8, "green": 6, "yellow": 4}
PARTNERS = ("original", "boston", "display")
CORDOVA = {"10": 10, "7": 15, "5": 5, "2": 2}
FLIP = {"red": 1, "red 10": 10}


def counters_of(game: str, options: Document) -> dict[str, tuple[int, int]]:
    """What counts: points and how many of them."""
    if game == "cordova":
        return {key: (points, 1) for key, points in CORDOVA.items()}
    if game == "flip":
        return {"red": (1, 13), "red 10": (10, 1)}
    if game == "high14":
        return {"5": (5, 4), "10": (10, 4)}
    if game == "house":
        return {"1": (15, 4), "5": (5, 4), "10": (10, 4), "14": (10, 4), "rook": (20, 1)}
    high = str(options.get("high", 14))
    kinds = {"5": (5, 4), "10": (10, 4), high: (10, 4)}
    has_rook = game == "original" or options.get("rook") == "20"
    return kinds | ({"rook": (20, 1)} if has_rook else {})


def total_of(game: str, options: Document) -> int:
    """All the counters together."""
    return sum(points * count for points, count in counters_of(game, options).values())


def second_score(document: Document) -> Document:
    """Points and totals of every hand, whether it is over, who won, and who deals next."""
    game, options, players = document["game"], document.get("options", {}), len(document["players"])
    are_pairs = game in PARTNERS or (game == "house" and players == 4)
    sides = [[0, 2], [1, 3]] if are_pairs else [[seat] for seat in range(players)]
    totals, dealer, counted = document.get("opening", [0] * len(sides)), document.get("dealer", 0), 0
    rows: list[list[int]] = []
    winners: list[int] = []
    for hand in document["hands"]:
        points, at_once = _points(game, options, hand, sides, dealer, totals)
        for adjustment in hand.get("adjust", ()):
            points[adjustment["side"]] += adjustment["points"]
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        rows.append(points)
        counted += "passed_out" not in hand and "misdeal" not in hand
        if not (game == "original" and "misdeal" in hand):
            dealer = (dealer + 1) % players
        winners = at_once or _winners(game, options, totals, counted)
    over = bool(winners)
    return {"points": rows, "totals": totals, "winners": winners, "over": over, "next": None if over else dealer}


def _winners(game: str, options: Document, totals: list[int], counted: int) -> list[int]:
    if game == "flip":
        lowest = [side for side, total in enumerate(totals) if total == min(totals)]
        is_open = counted < 6 or (options.get("tie") == "extra" and len(lowest) > 1)
        return [] if is_open else lowest
    highest = [side for side, total in enumerate(totals) if total == max(totals)]
    has_target = max(totals) >= options.get("target", TARGETS[game])
    reached = counted >= options["hands"] if "hands" in options else has_target
    return highest if reached and len(highest) == 1 else []


def _points(
    game: str, options: Document, hand: Hand, sides: list[list[int]], dealer: int, totals: list[int]
) -> tuple[list[int], list[int]]:
    """The points of a hand without its adjustments, and who has won in the middle of it."""
    if game == "cribbage":
        return _cribbage(options, hand, totals)
    nothing = [0] * len(sides)
    if game == "doubt":
        return [sum(hand["left"]) * (side == hand["out"]) for side in range(len(sides))], []
    if "passed_out" in hand or (game == "original" and "misdeal" in hand):
        return nothing, []
    if "misdeal" in hand:
        return _misdeal(game, hand, sides, dealer), []
    shares = _shares(game, options, hand)
    if game in ("high14", "flip"):
        points = list(shares)
        if "misplay" in hand:
            points[hand["misplay"]] = 40 if game == "flip" else -40
        return points, []
    if game == "cordova":
        return _cordova(options, hand, shares, dealer), []
    if "partner" in hand:
        return _called(hand, shares, len(sides)), []
    return _bid_game(game, options, hand, shares, sides), []


def _shares(game: str, options: Document, hand: Hand) -> list[int]:
    """What was captured in points; one share may be the rest."""
    kinds = counters_of(game, options)
    shares = [
        sum(kinds[key][0] * count for key, count in entry.items()) if isinstance(entry, dict) else entry
        for entry in hand["captured"]
    ]
    known = sum(share for share in shares if share is not None)
    return [total_of(game, options) - known if share is None else share for share in shares]


def _side(sides: list[list[int]], seat: int) -> int:
    return next(side for side, seats in enumerate(sides) if seat in seats)


def _bid_game(game: str, options: Document, hand: Hand, shares: list[int], sides: list[list[int]]) -> list[int]:
    bidder, bid = _side(sides, hand["bidder"]), hand["bid"]
    worth = TRICK[hand["trump"]] if game == "boston" else 2
    tricks = _tricks(hand) if "tricks" in hand else [0] * len(sides)
    earned = [share + worth * won for share, won in zip(shares, tricks, strict=True)]
    points = list(earned)
    if "misplay" in hand:
        offender = _side(sides, hand["misplay"])
        points[offender] = -bid if game == "original" else -40
        if options.get("misplay_bid") and offender == bidder:
            points[offender] -= bid
    elif any(penalty["kind"] == "nest-counter" for penalty in hand.get("penalties", ())):
        points[bidder] = -(bid + 20)
    else:
        compared = shares if options.get("bid_by") == "counters" else earned
        if compared[bidder] < bid:
            points = _failed(game, options, points, shares, bidder, bid)
    for penalty in hand.get("penalties", ()):
        if penalty["kind"] in ("table-talk", "nest-size"):
            points[_side(sides, penalty["by"])] -= 40
    return points


def _called(hand: Hand, shares: list[int], players: int) -> list[int]:
    """The bidder and the partner called for this hand, each for all that both captured, against the others."""
    ours = shares[0] if shares[0] >= hand["bid"] else -hand["bid"]
    return [ours if seat in (hand["bidder"], hand["partner"]) else shares[1] for seat in range(players)]


def _failed(game: str, options: Document, earned: list[int], shares: list[int], bidder: int, bid: int) -> list[int]:
    if game == "boston":
        return [shares[side] if side == bidder else 2 * points for side, points in enumerate(earned)]
    if game == "display":
        lost = -bid if options.get("set_back") else 0
        return [lost if side == bidder else 2 * points for side, points in enumerate(earned)]
    return [-bid if side == bidder else points for side, points in enumerate(earned)]


def _tricks(hand: Hand) -> list[int]:
    known = sum(won for won in hand["tricks"] if won is not None)
    return [14 - known if won is None else won for won in hand["tricks"]]


def _misdeal(game: str, hand: Hand, sides: list[list[int]], dealer: int) -> list[int]:
    points = [0] * len(sides)
    if hand["misdeal"] < 3:
        return points
    side = _side(sides, dealer)
    if game in ("regular", "booklet"):
        points[side] = -40
        return points
    other = 1 - side
    if _side(sides, hand["bidder"]) == other:
        points[other] = hand["bid"]
    else:
        worth = TRICK[hand["trump"]] if game == "boston" else 2
        share = _shares(game, {"rook": "20"}, {"captured": [hand["captured"][other]]})[0]
        points[other] = share + worth * hand["tricks"][other]
    return points


def _cordova(options: Document, hand: Hand, shares: list[int], dealer: int) -> list[int]:
    points, offer = list(shares), hand.get("offer")
    if "misplay" in hand:
        points[hand["misplay"]] = -40
    elif offer is not None:
        maker = offer["by"] if hand["sold"] else dealer
        if shares[maker] < offer["bid"]:
            points[maker] = shares[maker] * (options.get("failed") == "captures") - offer["bid"]
    if offer is not None and hand["sold"]:
        points[dealer] += offer["bid"]
    return points


def _cribbage(options: Document, hand: Hand, totals: list[int]) -> tuple[list[int], list[int]]:
    target, points = options.get("target", TARGETS["cribbage"]), [0] * len(totals)
    for seat, scored in _pegged(options, hand["plays"], len(totals)):
        points[seat] += scored
        now = [total + more for total, more in zip(totals, points, strict=True)]
        if now[seat] >= target and now.count(now[seat]) == 1 and now[seat] == max(now):
            return points, [seat]
    for seat, cards in enumerate(hand["hands"]):
        points[seat] += 2 * sum(sum(chosen) == 15 for size in range(1, 6) for chosen in combinations(cards, size))
    return points, []


def _pegged(options: Document, plays: list[list[int]], players: int) -> Iterator[tuple[int, int]]:
    """The points made in play, one after the other."""
    count, last = 0, 0
    for seat, card in plays:
        if count + card > 31:
            if count != 31:
                yield last, 1
            count = 0
        count, last = count + card, seat
        if count in (15, 20, 25, 30, 31):
            yield seat, 3 if count == 31 else 2
    if options.get("last_card") and len(plays) == 5 * players and count != 31:
        yield last, 1


def second_auction(game: str, options: Document, players: int, dealer: int, calls: list[Any]) -> Document:
    """The auction call by call, for bids that name no color."""
    more = 20 if options.get("rook") == "20" else 0
    lowest = 70 if game == "original" else options.get("minimum", 5)
    highest = {"original": 120, "display": (100 if options.get("bid_by") == "counters" else 125) + more}.get(
        game, 100 + more
    )
    must_bid = game != "original" or bool(options.get("forced"))
    returns = game == "booklet" and options.get("passes") != "final"
    turn = (dealer + 1) % players if game == "original" else dealer
    bid, bidder, out = 0, None, set[int]()
    for index, call in enumerate([*calls, None]):
        everybody_else = len(out) >= players - 1 if bidder is not None else len(out) == players
        if everybody_else or bid >= highest:
            if call is not None:
                return {"illegal": index}
            return {"over": True, "bidder": bidder, "bid": None if bidder is None else bid}
        if call is None:
            return {"over": False, "turn": turn, "minimum": max(lowest, bid + 5)}
        if call == "pass":
            if bidder is None and must_bid and turn == dealer:
                return {"illegal": index}
            out.add(turn)
        elif call % 5 or not max(lowest, bid + 5) <= call <= highest:
            return {"illegal": index}
        else:
            bid, bidder = call, turn
            out = set() if returns else out - {turn}
        turn = (turn + 1) % players
        while turn in out and not returns and len(out) < players:
            turn = (turn + 1) % players
    raise AssertionError("unreachable")
