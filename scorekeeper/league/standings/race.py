"""The way to the standings: what counted after each of the latest nights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scorekeeper.league.results.result import Entrant
from scorekeeper.league.totals.season import Account, Nights, SeasonTotals, season_of_night, subtract_scores

NOTHING = Account()


def race(season: SeasonTotals, nights: Nights, entrants: Sequence[Entrant]) -> list[tuple[Fraction, ...]]:
    """The figures of some entrants after each of these nights, which are the latest of the season.

    Where only the best nights count, or the worst are dropped, all nights of the season are needed.
    """
    scheme = season.scheme
    by_night = [season_of_night(scheme, key, nights[key]).accounts for key in sorted(nights)]
    total = SeasonTotals(scheme, season.nights_held - len(nights), _before(season, by_night, entrants))
    rows = []
    for accounts in by_night:
        played = {entrant: accounts[entrant] for entrant in entrants if entrant in accounts}
        total = total + SeasonTotals(scheme, 1, played)
        rows.append(tuple(total.figure(total.accounts.get(entrant, NOTHING)) for entrant in entrants))
    return rows


def _before(
    season: SeasonTotals, by_night: Sequence[Mapping[Entrant, Account]], entrants: Sequence[Entrant]
) -> dict[Entrant, Account]:
    """What the entrants had before these nights."""
    if season.nights_held == len(by_night):
        return {}
    scores = {entrant: [night[entrant].score for night in by_night if entrant in night] for entrant in entrants}
    return {
        entrant: Account(score=subtract_scores(season.accounts[entrant].score, *scores[entrant]))
        for entrant in entrants
    }
