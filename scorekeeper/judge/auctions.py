"""Whose turn it is to bid, whether a call was allowed, and how the auction ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.judge.question import Answer, check_question, key_faults, read_game
from scorekeeper.rules.bidding.auction import Auction, AuctionState, Call, auction_state
from scorekeeper.rules.fields.basic import Choice, Seat
from scorekeeper.rules.fields.composite import ListOf
from scorekeeper.rules.game import Setting
from scorekeeper.rules.values import Faults


def auction(question: Mapping[str, Any]) -> Answer | Faults:
    """The auction after these calls."""
    about, faults = read_game(question, "auction")
    if about is None:
        return (*faults, *key_faults(question, ("players", "dealer", "calls")))
    game, slug = about.game, about.game.slug
    rules = Setting(game, game.players[-1], about.options).auction()
    colors = {color: color for color in rules.ceilings if color} if rules.names_color else None
    counts = {count: str(count) for count in game.players}
    players = Choice(key="players", label="Number of players", rule=f"{slug}.players", choices=counts)
    seats = game.players[-1] if players.check(question.get("players")) else question["players"]
    dealer = Seat(key="dealer", label="Dealer", rule=f"{slug}.dealer", high=seats - 1)
    call = Call(label="Call", rule=f"{slug}.auction", colors=colors)
    calls = ListOf(key="calls", label="Calls", rule=f"{slug}.auction", of=call)
    faults += check_question(question, (players, dealer, calls), ("game", "options")).faults
    if faults:
        return tuple(faults)
    return _answer(auction_state(rules, seats, question["dealer"], question["calls"]), slug, rules)


def _answer(now: AuctionState, slug: str, rules: Auction) -> Answer:
    rule = f"{slug}.auction"
    if now.wrong is not None:
        return Answer({"illegal": now.wrong}, now.why, rule)
    if not now.over:
        passes = " or pass" if rules.may_pass(now) else ""
        why = f"Seat {now.turn} is next and must bid at least {now.minimum}{passes}."
        return Answer({"over": False, "turn": now.turn, "minimum": now.minimum}, why, rule)
    result = {"over": True, "bidder": now.bidder, "bid": now.bid} | ({"trump": now.trump} if rules.names_color else {})
    if now.bidder is None:
        return Answer(result, "Everyone passed, so the hand is thrown in.", f"{slug}.passed-out")
    return Answer(result, f"The bidding is over: seat {now.bidder} won it at {now.bid}.", rule)
