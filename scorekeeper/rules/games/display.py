"""Display Rook, partners with one hand laid open (source 002).

Ordinary Rook for two sides with 2 points a trick, 128 a hand. A side that fails its bid gets
nothing and the others score double. 200 wins.
"""

from __future__ import annotations

from scorekeeper.rules.bidding.common import (
    COLORS_1924,
    STEP,
    counters_1924,
    minimum_option,
    misplay_bid_option,
    open_auction,
    partners_at_table,
    rook_option,
)
from scorekeeper.rules.bidding.contract import TRICKS_IN_DEAL
from scorekeeper.rules.bidding.reasons import LESS_THE_BID, NOTHING
from scorekeeper.rules.bidding.scoring import Doubling
from scorekeeper.rules.fields import Choice, Whole, YesNo
from scorekeeper.rules.game import Game, Options, Tricks, partner_sides

#: 002 Display Rook.
TARGET = 200
#: 002 Display scoring: each trick counts 2.
TRICK_VALUE = 2
BY_COUNTERS = "counters"
TRICK_VALUES = dict.fromkeys(COLORS_1924, TRICK_VALUE)


def ceiling(options: Options) -> int:
    """The highest bid: tricks and counters together, in fives, or all the counters where only these are compared."""
    tricks = 0 if options["bid_by"] == BY_COUNTERS else TRICKS_IN_DEAL * TRICK_VALUE
    return (counters_1924(options).total + tricks) // STEP * STEP


def result(options: Options) -> Doubling:
    """Nothing for bidders who fail, or less the bid; tricks help to make it, or do not."""
    return Doubling(LESS_THE_BID if options["set_back"] else NOTHING, options["bid_by"] == BY_COUNTERS)


GAME = Game(
    slug="display",
    name="Display Rook",
    source="002",
    group="Partners",
    summary="Four players, two against two. The dealer's partner plays with an open hand, and every trick counts 2.",
    players=(4,),
    play=lambda setting: partners_at_table(setting, COLORS_1924, TRICK_VALUES, result(setting.options)),
    options=(
        Whole(key="target", label="Points to win", rule="display.target", low=1, default=TARGET),
        rook_option("display"),
        minimum_option("display"),
        Choice(
            key="bid_by",
            label="What makes the bid",
            rule="display.tricks-help",
            choices={"all": "counters and tricks", BY_COUNTERS: "counters alone"},
            default="all",
        ),
        YesNo(key="set_back", label="A failed bid is set back", rule="display.failed", default=False),
        misplay_bid_option("display"),
    ),
    sides=partner_sides,
    tricks=Tricks(tuple(COLORS_1924), rook=lambda options: options["rook"] != "out", removed="yellow 1"),
    auction=lambda options: open_auction(options, ceiling(options)),
)
