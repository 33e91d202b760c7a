"""A bid game at a table: its fields, its scoring, and the facts by which a script scores the same."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from scorekeeper.rules.bidding import reasons as words
from scorekeeper.rules.bidding.contract import TRICKS_IN_DEAL, Terms, complete, fields, open_faults
from scorekeeper.rules.bidding.scoring import FINE, NEST_FINE, BidHands, HandPolicy
from scorekeeper.rules.ends import End
from scorekeeper.rules.game import Play
from scorekeeper.rules.values import reason


def bid_play(
    terms: Terms, policy: HandPolicy, end: End, everyone_alone: bool = False, not_here: Mapping[str, str] | None = None
) -> Play:
    """A bid game at a table."""
    known = fields(terms)
    scoring = BidHands(terms, known, policy, everyone_alone)
    return Play(
        known,
        scoring,
        end,
        partial(facts, scoring),
        partial(open_faults, terms),
        teams=terms.entries_of,
        complete=partial(complete, terms, known["calls"]),
        not_here=not_here or {},
    )


def facts(game: BidHands) -> dict[str, Any]:
    """Counters, tricks, the test of the bid, and what may go wrong."""
    terms, rules = game.terms, game.terms.rules
    return {
        "kind": "bids",
        "teams": [list(map(list, teams.seats)) for teams in terms.rotation],
        **({"together": terms.together} if len(terms.rotation) > 1 else {}),
        "everyone_alone": game.everyone_alone,
        **({"called": True} if terms.called else {}),
        **({"completes": {"way": "fill", "when": "moon", "key": "bid", "from": "total"}} if terms.moon else {}),
        **terms.counters.facts(),
        "tricks": _tricks(terms),
        "result": game.policy.result.facts(terms),
        "others": reason(words.OPPONENTS, rules["opponents"]),
        "misplay": reason(words.MISPLAY, rules["misplay"], cost=game.policy.misplay_cost),
        **_misplay_bid(game),
        "so_far": reason(words.SO_FAR, rules["misplay"]),
        "misdeal": game.policy.misdeal.facts(terms),
        **({"passed_out": reason(words.PASSED_OUT, rules["passed-out"])} if "passed_out" in game.fields else {}),
        "penalties": _penalties(terms) if "penalties" in game.fields else {},
    }


def _misplay_bid(game: BidHands) -> dict[str, Any]:
    """That a misplay costs a bidding side its bid too, where the table agreed on it."""
    costs = reason(words.MISPLAY_BID, game.terms.rules["misplay-offender"])
    return {"misplay_bid": costs} if game.policy.misplay_costs_bid else {}


def _tricks(terms: Terms) -> dict[str, Any] | None:
    """What a trick counts under each trump; nothing where tricks do not count."""
    if terms.trick_values is None:
        return None
    tricks = reason(words.TRICKS, terms.rules["tricks"], one=words.ONE_TRICK)
    return {**tricks, "values": dict(terms.trick_values), "total": TRICKS_IN_DEAL}


def _penalties(terms: Terms) -> dict[str, Any]:
    """What each kind costs: instead of the result, or on top of it."""
    if terms.nest:
        counter = reason(words.NEST_COUNTER, terms.rules["nest-counter"], cost=NEST_FINE)
        return {"nest-counter": {**counter, "instead": True}}
    return {kind: reason(why, terms.rules[kind], cost=FINE) for kind, why in words.FINES.items()}
