"""Disputes: every situation that people argue about, in the order in which a page lists them."""

from scorekeeper.judge.disputes.calls import AUCTION, with_players
from scorekeeper.judge.disputes.cards import FOLLOW, TRICK
from scorekeeper.judge.disputes.dispute import Case, Ruling, Situation, settle
from scorekeeper.judge.disputes.misdeals import MISDEAL
from scorekeeper.judge.disputes.misplays import MISPLAY, ROOK_DUTY, SILENT_MISPLAY
from scorekeeper.judge.disputes.numbers import CAPTURE, FIFTEENS, MELD, OPENING
from scorekeeper.judge.disputes.outcomes import LINE, NOBODY_BID, WORTH
from scorekeeper.judge.disputes.penalties import AGREED, NEST_COUNTERS, NEST_SIZES, TABLE_TALK
from scorekeeper.judge.disputes.turns import OUT, TAKING

SITUATIONS = (
    MISPLAY,
    SILENT_MISPLAY,
    TRICK,
    FOLLOW,
    ROOK_DUTY,
    MELD,
    OPENING,
    TAKING,
    OUT,
    FIFTEENS,
    CAPTURE,
    AUCTION,
    NOBODY_BID,
    MISDEAL,
    TABLE_TALK,
    NEST_SIZES,
    NEST_COUNTERS,
    LINE,
    WORTH,
    AGREED,
)


def situations(case: Case) -> tuple[Situation, ...]:
    """What can be argued about here."""
    return tuple(situation for situation in SITUATIONS if situation.fits(case))


def situation(case: Case, situation_id: str) -> Situation:
    """The situation of this name; KeyError if it cannot come up here."""
    for candidate in situations(case):
        if candidate.id == situation_id:
            return candidate
    raise KeyError(situation_id)


__all__ = ["SITUATIONS", "Case", "Ruling", "Situation", "settle", "situation", "situations", "with_players"]
