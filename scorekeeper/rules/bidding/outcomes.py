"""What a hand of a bid game is worth when it was played to its end: set back, or the others doubled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.bidding import reasons as words
from scorekeeper.rules.bidding.contract import Terms
from scorekeeper.rules.bidding.scoring import PlayedHand, opponent_lines, trick_line
from scorekeeper.rules.values import BidFigures, Line, LineKind, reason

#: What is left to a side that failed its bid.
LESS_THE_BID, COUNTERS, NOTHING = "less the bid", "counters", "nothing"


@dataclass(frozen=True)
class SetBack:
    """Made: everybody scores. Short: the bid is lost, with no credit for what was captured."""

    def __call__(self, terms: Terms, played: PlayedHand, /) -> tuple[Line, ...]:
        """The bidders' line, then the others'."""
        bid, captured = played.bid, played.counters[played.bidders]
        figures = BidFigures(bid, captured)
        if captured >= bid:
            why = words.MADE.format(bid=bid, earned=captured)
            line = Line(played.bidders, captured, why, terms.rules["made"], LineKind.MADE, figures)
        else:
            why = words.SET_BACK.format(bid=bid, earned=captured)
            line = Line(played.bidders, -bid, why, terms.rules["set-back"], LineKind.MISSED, figures)
        return (line, *opponent_lines(terms, played))

    def facts(self, terms: Terms) -> dict[str, Any]:
        """Made, or less the bid."""
        made, failed = reason(words.MADE, terms.rules["made"]), reason(words.SET_BACK, terms.rules["set-back"])
        return {"made": made, "failed": failed, "leaves": LESS_THE_BID}


@dataclass(frozen=True)
class Doubling:
    """Made: both sides score counters and tricks. Failed: the others score double."""

    keeps_counters: bool

    def __call__(self, terms: Terms, played: PlayedHand, /) -> tuple[Line, ...]:
        """The bidders' lines, then the others'."""
        bidders, total = played.bidders, earned_points(terms, played, played.bidders)
        others = [team for team in range(len(played.counters)) if team != bidders]
        if total < played.bid:
            return self._failed(terms, played, total, others)
        why = words.MADE_WITH_TRICKS.format(bid=played.bid, earned=total)
        figures = BidFigures(played.bid, total)
        made = Line(bidders, played.counters[bidders], why, terms.rules["made"], LineKind.MADE, figures)
        theirs = (line for team in others for line in _earned_lines(terms, played, team))
        return (made, trick_line(terms, played, bidders), *theirs)

    def _failed(self, terms: Terms, played: PlayedHand, total: int, others: list[int]) -> tuple[Line, ...]:
        counters = played.counters[played.bidders] if self.keeps_counters else 0
        why = self._words().format(bid=played.bid, earned=total)
        figures = BidFigures(played.bid, total)
        lines = [Line(played.bidders, counters, why, terms.rules["failed"], LineKind.MISSED, figures)]
        for team in others:
            lines += _earned_lines(terms, played, team)
            again = earned_points(terms, played, team)
            lines.append(Line(team, again, words.DOUBLED, terms.rules["doubled"], LineKind.DOUBLED))
        return tuple(lines)

    def _words(self) -> str:
        return words.FAILED_KEEPING_COUNTERS if self.keeps_counters else words.FAILED

    def facts(self, terms: Terms) -> dict[str, Any]:
        """Made, or what is left, and the others doubled."""
        return {
            "made": reason(words.MADE_WITH_TRICKS, terms.rules["made"]),
            "failed": reason(self._words(), terms.rules["failed"]),
            "leaves": COUNTERS if self.keeps_counters else NOTHING,
            "doubled": reason(words.DOUBLED, terms.rules["doubled"]),
        }


def earned_points(terms: Terms, played: PlayedHand, team: int) -> int:
    """Counters and tricks together, which is what the bid is tested against."""
    return played.counters[team] + trick_line(terms, played, team).points


def _earned_lines(terms: Terms, played: PlayedHand, team: int) -> tuple[Line, Line]:
    """Counters and tricks of a side that did not bid."""
    counters = Line(team, played.counters[team], words.OPPONENTS, terms.rules["opponents"])
    return counters, trick_line(terms, played, team)
