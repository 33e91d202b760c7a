"""When a game is over, and who has won it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from scorekeeper.rules.values import figure


class Contract(NamedTuple):
    """Who bid in a hand, as sides, and whether they made it."""

    sides: frozenset[int]
    made: bool


class End(Protocol):
    """Winners after a hand: nobody as long as the game goes on."""

    @property
    def rule(self) -> str:
        """The name of the game's rule that says so."""
        ...

    def winners(self, totals: Sequence[int], hands: int, contract: Contract | None = None) -> tuple[int, ...]:
        """The sides that have won, given the totals, the hands that count and the contract of the last one."""
        ...

    def describe(self) -> str:
        """The end in a few words, for tables and headings."""
        ...

    def remaining(self, total: int, hands: int) -> tuple[str, int | None]:
        """How far a side is from the end, in words and as a share of a hundred (None where there is no line)."""
        ...

    def reached(self, best: int, hands: int) -> bool:
        """Only a tie can keep the game going."""
        ...

    def why(self, best: int, winners: int) -> str:
        """Why the game is over, in a sentence."""
        ...

    def facts(self) -> dict[str, Any]:
        """The end as data: points to reach, hands to play, whether the lowest wins, whether a tie shares the win."""
        ...


def end_facts(points: int | None, hands: int | None, lowest: bool, shared: bool) -> dict[str, Any]:
    """An end as data."""
    return {"points": points, "hands": hands, "lowest": lowest, "shared": shared}


def holders(totals: Sequence[int], points: int) -> tuple[int, ...]:
    """The sides with so many points."""
    return tuple(side for side, total in enumerate(totals) if total == points)


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{figure(points)} points"


def _hands(count: int) -> str:
    return f"{figure(count)} hands" if count != 1 else "one hand"


@dataclass(frozen=True, slots=True)
class Target:
    """At or over the line and alone in front; a tie plays on."""

    points: int
    rule: str = "target"

    def winners(self, totals: Sequence[int], hands: int, contract: Contract | None = None) -> tuple[int, ...]:
        """The leader at or over the line, unless the lead is shared."""
        best = max(totals)
        if best < self.points:
            return ()
        leaders = holders(totals, best)
        return leaders if len(leaders) == 1 else ()

    def describe(self) -> str:
        """The line."""
        return f"{figure(self.points)} points"

    def remaining(self, total: int, hands: int) -> tuple[str, int | None]:
        """Points to the line; a side over it is level with another, and plays on."""
        share = max(0, min(100, round(100 * total / self.points)))
        return (f"{figure(self.points - total)} to go" if total < self.points else "past the target"), share

    def reached(self, best: int, hands: int) -> bool:
        """Somebody has the points."""
        return best >= self.points

    def why(self, best: int, winners: int) -> str:
        """At the line, and alone."""
        return (
            f"{figure(best)} points, past the target of {figure(self.points)}."
            if best > self.points
            else f"{figure(best)} points, exactly the target."
        )

    def facts(self) -> dict[str, Any]:
        """Points, alone."""
        return end_facts(self.points, None, False, False)


@dataclass(frozen=True, slots=True)
class HandsAgreed:
    """So many hands, then the highest or the lowest; a tie plays on."""

    count: int
    rule: str = "hands-agreed"
    lowest: bool = False

    def winners(self, totals: Sequence[int], hands: int, contract: Contract | None = None) -> tuple[int, ...]:
        """The leader once the hands are played, unless the lead is shared."""
        best = min(totals) if self.lowest else max(totals)
        leaders = holders(totals, best) if hands >= self.count else ()
        return leaders if len(leaders) == 1 else ()

    def describe(self) -> str:
        """The number of hands, and what wins."""
        return f"{_hands(self.count)}, lowest wins" if self.lowest else _hands(self.count)

    def remaining(self, total: int, hands: int) -> tuple[str, int | None]:
        """Hands to play; after the last one a tie plays on."""
        return (f"{_hands(self.count - hands)} to go" if hands < self.count else "tied: one more hand"), None

    def reached(self, best: int, hands: int) -> bool:
        """The agreed hands are played."""
        return hands >= self.count

    def why(self, best: int, winners: int) -> str:
        """After the last hand, and alone."""
        return f"{_points(best)}, the {'lowest' if self.lowest else 'highest'} score after {_hands(self.count)}."

    def facts(self) -> dict[str, Any]:
        """Hands, alone."""
        return end_facts(None, self.count, self.lowest, False)


@dataclass(frozen=True, slots=True)
class AfterHands:
    """A fixed number of hands, then the highest or the lowest; ties share the win."""

    count: int
    rule: str
    lowest: bool = False

    def winners(self, totals: Sequence[int], hands: int, contract: Contract | None = None) -> tuple[int, ...]:
        """Everybody in front once the hands are played."""
        if hands < self.count:
            return ()
        return holders(totals, min(totals) if self.lowest else max(totals))

    def describe(self) -> str:
        """The number of hands, and what wins."""
        return f"{_hands(self.count)}, lowest wins" if self.lowest else _hands(self.count)

    def remaining(self, total: int, hands: int) -> tuple[str, int | None]:
        """Hands to play."""
        return f"{_hands(max(0, self.count - hands))} to go", None

    def reached(self, best: int, hands: int) -> bool:
        """The hands are played."""
        return hands >= self.count

    def why(self, best: int, winners: int) -> str:
        """The best after the last hand, perhaps shared."""
        score = "lowest" if self.lowest else "highest"
        shared = " It's a tie, so they share the win." if winners > 1 else ""
        return f"{_points(best)}, the {score} score after {_hands(self.count)}.{shared}"

    def facts(self) -> dict[str, Any]:
        """Hands, shared."""
        return end_facts(None, self.count, self.lowest, True)
