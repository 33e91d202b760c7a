"""Disputes about bids and about play that is interrupted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.judge.disputes.dispute import (
    NO_EFFECT,
    Answers,
    Case,
    Ruling,
    Situation,
    contract,
    contract_fields,
    taken_fields,
    taken_so_far,
    with_hand,
)
from scorekeeper.judge.disputes.misplays import has_tricks
from scorekeeper.judge.disputes.scores import TALK, fine_ruling, kinds
from scorekeeper.judge.questions import Answer, auction
from scorekeeper.rules.bidding.auction import auction_state
from scorekeeper.rules.bidding.scoring import UNPLAYED
from scorekeeper.rules.fields import Choice, Field
from scorekeeper.rules.values import Faults


def has_auction(case: Case) -> bool:
    """The game has bidding."""
    return case.setting.game.auction is not None


def questions(case: Case, answers: Answers) -> Sequence[Field]:
    """The calls; without a table also who deals."""
    calls = replace(case.play.fields["calls"], needed=True, ask="The bids and passes, in order")
    if case.at_table:
        return [replace(calls, needed=False)]
    seats = dict(enumerate(with_players(case, answers).player_names))
    dealer = Choice(key="dealer", label="Dealer", rule=case.rule("dealer"), choices=seats)
    return [*_players_field(case), dealer, replace(calls, needed=False)]


def _players_field(case: Case) -> list[Choice]:
    """The number of players, if it can differ and no table says it."""
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
    rules = case.setting.auction()
    may_pass = rules.may_pass(auction_state(rules, case.setting.players, dealer, calls))
    return Ruling(_verdict(case, answer, calls, may_pass), answer.rule, also=(case.rule("bid"),))


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


PLAYED, LED = "played", "led"
EARLY, LATE = "early", "late"
PLAY_WHEN = {EARLY: "before everyone had played to the trick", LATE: "when the trick was complete"}
LEAD_WHEN = {EARLY: "before another player had played", LATE: "after another player had played"}
CALL_WHEN = {EARLY: "before the next player called", LATE: "after the next player called"}
MISTAKE, PURPOSE = "mistake", "purpose"
HOW = {MISTAKE: "by mistake", PURPOSE: "on purpose, to help a partner"}
AGREED, OBJECTED = "agreed", "objected"
CLAIMS = {AGREED: "yes", OBJECTED: "no, somebody objects"}


def has_partners(case: Case) -> bool:
    """Some players play together in this hand."""
    return any(len(seats) > 1 for seats in case.teams)


def turn_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """A lead or a later card, and when it was noticed."""
    what = {PLAYED: "a card was played too early", LED: "the wrong player led"}
    kind = Choice(key="what", label="What happened?", rule=case.rule("out-of-turn"), choices=what)
    times = LEAD_WHEN if answers.get("what") == LED else PLAY_WHEN
    return [kind, Choice(key="when", label="When was it noticed?", rule=case.rule("out-of-turn"), choices=times)]


def turn_ruling(case: Case, answers: Answers) -> Ruling:
    """An early card is taken back; a late one stands."""
    if answers["what"] == LED:
        verdict = (
            "The lead is taken back, and the right player leads."
            if answers["when"] == EARLY
            else "The lead stands, because somebody has played to it. Finish the trick."
        )
        return Ruling(verdict, case.rule("lead-out-of-turn"), NO_EFFECT, (case.rule("lead"),))
    rule = case.rule("out-of-turn")
    if answers["when"] == LATE:
        return Ruling("The trick stands, because everyone has played to it.", rule)
    if has_partners(case):
        verdict = "The right player goes first. The early card stays face up and is played when the rules allow it."
        return Ruling(verdict, rule, NO_EFFECT, (case.rule("exposed-card"),))
    return Ruling("The card goes back in the hand, and the right player goes first.", rule)


def call_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """When it was noticed."""
    return [Choice(key="when", label="When was it noticed?", rule=case.rule("bid-out-of-turn"), choices=CALL_WHEN)]


def call_ruling(case: Case, answers: Answers) -> Ruling:
    """A call noticed early is void; one noticed late stands."""
    verdict = (
        "The call doesn't count. The right player calls, and the other player calls again in turn."
        if answers["when"] == EARLY
        else "The call stands, because the next player has called after it. The bidding goes on from there."
    )
    return Ruling(verdict, case.rule("bid-out-of-turn"), NO_EFFECT, (case.rule("auction"),))


def exposed_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Where hints to a partner cost points, whether it was one."""
    if TALK not in kinds(case):
        return []
    how = Choice(key="how", label="How was it shown?", rule=case.rule("exposed-card"), choices=HOW)
    if answers.get("how") != PURPOSE or not case.at_table:
        return [how]
    return [how, case.seat("by", "Who showed it?", TALK)]


def exposed_ruling(case: Case, answers: Answers) -> Ruling:
    """Without partners it goes back in the hand; with partners it stays face up; on purpose it is table talk."""
    rule = case.rule("exposed-card")
    if answers.get("how") == PURPOSE:
        verdict = "That is table talk, and it costs the side a penalty. The card stays face up."
        return fine_ruling(case, answers, TALK, verdict, (rule,))
    if has_partners(case):
        verdict = "The card stays face up on the table and is played to the first trick where the rules allow it."
        return Ruling(verdict, rule)
    return Ruling("The card goes back in the hand, and play goes on. It doesn't have to be played.", rule)


def _can_be_written(case: Case) -> bool:
    """Whether the record can say who got the rest of this hand."""
    known = case.at_table and case.bids is not None and not case.finished and UNPLAYED.isdisjoint(case.hand)
    return known and "partner" not in case.play.fields


def claim_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Whether everyone agrees; then who claims, the bid, and what the others have taken."""
    agreed = Choice(key="agreed", label="Does everyone agree?", rule=case.rule("claim"), choices=CLAIMS)
    if answers.get("agreed") != AGREED or not _can_be_written(case) or case.bids is None:
        return [agreed]
    claimer = case.seat("by", "Who claims the rest?", "claim")
    if "by" not in answers or claimer.check(answers["by"]):
        return [agreed, claimer]
    bids, winner = case.bids, case.team_of(answers["by"])
    others = [team for team in range(len(case.teams)) if team != winner]
    taken = [field for team in others for field in taken_fields(case, bids, team, f"{case.team(team)}: ", True)]
    return [agreed, claimer, *contract_fields(case), *taken]


def claim_ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """With everyone's consent the rest is the claimer's; otherwise the hand is played."""
    rule = case.rule("claim")
    if answers["agreed"] == OBJECTED:
        return Ruling("Play the hand to the end, as if nothing had been said.", rule)
    verdict = "The remaining tricks, and all the counters in them, go to the player who claimed."
    if not _can_be_written(case) or case.bids is None:
        return Ruling(verdict, rule)
    winner = case.team_of(answers["by"])
    taken = {
        key: [None if team == winner else value for team, value in enumerate(values)]
        for key, values in taken_so_far(case, case.bids, answers).items()
    }
    hand = case.finished_hand(**contract(case, answers), **taken)
    return with_hand(case, Ruling(verdict, rule, f"{case.team(winner)}: everything the others don't have."), hand)


def total_ruling(case: Case, answers: Answers) -> Ruling:
    """A mistake on the sheet is corrected whenever it is noticed."""
    verdict = "Correct the hand it happened in. All later totals are updated."
    return Ruling(verdict, case.rule("wrong-total"), "The totals become what they should have been.")


OUT_OF_TURN = Situation(
    "out-of-turn",
    (("Somebody played out of turn", {"what": PLAYED}), ("The wrong player led", {"what": LED})),
    has_tricks,
    turn_questions,
    turn_ruling,
)
BID_OUT_OF_TURN = Situation(
    "bid-out-of-turn", (("Somebody bid out of turn", {}),), has_auction, call_questions, call_ruling
)
EXPOSED = Situation("exposed", (("A card was exposed in play", {}),), has_tricks, exposed_questions, exposed_ruling)
CLAIM = Situation("claim", (("Somebody claims the rest of the tricks", {}),), has_tricks, claim_questions, claim_ruling)
WRONG_TOTAL = Situation(
    "wrong-total", (("A score was entered wrong", {}),), lambda case: True, lambda case, answers: (), total_ruling
)
