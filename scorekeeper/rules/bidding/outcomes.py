"""What a bid game scores for a hand played to its end, and the bid games of 1924 at a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.bidding import reasons as words
from scorekeeper.rules.bidding.auction import Auction
from scorekeeper.rules.bidding.contract import TRICKS_IN_DEAL, Terms, misdeal_field, penalties_field, teams
from scorekeeper.rules.bidding.misdeals import DealerPays, DealersSide
from scorekeeper.rules.bidding.options import counters_1924
from scorekeeper.rules.bidding.scoring import FINE, HandPolicy, PlayedHand, Result, bid_play, opponent_lines, trick_line
from scorekeeper.rules.cards.counters import Counters
from scorekeeper.rules.ends import End
from scorekeeper.rules.fields import Field
from scorekeeper.rules.game import Options, Play, Setting, individual_sides, partner_sides
from scorekeeper.rules.values import BidFigures, Line, LineKind, fill, reason

#: What is left to a side that failed its bid.
LESS_THE_BID, COUNTERS, NOTHING = words.LESS_THE_BID, words.COUNTERS, words.NOTHING


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
        facts: dict[str, Any] = {"made": made, "failed": failed, "leaves": LESS_THE_BID}
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
        left = {COUNTERS: played.counters[played.bidders], LESS_THE_BID: -played.bid}.get(self.leaves, 0)
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


def earned_points(terms: Terms, played: PlayedHand, team: int) -> int:
    """Counters and tricks together, which is what the bid is tested against."""
    return played.counters[team] + trick_line(terms, played, team).points


def _earned_lines(terms: Terms, played: PlayedHand, team: int) -> tuple[Line, Line]:
    counters = Line(team, played.counters[team], words.OPPONENTS, terms.rule("opponents"))
    return counters, trick_line(terms, played, team)


#: 000 rule 4, 001 rule 3: divisible by 5.
STEP = 5

NEST_PENALTY = {"nest-counter": "a counter left in the nest"}
NO_NEST = "this table plays without a nest. Turn on the option “nest” before the first deal."


def open_auction(options: Options, ceiling: int, pass_is_final: bool = True) -> Auction:
    """The dealer bids first and must bid; the highest bid is all the points."""
    return Auction(
        options["minimum"], STEP, {None: ceiling}, dealer_first=True, dealer_must_bid=True, pass_is_final=pass_is_final
    )


def alone_at_table(setting: Setting, counters: Counters, colors: Mapping[str, str], tricks: Mapping[int, int]) -> Play:
    """Rook where everyone plays alone. `tricks` is the number of tricks in a deal by the number of players."""
    options, sides = setting.options, teams(individual_sides(setting))
    nest = (penalties_field(setting, NEST_PENALTY, "nest-counter"),) if options["nest"] else ()
    terms = Terms(
        setting,
        counters,
        setting.auction(),
        colors,
        (sides,),
        nest=options["nest"],
        extra=(*nest, misdeal_field(setting, tricks[setting.players])),
    )
    policy = HandPolicy(SetBack(), DealerPays(), FINE, options["misplay_bid"])
    return bid_play(terms, policy, End(points=options["target"]), not_here={} if nest else {"penalties": NO_NEST})


def partners_at_table(
    setting: Setting,
    colors: Mapping[str, str],
    trick_values: Mapping[str, int],
    result: Result,
    extra: tuple[Field, ...] = (),
    not_here: Mapping[str, str] | None = None,
) -> Play:
    """Two against two, where tricks count too."""
    sides = teams(partner_sides(setting))
    terms = Terms(
        setting,
        counters_1924(setting.options),
        setting.auction(),
        colors,
        (sides,),
        trick_values=trick_values,
        extra=(*extra, misdeal_field(setting, TRICKS_IN_DEAL)),
    )
    policy = HandPolicy(result, DealersSide(), FINE, setting.options["misplay_bid"])
    return bid_play(terms, policy, End(points=setting.options["target"]), not_here=not_here)
