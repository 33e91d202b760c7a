"""Standings of a contest that is drawn round by round: its matches are results of one night."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.league.contest import Contest, EntrantId, by_lot
from scorekeeper.league.matches import VOID, WALKOVER, Match, annulled, drawn_matches
from scorekeeper.league.pairings.values import NEW_PARTNERS, ROUND_ROBIN, SWISS
from scorekeeper.league.results import Bye, Entrant, Result, Side, places
from scorekeeper.league.season_totals import SeasonTotals, season_of_night
from scorekeeper.league.standings.counting import CARRIED, CARRIED_LOWEST, Scheme
from scorekeeper.league.standings.standings import NO_ACCOUNT, Standings, rank
from scorekeeper.league.standings.tie_breaks import LOT, TIES, Field
from scorekeeper.league.totals import meetings_of, night_totals

#: The tie-breaks to choose from: all but those by bids, which a contest does not store, and the lot.
OFFERED = {key: tie for key, tie in TIES.items() if key not in ("bids-made", "set-backs", LOT)}
#: The usual tie-breaks of each format; the lot always comes last.
USUAL = {
    SWISS: ("opponents", "head-to-head", "margin"),
    ROUND_ROBIN: ("head-to-head", "margin", "points"),
    NEW_PARTNERS: ("wins", "margin", "opponents"),
}


@dataclass(frozen=True)
class CountedMatches:
    """What counts in a contest: results, and who had a walkover or a bye, once for each."""

    results: tuple[Result, ...]
    walkovers: tuple[EntrantId, ...]
    byes: tuple[EntrantId, ...]


class Record(NamedTuple):
    """The matches of an entrant in numbers; a walkover is won without points."""

    played: int
    won: int
    tied: int
    lost: int
    walkovers: int
    byes: int
    points: int


def standings(contest: Contest, lowest_wins: bool = False) -> Standings:
    """The standings of a contest that is drawn round by round."""
    entrants = entrants_of(contest)
    lot = by_lot([entrant.id for entrant in contest.entrants], contest.plan.lot)
    groups = frozenset((entrant.id,) for entrant in contest.entrants if len(entrant.players) > 1)
    return rank(Field(_totals(contest, lowest_wins), entrants, [[(entrant,) for entrant in lot]], True, groups))


def entrants_of(contest: Contest) -> tuple[Entrant, ...]:
    """The entrants as the standings name them."""
    return tuple((entrant.id,) for entrant in contest.entrants)


def scheme_of(contest: Contest, lowest_wins: bool = False) -> Scheme:
    """What counts in a contest, and its tie-breaks in order, the lot last."""
    chosen = contest.plan.ties or USUAL.get(contest.plan.format, ())
    ties = (*(tie for tie in chosen if tie != LOT), LOT)
    if contest.plan.format == NEW_PARTNERS:
        return Scheme((CARRIED_LOWEST if lowest_wins else CARRIED).id, ties)
    return Scheme("wins", ties, bye=Fraction(1))


def _totals(contest: Contest, lowest_wins: bool) -> SeasonTotals:
    """The totals of all entrants, also of those that have not played yet."""
    counted = _counted_matches(contest)
    byes = [Bye("", 0, (entrant,)) for entrant in (*counted.walkovers, *counted.byes)]
    season = season_of_night(scheme_of(contest, lowest_wins), "", night_totals(counted.results, byes))
    accounts = dict.fromkeys(entrants_of(contest), NO_ACCOUNT) | {**season.accounts}
    return replace(season, accounts=accounts, meetings_among=lambda group: meetings_of(counted.results))


def match_records(contest: Contest) -> dict[EntrantId, Record]:
    """How the matches of every entrant ended; empty for a bracket."""
    if contest.plan.is_bracket:
        return {}
    counted = _counted_matches(contest)
    walkovers, byes = Counter(counted.walkovers), Counter(counted.byes)
    return {
        entrant.id: _record(entrant.id, counted.results, walkovers[entrant.id], byes[entrant.id])
        for entrant in contest.entrants
    }


def _record(entrant: EntrantId, results: Sequence[Result], walkovers: int, byes: int) -> Record:
    own = [(result, side) for result in results if (side := result.side_of((entrant,))) is not None]
    won = sum(side.won and result.win == 1 for result, side in own)
    tied = sum(side.won and result.win < 1 for result, side in own)
    return Record(len(own), won, tied, len(own) - won - tied, walkovers, byes, sum(side.points for _, side in own))


def _counted_matches(contest: Contest) -> CountedMatches:
    matches = drawn_matches(contest)
    void = annulled(contest, matches)
    counted = [match for match in matches if void.isdisjoint(_entrants(match))]
    results = tuple(_result(match) for match in counted if match.was_played)
    walkovers = [
        entrant
        for match in counted
        if match.how == WALKOVER and match.winner is not None
        for entrant in match.groups[match.winner]
    ]
    if contest.plan.format == ROUND_ROBIN:
        # Everybody sits out once, so byes are worth nothing.
        return CountedMatches(results, (*walkovers, *_missing(contest, matches, void)), ())
    byes = [entrant for drawn in contest.rounds for entrant in drawn.sitting_out]
    return CountedMatches(results, tuple(walkovers), (*byes, *_left_over(contest, counted)))


def _entrants(match: Match) -> list[EntrantId]:
    return [entrant for group in match.groups for entrant in group]


def _result(match: Match) -> Result:
    best = max(match.wins)
    winners = [side for side, wins in enumerate(match.wins) if match.winner in (side, None) and wins == best]
    merits = [-points if match.lowest_wins else points for points in match.points]
    # The winners of a tied match are level, whatever their points.
    level = [0 if side in winners else merit for side, merit in enumerate(merits)]
    ranked = zip(match.groups, match.points, places(level, winners), strict=True)
    return Result(match.key, "", match.round, "", tuple(Side(*side) for side in ranked), lowest_wins=match.lowest_wins)


def _missing(contest: Contest, matches: Sequence[Match], void: frozenset[EntrantId]) -> list[EntrantId]:
    """Who gets a walkover because an entrant withdrew after half of its matches, and lost the rest."""
    met = {frozenset(_entrants(match)) for match in matches}
    return [
        entrant.id
        for away in sorted(contest.withdrawn - void)
        for entrant in contest.active
        if frozenset({away, entrant.id}) not in met
    ]


def _left_over(contest: Contest, matches: Sequence[Match]) -> list[EntrantId]:
    """Who sat at a table of single players that could not be played."""
    if contest.plan.format != NEW_PARTNERS:
        return []
    return [
        entrant
        for match in matches
        if match.how == VOID
        for entrant in _entrants(match)
        if entrant not in contest.withdrawn
    ]
