"""Totals of a season's nights.

An `Account` has the sums of an entrant in a season, and of single nights only those that the scheme takes or drops.
Accounts of different nights can be added in any order, so standings cost the same after two nights and after two
hundred.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.league.results import Bye, Entrant, Result
from scorekeeper.league.standings.counting import FOR_ABSENT, FOR_SUBSTITUTE, Scheme, Score
from scorekeeper.league.totals import (
    Meetings,
    NightTotals,
    Totals,
    TotalsByEntrant,
    add_totals,
    night_totals,
    sum_fractions,
    sum_totals,
)

#: Totals of nights by the key of the night.
Nights = Mapping[str, NightTotals]
NO_TOTALS, NO_SCORE = Totals(), Score()


class Account(NamedTuple):
    """The figures of one entrant in a season."""

    nights: int = 0
    #: Without the margin of every game; `margin` is their sum, each up to the cap.
    totals: Totals = NO_TOTALS
    margin: int = 0
    score: Score = NO_SCORE
    #: The best nights, best first, or the worst, worst first: as many as the scheme takes or drops.
    extremes: tuple[Score, ...] = ()
    #: Their sum.
    extremes_sum: Score = NO_SCORE


@dataclass(frozen=True)
class SeasonTotals:
    """All accounts, and how many nights were held."""

    scheme: Scheme = field(default_factory=Scheme)
    nights_held: int = 0
    accounts: Mapping[Entrant, Account] = field(default_factory=dict)
    #: Reads the meetings within a group; there may be others too.
    meetings_among: Callable[[Sequence[Entrant]], Meetings] = lambda group: {}

    def __add__(self, other: SeasonTotals) -> SeasonTotals:
        """The sum of two sets of nights that have no night in common."""
        return _sum(self.scheme, (self, other))

    def counted(self, account: Account) -> Score:
        """The score that counts, with only the best or without the worst nights."""
        if self.scheme.best is not None:
            return account.extremes_sum
        missed = self.nights_held - account.nights
        dropped = account.extremes[: max(0, self.scheme.drop - missed)]
        return subtract_scores(account.score, *dropped) if dropped else account.score

    def figure(self, account: Account) -> Fraction:
        """The number in the standings."""
        return self.scheme.way.figure(self.counted(account))


def totals_as_counted(scheme: Scheme, results: Sequence[Result], byes: Iterable[Bye]) -> NightTotals:
    """The totals of a night by the rules of a season; byes count in rounds of which a game counts."""
    rounds = {result.round for result in results}
    return night_totals(results, [bye for bye in byes if bye.round in rounds], scheme.substitutes == FOR_ABSENT)


def season_totals(scheme: Scheme, nights: Nights) -> SeasonTotals:
    """The totals of a season from those of its nights."""
    return _sum(scheme, [season_of_night(scheme, key, nights[key]) for key in sorted(nights)])


def season_of_night(scheme: Scheme, key: str, night: NightTotals) -> SeasonTotals:
    """A season of one night."""
    by_entrant = counted_totals(scheme, night)
    scores = scheme.way.scores(scheme, by_entrant)
    accounts = {entrant: _account(scheme, totals, scores[entrant], key) for entrant, totals in by_entrant.items()}
    return SeasonTotals(scheme, 1, accounts)


def counted_totals(scheme: Scheme, night: NightTotals) -> TotalsByEntrant:
    """The totals of a night that count: a substitute's games count for them only if the scheme says so."""
    counts = scheme.substitutes == FOR_SUBSTITUTE
    return add_totals(night.by_entrant, night.as_substitute) if counts else night.by_entrant


def nights_of_entrant(scheme: Scheme, entrant: Entrant, nights: Nights) -> dict[str, tuple[Score, bool]]:
    """An entrant's nights in order: the score of each, and whether it counts."""
    counted = {key: counted_totals(scheme, night) for key, night in sorted(nights.items())}
    scores = [
        scheme.way.scores(scheme, by_entrant)[entrant]._replace(night=key)
        for key, by_entrant in counted.items()
        if entrant in by_entrant
    ]
    missed = len(nights) - len(scores)
    ranked = sorted(scores, key=_rank(scheme))
    left = ranked[: max(0, scheme.drop - missed)] if scheme.best is None else ranked[scheme.best :]
    dropped = {score.night for score in left}
    return {score.night: (score, score.night not in dropped) for score in scores}


def add_scores(*scores: Score) -> Score:
    """The sum of scores."""
    return Score(sum_fractions(score.amount for score in scores), sum(score.of for score in scores))


def subtract_scores(score: Score, *others: Score) -> Score:
    """A score without others."""
    gone = add_scores(*others)
    return Score(score.amount - gone.amount, score.of - gone.of)


def sum_accounts(scheme: Scheme, accounts: Sequence[Account]) -> Account:
    """The sum of accounts of one entrant that have no night in common."""
    if len(accounts) == 1:
        return accounts[0]
    nights, totals, margins, scores, extremes, _ = zip(*accounts, strict=True)
    sums = Account(sum(nights), sum_totals(totals), sum(margins), add_scores(*scores))
    if not any(extremes):
        return sums
    ranked = sorted((score for own in extremes for score in own), key=_rank(scheme))
    taken = tuple(ranked[: scheme.drop if scheme.best is None else scheme.best])
    return sums._replace(extremes=taken, extremes_sum=add_scores(*taken))


def _account(scheme: Scheme, totals: Totals, score: Score, key: str) -> Account:
    at = Totals._fields.index("margins")
    without_margins = Totals._make((*totals[:at], (), *totals[at + 1 :]))
    account = (1, without_margins, totals.margin(scheme.cap), score)
    if not scheme.best and not scheme.drop:
        return Account(*account)
    return Account(*account, (Score(score.amount, score.of, key),), score)


def _sum(scheme: Scheme, seasons: Sequence[SeasonTotals]) -> SeasonTotals:
    """The sum of sets of nights."""
    parts: dict[Entrant, list[Account]] = {}
    for season in seasons:
        for entrant, account in season.accounts.items():
            parts.setdefault(entrant, []).append(account)
    accounts = {entrant: sum_accounts(scheme, own) for entrant, own in parts.items()}
    return SeasonTotals(scheme, sum(season.nights_held for season in seasons), accounts)


def _rank(scheme: Scheme) -> Callable[[Score], tuple[Fraction, str]]:
    """Best first if the best count, worst first if the worst are dropped; of equal ones the earlier first."""
    sign = 1 if scheme.best is None else -1
    return lambda score: (sign * scheme.way.figure(score), score.night)
