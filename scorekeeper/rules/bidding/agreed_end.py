"""The end of a game by the table's own figures: a target or so many hands, a lead that wins, a floor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.rules.cards.counters import Counter, Counters
from scorekeeper.rules.ends import Contract, HandsAgreed, Target, end_facts, holders
from scorekeeper.rules.fields import Choice, Whole, YesNo
from scorekeeper.rules.game import Options, Tricks
from scorekeeper.rules.values import figure


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


#: 000 rule 9: each 5 counts 5, each 10 and each 14 counts 10.
PLAIN_COUNTERS = Counters((Counter("5", 5, 4), Counter("10", 10, 4), Counter("14", 10, 4)))
#: 004 Counters: the Rook Bird counts 20; in the 1924 games only where the table agrees.
ROOK_COUNTERS = Counters((*PLAIN_COUNTERS.kinds, Counter("rook", 20, 1)))

COLORS_1924 = {"red": "red", "yellow": "yellow", "black": "black", "green": "green"}
COLORS_BOOKLET = {"red": "red", "blue": "blue", "black": "black", "green": "green"}
COLORS_BY_FOURTH = {"blue": COLORS_BOOKLET, "yellow": COLORS_1924}

#: The least and the greatest minimum that a table may agree on, and its steps.
LEAST_MINIMUM, GREATEST_MINIMUM, MINIMUM_STEP = 5, 50, 5


def rook_option(slug: str) -> Choice:
    """The option `rook` of the 1924 games."""
    choices = {
        "out": "left out",
        "plain": "in play, worth nothing",
        "20": "in play, worth 20",
    }
    return Choice(key="rook", label="Rook card", rule=f"{slug}.rook-card", choices=choices, default="out")


def fourth_option(slug: str, rule: str = "colors") -> Choice:
    """The option `fourth` of the booklet's games."""
    choices = {fourth: fourth for fourth in COLORS_BY_FOURTH}
    return Choice(key="fourth", label="Fourth color", rule=f"{slug}.{rule}", choices=choices, default="blue")


def with_fourth(tricks: Tricks, options: Options) -> Tricks:
    """The tricks of a booklet game with the fourth color of this table."""
    removed = f"{options['fourth']} 1" if tricks.removed else None
    return replace(tricks, colors=tuple(COLORS_BY_FOURTH[options["fourth"]]), removed=removed)


def minimum_option(slug: str) -> Whole:
    """The option `minimum` of the games in which the dealer must open the bidding."""
    return Whole(
        key="minimum",
        label="Lowest bid",
        rule=f"{slug}.dealer-five",
        low=LEAST_MINIMUM,
        high=GREATEST_MINIMUM,
        step=MINIMUM_STEP,
        default=LEAST_MINIMUM,
    )


def forced_option(slug: str) -> YesNo:
    """The option `forced` of the games in which everybody may pass."""
    return YesNo(
        key="forced", label="Dealer must bid if everyone else passes", rule=f"{slug}.passed-out", default=False
    )


def misplay_bid_option(slug: str) -> YesNo:
    """The option `misplay_bid` of the 1924 games."""
    label = "A misplay by the bidding side costs the bid too"
    return YesNo(key="misplay_bid", label=label, rule=f"{slug}.misplay-offender", default=False)


def counters_1924(options: Options) -> Counters:
    """The counters of a 1924 game."""
    return ROOK_COUNTERS if options["rook"] == "20" else PLAIN_COUNTERS
