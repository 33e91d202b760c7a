"""Cordova, everyone alone, in which the dealer may sell the right to make trump (source 001).

Four cards of the trump color count 32 in all. Whoever makes trump under an offer must
capture as much as was bid, or loses the bid. 100 wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.bidding.contract import COLORS_BOOKLET
from scorekeeper.rules.cards.counters import Counter, Counters
from scorekeeper.rules.ends import Target
from scorekeeper.rules.fields.basic import Choice, Field, Whole, YesNo
from scorekeeper.rules.fields.composite import Group
from scorekeeper.rules.game import Game, Hand, Moment, Outcome, Play, Setting, Tricks, hand_fields, missing_faults
from scorekeeper.rules.shares import captured_points
from scorekeeper.rules.values import BidFigures, Fault, Faults, Line, LineKind, reason

#: 001 Cordova: whoever first scores 100.
TARGET = 100
#: 001 Cordova: of the trump suit the ten counts 10, the seven 15, the five 5, the two 2.
COUNTERS = Counters((Counter("10", 10, 1), Counter("7", 15, 1), Counter("5", 5, 1), Counter("2", 2, 1)))

CAPTURED, PRICE = "Trump counters captured", "Sold trump for {bid}"
ENDS = {"made": ", captured {captured}: made", "short": ", captured {captured}: lose {bid}"}
BOUGHT = {end: f"Bought for {{bid}}{words}" for end, words in ENDS.items()}
DECLINED = {end: f"Declined {{bid}}{words}" for end, words in ENDS.items()}


def fields(setting: Setting) -> dict[str, Field]:
    """Trump, the best offer and what became of it, and everybody's counters."""
    trump = Choice(
        key="trump",
        label="Trump",
        rule="cordova.trump",
        choices=COLORS_BOOKLET,
        missing="Choose the trump color.",
    )
    by = setting.seat("by", "Offer by", "offer")
    bid = Whole(key="bid", label="Points offered", rule="cordova.offer", low=1, high=COUNTERS.total)
    offer = Group(key="offer", label="Highest offer", rule="cordova.offer", fields=(by, bid), needed=False)
    sold = YesNo(
        key="sold",
        label="Sold",
        rule="cordova.sale",
        needed=False,
        missing="Choose whether the dealer sold trump.",
    )
    return hand_fields(
        setting, trump, offer, sold, COUNTERS.captured_field(rule="cordova.total", count=setting.players)
    )


@dataclass(frozen=True)
class Hands:
    """The scoring at one table."""

    setting: Setting
    known: dict[str, Field]

    def __call__(self, hand: Hand, bad: frozenset[str], at: Moment) -> Outcome | Faults:
        """Captures for all, but for a trump maker who falls short of the offer."""
        points, faults = captured_points(self.setting, COUNTERS, self.known, hand, bad)
        faults += [*missing_faults(self.known, ("trump",), hand, bad), *_offer_faults(self.known, hand, bad, at)]
        if faults or bad or at.dealer is None:
            return tuple(faults)
        if "offer" not in hand:
            return Outcome(tuple(_capture(seat, share) for seat, share in enumerate(points)))
        return Outcome(tuple(_under_offer(hand["offer"], hand["sold"], at.dealer, points)))


def _offer_faults(known: dict[str, Field], hand: Hand, bad: frozenset[str], at: Moment) -> list[Fault]:
    """An offer needs its answer, an answer its offer, and the dealer does not bid."""
    faults = missing_faults(known, ("sold",), hand, bad) if "offer" in hand else []
    if "sold" in hand and "offer" not in hand and "offer" not in bad:
        faults.append(
            Fault(
                "Nobody made an offer, so nothing was sold or declined. Add “offer”, or leave out “sold”.",
                "cordova.no-offer",
                "sold",
            )
        )
    if "offer" in hand and hand["offer"]["by"] == at.dealer:
        faults.append(
            Fault("The dealer owns trump and doesn't bid for it. Choose another player.", "cordova.offer", "offer.by")
        )
    return faults


def _capture(seat: int, points: int) -> Line:
    return Line(seat, points, CAPTURED, "cordova.opponents")


def _under_offer(offer: Hand, sold: bool, dealer: int, points: tuple[int, ...]) -> list[Line]:
    """The price to a dealer who sold; the trump maker must capture what was bid."""
    bid, maker = offer["bid"], offer["by"] if sold else dealer
    lines = [Line(dealer, bid, PRICE.format(bid=bid), "cordova.sale", LineKind.BONUS)] if sold else []
    lines.append(_maker(maker, bid, points[maker], sold))
    return lines + [_capture(seat, share) for seat, share in enumerate(points) if seat != maker]


def _maker(maker: int, bid: int, share: int, sold: bool) -> Line:
    words, figures = BOUGHT if sold else DECLINED, BidFigures(bid, share)
    if share >= bid:
        why = words["made"].format(bid=bid, captured=share)
        return Line(maker, share, why, "cordova.made", LineKind.MADE, figures)
    why = words["short"].format(bid=bid, captured=share)
    return Line(maker, -bid, why, "cordova.short", LineKind.MISSED, figures)


def facts() -> dict[str, Any]:
    """The price, the maker's contract bought or declined, and everybody's captures."""
    ends = ("made", "short")
    return {
        "kind": "sale",
        **COUNTERS.facts(),
        "price": reason(PRICE, "cordova.sale"),
        "bought": {end: reason(BOUGHT[end], f"cordova.{end}") for end in ends},
        "declined": {end: reason(DECLINED[end], f"cordova.{end}") for end in ends},
        "others": reason(CAPTURED, "cordova.opponents"),
    }


def at_table(setting: Setting) -> Play:
    """The game for so many players."""
    known = fields(setting)
    return Play(known, Hands(setting, known), Target(setting.options["target"]), facts)


GAME = Game(
    slug="cordova",
    name="Cordova",
    source="001",
    group="Booklet games",
    summary="Three to six players. Buy trump from the dealer and capture its 10, 7, 5 and 2.",
    players=(3, 4, 5, 6),
    play=at_table,
    options=(Whole(key="target", label="Points to win", rule="cordova.target", low=1, default=TARGET),),
    tricks=Tricks(tuple(COLORS_BOOKLET)),
)
