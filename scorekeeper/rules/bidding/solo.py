"""The two Rook games in which everyone plays alone and the dealer must open the bidding."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.rules.bidding.auction import Auction
from scorekeeper.rules.bidding.bid_game import bid_play
from scorekeeper.rules.bidding.contract import Terms, misdeal_field, penalties_field, teams
from scorekeeper.rules.bidding.misdeals import DealerPays
from scorekeeper.rules.bidding.outcomes import SetBack
from scorekeeper.rules.bidding.scoring import FINE, HandPolicy
from scorekeeper.rules.cards.counters import Counters
from scorekeeper.rules.ends import Target
from scorekeeper.rules.game import Options, Play, Setting, individual_sides

#: 000 rule 4, 001 rule 3: divisible by 5.
STEP = 5

NEST_PENALTY = {"nest-counter": "a counter left in the nest"}
NO_NEST = "this table plays without a nest. Turn on the option “nest” before the first deal."


def open_auction(options: Options, ceiling: int, pass_is_final: bool = True) -> Auction:
    """The dealer speaks first and must bid, up to all there is."""
    return Auction(
        options["minimum"],
        STEP,
        {None: ceiling},
        dealer_first=True,
        dealer_must_bid=True,
        pass_is_final=pass_is_final,
    )


def alone_at_table(setting: Setting, counters: Counters, colors: Mapping[str, str], tricks: Mapping[int, int]) -> Play:
    """Rook for so many players; `tricks` in a deal by their number."""
    options, sides = setting.options, teams(individual_sides(setting))
    nest = (penalties_field(setting, NEST_PENALTY, "nest-counter"),) if options["nest"] else ()
    terms = Terms(
        setting,
        counters,
        setting.auction(),
        colors,
        (sides,),
        nest=options["nest"],
        extra=(*nest, misdeal_field(setting, tricks[setting.players])),
    )
    policy = HandPolicy(SetBack(), DealerPays(), FINE, options["misplay_bid"])
    return bid_play(terms, policy, Target(options["target"]), not_here={} if nest else {"penalties": NO_NEST})
