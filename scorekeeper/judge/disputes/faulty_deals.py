"""A card was shown in a deal of 1924, or a card is missing: the hand is thrown in at no cost. The rulings are ours."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.judge.disputes.dispute import NO_EFFECT, Answers, Case, Ruling, Situation
from scorekeeper.judge.disputes.misdeals import redealt_hand
from scorekeeper.rules.bidding.misdeals import DealerPays, DealersSide, Redeal
from scorekeeper.rules.fields.basic import Choice, Field

ASKED, BIDDING = "asked", "bidding"
WHEN = {ASKED: "yes, before the first bid", BIDDING: "no, or only after the first bid"}
PLACED, GONE = "found", "gone"
WHERE = {PLACED: "yes, and we know who is short", GONE: "no, or nobody knows whose it is"}


def is_of_1924(case: Case) -> bool:
    """The game has the misdeal rules of 1924, which don't mention a card that is shown."""
    return case.bids is not None and isinstance(case.bids.policy.misdeal, DealerPays | DealersSide)


def shown_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Whether a player asked in time."""
    rule = case.rule("shown-in-deal")
    return [Choice(key="asked", label="Did a player ask for a new deal?", rule=rule, choices=WHEN)]


def shown_ruling(case: Case, answers: Answers) -> Ruling:
    """Asked for in time, the deal is an early misdeal."""
    rule, also = case.rule("shown-in-deal"), (case.rule("misdeal"),)
    if answers["asked"] == BIDDING:
        return Ruling("The deal stands, and the hand is played.", rule)
    verdict = "The hand is thrown in like a misdeal found early. The deal passes to the left."
    return Ruling(verdict, rule, NO_EFFECT, also, redealt_hand(case))


def missing_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Whether it can be given to the player who is short."""
    rule = case.rule("missing-card")
    return [Choice(key="found", label="Was the card found?", rule=rule, choices=WHERE)]


def missing_ruling(case: Case, answers: Answers) -> Ruling:
    """Found, it goes where it belongs; otherwise the hand doesn't count."""
    rule = case.rule("missing-card")
    if answers["found"] == PLACED:
        return Ruling("The card goes to the player who is short, and play goes on.", rule)
    verdict = "The hand doesn't count. Complete the deck and deal again."
    if case.bids is None or "misdeal" not in case.play.fields:
        return Ruling(verdict, rule)
    dealer = "same dealer deals" if isinstance(case.bids.policy.misdeal, Redeal) else "deal passes to the left"
    return Ruling(f"{verdict} The {dealer}.", rule, NO_EFFECT, (case.rule("misdeal"),), redealt_hand(case))


SHOWN = Situation("shown-in-deal", (("A card was shown in the deal", {}),), is_of_1924, shown_questions, shown_ruling)
MISSING = Situation("missing-card", (("A card is missing", {}),), lambda case: True, missing_questions, missing_ruling)
