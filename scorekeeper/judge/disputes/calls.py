"""Whose turn it is to bid, and whether a bid is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.judge.auctions import auction
from scorekeeper.judge.disputes.dispute import Answers, Case, Ruling, Situation
from scorekeeper.judge.question import Answer
from scorekeeper.rules.fields.basic import Choice, Field
from scorekeeper.rules.values import Faults


def has_auction(case: Case) -> bool:
    """Bids go round the table."""
    return case.setting.game.auction is not None


def asks(case: Case, said: Answers) -> Sequence[Field]:
    """The calls so far; away from a table also who deals."""
    calls = replace(case.play.fields["calls"], needed=True, ask="The calls so far, in order")
    if case.at_table:
        return [replace(calls, needed=False)]
    seats = dict(enumerate(with_players(case, said).player_names))
    dealer = Choice(key="dealer", label="Who deals", rule=case.rule("dealer"), choices=seats)
    return [*_players_field(case), dealer, replace(calls, needed=False)]


def _players_field(case: Case) -> list[Choice]:
    """How many play, where that can differ and no table says it."""
    counts = case.setting.game.players
    if case.at_table or len(counts) == 1:
        return []
    choices, usual = {count: str(count) for count in counts}, case.setting.players
    rule = case.rule("players")
    return [Choice(key="players", label="How many play", rule=rule, choices=choices, needed=False, default=usual)]


def with_players(case: Case, said: Answers) -> Case:
    """The case with as many players as were said."""
    known = [said["players"] for each in _players_field(case) if said.get("players") in each.choices]
    if not known:
        return case
    setting, play = case.setting.game.setting(known[0], case.setting.options)
    return replace(case, setting=setting, play=play)


def ruled(case: Case, said: Answers) -> Ruling | Faults:
    """The auction after these calls, by name where names are known."""
    case = with_players(case, said)
    dealer = said.get("dealer", case.dealer or 0)
    calls = said.get("calls", case.hand.get("calls", []))
    question = {"game": case.setting.game.slug, "players": case.setting.players, "dealer": dealer, "calls": calls}
    given = {option: value for option, value in case.setting.options.items() if option == "rook"}
    found = auction({"ask": "auction", "options": given} | question)
    if not isinstance(found, Answer):
        return found
    also = tuple(case.rule(name) for name in ("bid",))
    return Ruling(_told(case, found, calls), found.rule, also=also)


def _told(case: Case, found: Answer, calls: list[object]) -> str:
    names, now = case.player_names, found.answer
    if "illegal" in now:
        call = calls[now["illegal"]]
        said = " ".join(map(str, call)) if isinstance(call, list) else str(call)
        return f"Call {now['illegal'] + 1} (“{said}”) is not allowed. {found.why}"
    if not now["over"]:
        passes = " or pass" if calls or not case.setting.auction().dealer_first else ", for the dealer has to open"
        return f"{names[now['turn']]} is next, and must bid at least {now['minimum']}{passes}."
    if now["bidder"] is None:
        return found.why
    color = f" on {now['trump']}" if now.get("trump") else ""
    return f"The auction is over: {names[now['bidder']]} has it at {now['bid']}{color}."


AUCTION = Situation("auction", (("Whose turn to bid? Is this bid allowed?", {}),), has_auction, asks, ruled)
