"""Two misplays in one hand: each side that misplayed pays once. The ruling is ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.judge.disputes.dispute import (
    Answers,
    Case,
    Ruling,
    Situation,
    contract,
    contract_fields,
    faults_at,
    join_words,
    minus,
    points_so_far,
    question_keys,
    so_far_fields,
    taken_so_far,
)
from scorekeeper.judge.disputes.misplays import has_tricks, misplay_cost
from scorekeeper.rules.bidding.scoring import BidHands
from scorekeeper.rules.fields import Field
from scorekeeper.rules.game import Outcome
from scorekeeper.rules.values import Faults

VERDICT = (
    "The hand ends here. A side pays once, no matter how often it misplayed. "
    "If both sides misplayed, both pay and score nothing else."
)


def fits(case: Case) -> bool:
    """A misplay costs points here, and everybody knows who plays together."""
    return has_tricks(case) and case.bids is not None and "partner" not in case.play.fields


def questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Who they were, the bid, and what the others have taken."""
    if not case.at_table or case.bids is None:
        return []
    offenders = [
        case.seat("first", "Who misplayed first?", "two-misplays"),
        case.seat("second", "Who misplayed second?", "two-misplays"),
    ]
    if any(field.key not in answers or field.check(answers[field.key]) for field in offenders):
        return offenders
    guilty = {case.team_of(answers["first"]), case.team_of(answers["second"])}
    skipped = {f"{key}-{team}" for team in guilty for key in ("counters", "tricks")} if len(guilty) > 1 else set()
    taken = so_far_fields(case, case.bids, case.team_of(answers["first"]))
    return [*offenders, *contract_fields(case), *(field for field in taken if field.key not in skipped)]


def ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """One penalty for each side that misplayed; the others keep what they have."""
    rule, also = case.rule("two-misplays"), (case.rule("misplay"),)
    if not case.at_table or case.bids is None:
        return Ruling(VERDICT, rule, "Each side that misplayed pays once. The others: what they have captured.", also)
    bids, facts = case.bids, contract(case, answers)
    first, second = case.team_of(answers["first"]), case.team_of(answers["second"])
    costs = {team: misplay_cost(bids, facts["bid"], team == case.team_of(facts["bidder"])) for team in (first, second)}
    taken = taken_so_far(case, bids, answers)
    hand = case.finished_hand(**facts, misplay=answers["first"], **taken)
    if second != first:
        hand["adjust"] = [*hand.get("adjust", []), *_adjustments(case, second, costs[second])]
    outcome = case.play.score(hand, frozenset(), case.moment)
    if not isinstance(outcome, Outcome):
        return faults_at(outcome, question_keys(case))
    return Ruling(VERDICT, rule, _effect(case, bids, answers, costs, facts["trump"]), also, hand)


def _adjustments(case: Case, team: int, cost: int) -> list[dict[str, Any]]:
    """The second penalty, as a line of its own for every side of the team."""
    sides = case.setting.game.sides(case.setting)
    of_team = [side for side, seats in enumerate(sides) if set(seats) <= set(case.teams[team])]
    return [{"side": side, "points": -cost, "why": "Second misplay of the hand"} for side in of_team]


def _effect(case: Case, bids: BidHands, answers: Answers, costs: dict[int, int], trump: str) -> str:
    paid = [f"{case.team(team)} {minus(cost)}" for team, cost in costs.items()]
    others = [
        f"{case.team(team)} +{points_so_far(case, bids, answers, team, trump)}"
        for team in range(len(case.teams))
        if team not in costs
    ]
    return f"{join_words([*paid, *others])}."


TWO_MISPLAYS = Situation("two-misplays", (("Two reneges in one hand", {}),), fits, questions, ruling)
