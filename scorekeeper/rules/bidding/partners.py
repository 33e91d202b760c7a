"""The two partnership games of 1924 in which tricks count beside the counters."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.rules.bidding.agreed_end import counters_1924
from scorekeeper.rules.bidding.contract import TRICKS_IN_DEAL, Terms, misdeal_field, teams
from scorekeeper.rules.bidding.misdeals import DealersSide
from scorekeeper.rules.bidding.scoring import FINE, HandPolicy, Result, bid_play
from scorekeeper.rules.ends import Target
from scorekeeper.rules.fields import Field
from scorekeeper.rules.game import Play, Setting, partner_sides


def partners_at_table(
    setting: Setting,
    colors: Mapping[str, str],
    trick_values: Mapping[str, int],
    result: Result,
    extra: tuple[Field, ...] = (),
    not_here: Mapping[str, str] | None = None,
) -> Play:
    """Two against two with so much a trick."""
    sides = teams(partner_sides(setting))
    terms = Terms(
        setting,
        counters_1924(setting.options),
        setting.auction(),
        colors,
        (sides,),
        trick_values=trick_values,
        extra=(*extra, misdeal_field(setting, TRICKS_IN_DEAL)),
    )
    policy = HandPolicy(result, DealersSide(), FINE, setting.options["misplay_bid"])
    return bid_play(terms, policy, Target(setting.options["target"]), not_here=not_here)
