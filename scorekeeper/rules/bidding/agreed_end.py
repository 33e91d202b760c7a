"""The end of a game by the table's own figures: a target or so many hands, a lead that wins, a floor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.ends import Contract, HandsAgreed, Target, end_facts, holders
from scorekeeper.rules.figures import figure


@dataclass(frozen=True)
class AgreedEnd:
    """The first of target, spread, floor and hands that names a winner ends the game."""

    #: The target, or else the number of hands.
    first: Target | HandsAgreed
    spread: int | None = None
    floor: int | None = None
    #: The target is reached only by making a bid.
    bid_to_win: bool = False
    #: Of several at the target those who bid come first.
    bidders_first: bool = False

    @property
    def rule(self) -> str:
        """The rule of the target or of the hands."""
        return self.first.rule

    @property
    def needs_contract(self) -> bool:
        """Totals alone do not say who has won."""
        return isinstance(self.first, Target) and (self.bid_to_win or self.bidders_first)

    def winners(self, totals: Sequence[int], hands: int, contract: Contract | None = None) -> tuple[int, ...]:
        """The winner by the first of the ways that names one."""
        by_hands = self.first.winners(totals, hands) if isinstance(self.first, HandsAgreed) else ()
        return self._at_target(totals, contract) or self._ahead(totals) or self._under_floor(totals) or by_hands

    def _at_target(self, totals: Sequence[int], contract: Contract | None) -> tuple[int, ...]:
        """The highest of those at the target who may win there, if it is not shared among them."""
        if not isinstance(self.first, Target) or max(totals) < self.first.points:
            return ()
        sides = {side for side, total in enumerate(totals) if total >= self.first.points}
        if self.bid_to_win:
            sides &= contract.sides if contract is not None and contract.made else frozenset()
        if self.bidders_first and contract is not None and sides & contract.sides:
            sides &= contract.sides
        return _alone({side: totals[side] for side in sides})

    def _ahead(self, totals: Sequence[int]) -> tuple[int, ...]:
        """The highest total, if it is far enough ahead of every other."""
        if self.spread is None:
            return ()
        *_, second, best = sorted(totals)
        return holders(totals, best) if best - second >= self.spread else ()

    def _under_floor(self, totals: Sequence[int]) -> tuple[int, ...]:
        """The highest total, if somebody is at the floor and it is not shared."""
        if self.floor is None or min(totals) > -self.floor:
            return ()
        return _alone(dict(enumerate(totals)))

    def describe(self) -> str:
        """The target or the hands, and what else ends it."""
        spread = f"a lead of {figure(self.spread)}" if self.spread is not None else ""
        floor = figure(-self.floor) if self.floor is not None else ""
        return " or ".join(filter(None, (self.first.describe(), spread, floor)))

    def remaining(self, total: int, hands: int) -> tuple[str, int | None]:
        """As for the target or the hands."""
        return self.first.remaining(total, hands)

    def reached(self, best: int, hands: int) -> bool:
        """As for the target or the hands."""
        return self.first.reached(best, hands)

    def why(self, best: int, winners: int) -> str:
        """The target or the hands, if they explain it."""
        if isinstance(self.first, Target) and best >= self.first.points:
            return self.first.why(best, winners)
        if self.spread is None and self.floor is None:
            return self.first.why(best, winners)
        return f"{figure(best)} points, the highest score when the game ended ({self.describe()})."

    def facts(self) -> dict[str, Any]:
        """Everything that may end it."""
        points = self.first.points if isinstance(self.first, Target) else None
        hands = self.first.count if isinstance(self.first, HandsAgreed) else None
        more = {"spread": self.spread, "floor": self.floor}
        flags = {"bid_to_win": self.bid_to_win, "bidders_first": self.bidders_first}
        return {**end_facts(points, hands, False, False), "ways": more | flags}


def _alone(totals: dict[int, int]) -> tuple[int, ...]:
    """The side with the highest of some totals, if nobody shares it."""
    best = [side for side, total in totals.items() if total == max(totals.values())]
    return tuple(best) if len(best) == 1 else ()
