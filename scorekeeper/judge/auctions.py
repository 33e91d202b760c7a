"""Whose turn it is to bid, whether a call was allowed, and how the auction ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.judge.question import Answer, game_asked, own_faults
from scorekeeper.rules.auction import Call, Standing, hear
from scorekeeper.rules.document import numbers
from scorekeeper.rules.fields import Seat, Whole
from scorekeeper.rules.game import Setting
from scorekeeper.rules.shapes import ListOf
from scorekeeper.rules.values import Fault, Faults, shown


def auction(question: Mapping[str, Any]) -> Answer | Faults:
    """The auction after these calls."""
    about = game_asked(question, "auction")
    if isinstance(about, tuple):
        return about
    game, slug = about.game, about.game.slug
    rules = Setting(game, game.players[-1], about.options).auction()
    colours = {colour: colour for colour in rules.ceilings if colour} if rules.names_colour else None
    players = Whole(
        key="players", label="Number of players", rule=f"{slug}.players", low=game.players[0], high=game.players[-1]
    )
    sound = not players.check(question.get("players")) and question["players"] in game.players
    seats = question["players"] if sound else game.players[-1]
    dealer = Seat(key="dealer", label="Dealer", rule=f"{slug}.dealer", high=seats - 1)
    calls = ListOf(
        key="calls",
        label="Calls",
        rule=f"{slug}.auction",
        of=Call(label="Call", rule=f"{slug}.auction", colours=colours),
    )
    faults = own_faults(question, (players, dealer, calls), ("game", "options"))
    if not sound and not any(fault.path == "players" for fault in faults):
        why = f"{game.name} is for {numbers(game.players)} players, not {shown(question['players'])}."
        faults += (Fault(why, f"{slug}.players", "players"),)
    return faults or _answer(hear(rules, seats, question["dealer"], question["calls"]), slug, rules.names_colour)


def _answer(now: Standing, slug: str, names_colour: bool) -> Answer:
    rule = f"{slug}.auction"
    if now.wrong is not None:
        return Answer({"illegal": now.wrong}, now.why, rule)
    if not now.over:
        why = f"Seat {now.turn} is next, and must bid at least {now.minimum} or pass."
        return Answer({"over": False, "turn": now.turn, "minimum": now.minimum}, why, rule)
    result = {"over": True, "bidder": now.bidder, "bid": now.bid} | ({"trump": now.trump} if names_colour else {})
    if now.bidder is None:
        return Answer(result, "Everybody passed: the hand is thrown in.", f"{slug}.passed-out")
    return Answer(result, f"Seat {now.bidder} has the bid at {now.bid}: nobody is left to raise it.", rule)
