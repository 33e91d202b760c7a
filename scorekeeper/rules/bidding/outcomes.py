"""What a hand of a bid game is worth when it was played to its end: set back, or the others doubled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.bidding import reasons as words
from scorekeeper.rules.bidding.contract import Terms
from scorekeeper.rules.bidding.scoring import Taken, opponents, trick_line
from scorekeeper.rules.values import Line, LineKind, Tested, reason

#: What is left to a side that failed its bid.
LESS_THE_BID, COUNTERS, NOTHING = "less the bid", "counters", "nothing"


@dataclass(frozen=True)
class SetBack:
    """Made: everybody scores. Short: the bid is lost, with no credit for what was captured."""

    def __call__(self, terms: Terms, score: Taken, /) -> tuple[Line, ...]:
        """The bidders' line, then the others'."""
        bid, captured = score.bid, score.counters[score.bidders]
        figures = Tested(bid, captured)
        if captured >= bid:
            why = words.MADE.format(bid=bid, earned=captured)
            line = Line(score.bidders, captured, why, terms.rules["made"], LineKind.MADE, figures)
        else:
            why = words.SET_BACK.format(bid=bid, earned=captured)
            line = Line(score.bidders, -bid, why, terms.rules["set-back"], LineKind.MISSED, figures)
        return (line, *opponents(terms, score))

    def facts(self, terms: Terms) -> dict[str, Any]:
        """Made, or less the bid."""
        made, failed = reason(words.MADE, terms.rules["made"]), reason(words.SET_BACK, terms.rules["set-back"])
        return {"made": made, "failed": failed, "leaves": LESS_THE_BID}


@dataclass(frozen=True)
class Doubling:
    """Made: both sides score counters and tricks. Failed: the others score double."""

    keeps_counters: bool

    def __call__(self, terms: Terms, score: Taken, /) -> tuple[Line, ...]:
        """The bidders' lines, then the others'."""
        bidders, total = score.bidders, earned(terms, score, score.bidders)
        others = [team for team in range(len(score.counters)) if team != bidders]
        if total < score.bid:
            return self._failed(terms, score, total, others)
        why = words.MADE_WITH_TRICKS.format(bid=score.bid, earned=total)
        figures = Tested(score.bid, total)
        made = Line(bidders, score.counters[bidders], why, terms.rules["made"], LineKind.MADE, figures)
        theirs = (line for team in others for line in _earnings(terms, score, team))
        return (made, trick_line(terms, score, bidders), *theirs)

    def _failed(self, terms: Terms, score: Taken, total: int, others: list[int]) -> tuple[Line, ...]:
        kept = score.counters[score.bidders] if self.keeps_counters else 0
        why = self._words().format(bid=score.bid, earned=total)
        figures = Tested(score.bid, total)
        lines = [Line(score.bidders, kept, why, terms.rules["failed"], LineKind.MISSED, figures)]
        for team in others:
            lines += _earnings(terms, score, team)
            again = earned(terms, score, team)
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


def earned(terms: Terms, score: Taken, team: int) -> int:
    """Counters and tricks together, which is what the bid is tested against."""
    return score.counters[team] + trick_line(terms, score, team).points


def _earnings(terms: Terms, score: Taken, team: int) -> tuple[Line, Line]:
    """Counters and tricks of a side that did not bid."""
    counters = Line(team, score.counters[team], words.OPPONENTS, terms.rules["opponents"])
    return counters, trick_line(terms, score, team)
