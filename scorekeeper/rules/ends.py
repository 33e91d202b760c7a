"""When a game is over, and who has won it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class End(Protocol):
    """Winners after a hand: nobody as long as the game goes on."""

    def winners(self, totals: Sequence[int], hands: int) -> tuple[int, ...]:
        """The sides that have won, given the totals and the hands that count."""
        ...

    def words(self) -> str:
        """The end in a few words, for tables and headings."""
        ...


def _holders(totals: Sequence[int], figure: int) -> tuple[int, ...]:
    return tuple(side for side, total in enumerate(totals) if total == figure)


@dataclass(frozen=True, slots=True)
class Target:
    """At or over the line and alone in front; a tie plays on."""

    points: int

    def winners(self, totals: Sequence[int], hands: int) -> tuple[int, ...]:
        """The leader at or over the line, unless the lead is shared."""
        best = max(totals)
        if best < self.points:
            return ()
        leaders = _holders(totals, best)
        return leaders if len(leaders) == 1 else ()

    def words(self) -> str:
        """The line."""
        return f"{self.points} points"


@dataclass(frozen=True, slots=True)
class HandsAgreed:
    """So many hands, then the highest; a tie plays on."""

    count: int

    def winners(self, totals: Sequence[int], hands: int) -> tuple[int, ...]:
        """The leader once the hands are played, unless the lead is shared."""
        leaders = _holders(totals, max(totals)) if hands >= self.count else ()
        return leaders if len(leaders) == 1 else ()

    def words(self) -> str:
        """The number of hands."""
        return f"{self.count} hands" if self.count > 1 else "one hand"


@dataclass(frozen=True, slots=True)
class AfterHands:
    """A fixed number of hands, then the highest or the lowest; ties share the win."""

    count: int
    lowest: bool = False

    def winners(self, totals: Sequence[int], hands: int) -> tuple[int, ...]:
        """Everybody in front once the hands are played."""
        if hands < self.count:
            return ()
        return _holders(totals, min(totals) if self.lowest else max(totals))

    def words(self) -> str:
        """The number of hands, and what wins."""
        count = f"{self.count} hands" if self.count > 1 else "one hand"
        return f"{count}, lowest wins" if self.lowest else count
