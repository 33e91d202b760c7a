"""Flip, everyone alone, in which red cards count against you (source 001).

Each red card 1, the red 10 ten: 23 a hand. Six hands; the lowest wins.
"""

from __future__ import annotations

from scorekeeper.rules.bidding.common import COLORS_BOOKLET, fourth_option, with_fourth
from scorekeeper.rules.cards.counters import Counter, Counters
from scorekeeper.rules.ends import End
from scorekeeper.rules.fields import Choice
from scorekeeper.rules.game import Game, Options, Play, Setting, Tricks
from scorekeeper.rules.shares import misplay_option, shares_at_table

#: 001 Flip: the game consists of six hands.
HANDS = 6
#: 001 Flip: each red card one point against, the red 10 ten.
COUNTERS = Counters((Counter("red", 1, 13), Counter("red 10", 10, 1)))

WHY = "Red cards taken"
EXTRA_HAND = "extra"


def end(options: Options) -> End:
    """Six hands, and the lowest wins; a tie shares the win, or plays on where the table agreed on it."""
    return End(hands=HANDS, rule="six-hands", lowest=True, shared=options["tie"] != EXTRA_HAND)


def at_table(setting: Setting) -> Play:
    """The game at a table."""
    taken = COUNTERS.captured_field(
        rule="flip.total", count=setting.players, label="Red cards taken", ask_of="Points of red cards {name} took"
    )
    return shares_at_table(setting, taken, COUNTERS, WHY, end(setting.options), against=True)


GAME = Game(
    slug="flip",
    name="Flip",
    source="001",
    group="Booklet games",
    summary="Two to eight players. Avoid the red cards, above all the red 10, for six hands.",
    players=(2, 3, 4, 5, 6, 7, 8),
    play=at_table,
    options=(
        misplay_option("flip"),
        Choice(
            key="tie",
            label="Tie for lowest",
            rule="flip.tie",
            choices={"share": "share the win", EXTRA_HAND: "play another hand"},
            default="share",
        ),
        fourth_option("flip"),
    ),
    tricks=Tricks(tuple(COLORS_BOOKLET), has_trump=False, adapt=with_fourth),
)
