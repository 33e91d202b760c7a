"""Rook of the ten-games booklet, everyone alone (source 001; misplay, nest, Rook card, misdeal from 002).

As Regular Rook with blue for yellow, up to eight players, the whole pack always, and 200 to
win. A pass is not final. The 13s may count instead of the 14s.
"""

from __future__ import annotations

from scorekeeper.rules.bidding.common import (
    COLORS_BOOKLET,
    COLORS_BY_FOURTH,
    PLAIN_COUNTERS,
    ROOK_COUNTERS,
    alone_at_table,
    counters_1924,
    fourth_option,
    minimum_option,
    misplay_bid_option,
    open_auction,
    rook_option,
    with_fourth,
)
from scorekeeper.rules.cards.counters import Counter, Counters
from scorekeeper.rules.fields import Choice, Whole, YesNo
from scorekeeper.rules.game import Game, Options, Tricks

#: 001 Rook rule 10.
TARGET = 200
#: Tricks in a deal of 56 cards by number of players.
TRICKS = {3: 18, 4: 14, 5: 11, 6: 9, 7: 8, 8: 7}


def _with_thirteens(counters: Counters) -> Counters:
    """001 Rook, note: the 13s count 10 instead of the 14s."""
    return Counters(
        tuple(Counter("13", kind.points, kind.number) if kind.key == "14" else kind for kind in counters.kinds)
    )


THIRTEENS, THIRTEENS_AND_ROOK = _with_thirteens(PLAIN_COUNTERS), _with_thirteens(ROOK_COUNTERS)


def counters(options: Options) -> Counters:
    """What counts at this table."""
    if options["high"] == 14:
        return counters_1924(options)
    return THIRTEENS_AND_ROOK if options["rook"] == "20" else THIRTEENS


GAME = Game(
    slug="booklet",
    name="Rook, ten-games booklet",
    source="001",
    group="Every player for themselves",
    summary="Three to eight players, each for themselves. The oldest Rook, with blue cards and 200 points to win.",
    players=(3, 4, 5, 6, 7, 8),
    play=lambda setting: alone_at_table(
        setting, counters(setting.options), COLORS_BY_FOURTH[setting.options["fourth"]], TRICKS
    ),
    options=(
        Whole(key="target", label="Points to win", rule="booklet.target", low=1, default=TARGET),
        rook_option("booklet"),
        YesNo(key="nest", label="Nest of 1924", rule="booklet.nest", default=False),
        Choice(
            key="high",
            label="High counter",
            rule="booklet.thirteens",
            choices={14: "14s count", 13: "13s count"},
            default=14,
        ),
        Choice(
            key="passes",
            label="After a pass",
            rule="booklet.pass-again",
            choices={"return": "may bid again", "final": "a pass is final"},
            default="return",
        ),
        minimum_option("booklet"),
        misplay_bid_option("booklet"),
        fourth_option("booklet", "blue"),
    ),
    tricks=Tricks(
        tuple(COLORS_BOOKLET), rook=lambda options: options["rook"] != "out", removed="blue 1", adapt=with_fourth
    ),
    auction=lambda options: open_auction(options, counters(options).total, options["passes"] == "final"),
)
