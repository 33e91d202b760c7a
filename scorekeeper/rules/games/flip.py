"""Flip, everyone alone, in which red cards count against you (source 001).

Each red card 1, the red 10 ten: 23 a hand. Six hands; the lowest wins.
"""

from __future__ import annotations

from functools import partial

from scorekeeper.rules.bidding.contract import COLORS_BOOKLET
from scorekeeper.rules.cards.counters import Counter, Counters
from scorekeeper.rules.ends import AfterHands
from scorekeeper.rules.game import Game, Play, Setting, Tricks, hand_fields
from scorekeeper.rules.shares import score_captured, share_facts

#: 001 Flip: the game consists of six hands.
HANDS = 6
#: 001 Flip: each red card one point against, the red 10 ten.
COUNTERS = Counters((Counter("red", 1, 13), Counter("red 10", 10, 1)))

WHY = "Red cards taken"


def at_table(setting: Setting) -> Play:
    """The game for so many players."""
    taken = COUNTERS.captured_field(
        rule="flip.total", count=setting.players, label="Red cards taken", ask_of="Points of red cards {name} took"
    )
    known = hand_fields(setting, taken)
    score = partial(score_captured, setting, COUNTERS, known, WHY)
    return Play(known, score, AfterHands(HANDS, "six-hands", lowest=True), partial(share_facts, setting, COUNTERS, WHY))


GAME = Game(
    slug="flip",
    name="Flip",
    source="001",
    group="Booklet games",
    summary="Two to eight players. Avoid the red cards, above all the red 10, for six hands.",
    players=(2, 3, 4, 5, 6, 7, 8),
    play=at_table,
    tricks=Tricks(tuple(COLORS_BOOKLET), has_trump=False),
)
