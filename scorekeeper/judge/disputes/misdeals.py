"""The cards were dealt wrongly, or one was shown in the deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.judge.disputes.dispute import NO_EFFECT, Answers, Case, Ruling, Situation, faults_at, lost
from scorekeeper.judge.disputes.stopped import (
    asked_keys,
    contract,
    contract_fields,
    points_said,
    so_far_fields,
    taken_so_far,
)
from scorekeeper.rules.bidding.contract import CONTRACT
from scorekeeper.rules.bidding.misdeals import LATE_TRICKS, DealersSide, Redealt
from scorekeeper.rules.bidding.scoring import FINE, BidHands
from scorekeeper.rules.cards.card import lowest_of
from scorekeeper.rules.fields.basic import Choice, Field
from scorekeeper.rules.game import Outcome
from scorekeeper.rules.values import Faults

#: 004 Misdeal: "as high as a 10" compels a new deal.
COMPELS = 10
SIZE, ROOK = "size", "rook"


def _manner(case: Case) -> object:
    return case.bids.manners.misdealt if case.bids is not None else None


def asks(case: Case, said: Answers) -> Sequence[Field]:
    """Where a card shown matters, which; else after how many tricks it was noticed, and what was taken."""
    if case.bids is None:
        return []
    if isinstance(_manner(case), Redealt):
        return [_shown_field(case)]
    tricks = case.play.fields["misdeal"]
    asked: list[Field] = [_needed(tricks)]
    if isinstance(said.get("misdeal"), int) and not tricks.check(said["misdeal"]) and _is_late(case, said):
        asked += _late_fields(case, case.bids, said)
    return asked


def _needed(field: Field) -> Field:
    return replace(field, needed=True, ask="How many tricks had been taken?")


def _shown_field(case: Case) -> Choice:
    tricks = case.setting.game.tricks
    lowest = lowest_of(tricks, case.setting.players if case.at_table else None) if tricks is not None else 1
    cards = {str(number): str(number) for number in range(lowest, 15)} | {ROOK: "the Rook card"}
    choices = cards | {SIZE: "wrong number of cards"}
    return Choice(key="shown", label="Which card was shown?", rule=case.rule("misdeal"), choices=choices)


def _is_late(case: Case, said: Answers) -> bool:
    return bool(said["misdeal"] >= LATE_TRICKS)


def _late_fields(case: Case, bids: BidHands, said: Answers) -> list[Field]:
    """Between partners the innocent side scores, so its bid or its cards must be known."""
    if not isinstance(_manner(case), DealersSide) or not case.at_table or case.dealer is None:
        return []
    asked = contract_fields(case)
    facts = contract(case, said)
    guilty = case.team_of(case.dealer)
    unknown = "bidder" not in facts or case.play.fields["bidder"].check(facts["bidder"])
    if unknown or case.team_of(facts["bidder"]) != guilty:
        return asked
    return [*asked, *so_far_fields(case, bids, guilty)]


def ruled(case: Case, said: Answers) -> Ruling | Faults:
    """By the game's own manner."""
    if case.bids is None:
        verdict = "Gather the cards and deal again: the source names no penalty for a misdeal in this game."
        return Ruling(verdict, case.rule("misplay" if case.setting.game.tricks else "deal"))
    if isinstance(_manner(case), Redealt):
        return _redealt(case, said["shown"])
    if not _is_late(case, said):
        verdict = "The cards are withdrawn and dealt again; the deal passes to the left."
        return Ruling(verdict, case.rule("misdeal"), NO_EFFECT, (), _noted(case, said))
    if isinstance(_manner(case), DealersSide):
        return _late_partners(case, case.bids, said)
    verdict = "The hand ends: the dealer pays for the error, and nobody else scores. The deal passes to the left."
    who = case.names[case.dealer] if case.at_table and case.dealer is not None else "The dealer"
    return Ruling(verdict, case.rule("misdeal-late"), f"{who} {lost(FINE)}, nobody else.", (), _noted(case, said))


def _redealt(case: Case, shown: str) -> Ruling:
    if shown == SIZE:
        verdict = "A hand of the wrong size means a new deal by the same dealer."
        return Ruling(verdict, case.rule("misdeal-other"), NO_EFFECT, (case.rule("misdeal"),), _dealt_again(case))
    compels = shown == ROOK or int(shown) >= COMPELS
    verdict = (
        "A new deal is compulsory, by the same dealer."
        if compels
        else "Any player may demand a new deal, by the same dealer; if nobody does, the deal stands."
    )
    also = (case.rule("misdeal-other"),) if shown == ROOK else ()
    return Ruling(verdict, case.rule("misdeal"), NO_EFFECT, also, _dealt_again(case))


def _dealt_again(case: Case) -> dict[str, object] | None:
    """The hand before anybody bid: only what was noted or agreed stays."""
    if not case.at_table:
        return None
    return {key: case.hand[key] for key in ("note", "adjust") if key in case.hand} | {"misdeal": 0}


def _noted(case: Case, said: Answers) -> dict[str, object] | None:
    """The misdealt hand: its bid whole or not at all, and nothing of the play."""
    if not case.at_table:
        return None
    kept = {key: case.hand[key] for key in (*CONTRACT, "calls", "note", "adjust") if key in case.hand}
    if not all(key in kept for key in CONTRACT):
        kept = {key: value for key, value in kept.items() if key in ("note", "adjust")}
    return kept | {"misdeal": said["misdeal"]}


def _late_partners(case: Case, bids: BidHands, said: Answers) -> Ruling | Faults:
    verdict = (
        "The hand ends: the dealer's side scores nothing. The other side scores exactly the bid if the bid was "
        "its own, else what it has taken so far. The deal passes to the left."
    )
    rule = case.rule("misdeal-late")
    if not case.at_table or case.dealer is None:
        return Ruling(verdict, rule, "The dealer's side 0; the others their bid, or what they have so far.")
    guilty, facts = case.team_of(case.dealer), contract(case, said)
    innocent_bid = case.team_of(facts["bidder"]) != guilty
    taken = {} if innocent_bid else _with_all_tricks(case, bids, said, guilty)
    hand = (_noted(case, said) or {}) | facts | {"misdeal": said["misdeal"]} | taken
    found = case.play.score(hand, frozenset(), case.moment)
    if not isinstance(found, Outcome):
        return faults_at(found, asked_keys(case))
    other = 1 - guilty
    worth = facts["bid"] if innocent_bid else points_said(case, bids, said, other, facts["trump"])
    effect = f"{case.team(guilty)} 0, {case.team(other)} +{worth}{' (the bid)' if innocent_bid else ''}."
    return Ruling(verdict, rule, effect, (), hand)


def _with_all_tricks(case: Case, bids: BidHands, said: Answers, guilty: int) -> dict[str, object]:
    """The tricks that the innocent side does not have are the others'."""
    found = taken_so_far(case, bids, said)
    tricks = list(found["tricks"])
    tricks[guilty] = max(0, said["misdeal"] - tricks[1 - guilty])
    return found | {"tricks": tricks}


MISDEAL = Situation("misdeal", (("The cards were dealt wrongly", {}),), lambda case: True, asks, ruled)
