"""Disputes: every situation that people argue about, in the order in which a page lists them."""

from scorekeeper.judge.disputes.bidding import (
    AUCTION,
    BID_OUT_OF_TURN,
    CLAIM,
    EXPOSED,
    OUT_OF_TURN,
    WRONG_TOTAL,
    with_players,
)
from scorekeeper.judge.disputes.cards import FOLLOW, ROOK_FOLLOW, TRICK
from scorekeeper.judge.disputes.dispute import Case, Ruling, Situation, settle
from scorekeeper.judge.disputes.misdeals import MISDEAL, MISSING, SHOWN
from scorekeeper.judge.disputes.misplays import MISPLAY, ROOK_DUTY, SILENT_MISPLAY, TWO_MISPLAYS
from scorekeeper.judge.disputes.numbers import CAPTURE, FIFTEENS, MELD, OPENING, OUT, TAKING
from scorekeeper.judge.disputes.scores import AGREED, LINE, NEST_COUNTERS, NEST_SIZES, NOBODY_BID, TABLE_TALK, WORTH

SITUATIONS = (
    MISPLAY,
    SILENT_MISPLAY,
    TWO_MISPLAYS,
    TRICK,
    FOLLOW,
    ROOK_FOLLOW,
    ROOK_DUTY,
    OUT_OF_TURN,
    EXPOSED,
    CLAIM,
    MELD,
    OPENING,
    TAKING,
    OUT,
    FIFTEENS,
    CAPTURE,
    AUCTION,
    NOBODY_BID,
    BID_OUT_OF_TURN,
    MISDEAL,
    SHOWN,
    MISSING,
    TABLE_TALK,
    NEST_SIZES,
    NEST_COUNTERS,
    LINE,
    WORTH,
    WRONG_TOTAL,
    AGREED,
)


def situations(case: Case) -> tuple[Situation, ...]:
    """What can be argued about here."""
    return tuple(situation for situation in SITUATIONS if situation.fits(case))


def situation(case: Case, situation_id: str) -> Situation:
    """The situation of this name; KeyError if it cannot come up here."""
    return {candidate.id: candidate for candidate in situations(case)}[situation_id]


__all__ = ["SITUATIONS", "Case", "Ruling", "Situation", "settle", "situation", "situations", "with_players"]
