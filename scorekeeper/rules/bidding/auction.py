"""An auction, call by call: whose turn, the lowest bid, who is out, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from scorekeeper.rules.fields.basic import AnyWhole, Choice, Field, Schema
from scorekeeper.rules.fields.composite import Pair
from scorekeeper.rules.values import Faults, quote

PASS = "pass"


@dataclass(frozen=True)
class Auction:
    """How a game bids. `ceilings` is by color where a bid names one, else under None."""

    lowest: int
    step: int
    ceilings: Mapping[str | None, int]
    dealer_first: bool = False
    pass_is_final: bool = True

    @cached_property
    def names_color(self) -> bool:
        """Every bid says its color."""
        return None not in self.ceilings

    @cached_property
    def highest(self) -> int:
        """No bid goes beyond this, whatever the color."""
        return max(self.ceilings.values())

    @cached_property
    def decided_keys(self) -> tuple[str, ...]:
        """The entries of a hand that follow from its calls."""
        return ("bidder", "bid", "trump") if self.names_color else ("bidder", "bid")

    def first(self, players: int, dealer: int) -> int:
        """The seat that speaks first."""
        return dealer if self.dealer_first else (dealer + 1) % players

    def may_pass(self, now: AuctionState) -> bool:
        """Whoever speaks may pass; only a dealer who opens the bidding must bid."""
        return not now.over and (now.bid is not None or not self.dealer_first)

    def offers(self, now: AuctionState) -> dict[str | None, range]:
        """Every bid that may be made now, by color where a bid names one."""
        if now.over or now.wrong is not None:
            return {}
        bids = {color: range(now.minimum, most + 1, self.step) for color, most in self.ceilings.items()}
        return {color: possible for color, possible in bids.items() if possible}

    def decision(self, now: AuctionState) -> dict[str, Any]:
        """What follows once somebody has won the auction; nothing before."""
        if not now.over or now.bidder is None:
            return {}
        return {key: getattr(now, key) for key in self.decided_keys}


@dataclass(frozen=True)
class AuctionState:
    """An auction after some calls; `wrong` names the first call that was not allowed."""

    turn: int | None
    minimum: int
    bidder: int | None = None
    bid: int | None = None
    trump: str | None = None
    out: frozenset[int] = frozenset()
    passes: int = 0
    wrong: int | None = None
    why: str = ""

    @property
    def over(self) -> bool:
        """Nobody is left to speak."""
        return self.turn is None


def auction_state(auction: Auction, players: int, dealer: int, calls: Sequence[Any]) -> AuctionState:
    """The standing after these (well-formed) calls."""
    return auction_states(auction, players, dealer, calls)[-1]


def auction_states(auction: Auction, players: int, dealer: int, calls: Sequence[Any]) -> list[AuctionState]:
    """The standing before the first of these calls and after each, up to one that is not allowed."""
    now = AuctionState(turn=auction.first(players, dealer), minimum=auction.lowest)
    states = [now]
    for index, call in enumerate(calls):
        if why := _objection(auction, now, call):
            return [*states, AuctionState(turn=now.turn, minimum=now.minimum, wrong=index, why=why)]
        now = _after(auction, players, now, call)
        states.append(now)
    return states


def _objection(auction: Auction, now: AuctionState, call: Any) -> str:
    """Why this call may not be made now, or nothing."""
    if now.over:
        return "The bidding is already over."
    if call == PASS:
        return "" if auction.may_pass(now) else "The dealer opens the bidding and must bid."
    bid, color = _bid(auction, call)
    if bid < now.minimum:
        return f"{quote(bid)} is too low. The next bid must be at least {now.minimum}."
    if bid % auction.step:
        return f"{quote(bid)} is not a legal bid. A bid must be a multiple of {auction.step}."
    if bid > auction.ceilings[color]:
        trump = {None: "", "none": " with no color"}.get(color, f" on {color}")
        return f"{quote(bid)} is too high. The highest bid{trump} is {auction.ceilings[color]}."
    return ""


def _bid(auction: Auction, call: Any) -> tuple[int, str | None]:
    return (call[0], call[1]) if auction.names_color else (call, None)


def _after(auction: Auction, players: int, now: AuctionState, call: Any) -> AuctionState:
    """The standing after one allowed call."""
    speaker = now.turn if now.turn is not None else 0
    if call == PASS:
        out = now.out | {speaker} if auction.pass_is_final else now.out
        after = AuctionState(None, now.minimum, now.bidder, now.bid, now.trump, out, now.passes + 1)
    else:
        bid, color = _bid(auction, call)
        after = AuctionState(None, bid + auction.step, speaker, bid, color, now.out)
    return _next_turn(auction, players, after, speaker)


def _next_turn(auction: Auction, players: int, after: AuctionState, speaker: int) -> AuctionState:
    """The next to speak, or nobody: all others have passed, or no higher bid is possible."""
    if after.minimum > auction.highest:
        return after
    if not auction.pass_is_final and after.passes >= players - 1:
        return after
    for step in range(1, players + 1):
        seat = (speaker + step) % players
        if seat == after.bidder and auction.pass_is_final:
            continue
        if seat not in after.out:
            return AuctionState(seat, after.minimum, after.bidder, after.bid, after.trump, after.out, after.passes)
    return after


@dataclass(frozen=True, kw_only=True)
class Call(Field):
    """One call: a bid, or "pass"; where bids name a color, [bid, color]."""

    kind: ClassVar[str] = "call"

    colors: Mapping[str, str] | None = None

    @cached_property
    def bid(self) -> Field:
        """The form of a call that is not a pass: any whole number, for the auction judges it."""
        number = AnyWhole(label="Bid", rule=self.rule)
        if self.colors is None:
            return number
        color = Choice(label="Color", rule=self.rule, choices=self.colors)
        return Pair(label="Call", rule=self.rule, first=number, second=color)

    def check(self, value: object) -> Faults:
        """A pass, or a well-formed bid."""
        return () if value == PASS else self.bid.check(value)

    def schema(self) -> Schema:
        """A bid or the word."""
        return self.with_title(anyOf=[self.bid.schema(), {"const": PASS}])
