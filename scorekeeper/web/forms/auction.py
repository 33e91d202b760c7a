"""An auction in progress: in words for watchers, and as the widget that takes the calls."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from scorekeeper.rules.bidding.auction import Auction, AuctionState, Call, auction_states
from scorekeeper.rules.fields import ListOf
from scorekeeper.rules.game import Play, Setting
from scorekeeper.rules.values import Fault
from scorekeeper.web.forms.widgets import AuctionWidget, BidButtons, Button, Buttons, CallRow

#: The entry that holds an auction.
CALLS = "calls"
#: So many of the next bids are shown at once, in one row; higher ones are folded away.
NEAR, NEAR_WITH_SHAPE = 6, 5
NO_COLOR = "none"


@dataclass(frozen=True)
class LiveAuction:
    """An auction in progress: the calls, and the state before the first call and after each."""

    auction: Auction
    names: Sequence[str]
    calls: Sequence[Any]
    states: Sequence[AuctionState]

    @property
    def now(self) -> AuctionState:
        """The state after the last call."""
        return self.states[-1]

    @property
    def is_stuck(self) -> bool:
        """Whether a call is not allowed."""
        return self.now.wrong is not None or len(self.states) <= len(self.calls)

    @property
    def goes_on(self) -> bool:
        """Whether it has begun and is not over."""
        return bool(self.calls) and not self.is_stuck and not self.now.over

    @property
    def passed_out(self) -> bool:
        """Everybody passed."""
        return not self.is_stuck and self.now.over and self.now.bidder is None

    @property
    def is_undecided(self) -> bool:
        """Whether bidder, bid and trump are unknown."""
        return self.goes_on or self.passed_out

    def speaker(self, index: int) -> str:
        """Who made a call; empty if it was nobody's turn."""
        turn = self.states[index].turn if index < len(self.states) else None
        return "" if turn is None else self.names[turn]

    def words(self) -> str:
        """Who bids next, or that nobody bid; empty before it begins and when it is won."""
        if self.goes_on:
            return f"{self.speaker(len(self.calls))} to bid, at least {self.now.minimum}"
        return "Nobody bid" if self.passed_out else ""


def live_auction(
    at_table: tuple[Setting, Play], names: Sequence[str], dealer: int | None, facts: Mapping[str, Any]
) -> LiveAuction | None:
    """The auction of a hand, if the game has one and it is known who deals."""
    setting, play = at_table
    field = play.fields.get(CALLS)
    if dealer is None or not isinstance(field, ListOf):
        return None
    calls = facts.get(CALLS, [])
    sound = list(takewhile(lambda call: not field.of.check(call), calls))
    return LiveAuction(
        setting.auction(), names, calls, auction_states(setting.auction(), setting.players, dealer, sound)
    )


def call_text(call: Any) -> str:
    """A call as text: "pass", "85", "100 green"."""
    return " ".join(map(str, call)).strip() if isinstance(call, list) else str(call)


def auction_widget(
    field: ListOf, calls: Sequence[Any], live: LiveAuction | None, faults: Sequence[Fault]
) -> AuctionWidget:
    """The widget that takes the calls of an auction."""
    colors = field.of.colors if isinstance(field.of, Call) and field.of.colors else {}
    wrong = _by_row(faults, field.key)
    rows = [_row(f"{field.key}[{index}]", call, colors, wrong.get(index, [])) for index, call in enumerate(calls)]
    label = "Bidding" if calls else "Record the bidding"
    shown = AuctionWidget(field.key, label, wrong.get(None, []), is_open=bool(calls or faults), calls=rows)
    return shown if live is None else _with_turns(shown, live, colors)


def _by_row(faults: Sequence[Fault], key: str) -> dict[int | None, list[Fault]]:
    """Faults by the number of the call; under None those of the whole auction."""
    by_row: dict[int | None, list[Fault]] = {}
    for fault in faults:
        place = re.match(re.escape(key) + r"\[(\d+)\]", fault.path or "")
        by_row.setdefault(int(place[1]) if place else None, []).append(fault)
    return by_row


def _row(path: str, call: Any, colors: Mapping[str, str], faults: Sequence[Fault]) -> CallRow:
    color = str(call[-1]) if isinstance(call, list) and call else ""
    words = f"{call[0]} {colors.get(color, color)}" if color else call_text(call)
    return CallRow(path, call_text(call), words, shape=color, faults=faults)


def _with_turns(shown: AuctionWidget, live: LiveAuction, colors: Mapping[str, str]) -> AuctionWidget:
    """Add names, whose turn it is, and the calls that are allowed."""
    named = [replace(row, name=live.speaker(index)) for index, row in enumerate(shown.calls)]
    path = f"{shown.path}[{len(named)}]"
    offers = [] if live.is_stuck else _offers(live, colors, path)
    return replace(
        shown,
        calls=named,
        headline=_headline(live, colors),
        seats=[] if live.is_stuck or live.now.over else _seats(live, colors),
        next_path=path,
        may_pass=not live.is_stuck and live.auction.may_pass(live.now),
        colors=_colors(offers, shown.path) if colors and offers else None,
        offers=offers,
    )


def _headline(live: LiveAuction, colors: Mapping[str, str]) -> tuple[str, str]:
    now = live.now
    if live.is_stuck:
        return "", "This bidding can’t be right. Undo the calls that are wrong."
    if now.turn is not None:
        must = "to bid" if live.auction.may_pass(now) else "deals and must bid"
        return live.names[now.turn], f"{must}, at least {now.minimum}"
    if now.bidder is None:
        return "Nobody bid", "The hand is thrown in, and the next player deals."
    on = f" {_on(now.trump, colors)}" if now.trump else ""
    return live.names[now.bidder], f"won the bid: {now.bid}{on}"


def _on(color: str, colors: Mapping[str, str]) -> str:
    return "without color" if color == NO_COLOR else f"on {colors.get(color, color)}"


def _seats(live: LiveAuction, colors: Mapping[str, str]) -> list[tuple[str, str, bool]]:
    """Every player in order, with their bid or that they are out."""
    now = live.now
    has = f"has {now.bid} {colors.get(now.trump or '', '')}".strip()
    return [
        (name, has if seat == now.bidder else "out" if seat in now.out else "", seat == now.turn)
        for seat, name in enumerate(live.names)
    ]


def _offers(live: LiveAuction, colors: Mapping[str, str], path: str) -> list[BidButtons]:
    """Every bid that may be made, for each color that may be named, in the order of the colors."""
    possible = live.auction.offers(live.now)
    if not colors:
        return [_bids(path, "", "", bids) for bids in possible.values()]
    return [_bids(path, color, name, possible[color]) for color, name in colors.items() if color in possible]


def _bids(path: str, color: str, name: str, amounts: Sequence[int]) -> BidButtons:
    """The bids on one color, or without any."""
    suffix, near = (f" {_on(color, {color: name})}", NEAR_WITH_SHAPE) if color else ("", NEAR)
    buttons = [Button(f"{path}={call_text([bid, color] if color else bid)}", str(bid)) for bid in amounts]
    return BidButtons(color, name, suffix, buttons[:near], buttons[near:], near)


def _colors(offers: Sequence[BidButtons], key: str) -> Buttons:
    """The choice of a color; its bids appear when it is tapped."""
    options = [Button(offer.color, offer.name, shape=offer.color) for offer in offers]
    return Buttons(f"{key}.color", "Which color?", [], options, len(options) if len(options) < 5 else 3)
