"""Whose turn it is to bid, and whether a bid is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.judge.auctions import auction
from scorekeeper.judge.disputes.dispute import Answers, Case, Ruling, Situation
from scorekeeper.judge.question import Answer
from scorekeeper.rules.bidding.auction import auction_state
from scorekeeper.rules.fields.basic import Choice, Field
from scorekeeper.rules.values import Faults


def has_auction(case: Case) -> bool:
    """Bids go round the table."""
    return case.setting.game.auction is not None


def questions(case: Case, answers: Answers) -> Sequence[Field]:
    """The calls so far; away from a table also who deals."""
    calls = replace(case.play.fields["calls"], needed=True, ask="The bids and passes, in order")
    if case.at_table:
        return [replace(calls, needed=False)]
    seats = dict(enumerate(with_players(case, answers).player_names))
    dealer = Choice(key="dealer", label="Dealer", rule=case.rule("dealer"), choices=seats)
    return [*_players_field(case), dealer, replace(calls, needed=False)]


def _players_field(case: Case) -> list[Choice]:
    """How many play, where that can differ and no table says it."""
    counts = case.setting.game.players
    if case.at_table or len(counts) == 1:
        return []
    choices, usual = {count: str(count) for count in counts}, case.setting.players
    rule = case.rule("players")
    return [Choice(key="players", label="Number of players", rule=rule, choices=choices, needed=False, default=usual)]


def with_players(case: Case, answers: Answers) -> Case:
    """The case with as many players as the answers say."""
    known = [answers["players"] for field in _players_field(case) if answers.get("players") in field.choices]
    if not known:
        return case
    setting, play = case.setting.game.setting(known[0], case.setting.options)
    return replace(case, setting=setting, play=play)


def ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """The auction after these calls, by name where names are known."""
    case = with_players(case, answers)
    dealer = answers.get("dealer", case.dealer or 0)
    calls = answers.get("calls", case.hand.get("calls", []))
    question = {"game": case.setting.game.slug, "players": case.setting.players, "dealer": dealer, "calls": calls}
    options = case.setting.game.differing(case.setting.options)
    answer = auction({"ask": "auction", "options": options} | question)
    if not isinstance(answer, Answer):
        return answer
    also = tuple(case.rule(name) for name in ("bid",))
    rules = case.setting.auction()
    may_pass = rules.may_pass(auction_state(rules, case.setting.players, dealer, calls))
    return Ruling(_verdict(case, answer, calls, may_pass), answer.rule, also=also)


def _verdict(case: Case, answer: Answer, calls: list[object], may_pass: bool) -> str:
    names, result = case.player_names, answer.answer
    if "illegal" in result:
        call = calls[result["illegal"]]
        text = " ".join(map(str, call)) if isinstance(call, list) else str(call)
        return f"Call {result['illegal'] + 1} (“{text}”) is not allowed. {answer.why}"
    if not result["over"]:
        must_open = " (the dealer has to bid)" if calls else " (the dealer has to open)"
        passes = " or pass" if may_pass else must_open
        return f"{names[result['turn']]} is next and must bid at least {result['minimum']}{passes}."
    if result["bidder"] is None:
        return answer.why
    color = f" on {result['trump']}" if result.get("trump") else ""
    return f"The bidding is over: {names[result['bidder']]} won it at {result['bid']}{color}."


AUCTION = Situation("auction", (("Whose turn is it to bid? Is this bid allowed?", {}),), has_auction, questions, ruling)
