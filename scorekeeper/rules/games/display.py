"""Display Rook, partners with one hand laid open (source 002).

Ordinary Rook for two sides with 2 points a trick, 128 a hand. A side that fails its bid gets
nothing and the others score double. 200 wins.
"""

from __future__ import annotations

from scorekeeper.rules.bidding.contract import COLORS_1924, TRICKS_IN_DEAL, counters_1924, rook_option
from scorekeeper.rules.bidding.outcomes import Doubling
from scorekeeper.rules.bidding.partners import partners_at_table
from scorekeeper.rules.bidding.solo import STEP, open_auction
from scorekeeper.rules.fields.basic import Whole
from scorekeeper.rules.game import Game, Options, Tricks, partner_sides

#: 002 Display Rook.
TARGET = 200
#: 002 Display scoring: each trick counts 2.
TRICK_VALUE = 2
TRICK_VALUES = dict.fromkeys(COLORS_1924, TRICK_VALUE)


def ceiling(options: Options) -> int:
    """The highest bid: tricks and counters together, in fives."""
    most = counters_1924(options).total + TRICKS_IN_DEAL * TRICK_VALUE
    return most // STEP * STEP


GAME = Game(
    slug="display",
    name="Display Rook",
    source="002",
    group="Partners",
    summary="Four players, two against two. The dealer's partner plays with an open hand, and every trick counts 2.",
    players=(4,),
    play=lambda setting: partners_at_table(setting, COLORS_1924, TRICK_VALUES, Doubling(keeps_counters=False)),
    options=(
        Whole(key="target", label="Points to win", rule="display.target", low=1, default=TARGET),
        rook_option("display"),
    ),
    sides=partner_sides,
    tricks=Tricks(tuple(COLORS_1924), rook=lambda options: options["rook"] != "out", removed="yellow 1"),
    auction=lambda options: open_auction(ceiling(options)),
)
