"""Counters, colors and options that several games share, and the bid games of 1924 at a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.rules.bidding.auction import Auction
from scorekeeper.rules.bidding.contract import TRICKS_IN_DEAL, Terms, misdeal_field, penalties_field, teams
from scorekeeper.rules.bidding.misdeals import DealerPays, DealersSide
from scorekeeper.rules.bidding.scoring import FINE, Doubling, HandPolicy, SetBack, bid_play
from scorekeeper.rules.cards.counters import Counter, Counters
from scorekeeper.rules.ends import End
from scorekeeper.rules.fields import Choice, Field, Whole, YesNo
from scorekeeper.rules.game import Options, Play, Setting, Tricks, individual_sides, partner_sides

#: 000 rule 9: each 5 counts 5, each 10 and each 14 counts 10.
PLAIN_COUNTERS = Counters((Counter("5", 5, 4), Counter("10", 10, 4), Counter("14", 10, 4)))
#: 004 Counters: the Rook Bird counts 20; in the 1924 games only where the table agrees.
ROOK_COUNTERS = Counters((*PLAIN_COUNTERS.kinds, Counter("rook", 20, 1)))

COLORS_1924 = {"red": "red", "yellow": "yellow", "black": "black", "green": "green"}
COLORS_BOOKLET = {"red": "red", "blue": "blue", "black": "black", "green": "green"}
COLORS_BY_FOURTH = {"blue": COLORS_BOOKLET, "yellow": COLORS_1924}

#: The least and the greatest minimum that a table may agree on, and its steps.
LEAST_MINIMUM, GREATEST_MINIMUM, MINIMUM_STEP = 5, 50, 5


def rook_option(slug: str) -> Choice:
    """The option `rook` of the 1924 games."""
    choices = {"out": "left out", "plain": "in play, worth nothing", "20": "in play, worth 20"}
    return Choice(key="rook", label="Rook card", rule=f"{slug}.rook-card", choices=choices, default="out")


def fourth_option(slug: str, rule: str = "colors") -> Choice:
    """The option `fourth` of the booklet's games."""
    choices = {fourth: fourth for fourth in COLORS_BY_FOURTH}
    return Choice(key="fourth", label="Fourth color", rule=f"{slug}.{rule}", choices=choices, default="blue")


def with_fourth(tricks: Tricks, options: Options) -> Tricks:
    """The tricks of a booklet game with the fourth color of this table."""
    removed = f"{options['fourth']} 1" if tricks.removed else None
    return replace(tricks, colors=tuple(COLORS_BY_FOURTH[options["fourth"]]), removed=removed)


def minimum_option(slug: str) -> Whole:
    """The option `minimum` of the games in which the dealer must open the bidding."""
    return Whole(
        key="minimum",
        label="Lowest bid",
        rule=f"{slug}.dealer-five",
        low=LEAST_MINIMUM,
        high=GREATEST_MINIMUM,
        step=MINIMUM_STEP,
        default=LEAST_MINIMUM,
    )


def forced_option(slug: str) -> YesNo:
    """The option `forced` of the games in which everybody may pass."""
    return YesNo(
        key="forced", label="Dealer must bid if everyone else passes", rule=f"{slug}.passed-out", default=False
    )


def misplay_bid_option(slug: str) -> YesNo:
    """The option `misplay_bid` of the 1924 games."""
    label = "A misplay by the bidding side costs the bid too"
    return YesNo(key="misplay_bid", label=label, rule=f"{slug}.misplay-offender", default=False)


def counters_1924(options: Options) -> Counters:
    """The counters of a 1924 game."""
    return ROOK_COUNTERS if options["rook"] == "20" else PLAIN_COUNTERS


#: 000 rule 4, 001 rule 3: divisible by 5.
STEP = 5

NEST_PENALTY = {"nest-counter": "a counter left in the nest"}
NO_NEST = "this table plays without a nest. Turn on the option “nest” before the first deal."


def open_auction(options: Options, ceiling: int, pass_is_final: bool = True) -> Auction:
    """The dealer bids first and must bid; the highest bid is all the points."""
    return Auction(
        options["minimum"], STEP, {None: ceiling}, dealer_first=True, dealer_must_bid=True, pass_is_final=pass_is_final
    )


def alone_at_table(setting: Setting, counters: Counters, colors: Mapping[str, str], tricks: Mapping[int, int]) -> Play:
    """Rook where everyone plays alone. `tricks` is the number of tricks in a deal by the number of players."""
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
    return bid_play(terms, policy, End(points=options["target"]), not_here={} if nest else {"penalties": NO_NEST})


def partners_at_table(
    setting: Setting,
    colors: Mapping[str, str],
    trick_values: Mapping[str, int],
    result: SetBack | Doubling,
    extra: tuple[Field, ...] = (),
    not_here: Mapping[str, str] | None = None,
) -> Play:
    """Two against two, where tricks count too."""
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
    return bid_play(terms, policy, End(points=setting.options["target"]), not_here=not_here)
