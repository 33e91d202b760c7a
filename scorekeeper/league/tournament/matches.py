"""Who wins a match: games at one or several tables, the best of one or three.

In each game of a match all its tables are played. The side with more tables won takes the game, then the
side with more points; otherwise the game is tied. A match ends when nobody can catch up any more. Where
somebody must win, a tied match goes on with one more game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.league.tournament.values import GameScore, Group, Plan

#: How a match ended.
PLAYED, TIED, WALKOVER, BYE, VOID = "played", "tied", "walkover", "bye", "void"


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it stands; a side is None while nobody knows it, and empty if nobody will come."""

    key: str
    round: int
    sides: tuple[Group | None, ...]
    #: How it ended; empty while it goes on or waits.
    how: str = ""
    winner: int | None = None
    #: Games won by each side; a tied game is half a game for both.
    wins: tuple[Fraction, ...] = ()
    #: The points of each side over all games.
    points: tuple[int, ...] = ()
    #: How many games were played to their end.
    legs: int = 0
    #: Lower points are better.
    lowest_wins: bool = False

    @property
    def is_ready(self) -> bool:
        """Both sides are known and it is not over."""
        return not self.how and all(self.sides)

    @property
    def is_over(self) -> bool:
        """Nothing is left to play."""
        return bool(self.how)

    @property
    def was_played(self) -> bool:
        """It was decided, or tied, at the table."""
        return self.how in (PLAYED, TIED)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The sides that are known."""
        return tuple(side for side in self.sides if side)

    @property
    def loser(self) -> int | None:
        """The other side of two."""
        return None if self.winner is None else 1 - self.winner


def play(
    key: str, round_number: int, sides: tuple[Group, ...], games: Sequence[GameScore], plan: Plan, must_win: bool
) -> Match:
    """The match between these sides after these games."""
    legs = [leg for leg in _legs(games) if len(leg) == plan.boards]
    wins = tuple(sum((_share(leg, side) for leg in legs), Fraction(0)) for side in range(len(sides)))
    points = tuple(sum(game.points[side] for leg in legs for game in leg) for side in range(len(sides)))
    winner, over = _decide(wins, len(legs), plan.best_of, must_win)
    how = "" if not over else TIED if winner is None else PLAYED
    lowest = any(game.lowest_wins for game in games)
    return Match(key, round_number, sides, how, winner, wins, points, len(legs), lowest)


def _legs(games: Sequence[GameScore]) -> list[list[GameScore]]:
    """The games of each leg, in order."""
    numbers = sorted({game.leg for game in games})
    return [[game for game in games if game.leg == number] for number in numbers]


def _share(leg: Sequence[GameScore], side: int) -> Fraction:
    """What a side gets of one leg: all, a share, or nothing."""
    if len(leg) == 1:
        leaders = leg[0].leaders
        return Fraction(side in leaders, len(leaders))
    tables = [sum((Fraction(own in game.leaders, len(game.leaders)) for game in leg), Fraction(0)) for own in (0, 1)]
    points = [sum(game.merits[own] for game in leg) for own in (0, 1)]
    own, other = (tables[side], points[side]), (tables[1 - side], points[1 - side])
    return Fraction(1, 2) if own == other else Fraction(own > other)


def _decide(wins: tuple[Fraction, ...], legs: int, best_of: int, must_win: bool) -> tuple[int | None, bool]:
    """The winner, and whether the match is over."""
    best = max(wins)
    leaders = [side for side, games in enumerate(wins) if games == best]
    lead = best - max((games for side, games in enumerate(wins) if side not in leaders), default=best)
    if len(leaders) == 1 and lead > best_of - legs:
        return leaders[0], True
    return None, legs >= best_of and not must_win
