"""Misdeals in the bid games: early, late for everyone alone, late for partners, and redealt."""

from __future__ import annotations

from scorekeeper.rules.bids import CONTRACT
from scorekeeper.rules.bidscore import FINE, BidHands, Found, Taken, contract_faults, nothing_for_all, so_far, taken
from scorekeeper.rules.game import Hand, Moment, forbidden, missing
from scorekeeper.rules.values import Fault, Line

#: 002 Misdealing: from the third trick on it is late.
LATE_TRICKS = 3

UNPLAYED_KEYS = frozenset({"misdeal", "bidder", "bid", "trump", "calls", "note", "adjust"})
STOPPED_KEYS = UNPLAYED_KEYS | {"captured", "tricks"}
REDEALT_KEYS = frozenset({"misdeal", "note", "adjust"})


def redealt(game: BidHands, hand: Hand, bad: frozenset[str], at: Moment) -> Found:
    """A card shown in the deal: no score, the same dealer deals again."""
    rule = game.terms.rules["misdeal"]
    faults = forbidden(hand, REDEALT_KEYS, "the cards are dealt again before anybody bids.", rule)
    return faults or nothing_for_all(game, at, "Misdeal: dealt again by the same dealer, no score", rule)


def dealer_pays(game: BidHands, hand: Hand, bad: frozenset[str], at: Moment) -> Found:
    """Everyone alone: early, no score; late, the dealer loses 40 and nobody else scores."""
    faults = _unplayed_faults(game, hand, bad, at)
    if faults or at.dealer is None:
        return faults
    if hand["misdeal"] < LATE_TRICKS:
        return _early(game, at)
    rule = game.terms.rules["misdeal-late"]
    why = f"Misdeal found after {hand['misdeal']} tricks: the dealer loses {FINE}"
    lines = nothing_for_all(game, at, "Misdeal found late: only the dealer's fine is scored", rule)
    return tuple(Line(at.dealer, -FINE, why, rule) if line.side == at.dealer else line for line in lines)


def dealers_side_scores_nothing(game: BidHands, hand: Hand, bad: frozenset[str], at: Moment) -> Found:
    """Partners: early, no score; late, the innocent side gets its bid or what it has so far."""
    if hand["misdeal"] < LATE_TRICKS:
        faults = _unplayed_faults(game, hand, bad, at)
        return faults or _early(game, at)
    faults = forbidden(
        hand, STOPPED_KEYS, "a misdeal stops the hand, and nothing else is penalised.", game.terms.rules["misdeal-late"]
    )
    faults += contract_faults(game, hand, bad, at)
    if at.dealer is None:
        return faults
    team_of = game.terms.teams(at.counted).of
    guilty = team_of[at.dealer]
    innocent_bid = "bidder" in hand and team_of[hand["bidder"]] != guilty
    optional = (
        innocent_bid and hand.keys().isdisjoint(("captured", "tricks")) and bad.isdisjoint(("captured", "tricks"))
    )
    if not optional and "bidder" in hand:
        faults += missing(game.fields, ("captured", "tricks"), hand, bad)
    counters, tricks, found = taken(game.terms, hand, True, False)
    faults += [*found, *_trick_faults(game, hand, tricks)]
    if faults or bad:
        return faults
    return _stopped(
        game, Taken(hand["bid"], hand["trump"], 1 - guilty if innocent_bid else guilty, counters, tricks), guilty
    )


def _stopped(game: BidHands, score: Taken, guilty: int) -> tuple[Line, ...]:
    """A late misdeal between two partnerships."""
    rule, other = game.terms.rules["misdeal-late"], 1 - guilty
    nothing = Line(guilty, 0, "Misdeal found late: the dealer's side scores nothing", rule)
    if score.bidders == other:
        return (nothing, Line(other, score.bid, f"Misdeal found late: exactly the bid of {score.bid}", rule))
    return (nothing, *so_far(game.terms, score, other, rule))


def _trick_faults(game: BidHands, hand: Hand, tricks: tuple[int, ...] | None) -> list[Fault]:
    """The tricks taken are those after which the misdeal was noticed."""
    if tricks is None or sum(tricks) == hand["misdeal"]:
        return []
    why = f"The misdeal was noticed after {hand['misdeal']} tricks, but these are {sum(tricks)}: make them agree."
    return [Fault(why, game.terms.rules["misdeal-late"], "tricks")]


def _early(game: BidHands, at: Moment) -> tuple[Line, ...]:
    why = "Misdeal found before three tricks: dealt again by the next dealer, no score"
    return nothing_for_all(game, at, why, game.terms.rules["misdeal"])


def _unplayed_faults(game: BidHands, hand: Hand, bad: frozenset[str], at: Moment) -> list[Fault]:
    """Nothing of the play counts; the bid is there whole or not at all."""
    rule = game.terms.rules["misdeal"]
    faults = forbidden(hand, UNPLAYED_KEYS, "after a misdeal nothing of the play counts.", rule)
    told = (*CONTRACT, "calls")
    if any(key in hand or key in bad for key in told):
        faults += contract_faults(game, hand, bad, at)
    return faults
