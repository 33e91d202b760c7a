"""Boston Rook, partners, where tricks count as much as counters (source 002).

A trick is worth 10, 8, 6 or 4 by the color that is trump, 10 without color. Every bid
names its color. Nobody is set back: a side that fails keeps its counters only, and the
others' score is doubled. 1000 wins.
"""

from __future__ import annotations

from scorekeeper.rules.bidding.auction import Auction
from scorekeeper.rules.bidding.common import (
    COLORS_1924,
    counters_1924,
    forced_option,
    misplay_bid_option,
    partners_at_table,
    rook_option,
)
from scorekeeper.rules.bidding.contract import TRICKS_IN_DEAL, forced_here, passed_out_fields
from scorekeeper.rules.bidding.reasons import COUNTERS
from scorekeeper.rules.bidding.scoring import Doubling
from scorekeeper.rules.fields import Whole
from scorekeeper.rules.game import Game, Options, Tricks, partner_sides

#: 002 Boston scoring.
TARGET = 1000
#: 002 Boston bidding: 70 or over, in multiples of ten.
LOWEST_BID, STEP = 70, 10
#: 002 Boston values: what a trick counts under each trump.
TRICK_VALUES = {"red": 10, "black": 8, "green": 6, "yellow": 4, "none": 10}
COLORS = COLORS_1924 | {"none": "no color"}


def auction(options: Options) -> Auction:
    """The player left of the dealer bids first; no bid is higher than what its color can yield, in tens."""
    most = {color: counters_1924(options).total + TRICKS_IN_DEAL * value for color, value in TRICK_VALUES.items()}
    ceilings: dict[str | None, int] = {color: points // STEP * STEP for color, points in most.items()}
    return Auction(LOWEST_BID, STEP, ceilings, dealer_must_bid=options["forced"])


GAME = Game(
    slug="boston",
    name="Boston Rook",
    source="002",
    group="Partners",
    summary="Four players, two against two. Tricks count by trump color; a failed bid doubles the other side's score.",
    players=(4,),
    play=lambda setting: partners_at_table(
        setting, COLORS, TRICK_VALUES, Doubling(COUNTERS), passed_out_fields(setting), forced_here(setting)
    ),
    options=(
        Whole(key="target", label="Points to win", rule="boston.target", low=1, default=TARGET),
        rook_option("boston"),
        forced_option("boston"),
        misplay_bid_option("boston"),
    ),
    sides=partner_sides,
    begins_left_of="bidder",
    tricks=Tricks(
        tuple(COLORS_1924), may_be_none=True, rook=lambda options: options["rook"] != "out", removed="yellow 1"
    ),
    auction=auction,
)
