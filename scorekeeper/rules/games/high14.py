"""High 14, everyone alone (source 001).

The 5s and 10s count, 60 a hand; a 14 takes any trick. 50 wins, 100 for a longer game.
"""

from __future__ import annotations

from scorekeeper.rules.bidding.common import COLORS_BOOKLET, fourth_option, with_fourth
from scorekeeper.rules.cards.counters import Counter, Counters
from scorekeeper.rules.ends import End
from scorekeeper.rules.fields import Whole
from scorekeeper.rules.game import Game, Play, Setting, Tricks
from scorekeeper.rules.shares import misplay_option, shares_at_table

#: 001 High 14: fifty points; a hundred for a longer game.
TARGET = 50
#: 001 High 14: each 5 counts 5 and each 10 counts 10.
COUNTERS = Counters((Counter("5", 5, 4), Counter("10", 10, 4)))

WHY = "5s and 10s captured"


def at_table(setting: Setting) -> Play:
    """The game at a table."""
    captured = COUNTERS.captured_field(rule="high14.total", count=setting.players)
    end = End(points=setting.options["target"])
    return shares_at_table(setting, captured, COUNTERS, WHY, end)


GAME = Game(
    slug="high14",
    name="High 14",
    source="001",
    group="Booklet games",
    summary="Two to eight players. Capture the 5s and 10s; a 14 takes any trick.",
    players=(2, 3, 4, 5, 6, 7, 8),
    play=at_table,
    options=(
        Whole(key="target", label="Points to win", rule="high14.target", low=1, default=TARGET),
        misplay_option("high14"),
        fourth_option("high14"),
    ),
    tricks=Tricks(tuple(COLORS_BOOKLET), has_trump=False, fourteens=True, adapt=with_fourth),
)
