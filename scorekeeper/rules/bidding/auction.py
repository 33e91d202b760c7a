"""The bidding, call by call: whose turn it is, the lowest bid, who is out, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd
from typing import Any, ClassVar

from scorekeeper.rules.fields import AnyWhole, Choice, Field, Pair, Schema, Whole
from scorekeeper.rules.values import Faults, quote

PASS = "pass"


@dataclass(frozen=True)
class Auction:
    """How a game bids. `ceilings` is by color where a bid names one, else under None."""

    lowest: int
    step: int
    ceilings: Mapping[str | None, int]
    dealer_first: bool = False
    #: The dealer may not pass while nobody has bid.
    dealer_must_bid: bool = False
    pass_is_final: bool = True
    #: The ceiling may be bid even if the steps do not reach it.
    ceiling_is_a_bid: bool = False

    @cached_property
    def names_color(self) -> bool:
        """Every bid says its color."""
        return None not in self.ceilings

    @cached_property
    def highest(self) -> int:
        """The highest bid on any color."""
        return max(self.ceilings.values())

    def describe(self) -> str:
        """What may be bid, in a sentence."""
        *_, last = range(self.lowest, self.highest + 1, self.step)
        top = f", and {self.highest} can be bid too" if last != self.highest else ""
        return f"Bids go from {self.lowest} to {last} in steps of {self.step}{top}."

    @cached_property
    def decided_keys(self) -> tuple[str, ...]:
        """The entries of a hand that follow from its calls."""
        return ("bidder", "bid", "trump") if self.names_color else ("bidder", "bid")

    def first(self, players: int, dealer: int) -> int:
        """The seat that bids first."""
        return dealer if self.dealer_first else (dealer + 1) % players

    def bids(self, color: str | None = None) -> tuple[int, ...]:
        """Every bid on a color, from the lowest up; without one, every bid there is."""
        most = self.highest if color is None else self.ceilings[color]
        steps = tuple(range(self.lowest, most + 1, self.step))
        return (*steps, most) if self.ceiling_is_a_bid and most not in steps else steps

    def next_bid(self, bid: int) -> int:
        """The lowest bid above this one."""
        return min(bid + self.step, max(bid + 1, self.highest)) if self.ceiling_is_a_bid else bid + self.step

    def may_pass(self, now: AuctionState) -> bool:
        """Whether the next player may pass. A dealer may have to bid while nobody has bid."""
        return not now.over and (now.bid is not None or now.turn != now.must_bid)

    def offers(self, now: AuctionState) -> dict[str | None, tuple[int, ...]]:
        """Every bid that may be made now, by color where a bid names one."""
        if now.over or now.wrong is not None:
            return {}
        bids = {color: tuple(bid for bid in self.bids(color) if bid >= now.minimum) for color in self.ceilings}
        return {color: possible for color, possible in bids.items() if possible}

    def decision(self, now: AuctionState) -> dict[str, Any]:
        """The entries of a hand that follow once somebody has won the bidding; empty before that."""
        if not now.over or now.bidder is None:
            return {}
        return {key: getattr(now, key) for key in self.decided_keys}


@dataclass(frozen=True)
class AuctionState:
    """An auction after some calls; `wrong` names the first call that was not allowed."""

    turn: int | None
    minimum: int
    #: The seat that may not pass while nobody has bid.
    must_bid: int | None = None
    bidder: int | None = None
    bid: int | None = None
    trump: str | None = None
    out: frozenset[int] = frozenset()
    passes: int = 0
    wrong: int | None = None
    why: str = ""

    @property
    def over(self) -> bool:
        """The bidding is over."""
        return self.turn is None


def auction_state(auction: Auction, players: int, dealer: int, calls: Sequence[Any]) -> AuctionState:
    """The state after these (well-formed) calls."""
    return auction_states(auction, players, dealer, calls)[-1]


def auction_states(auction: Auction, players: int, dealer: int, calls: Sequence[Any]) -> list[AuctionState]:
    """The state before the first of these calls and after each, up to one that is not allowed."""
    must_bid = dealer if auction.dealer_must_bid else None
    now = AuctionState(auction.first(players, dealer), auction.lowest, must_bid)
    states = [now]
    for index, call in enumerate(calls):
        if why := _objection(auction, now, call):
            return [*states, AuctionState(now.turn, now.minimum, now.must_bid, wrong=index, why=why)]
        now = _after(auction, players, now, call)
        states.append(now)
    return states


def _objection(auction: Auction, now: AuctionState, call: Any) -> str:
    """Why this call is not allowed now, or an empty string."""
    if now.over:
        return "The bidding is already over."
    if call == PASS:
        must = "opens the bidding and must bid" if auction.dealer_first else "must bid when everyone else passed"
        return "" if auction.may_pass(now) else f"The dealer {must}."
    bid, color = _bid(auction, call)
    if bid < now.minimum:
        return f"{quote(bid)} is too low. The next bid must be at least {now.minimum}."
    if bid > auction.ceilings[color]:
        trump = {None: "", "none": " with no color"}.get(color, f" on {color}")
        return f"{quote(bid)} is too high. The highest bid{trump} is {auction.ceilings[color]}."
    if bid not in auction.bids(color):
        on_steps = auction.lowest % auction.step == 0
        steps = f"A bid must be a multiple of {auction.step}." if on_steps else auction.describe()
        return f"{quote(bid)} is not a legal bid. {steps}"
    return ""


def _bid(auction: Auction, call: Any) -> tuple[int, str | None]:
    return (call[0], call[1]) if auction.names_color else (call, None)


def _after(auction: Auction, players: int, now: AuctionState, call: Any) -> AuctionState:
    speaker = now.turn if now.turn is not None else 0
    if call == PASS:
        out = now.out | {speaker} if auction.pass_is_final else now.out
        after = replace(now, turn=None, out=out, passes=now.passes + 1)
    else:
        bid, color = _bid(auction, call)
        after = replace(now, turn=None, minimum=auction.next_bid(bid), bidder=speaker, bid=bid, trump=color, passes=0)
    return _next_turn(auction, players, after, speaker)


def _next_turn(auction: Auction, players: int, after: AuctionState, speaker: int) -> AuctionState:
    """Set the next seat to bid; None if all others have passed or no higher bid is possible."""
    if after.minimum > auction.highest:
        return after
    if not auction.pass_is_final and after.passes >= players - 1:
        return after
    for step in range(1, players + 1):
        seat = (speaker + step) % players
        if seat == after.bidder and auction.pass_is_final:
            continue
        if seat not in after.out:
            return replace(after, turn=seat)
    return after


@dataclass(frozen=True, kw_only=True)
class Bid(Whole):
    """One of the bids of an auction."""

    bids: tuple[int, ...]

    def __post_init__(self) -> None:
        low, *more = self.bids
        limits = {"low": low, "high": self.bids[-1], "step": more[0] - low if more else 1, "allowed": self.bids}
        for name, value in limits.items():
            object.__setattr__(self, name, value)

    def schema(self) -> Schema:
        """An integer from the lowest to the highest."""
        return self.with_title(type="integer", minimum=self.low, maximum=self.high, multipleOf=gcd(*self.bids))


@dataclass(frozen=True, kw_only=True)
class Call(Field):
    """One call: a bid, or "pass"; where bids name a color, [bid, color]."""

    kind: ClassVar[str] = "call"

    colors: Mapping[str, str] | None = None

    @cached_property
    def bid(self) -> Field:
        """A call that is not a pass. Any whole number, because the auction decides which bids are allowed."""
        number = AnyWhole(label="Bid", rule=self.rule)
        if self.colors is None:
            return number
        color = Choice(label="Color", rule=self.rule, choices=self.colors)
        return Pair(label="Call", rule=self.rule, first=number, second=color)

    def check(self, value: object) -> Faults:
        """A pass, or a well-formed bid."""
        return () if value == PASS else self.bid.check(value)

    def schema(self) -> Schema:
        """A bid or “pass”."""
        return self.with_title(anyOf=[self.bid.schema(), {"const": PASS}])
