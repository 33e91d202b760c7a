"""Cordova, everyone alone, in which the dealer may sell the right to make trump (source 001).

Four cards of the trump color count 32 in all. A player who makes trump under an offer must
capture as much as was bid, or loses the bid. 100 wins.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from scorekeeper.rules.bidding.common import COLORS_BOOKLET, COLORS_BY_FOURTH, fourth_option, with_fourth
from scorekeeper.rules.cards.counters import Counter, Counters
from scorekeeper.rules.ends import End
from scorekeeper.rules.fields import Choice, Field, Group, Whole, YesNo
from scorekeeper.rules.game import Game, Hand, Moment, Outcome, Play, Setting, Tricks, hand_fields, missing_faults
from scorekeeper.rules.shares import (
    captured_points,
    misplay_facts,
    misplay_fields,
    misplay_line,
    misplay_not_here,
    misplay_option,
)
from scorekeeper.rules.values import BidFigures, Fault, Faults, Line, LineKind, fill, reason

#: 001 Cordova: the first to score 100 wins.
TARGET = 100
#: 001 Cordova: of the trump suit the ten counts 10, the seven 15, the five 5, the two 2.
COUNTERS = Counters((Counter("10", 10, 1), Counter("7", 15, 1), Counter("5", 5, 1), Counter("2", 2, 1)))

CAPTURED, PRICE = "Trump counters captured", "Sold trump for {bid}"
ENDS = {"made": ", captured {captured}: made", "short": ", captured {captured}: lose {bid}"}
BOUGHT = {end: f"Bought for {{bid}}{words}" for end, words in ENDS.items()}
#: What a failed bid leaves, where the table agreed on it.
CAPTURES = "captures"
DECLINED = {end: f"Declined {{bid}}{words}" for end, words in ENDS.items()}


def fields(setting: Setting) -> dict[str, Field]:
    """Trump, the highest offer, whether trump was sold, and everybody's counters."""
    trump = Choice(
        key="trump",
        label="Trump",
        rule="cordova.trump",
        choices=COLORS_BY_FOURTH[setting.options["fourth"]],
        missing="Choose the trump color.",
    )
    by = setting.seat("by", "Offer by", "offer")
    bid = Whole(key="bid", label="Points offered", rule="cordova.offer", low=1, high=COUNTERS.total)
    offer = Group(key="offer", label="Highest offer", rule="cordova.offer", fields=(by, bid), needed=False)
    sold = YesNo(
        key="sold", label="Sold", rule="cordova.sale", needed=False, missing="Choose whether the dealer sold trump."
    )
    captured = COUNTERS.captured_field(rule="cordova.total", count=setting.players)
    return hand_fields(setting, trump, offer, sold, captured, *misplay_fields(setting))


def score(setting: Setting, known: dict[str, Field], hand: Hand, bad: frozenset[str], at: Moment) -> Outcome | Faults:
    """Everyone scores captures, except a trump maker who falls short of the offer."""
    points, faults = captured_points(setting, COUNTERS, known, hand, bad)
    faults += [*missing_faults(known, ("trump",), hand, bad), *_offer_faults(known, hand, bad, at)]
    if faults or bad or at.dealer is None:
        return tuple(faults)
    lines = []
    if hand.get("sold"):
        price = hand["offer"]["bid"]
        lines.append(Line(at.dealer, price, fill(PRICE, bid=price), "cordova.sale", LineKind.BONUS))
    if "misplay" in hand:
        # The hand was stopped: nobody's contract is tested.
        return Outcome((*lines, misplay_line(setting, hand["misplay"]), *_captures(points, hand["misplay"])))
    if "offer" not in hand:
        return Outcome(tuple(_captures(points)))
    maker = hand["offer"]["by"] if hand["sold"] else at.dealer
    keeps = setting.options["failed"] == CAPTURES
    lines += _maker(maker, hand["offer"]["bid"], points[maker], hand["sold"], keeps)
    return Outcome((*lines, *_captures(points, maker)))


def _offer_faults(known: dict[str, Field], hand: Hand, bad: frozenset[str], at: Moment) -> list[Fault]:
    """An offer needs its answer, an answer its offer, and the dealer does not bid."""
    faults = missing_faults(known, ("sold",), hand, bad) if "offer" in hand else []
    if "sold" in hand and "offer" not in hand and "offer" not in bad:
        why = "Nobody made an offer, so nothing was sold or declined. Add “offer”, or leave out “sold”."
        faults.append(Fault(why, "cordova.no-offer", "sold"))
    if "offer" in hand and hand["offer"]["by"] == at.dealer:
        why = "The dealer owns trump and doesn't bid for it. Choose another player."
        faults.append(Fault(why, "cordova.offer", "offer.by"))
    return faults


def _captures(points: tuple[int, ...], but: int | None = None) -> list[Line]:
    return [Line(seat, share, CAPTURED, "cordova.opponents") for seat, share in enumerate(points) if seat != but]


def _maker(maker: int, bid: int, share: int, sold: bool, keeps: bool) -> list[Line]:
    """The trump maker must capture what was bid."""
    words, figures = BOUGHT if sold else DECLINED, BidFigures(bid, share)
    if share >= bid:
        why = fill(words["made"], bid=bid, captured=share)
        return [Line(maker, share, why, "cordova.made", LineKind.MADE, figures)]
    why = fill(words["short"], bid=bid, captured=share)
    lost = Line(maker, -bid, why, "cordova.short", LineKind.MISSED, figures)
    return [lost, Line(maker, share, CAPTURED, "cordova.opponents")] if keeps else [lost]


def facts(setting: Setting) -> dict[str, Any]:
    """The price, the maker's contract bought or declined, and everybody's captures."""
    ends = ("made", "short")
    return {
        "kind": "sale",
        **COUNTERS.facts(),
        "price": reason(PRICE, "cordova.sale"),
        "bought": {end: reason(BOUGHT[end], f"cordova.{end}") for end in ends},
        "declined": {end: reason(DECLINED[end], f"cordova.{end}") for end in ends},
        "others": reason(CAPTURED, "cordova.opponents"),
        **({"keeps": True} if setting.options["failed"] == CAPTURES else {}),
        **misplay_facts(setting),
    }


def at_table(setting: Setting) -> Play:
    """The game at a table."""
    known = fields(setting)
    end = End(points=setting.options["target"])
    return Play(known, partial(score, setting, known), end, partial(facts, setting), not_here=misplay_not_here(setting))


GAME = Game(
    slug="cordova",
    name="Cordova",
    source="001",
    group="Booklet games",
    summary="Three to six players. Buy trump from the dealer and capture its 10, 7, 5 and 2.",
    players=(3, 4, 5, 6),
    play=at_table,
    options=(
        Whole(key="target", label="Points to win", rule="cordova.target", low=1, default=TARGET),
        Choice(
            key="failed",
            label="A failed bid scores",
            rule="cordova.short",
            choices={"bid": "minus the bid", CAPTURES: "captures minus the bid"},
            default="bid",
        ),
        misplay_option("cordova"),
        fourth_option("cordova"),
    ),
    tricks=Tricks(tuple(COLORS_BOOKLET), adapt=with_fourth),
)
