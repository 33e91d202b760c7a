"""Counters, colors and options that several games share."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.rules.cards.counters import Counter, Counters
from scorekeeper.rules.fields import Choice, Whole, YesNo
from scorekeeper.rules.game import Options, Tricks

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
