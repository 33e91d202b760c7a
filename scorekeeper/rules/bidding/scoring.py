"""What a hand of a bid game is worth: made or failed, misplayed, misdealt, passed out.

The games differ in their `HandPolicy`: the result of a hand played to its end, the cost of a misplay,
what a misdeal does. A game's file names its policy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, NamedTuple, Protocol

from scorekeeper.rules.bidding import reasons as words
from scorekeeper.rules.bidding.contract import (
    CONTRACT,
    TRICKS_IN_DEAL,
    Teams,
    Terms,
    all_passed_faults,
    bid_faults,
    call_faults,
    complete,
    fields,
    nest_faults,
    open_faults,
    team_faults,
)
from scorekeeper.rules.cards.counters import Entry, divide
from scorekeeper.rules.ends import Contract, End
from scorekeeper.rules.fields import Field
from scorekeeper.rules.game import Hand, Moment, Outcome, Play, forbidden_faults, missing_faults
from scorekeeper.rules.values import BidFigures, Fault, Faults, Line, LineKind, fill, reason

#: 002 For misplay; 004 Penalties.
FINE = 40
#: 002 Count cards in the nest: 20 points in addition to the bid.
NEST_FINE = 20

UNPLAYED = frozenset({"passed_out", "misdeal"})
PASSED_OUT_KEYS = frozenset({"passed_out", "calls", "note", "adjust"})


#: The lines of a hand, or a list of what is wrong with it.
LinesOrFaults = tuple[Line, ...] | list[Fault]


class PlayedHand(NamedTuple):
    """A hand's contract, and what every team took."""

    bid: int
    trump: str
    bidders: int
    counters: tuple[int, ...]
    tricks: tuple[int, ...] | None
    #: The bidders shoot the moon.
    moon: bool = False


class Misdeal(Protocol):
    """What a misdealt hand is worth."""

    def __call__(self, bids: BidHands, hand: Hand, bad: frozenset[str], at: Moment, /) -> LinesOrFaults:
        """The lines of all teams, or what is wrong."""
        ...

    def facts(self, terms: Terms) -> dict[str, Any]:
        """The same as data."""
        ...


@dataclass(frozen=True)
class SetBack:
    """Made: everybody scores. Short: the bid is lost, with no credit for what was captured.

    A side that shoots the moon wins or loses a fixed figure, and must capture everything.
    """

    def __call__(self, terms: Terms, played: PlayedHand, /) -> tuple[Line, ...]:
        """The bidders' line, then the others'."""
        bid, captured = played.bid, played.counters[played.bidders]
        made = captured == terms.counters.total if played.moon else captured >= bid
        if played.moon:
            points, rule = terms.moon, terms.rule("moon")
            why = fill(words.MOON_MADE if made else words.MOON_MISSED, earned=captured, moon=terms.moon)
        else:
            points, rule = (captured, terms.rule("made")) if made else (bid, terms.rule("set-back"))
            why = fill(words.MADE if made else words.SET_BACK, bid=bid, earned=captured)
        kind = LineKind.MADE if made else LineKind.MISSED
        line = Line(played.bidders, points if made else -points, why, rule, kind, BidFigures(bid, captured))
        return (line, *opponent_lines(terms, played))

    def facts(self, terms: Terms) -> dict[str, Any]:
        """Made, or less the bid; the moon where it is played."""
        made, failed = reason(words.MADE, terms.rule("made")), reason(words.SET_BACK, terms.rule("set-back"))
        facts: dict[str, Any] = {"made": made, "failed": failed, "leaves": words.LESS_THE_BID}
        if terms.moon:
            rule = terms.rule("moon")
            moon_made, moon_missed = reason(words.MOON_MADE, rule), reason(words.MOON_MISSED, rule)
            facts["moon"] = {"made": moon_made, "failed": moon_missed, "points": terms.moon}
        return facts


@dataclass(frozen=True)
class Doubling:
    """Made: both sides score counters and tricks. Failed: the others score double."""

    #: What is left to bidders who failed.
    leaves: str
    #: Tricks do not help to make the bid.
    by_counters: bool = False

    def __call__(self, terms: Terms, played: PlayedHand, /) -> tuple[Line, ...]:
        """The bidders' lines, then the others'."""
        bidders = played.bidders
        total = played.counters[bidders] if self.by_counters else earned_points(terms, played, bidders)
        others = [team for team in range(len(played.counters)) if team != bidders]
        if total < played.bid:
            return self._failed(terms, played, total, others)
        why = fill(self._made(), bid=played.bid, earned=total)
        figures = BidFigures(played.bid, total)
        made = Line(bidders, played.counters[bidders], why, terms.rule("made"), LineKind.MADE, figures)
        theirs = (line for team in others for line in _earned_lines(terms, played, team))
        return (made, trick_line(terms, played, bidders), *theirs)

    def _failed(self, terms: Terms, played: PlayedHand, total: int, others: list[int]) -> tuple[Line, ...]:
        left = {words.COUNTERS: played.counters[played.bidders], words.LESS_THE_BID: -played.bid}.get(self.leaves, 0)
        why = fill(words.FAILED_LEAVING[self.leaves, self.by_counters], bid=played.bid, earned=total)
        figures = BidFigures(played.bid, total)
        lines = [Line(played.bidders, left, why, terms.rule("failed"), LineKind.MISSED, figures)]
        for team in others:
            lines += _earned_lines(terms, played, team)
            again = earned_points(terms, played, team)
            lines.append(Line(team, again, words.DOUBLED, terms.rule("doubled"), LineKind.DOUBLED))
        return tuple(lines)

    def _made(self) -> str:
        return words.MADE if self.by_counters else words.MADE_WITH_TRICKS

    def facts(self, terms: Terms) -> dict[str, Any]:
        """Made, or what is left, and the others doubled."""
        failed = words.FAILED_LEAVING[self.leaves, self.by_counters]
        return {
            "made": reason(self._made(), terms.rule("made")),
            "failed": reason(failed, terms.rule("failed")),
            "leaves": self.leaves,
            "doubled": reason(words.DOUBLED, terms.rule("doubled")),
            **({"by_counters": True} if self.by_counters else {}),
        }


@dataclass(frozen=True)
class HandPolicy:
    """What one bid game does with a finished, a misplayed and a misdealt hand."""

    result: SetBack | Doubling
    misdeal: Misdeal
    #: What a misplay costs; None is the bid.
    misplay_cost: int | None = None
    #: A misplay by the side that bid costs the bid too.
    misplay_costs_bid: bool = False


@dataclass(frozen=True, eq=False)
class BidHands:
    """The scoring of one bid game at one table; compared by identity, so that hands can be cached."""

    terms: Terms
    fields: Mapping[str, Field]
    policy: HandPolicy
    #: Partners change during the game: points go to players, not to teams.
    everyone_alone: bool = False

    def __call__(self, hand: Hand, bad: frozenset[str], at: Moment) -> Outcome | Faults:
        """The lines of a hand, or what is wrong with it."""
        if bad or self.terms.called or hand.keys() != self.terms.needed.keys():
            return self.score_any(hand, bad, at)
        counted = at.counted if self.everyone_alone else 0
        captured = self.terms.counters.entries(hand["captured"])
        tricks = tuple(hand["tricks"]) if "tricks" in hand else None
        return score_ordinary(self, counted, hand["bidder"], hand["bid"], hand["trump"], captured, tricks)

    def score_any(self, hand: Hand, bad: frozenset[str], at: Moment) -> Outcome | Faults:
        """Score a hand with any entries, without the cache."""
        if UNPLAYED.isdisjoint(hand) and UNPLAYED.isdisjoint(bad):
            lines = score_played(self, hand, bad, at)
        elif "passed_out" in hand:
            lines = score_passed_out(self, hand, at)
        else:
            lines = self.policy.misdeal(self, hand, bad, at) if "misdeal" in hand else []
        if isinstance(lines, list):
            return tuple(lines)
        contract = self._contract(hand, lines, at)
        if not self.everyone_alone:
            return Outcome(lines, contract=contract)
        seats = self.terms.teams_of(hand, at.counted).seats
        lines = tuple(line._replace(side=seat) for line in lines for seat in seats[line.side])
        return Outcome(lines, contract=contract)

    def _contract(self, hand: Hand, lines: tuple[Line, ...], at: Moment) -> Contract | None:
        if "bidder" not in hand or not UNPLAYED.isdisjoint(hand):
            return None
        teams = self.terms.teams_of(hand, at.counted)
        team = teams.of[hand["bidder"]]
        made = any(line.side == team and line.kind is LineKind.MADE for line in lines)
        return Contract(frozenset(teams.seats[team]) if self.everyone_alone else frozenset({team}), made)


@lru_cache(maxsize=8192)
def score_ordinary(
    bids: BidHands,
    counted: int,
    bidder: int,
    bid: int,
    trump: str,
    captured: tuple[Entry, ...],
    tricks: tuple[int | None, ...] | None,
) -> Outcome | Faults:
    """Score a hand that has only its result. Cached, because a game is scored again at every view of it."""
    hand: dict[str, Any] = {"bidder": bidder, "bid": bid, "trump": trump, "captured": captured}
    return bids.score_any(hand if tricks is None else hand | {"tricks": tricks}, frozenset(), Moment(counted))


def score_passed_out(bids: BidHands, hand: Hand, at: Moment) -> LinesOrFaults:
    """Nobody bid: no score, and no other entry."""
    rule = bids.terms.rule("passed-out")
    faults = forbidden_faults(hand, PASSED_OUT_KEYS, "nobody bid, so the hand was not played.", rule)
    faults += all_passed_faults(bids.terms, hand, at)
    return faults or unscored_lines(bids, at, words.PASSED_OUT, rule)


def unscored_lines(bids: BidHands, at: Moment, why: str, rule: str) -> tuple[Line, ...]:
    """A line without points for every team."""
    return tuple(Line(team, 0, why, rule, LineKind.UNSCORED) for team in range(len(bids.terms.teams(at.counted).seats)))


def score_played(bids: BidHands, hand: Hand, bad: frozenset[str], at: Moment) -> LinesOrFaults:
    """A hand played to its end, or stopped by a misplay."""
    terms = bids.terms
    stopped = "misplay" in hand
    nested = terms.nest and bool(hand.get("penalties"))
    faults = contract_faults(bids, hand, bad, at, terms.needed)
    if nested:
        faults += nest_faults(terms, hand, bad)
    counters, tricks, problems = count_taken(terms, hand, stopped, nested) if "misplay" not in bad else ((), None, [])
    if faults or problems or bad:
        return faults + problems
    teams = terms.teams_of(hand, at.counted)
    taken = PlayedHand(hand["bid"], hand["trump"], teams.of[hand["bidder"]], counters, tricks, "moon" in hand)
    if stopped:
        lines = misplay_lines(bids, taken, teams.of[hand["misplay"]])
    elif nested:
        return nest_counter_lines(terms, taken)
    else:
        lines = bids.policy.result(terms, taken)
    return (*lines, *fine_lines(terms, hand, teams)) if "penalties" in hand else lines


def contract_faults(
    bids: BidHands, hand: Hand, bad: frozenset[str], at: Moment, needed: Iterable[str] = CONTRACT
) -> list[Fault]:
    """A contract that is incomplete, impossible, or not what the bidding led to."""
    faults = missing_faults(bids.fields, needed, hand, bad) + team_faults(bids.terms, hand)
    if bids.terms.auction.names_color:
        faults += bid_faults(bids.terms, hand)
    if "calls" in hand:
        faults += call_faults(bids.terms, hand, at)
    return faults


def count_taken(
    terms: Terms, hand: Hand, stopped: bool, nested: bool
) -> tuple[tuple[int, ...], tuple[int, ...] | None, list[Fault]]:
    """Counters and tricks of every team, and what is wrong with them."""
    tricks, faults = _tricks(terms, hand, stopped) if "tricks" in hand else (None, [])
    if "captured" not in hand:
        return (), tricks, faults
    entries = terms.counters.entries(hand["captured"])
    if None in entries and (stopped or nested):
        why = "the hand was stopped" if stopped else "a counter is in the nest"
        problem: str | None = f"“The rest” can't be worked out: {why}. Count what each side took."
        points: tuple[int, ...] = ()
    else:
        points, problem = divide(terms.counters, entries, not (stopped or nested), tricks)
    if nested and sum(points) == terms.counters.total:
        problem = f"All {terms.counters.total} points are captured, so no counter is in the nest. Correct one of them."
    if problem:
        faults = [*faults, Fault(problem, terms.rule("total"), "captured")]
    return points, tricks, faults


def _tricks(terms: Terms, hand: Hand, stopped: bool) -> tuple[tuple[int, ...] | None, list[Fault]]:
    """Tricks of every team; None if they are faulty."""
    given, rule = hand["tricks"], terms.rule("tricks")
    if None not in given:
        total = sum(given)
        if total == TRICKS_IN_DEAL or (stopped and total < TRICKS_IN_DEAL):
            return tuple(given), []
        return None, [Fault(f"That adds up to {total} tricks. A hand has {TRICKS_IN_DEAL}.", rule, "tricks")]
    if stopped:
        return None, [
            Fault("“The rest” can't be worked out: the hand was stopped. Count each side's tricks.", rule, "tricks")
        ]
    total = sum(count for count in given if count is not None)
    return tuple(TRICKS_IN_DEAL - total if count is None else count for count in given), []


def misplay_lines(bids: BidHands, played: PlayedHand, offender: int) -> tuple[Line, ...]:
    """The offender pays and scores nothing else; the others score what they have captured."""
    terms, rule = bids.terms, bids.terms.rule("misplay")
    fixed = bids.policy.misplay_cost
    cost = fixed if fixed is not None else terms.moon if played.moon else played.bid
    lines = [Line(offender, -cost, fill(words.MISPLAY, cost=cost), rule, LineKind.MISPLAY)]
    if bids.policy.misplay_costs_bid and offender == played.bidders:
        why = fill(words.MISPLAY_BID, bid=played.bid)
        lines.append(Line(offender, -played.bid, why, terms.rule("misplay-offender"), LineKind.MISPLAY))
    for team in range(len(played.counters)):
        if team != offender:
            lines += stopped_lines(terms, played, team, rule)
    return tuple(lines)


def stopped_lines(terms: Terms, played: PlayedHand, team: int, rule: str) -> list[Line]:
    """What a team took until the hand was stopped."""
    lines = [Line(team, played.counters[team], words.SO_FAR, rule, LineKind.STOPPED)]
    if played.tricks is not None and terms.trick_values is not None:
        lines.append(trick_line(terms, played, team))
    return lines


def trick_line(terms: Terms, played: PlayedHand, team: int) -> Line:
    """The points of a team's tricks."""
    count = played.tricks[team] if played.tricks is not None else 0
    value = terms.trick_values[played.trump] if terms.trick_values is not None else 0
    why = words.ONE_TRICK if count == 1 else words.TRICKS
    return Line(team, count * value, fill(why, count=count, value=value), terms.rule("tricks"))


def earned_points(terms: Terms, played: PlayedHand, team: int) -> int:
    """Counters and tricks together, which is what the bid is tested against."""
    return played.counters[team] + trick_line(terms, played, team).points


def _earned_lines(terms: Terms, played: PlayedHand, team: int) -> tuple[Line, Line]:
    counters = Line(team, played.counters[team], words.OPPONENTS, terms.rule("opponents"))
    return counters, trick_line(terms, played, team)


def nest_counter_lines(terms: Terms, played: PlayedHand) -> tuple[Line, ...]:
    """A counter left in the nest: the bidder loses the bid and 20; the others score."""
    cost = played.bid + NEST_FINE
    why = fill(words.NEST_COUNTER, bid=played.bid, cost=NEST_FINE)
    line = Line(played.bidders, -cost, why, terms.rule("nest-counter"), LineKind.MISSED, BidFigures(played.bid, None))
    return (line, *opponent_lines(terms, played))


def opponent_lines(terms: Terms, played: PlayedHand) -> list[Line]:
    """What the teams that did not bid captured."""
    rule, bidders = terms.rule("opponents"), played.bidders
    return [Line(team, points, words.OPPONENTS, rule) for team, points in enumerate(played.counters) if team != bidders]


def fine_lines(terms: Terms, hand: Hand, teams: Teams) -> list[Line]:
    """Penalties on top of the result."""
    fines = [(teams.of[fine["by"]], fine["kind"]) for fine in hand["penalties"]]
    return [
        Line(team, -FINE, fill(words.FINES[kind], cost=FINE), terms.rule(kind), LineKind.PENALTY)
        for team, kind in fines
    ]


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


def facts(bids: BidHands) -> dict[str, Any]:
    """Counters, tricks, the test of the bid, and what may go wrong."""
    terms = bids.terms
    misplay_bid = reason(words.MISPLAY_BID, terms.rule("misplay-offender"))
    return {
        "kind": "bids",
        "teams": [list(map(list, teams.seats)) for teams in terms.rotation],
        **({"together": terms.together} if len(terms.rotation) > 1 else {}),
        "everyone_alone": bids.everyone_alone,
        **({"called": True} if terms.called else {}),
        **({"completes": {"way": "fill", "when": "moon", "key": "bid", "from": "total"}} if terms.moon else {}),
        **terms.counters.facts(),
        "tricks": _trick_facts(terms),
        "result": bids.policy.result.facts(terms),
        "others": reason(words.OPPONENTS, terms.rule("opponents")),
        "misplay": reason(words.MISPLAY, terms.rule("misplay"), cost=bids.policy.misplay_cost),
        **({"misplay_bid": misplay_bid} if bids.policy.misplay_costs_bid else {}),
        "so_far": reason(words.SO_FAR, terms.rule("misplay")),
        "misdeal": bids.policy.misdeal.facts(terms),
        **({"passed_out": reason(words.PASSED_OUT, terms.rule("passed-out"))} if "passed_out" in bids.fields else {}),
        "penalties": _penalties(terms) if "penalties" in bids.fields else {},
    }


def _trick_facts(terms: Terms) -> dict[str, Any] | None:
    """What a trick counts under each trump; nothing where tricks do not count."""
    if terms.trick_values is None:
        return None
    tricks = reason(words.TRICKS, terms.rule("tricks"), one=words.ONE_TRICK)
    return {**tricks, "values": dict(terms.trick_values), "total": TRICKS_IN_DEAL}


def _penalties(terms: Terms) -> dict[str, Any]:
    if terms.nest:
        counter = reason(words.NEST_COUNTER, terms.rule("nest-counter"), cost=NEST_FINE)
        return {"nest-counter": {**counter, "instead": True}}
    return {kind: reason(why, terms.rule(kind), cost=FINE) for kind, why in words.FINES.items()}
