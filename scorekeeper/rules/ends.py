"""When a game is over, and who has won it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorekeeper.rules.values import figure


class Contract(NamedTuple):
    """Who bid in a hand, as sides, and whether they made it."""

    sides: frozenset[int]
    made: bool


class HouseEnd(NamedTuple):
    """What a table may agree on in addition to a target or a number of hands."""

    #: A lead over every other side that wins.
    spread: int | None = None
    #: The game ends when a side is this far below zero.
    floor: int | None = None
    #: The target is reached only by making a bid.
    bid_to_win: bool = False
    #: Of several sides at the target, those who bid come first.
    bidders_first: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game: `points` to reach or else `hands` to play, then the highest or the lowest total wins."""

    points: int | None = None
    hands: int | None = None
    #: The name of the game's rule.
    rule: str = "target"
    lowest: bool = False
    #: A tie after the last hand shares the win; otherwise a tie plays on.
    shared: bool = False
    house: HouseEnd | None = None

    @property
    def needs_contract(self) -> bool:
        """Totals alone do not say who has won."""
        house = self.house
        return house is not None and self.points is not None and (house.bid_to_win or house.bidders_first)

    def winners(self, totals: Sequence[int], hands: int, contract: Contract | None = None) -> tuple[int, ...]:
        """The sides that have won, given the totals, the hands that count and the contract of the last one."""
        return (
            self._at_target(totals, contract)
            or self._ahead(totals)
            or self._at_floor(totals)
            or self._after_hands(totals, hands)
        )

    def _at_target(self, totals: Sequence[int], contract: Contract | None) -> tuple[int, ...]:
        """The highest total of the sides that may win at the target, unless it is shared."""
        if self.points is None or max(totals) < self.points:
            return ()
        sides = {side for side, total in enumerate(totals) if total >= self.points}
        if self.house is not None and self.house.bid_to_win:
            sides &= contract.sides if contract is not None and contract.made else frozenset()
        if self.house is not None and self.house.bidders_first and contract is not None and sides & contract.sides:
            sides &= contract.sides
        return _alone({side: totals[side] for side in sides})

    def _ahead(self, totals: Sequence[int]) -> tuple[int, ...]:
        """The highest total, if it is far enough ahead of every other."""
        if self.house is None or self.house.spread is None:
            return ()
        *_, second, best = sorted(totals)
        return _holders(totals, best) if best - second >= self.house.spread else ()

    def _at_floor(self, totals: Sequence[int]) -> tuple[int, ...]:
        """The highest total, if somebody is at the floor and it is not shared."""
        if self.house is None or self.house.floor is None or min(totals) > -self.house.floor:
            return ()
        return _alone(dict(enumerate(totals)))

    def _after_hands(self, totals: Sequence[int], hands: int) -> tuple[int, ...]:
        """The best total after the last hand."""
        if self.hands is None or hands < self.hands:
            return ()
        leaders = _holders(totals, min(totals) if self.lowest else max(totals))
        return leaders if self.shared or len(leaders) == 1 else ()

    def describe(self) -> str:
        """The end in a few words, for tables and headings."""
        first = f"{figure(self.points)} points" if self.points is not None else _hands(self.hands or 0)
        lowest = ", lowest wins" if self.lowest else ""
        spread, floor = (self.house.spread, self.house.floor) if self.house is not None else (None, None)
        lead = f"a lead of {figure(spread)}" if spread is not None else ""
        below = figure(-floor) if floor is not None else ""
        return " or ".join(filter(None, (f"{first}{lowest}", lead, below)))

    def remaining(self, total: int, hands: int) -> tuple[str, int | None]:
        """How far a side is from the end, in words and as a percentage (None without a target)."""
        if self.points is not None:
            share = max(0, min(100, round(100 * total / self.points)))
            return (f"{figure(self.points - total)} to go" if total < self.points else "past the target"), share
        left = max(0, (self.hands or 0) - hands)
        return (f"{_hands(left)} to go" if left or self.shared else "tied: one more hand"), None

    def reached(self, best: int, hands: int) -> bool:
        """Only a tie can keep the game going."""
        return best >= self.points if self.points is not None else hands >= (self.hands or 0)

    def why(self, best: int, winners: int) -> str:
        """Why the game is over, in a sentence."""
        if self.points is not None and best >= self.points:
            past = f", past the target of {figure(self.points)}." if best > self.points else ", exactly the target."
            return f"{figure(best)} points{past}"
        if self.house is not None and (self.house.spread is not None or self.house.floor is not None):
            return f"{figure(best)} points, the highest score when the game ended ({self.describe()})."
        points = "1 point" if best == 1 else f"{figure(best)} points"
        shared = " It's a tie, so they share the win." if self.shared and winners > 1 else ""
        return f"{points}, the {'lowest' if self.lowest else 'highest'} score after {_hands(self.hands or 0)}.{shared}"

    def facts(self) -> dict[str, Any]:
        """The end as data for the script."""
        facts = {"points": self.points, "hands": self.hands, "lowest": self.lowest, "shared": self.shared}
        return facts if self.house is None else {**facts, "ways": self.house._asdict()}


def _holders(totals: Sequence[int], points: int) -> tuple[int, ...]:
    return tuple(side for side, total in enumerate(totals) if total == points)


def _hands(count: int) -> str:
    return f"{figure(count)} hands" if count != 1 else "one hand"


def _alone(totals: dict[int, int]) -> tuple[int, ...]:
    """The side with the highest of some totals, unless it is shared."""
    best = [side for side, total in totals.items() if total == max(totals.values())]
    return tuple(best) if len(best) == 1 else ()
