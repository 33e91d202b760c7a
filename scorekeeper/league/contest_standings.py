"""Standings of a contest that is drawn round by round: its matches are results of one night."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.league.contest import Contest, EntryId, by_lot
from scorekeeper.league.matches import VOID, WALKOVER, Match, annulled, drawn_matches
from scorekeeper.league.pairings.values import NEW_PARTNERS, ROUND_ROBIN, SWISS
from scorekeeper.league.results import Bye, Entrant, Result, Side, places
from scorekeeper.league.season_totals import SeasonTotals, season_of_night
from scorekeeper.league.standings.counting import CARRIED, CARRIED_LOWEST, Scheme
from scorekeeper.league.standings.standings import NO_ACCOUNT, Standings, rank
from scorekeeper.league.standings.tie_breaks import LOT, TIES, Field
from scorekeeper.league.totals import meetings_of, night_totals

#: The tie-breaks to choose from: all but those by bids, which a tournament does not store, and the lot.
OFFERED = {key: tie for key, tie in TIES.items() if key not in ("bids-made", "set-backs", LOT)}
#: The usual tie-breaks of each format; the lot always comes last.
USUAL = {
    SWISS: ("opponents", "head-to-head", "margin"),
    ROUND_ROBIN: ("head-to-head", "margin", "points"),
    NEW_PARTNERS: ("wins", "margin", "opponents"),
}


@dataclass(frozen=True)
class CountedMatches:
    """What counts in a tournament: results, and who had a walkover or a bye, once for each."""

    results: tuple[Result, ...]
    walkovers: tuple[EntryId, ...]
    byes: tuple[EntryId, ...]


class Record(NamedTuple):
    """The matches of an entry in numbers; a walkover is won without points."""

    played: int
    won: int
    tied: int
    lost: int
    walkovers: int
    byes: int
    points: int


def standings(contest: Contest, lowest_wins: bool = False) -> Standings:
    """The standings of a drawn tournament."""
    entrants = entrants_of(contest)
    lot = by_lot([entry.id for entry in contest.entries], contest.plan.lot)
    groups = frozenset((entry.id,) for entry in contest.entries if len(entry.players) > 1)
    return rank(Field(_totals(contest, lowest_wins), entrants, [[(entry,) for entry in lot]], True, groups))


def entrants_of(contest: Contest) -> tuple[Entrant, ...]:
    """The entries as the standings name them."""
    return tuple((entry.id,) for entry in contest.entries)


def scheme_of(contest: Contest, lowest_wins: bool = False) -> Scheme:
    """What counts in a tournament, and its tie-breaks in order, the lot last."""
    chosen = contest.plan.ties or USUAL.get(contest.plan.format, ())
    ties = (*(tie for tie in chosen if tie != LOT), LOT)
    if contest.plan.format == NEW_PARTNERS:
        return Scheme((CARRIED_LOWEST if lowest_wins else CARRIED).id, ties)
    return Scheme("wins", ties, bye=Fraction(1))


def _totals(contest: Contest, lowest_wins: bool) -> SeasonTotals:
    """The totals of all entries, also of those that have not played yet."""
    counted = _counted_matches(contest)
    byes = [Bye("", 0, (entry,)) for entry in (*counted.walkovers, *counted.byes)]
    season = season_of_night(scheme_of(contest, lowest_wins), "", night_totals(counted.results, byes))
    accounts = dict.fromkeys(entrants_of(contest), NO_ACCOUNT) | {**season.accounts}
    return replace(season, accounts=accounts, meetings_among=lambda group: meetings_of(counted.results))


def match_records(contest: Contest) -> dict[EntryId, Record]:
    """How the matches of every entry ended; empty for a bracket."""
    if contest.plan.is_bracket:
        return {}
    counted = _counted_matches(contest)
    walkovers, byes = Counter(counted.walkovers), Counter(counted.byes)
    return {
        entry.id: _record(entry.id, counted.results, walkovers[entry.id], byes[entry.id]) for entry in contest.entries
    }


def _record(entry: EntryId, results: Sequence[Result], walkovers: int, byes: int) -> Record:
    own = [(result, side) for result in results if (side := result.side_of((entry,))) is not None]
    won = sum(side.won and result.win == 1 for result, side in own)
    tied = sum(side.won and result.win < 1 for result, side in own)
    return Record(len(own), won, tied, len(own) - won - tied, walkovers, byes, sum(side.points for _, side in own))


def _counted_matches(contest: Contest) -> CountedMatches:
    matches = drawn_matches(contest)
    void = annulled(contest, matches)
    counted = [match for match in matches if void.isdisjoint(_entries(match))]
    results = tuple(_result(match) for match in counted if match.was_played)
    walkovers = [
        entry
        for match in counted
        if match.how == WALKOVER and match.winner is not None
        for entry in match.groups[match.winner]
    ]
    if contest.plan.format == ROUND_ROBIN:
        # Everybody sits out once, so byes are worth nothing.
        return CountedMatches(results, (*walkovers, *_missing(contest, matches, void)), ())
    byes = [entry for drawn in contest.rounds for entry in drawn.sitting_out]
    return CountedMatches(results, tuple(walkovers), (*byes, *_left_over(contest, counted)))


def _entries(match: Match) -> list[EntryId]:
    return [entry for group in match.groups for entry in group]


def _result(match: Match) -> Result:
    best = max(match.wins)
    winners = [side for side, wins in enumerate(match.wins) if match.winner in (side, None) and wins == best]
    merits = [-points if match.lowest_wins else points for points in match.points]
    # The winners of a tied match are level, whatever their points.
    level = [0 if side in winners else merit for side, merit in enumerate(merits)]
    ranked = zip(match.groups, match.points, places(level, winners), strict=True)
    return Result(match.key, "", match.round, "", tuple(Side(*side) for side in ranked), lowest_wins=match.lowest_wins)


def _missing(contest: Contest, matches: Sequence[Match], void: frozenset[EntryId]) -> list[EntryId]:
    """Who gets a walkover because an entry withdrew after half of its matches, and lost the rest."""
    met = {frozenset(_entries(match)) for match in matches}
    return [
        entry.id
        for away in sorted(contest.withdrawn - void)
        for entry in contest.active
        if frozenset({away, entry.id}) not in met
    ]


def _left_over(contest: Contest, matches: Sequence[Match]) -> list[EntryId]:
    """Who sat at a table of single players that could not be played."""
    if contest.plan.format != NEW_PARTNERS:
        return []
    return [
        entry for match in matches if match.how == VOID for entry in _entries(match) if entry not in contest.withdrawn
    ]
