"""Misdeals in the bid games: early, late for everyone alone, late for partners, and redealt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.bidding import reasons as words
from scorekeeper.rules.bidding.contract import CONTRACT, Terms
from scorekeeper.rules.bidding.scoring import (
    FINE,
    BidHands,
    LinesOrFaults,
    PlayedHand,
    contract_faults,
    count_taken,
    stopped_lines,
    unscored_lines,
)
from scorekeeper.rules.game import Hand, Moment, forbidden_faults, missing_faults
from scorekeeper.rules.values import Fault, Line, LineKind, fill, reason

#: 002 Misdealing: from the third trick on it is late.
LATE_TRICKS = 3

UNPLAYED_KEYS = frozenset({"misdeal", "bidder", "bid", "trump", "calls", "note", "adjust"})
STOPPED_KEYS = UNPLAYED_KEYS | {"captured", "tricks"}
REDEALT_KEYS = frozenset({"misdeal", "note", "adjust"})


@dataclass(frozen=True)
class Redeal:
    """A card shown in the deal: no score, the same dealer deals again."""

    def __call__(self, bids: BidHands, hand: Hand, bad: frozenset[str], at: Moment, /) -> LinesOrFaults:
        """A line without points for everyone."""
        rule = bids.terms.rule("misdeal")
        faults = forbidden_faults(hand, REDEALT_KEYS, "the cards are dealt again before anyone bids.", rule)
        return faults or unscored_lines(bids, at, words.REDEALT, rule)

    def facts(self, terms: Terms) -> dict[str, Any]:
        """Always early."""
        return {"early": reason(words.REDEALT, terms.rule("misdeal"))}


@dataclass(frozen=True)
class DealerPays:
    """Everyone alone: early, no score; late, the dealer loses 40 and nobody else scores."""

    def __call__(self, bids: BidHands, hand: Hand, bad: frozenset[str], at: Moment, /) -> LinesOrFaults:
        """Nothing, or the dealer's fine."""
        faults = _unplayed_faults(bids, hand, bad, at)
        if faults or at.dealer is None:
            return faults
        if hand["misdeal"] < LATE_TRICKS:
            return _early(bids, at)
        rule = bids.terms.rule("misdeal-late")
        why = fill(words.DEALER_PAYS, tricks=hand["misdeal"], cost=FINE)
        lines = unscored_lines(bids, at, words.ONLY_DEALER_PAYS, rule)
        fine = Line(at.dealer, -FINE, why, rule, LineKind.MISDEAL)
        return tuple(fine if line.side == at.dealer else line for line in lines)

    def facts(self, terms: Terms) -> dict[str, Any]:
        """When it is late, and what it costs."""
        rule = terms.rule("misdeal-late")
        pays = reason(words.DEALER_PAYS, rule, cost=FINE)
        return {**_early_facts(terms), "pays": pays, "others": reason(words.ONLY_DEALER_PAYS, rule)}


@dataclass(frozen=True)
class DealersSide:
    """Partners: early, no score; late, the innocent side gets its bid or what it has so far."""

    def __call__(self, bids: BidHands, hand: Hand, bad: frozenset[str], at: Moment, /) -> LinesOrFaults:
        """The dealer's side scores nothing."""
        if hand["misdeal"] < LATE_TRICKS:
            faults = _unplayed_faults(bids, hand, bad, at)
            return faults or _early(bids, at)
        return _late(bids, hand, bad, at)

    def facts(self, terms: Terms) -> dict[str, Any]:
        """When it is late, and what each side scores then."""
        rule = terms.rule("misdeal-late")
        nothing, bid = reason(words.DEALERS_SIDE, rule), reason(words.EXACTLY_THE_BID, rule)
        return {**_early_facts(terms), "guilty": nothing, "bid": bid, "so_far": reason(words.SO_FAR, rule)}


def _early_facts(terms: Terms) -> dict[str, Any]:
    return {"early": reason(words.MISDEAL_EARLY, terms.rule("misdeal")), "late": LATE_TRICKS}


def _late(bids: BidHands, hand: Hand, bad: frozenset[str], at: Moment) -> LinesOrFaults:
    """A late misdeal between partners."""
    faults = forbidden_faults(
        hand,
        STOPPED_KEYS,
        "a misdeal stops the hand, and there are no other penalties.",
        bids.terms.rule("misdeal-late"),
    )
    faults += contract_faults(bids, hand, bad, at)
    if at.dealer is None:
        return faults
    team_of = bids.terms.teams(at.counted).of
    guilty = team_of[at.dealer]
    innocent_bid = "bidder" in hand and team_of[hand["bidder"]] != guilty
    optional = (
        innocent_bid and hand.keys().isdisjoint(("captured", "tricks")) and bad.isdisjoint(("captured", "tricks"))
    )
    if not optional and "bidder" in hand:
        faults += missing_faults(bids.fields, ("captured", "tricks"), hand, bad)
    counters, tricks, problems = count_taken(bids.terms, hand, True, False)
    faults += [*problems, *_trick_faults(bids, hand, tricks)]
    if faults or bad:
        return faults
    rule, other = bids.terms.rule("misdeal-late"), 1 - guilty
    nothing = Line(guilty, 0, words.DEALERS_SIDE, rule, LineKind.MISDEAL)
    if innocent_bid:
        why = fill(words.EXACTLY_THE_BID, bid=hand["bid"])
        return (nothing, Line(other, hand["bid"], why, rule, LineKind.STOPPED))
    played = PlayedHand(hand["bid"], hand["trump"], guilty, counters, tricks)
    return (nothing, *stopped_lines(bids.terms, played, other, rule))


def _trick_faults(bids: BidHands, hand: Hand, tricks: tuple[int, ...] | None) -> list[Fault]:
    """The tricks entered must be those played before the misdeal was noticed."""
    if tricks is None or sum(tricks) == hand["misdeal"]:
        return []
    why = f"The misdeal was noticed after {hand['misdeal']} tricks, but you entered {sum(tricks)}. Correct one of them."
    return [Fault(why, bids.terms.rule("misdeal-late"), "tricks")]


def _early(bids: BidHands, at: Moment) -> tuple[Line, ...]:
    return unscored_lines(bids, at, words.MISDEAL_EARLY, bids.terms.rule("misdeal"))


def _unplayed_faults(bids: BidHands, hand: Hand, bad: frozenset[str], at: Moment) -> list[Fault]:
    """Nothing of the play may be entered; the bid is entered completely or not at all."""
    rule = bids.terms.rule("misdeal")
    faults = forbidden_faults(hand, UNPLAYED_KEYS, "nothing that was played before a misdeal counts.", rule)
    keys = (*CONTRACT, "calls")
    if any(key in hand or key in bad for key in keys):
        faults += contract_faults(bids, hand, bad, at)
    return faults
