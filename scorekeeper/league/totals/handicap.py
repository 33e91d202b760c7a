"""Handicaps: points given beforehand, so that everybody may hope to win.

A handicap belongs to a player for a night and is added to every game of it, before places are
given out; so wins, margins and shares all follow from it in one way. Fixed handicaps are agreed;
rolling ones come from the games before the night. Points on the sheet are never touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scorekeeper.league.results.result import Player, Result, Side, places
from scorekeeper.league.totals.night import Totals, TotalsByEntrant

Handicaps = Mapping[Player, int]


def with_handicaps(result: Result, handicaps: Handicaps) -> Result:
    """The same game with handicaps, and the places that follow. Without any it stays as it was."""
    if not handicaps:
        return result
    sides = tuple(replace(side, handicap=_of_side(side, handicaps)) for side in result.sides)
    if not any(side.handicap for side in sides):
        return result
    standing = places([result.merit(side) for side in sides])
    return replace(result, sides=tuple(replace(side, place=place) for side, place in zip(sides, standing, strict=True)))


def _of_side(side: Side, handicaps: Handicaps) -> int:
    """Partners score together, so they have the mean of their handicaps (a half counts up)."""
    return nearest(Fraction(sum(handicaps.get(player, 0) for player in side.players), len(side.players)))


def nearest(figure: Fraction) -> int:
    """The nearest whole number; a half goes up."""
    return (2 * figure + 1) // 2


@dataclass(frozen=True, slots=True)
class Rolling:
    """So much of the distance to the best average, from the last nights of each player."""

    #: How much of the distance is given.
    share: Fraction = Fraction(4, 5)
    #: How many nights are looked back upon.
    nights: int = 6
    #: Who has played fewer games than this has no handicap yet.
    games: int = 6
    #: No handicap is larger.
    highest: int = 100

    def of(self, nights: Sequence[TotalsByEntrant]) -> dict[Player, int]:
        """Everybody's handicap for the next night, given the nights before it, oldest first."""
        averages = self.averages(nights)
        best = max(averages.values(), default=Fraction(0))
        return {player: min(self.highest, nearest(self.share * (best - mean))) for player, mean in averages.items()}

    def averages(self, nights: Sequence[TotalsByEntrant]) -> dict[Player, Fraction]:
        """Points a game without handicap, of everybody who has played enough."""
        players = sorted({entrant[0] for by_entrant in nights for entrant in by_entrant if len(entrant) == 1})
        recent = {player: self._recent(player, nights) for player in players}
        return {
            player: Fraction(totals.scratch, totals.games)
            for player, totals in recent.items()
            if totals.games >= self.games
        }

    def _recent(self, player: Player, nights: Iterable[TotalsByEntrant]) -> Totals:
        played = [by_entrant[player,] for by_entrant in nights if (player,) in by_entrant and by_entrant[player,].games]
        return sum(played[-self.nights :], Totals())
