"""The Original ROOK, the partnership game for four (source 004).

120 points a hand: four 5s, 10s and 14s and the Rook Bird at 20. Bids from 70; a side that
falls short is set back its bid. 300 wins, or an agreed number of hands, or everyone alone
over twelve hands with changing partners.
"""

from __future__ import annotations

from scorekeeper.rules.bidding.auction import Auction
from scorekeeper.rules.bidding.common import COLORS_1924, ROOK_COUNTERS, forced_option
from scorekeeper.rules.bidding.contract import (
    Terms,
    forced_here,
    misdeal_field,
    passed_out_fields,
    penalties_field,
    teams,
)
from scorekeeper.rules.bidding.misdeals import Redeal
from scorekeeper.rules.bidding.scoring import HandPolicy, SetBack, bid_play
from scorekeeper.rules.ends import End
from scorekeeper.rules.fields import Whole, YesNo
from scorekeeper.rules.game import Game, Movement, Options, Play, Setting, Tricks, individual_sides, partner_sides
from scorekeeper.rules.values import Fault, Faults

#: 004 Object.
TARGET = 300
#: 004 Bidding: at least 70, divisible by 5, and 120 is everything.
LOWEST_BID, STEP = 70, 5
#: 004 Dealing: the 1s to 4s are taken out.
LOWEST_CARD = 5
#: 004 For individual scoring: partners change after every four hands, twelve in all.
MOVEMENT = Movement(
    option="individual",
    title="Twelve hands, partners change",
    summary="Every player for themselves: four players stay together for twelve hands, changing partners every four.",
    partners=(((0, 2), (1, 3)), ((0, 1), (2, 3)), ((0, 3), (1, 2))),
    hands_per_partner=4,
)
ROTATION = tuple(teams(sides) for sides in MOVEMENT.partners)

POLICY = HandPolicy(SetBack(), Redeal())
MISDEAL = "If a card is shown in the deal, the same dealer deals again. Enter 0."
PENALTIES = {"table-talk": "table talk", "nest-size": "wrong number of cards in the nest"}


def auction(options: Options) -> Auction:
    """The player left of the dealer bids first; nobody has to bid, unless the dealer is forced."""
    return Auction(LOWEST_BID, STEP, {None: ROOK_COUNTERS.total}, dealer_must_bid=options["forced"])


def objections(given: Options, players: int) -> Faults:
    """One way to end the game at a time."""
    ways = [key for key in ("individual", "hands", "target") if given.get(key)]
    why = "“target”, “hands” and “individual” don't go together. Keep one of them."
    return tuple(Fault(why, "original.target", key) for key in ways[1:])


def end(options: Options) -> End:
    """300 points, an agreed number of hands, or twelve hands for everyone alone."""
    if options["individual"]:
        return End(hands=MOVEMENT.hands, rule="individual", shared=True)
    return End(hands=options["hands"], rule="hands-agreed") if options["hands"] else End(points=options["target"])


def at_table(setting: Setting) -> Play:
    """The game with these options."""
    turns = ROTATION if setting.options["individual"] else ROTATION[:1]
    extra = (
        penalties_field(setting, PENALTIES, "table-talk"),
        *passed_out_fields(setting),
        misdeal_field(setting, 0, MISDEAL, "Misdeal: a card was shown", alone=True),
    )
    terms = Terms(
        setting, ROOK_COUNTERS, auction(setting.options), COLORS_1924, turns, MOVEMENT.hands_per_partner, extra=extra
    )
    return bid_play(terms, POLICY, end(setting.options), setting.options["individual"], forced_here(setting))


GAME = Game(
    slug="original",
    name="The Original ROOK",
    source="004",
    group="Partners",
    summary="Four players, two against two. Bid for trump and capture the 120 points in each hand, Rook card included.",
    players=(4,),
    play=at_table,
    options=(
        Whole(key="target", label="Points to win", rule="original.target", low=1, default=TARGET),
        Whole(
            key="hands", label="Hands to play instead of a target", rule="original.hands-agreed", low=1, needed=False
        ),
        YesNo(
            key="individual",
            label="Every player for themselves, changing partners",
            rule="original.individual",
            default=False,
        ),
        forced_option("original"),
    ),
    sides=lambda setting: (individual_sides if setting.options["individual"] else partner_sides)(setting),
    objections=objections,
    redeals=True,
    tricks=Tricks(tuple(COLORS_1924), lowest=LOWEST_CARD, rook=lambda options: True, rook_is_forced=True),
    auction=auction,
    movement=MOVEMENT,
)
