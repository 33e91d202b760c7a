"""Regular Rook of 1924, everyone alone (source 000; misplay, nest, Rook card, misdeal from 002).

100 points a hand in 5s, 10s and 14s. The dealer must open the bidding; a bidder who falls
short is set back the bid. 150 wins.
"""

from __future__ import annotations

from scorekeeper.rules.bidding.common import (
    COLORS_1924,
    alone_at_table,
    counters_1924,
    minimum_option,
    misplay_bid_option,
    open_auction,
    rook_option,
)
from scorekeeper.rules.fields import Whole, YesNo
from scorekeeper.rules.game import Game, Tricks

#: 000 Counting.
TARGET = 150
#: Tricks in a deal by number of players; with three the cards below 5 are out (000, set-up).
TRICKS = {3: 13, 4: 14, 5: 11, 6: 9}

GAME = Game(
    slug="regular",
    name="Regular Rook",
    source="000",
    group="Every player for themselves",
    summary="Three to six players, each for themselves. The dealer opens the bidding; 100 points a hand.",
    players=(3, 4, 5, 6),
    play=lambda setting: alone_at_table(setting, counters_1924(setting.options), COLORS_1924, TRICKS),
    options=(
        Whole(key="target", label="Points to win", rule="regular.target", low=1, default=TARGET),
        rook_option("regular"),
        YesNo(key="nest", label="Nest of 1924", rule="regular.nest", default=False),
        minimum_option("regular"),
        misplay_bid_option("regular"),
    ),
    tricks=Tricks(
        tuple(COLORS_1924), lowest_for={3: 5}, rook=lambda options: options["rook"] != "out", removed="yellow 1"
    ),
    auction=lambda options: open_auction(options, counters_1924(options).total),
)
