"""The cards were misdealt, or one was shown in the deal."""

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
    minus,
    points_so_far,
    so_far_fields,
    taken_so_far,
    with_hand,
)
from scorekeeper.rules.bidding.contract import CONTRACT
from scorekeeper.rules.bidding.misdeals import LATE_TRICKS, DealerPays, DealersSide, Redeal
from scorekeeper.rules.bidding.scoring import FINE, BidHands
from scorekeeper.rules.cards.card import lowest_card
from scorekeeper.rules.fields import Choice, Field
from scorekeeper.rules.values import Faults

#: 004 Misdeal: "as high as a 10" compels a new deal.
COMPELS = 10
SIZE, ROOK = "size", "rook"


def _misdeal_policy(case: Case) -> object:
    return case.bids.policy.misdeal if case.bids is not None else None


def questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Where a card shown matters, which; else after how many tricks it was noticed, and what was taken."""
    if case.bids is None:
        return []
    if isinstance(_misdeal_policy(case), Redeal):
        return [_shown_field(case)]
    tricks = case.play.fields["misdeal"]
    fields: list[Field] = [replace(tricks, needed=True, ask="How many tricks had been taken?")]
    taken = answers.get("misdeal")
    if isinstance(taken, int) and not tricks.check(taken) and taken >= LATE_TRICKS:
        fields += _late_fields(case, case.bids, answers)
    return fields


def _shown_field(case: Case) -> Choice:
    tricks = case.setting.game.tricks
    lowest = lowest_card(tricks, case.setting.players if case.at_table else None) if tricks is not None else 1
    cards = {str(number): str(number) for number in range(lowest, 15)} | {ROOK: "the Rook card"}
    choices = cards | {SIZE: "wrong number of cards"}
    return Choice(key="shown", label="Which card was shown?", rule=case.rule("misdeal"), choices=choices)


def _late_fields(case: Case, bids: BidHands, answers: Answers) -> list[Field]:
    """Between partners the innocent side scores, so its bid or its cards must be known."""
    if not isinstance(_misdeal_policy(case), DealersSide) or not case.at_table or case.dealer is None:
        return []
    fields = contract_fields(case)
    bid = contract(case, answers)
    guilty = case.team_of(case.dealer)
    unknown = "bidder" not in bid or case.play.fields["bidder"].check(bid["bidder"])
    if unknown or case.team_of(bid["bidder"]) != guilty:
        return fields
    return [*fields, *so_far_fields(case, bids, guilty)]


def ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """What this game does with a misdeal."""
    if case.bids is None:
        verdict = "Gather the cards and deal again. This game's rules name no penalty for a misdeal."
        return Ruling(verdict, case.rule("misdeal"))
    if isinstance(_misdeal_policy(case), Redeal):
        return _redeal_ruling(case, answers["shown"])
    if answers["misdeal"] < LATE_TRICKS:
        verdict = "The cards are dealt again by the next dealer: the deal passes to the left."
        return Ruling(verdict, case.rule("misdeal"), NO_EFFECT, (), _misdealt_hand(case, answers))
    if isinstance(_misdeal_policy(case), DealersSide):
        return _late_partners(case, case.bids, answers)
    verdict = "The hand ends. The dealer pays a penalty, and nobody else scores. The deal passes to the left."
    name = case.names[case.dealer] if case.at_table and case.dealer is not None else "The dealer"
    return Ruling(
        verdict,
        case.rule("misdeal-late"),
        f"{name} {minus(FINE)}, nobody else scores.",
        (),
        _misdealt_hand(case, answers),
    )


def _redeal_ruling(case: Case, shown: str) -> Ruling:
    if shown == SIZE:
        verdict = "A hand with the wrong number of cards means a new deal by the same dealer."
        return Ruling(verdict, case.rule("misdeal-other"), NO_EFFECT, (case.rule("misdeal"),), redealt_hand(case))
    compels = shown == ROOK or int(shown) >= COMPELS
    verdict = (
        "The same dealer must deal again."
        if compels
        else "Any player may ask the same dealer to deal again. If nobody does, the deal stands."
    )
    also = (case.rule("misdeal-other"),) if shown == ROOK else ()
    return Ruling(verdict, case.rule("misdeal"), NO_EFFECT, also, redealt_hand(case))


def redealt_hand(case: Case) -> dict[str, object] | None:
    """The hand before anybody bid: only what was noted or agreed stays."""
    if not case.at_table:
        return None
    return {key: case.hand[key] for key in ("note", "adjust") if key in case.hand} | {"misdeal": 0}


def _misdealt_hand(case: Case, answers: Answers) -> dict[str, object] | None:
    """The misdealt hand: its bid whole or not at all, and nothing of the play."""
    if not case.at_table:
        return None
    has_contract = all(key in case.hand for key in CONTRACT)
    keys = (*CONTRACT, "calls", "note", "adjust") if has_contract else ("note", "adjust")
    return {key: case.hand[key] for key in keys if key in case.hand} | {"misdeal": answers["misdeal"]}


def _late_partners(case: Case, bids: BidHands, answers: Answers) -> Ruling | Faults:
    verdict = (
        "The hand ends, and the dealer's side scores nothing. The other side scores exactly its bid if it won the "
        "bid; otherwise, it scores what it has captured. The deal passes to the left."
    )
    rule = case.rule("misdeal-late")
    if not case.at_table or case.dealer is None:
        return Ruling(verdict, rule, "The dealer's side 0. The other side scores its bid, or what it has captured.")
    guilty, bid = case.team_of(case.dealer), contract(case, answers)
    innocent_bid = case.team_of(bid["bidder"]) != guilty
    taken = {} if innocent_bid else _with_all_tricks(case, bids, answers, guilty)
    hand = (_misdealt_hand(case, answers) or {}) | bid | {"misdeal": answers["misdeal"]} | taken
    other = 1 - guilty
    worth = bid["bid"] if innocent_bid else points_so_far(case, bids, answers, other, bid["trump"])
    effect = f"{case.team(guilty)} 0, {case.team(other)} +{worth}{' (the bid)' if innocent_bid else ''}."
    return with_hand(case, Ruling(verdict, rule, effect), hand)


def _with_all_tricks(case: Case, bids: BidHands, answers: Answers, guilty: int) -> dict[str, object]:
    """The tricks that the innocent side does not have are the others'."""
    taken = taken_so_far(case, bids, answers)
    tricks = list(taken["tricks"])
    tricks[guilty] = max(0, answers["misdeal"] - tricks[1 - guilty])
    return taken | {"tricks": tricks}


MISDEAL = Situation("misdeal", (("The cards were misdealt", {}),), lambda case: True, questions, ruling)


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
