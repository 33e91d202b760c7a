"""What follows from a contest: its matches, standings or bracket, and the next round.

The matches of a contest that is drawn round by round are results of one night, so `rank` makes its standings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.league.contest import (
    VOID,
    WALKOVER,
    Contest,
    EntrantId,
    Group,
    Match,
    annulled,
    by_lot,
    drawn_matches,
    match_of,
)
from scorekeeper.league.pairings.bracket import Bracket, Elimination, Node, bracket, champion
from scorekeeper.league.pairings.bracket import places as bracket_places
from scorekeeper.league.pairings.draw import draw
from scorekeeper.league.pairings.round_robin import unmet
from scorekeeper.league.pairings.values import NEW_PARTNERS, PAIRS, ROUND_ROBIN, SWISS, Lineup, RoundPlan, Shape
from scorekeeper.league.results import Bye, Entrant, Result, Side, places
from scorekeeper.league.season_totals import SeasonTotals, season_of_night
from scorekeeper.league.standings.counting import CARRIED, CARRIED_LOWEST, Scheme
from scorekeeper.league.standings.standings import NO_ACCOUNT, Row, Standings, rank
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


def standings(contest: Contest) -> Standings:
    """The standings of a contest that is drawn round by round."""
    entrants = entrants_of(contest)
    lot = by_lot([entrant.id for entrant in contest.entrants], contest.plan.lot)
    groups = frozenset((entrant.id,) for entrant in contest.entrants if len(entrant.players) > 1)
    return rank(Field(_totals(contest), entrants, [[(entrant,) for entrant in lot]], True, groups))


def entrants_of(contest: Contest) -> tuple[Entrant, ...]:
    """The entrants as the standings name them."""
    return tuple((entrant.id,) for entrant in contest.entrants)


def scheme_of(contest: Contest) -> Scheme:
    """What counts in a contest, and its tie-breaks in order, the lot last."""
    chosen = contest.plan.ties or USUAL.get(contest.plan.format, ())
    ties = (*(tie for tie in chosen if tie != LOT), LOT)
    if contest.plan.format == NEW_PARTNERS:
        lowest = any(game.lowest_wins for game in contest.games)
        return Scheme((CARRIED_LOWEST if lowest else CARRIED).id, ties)
    return Scheme("wins", ties, bye=Fraction(1))


def _totals(contest: Contest) -> SeasonTotals:
    """The totals of all entrants, also of those that have not played yet."""
    counted = _counted_matches(contest)
    byes = [Bye("", 0, (entrant,)) for entrant in (*counted.walkovers, *counted.byes)]
    season = season_of_night(scheme_of(contest), "", night_totals(counted.results, byes))
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


def usual_rounds(format: str, entrants: int) -> int:  # noqa: A002
    """The usual number of rounds: enough for one winner, or for everybody to meet everybody."""
    if format == ROUND_ROBIN:
        return entrants - 1 + entrants % 2
    return max((entrants - 1).bit_length(), 3)


def rounds_planned(contest: Contest) -> int:
    """How many rounds there will be, as far as known."""
    if contest.plan.format == ROUND_ROBIN:
        return max(len(contest.rounds), _robin_rounds(contest))
    return contest.plan.rounds or usual_rounds(contest.plan.format, len(contest.entrants))


def _robin_rounds(contest: Contest) -> int:
    """The rounds drawn, and as many more as the busiest entrant has opponents left."""
    left = unmet(_active(contest), contest.rounds)
    busiest = max((sum(entrant in couple for couple in left) for entrant in _active(contest)), default=0)
    usual = usual_rounds(ROUND_ROBIN, len(contest.entrants))
    return max(len(contest.rounds) + busiest, usual if left else 0)


def _active(contest: Contest) -> list[Group]:
    return [(entrant.id,) for entrant in contest.active]


def is_drawn_out(contest: Contest) -> bool:
    """No further round will be drawn."""
    if contest.plan.format == ROUND_ROBIN:
        return bool(contest.rounds) and not unmet(_active(contest), contest.rounds)
    return len(contest.rounds) >= rounds_planned(contest)


def next_round(contest: Contest, shape: Shape = PAIRS) -> RoundPlan:
    """The next round; the caller has checked that the last one is over."""
    entrants = _active(contest)
    scores: dict[Group, Fraction] = {}
    if contest.plan.format == SWISS:
        active = {*entrants}
        scores = {row.entrant: row.figure for row in standings(contest).rows if row.entrant in active}
        # Before the first round the seeds decide, which `entrants` are in the order of.
        order = scores if contest.rounds else entrants
        entrants = sorted(order, key=lambda entrant: -scores[entrant])
    rounds = rounds_planned(contest)
    lineup = Lineup(entrants, contest.rounds, shape, rounds=rounds, scores=scores, meet_once=True)
    return draw(contest.plan.format, lineup)


@dataclass(frozen=True)
class Outcome:
    """What follows from a contest."""

    contest: Contest
    matches: tuple[Match, ...]
    standings: Standings
    is_over: bool
    #: The bracket by the keys of its matches; empty for drawn formats.
    bracket: Bracket = field(default_factory=dict)
    #: The round being played, and how many there will be; for drawn formats.
    round: int = 0
    rounds: int = 0

    @property
    def rows(self) -> tuple[Row, ...]:
        """The standings, or the places of a bracket."""
        return self.standings.rows

    @property
    def champion(self) -> EntrantId | None:
        """The winner, once it is over."""
        return self.rows[0].entrant[0] if self.is_over and self.rows else None

    @property
    def ready(self) -> tuple[Match, ...]:
        """Matches that can be played, or are being played."""
        return tuple(match for match in self.matches if match.is_ready)

    def match(self, key: str) -> Match | None:
        """A match by its key."""
        return next((match for match in self.matches if match.key == key), None)


def outcome(contest: Contest) -> Outcome:
    """Everything that follows from plan, entrants, rounds and games."""
    return _bracket_outcome(contest) if contest.plan.is_bracket else _drawn_outcome(contest)


def elimination(contest: Contest) -> Elimination:
    """What the bracket of a contest is computed from."""

    def decide(node: Node, sides: tuple[Group, Group]) -> Match:
        return match_of(contest, node.key, node.round, sides, must_win=True)

    seeds: dict[int, Group] = {entrant.seed: (entrant.id,) for entrant in contest.entrants}
    return Elimination(contest.plan.format, seeds, contest.plan.third_place, decide)


def _bracket_outcome(contest: Contest) -> Outcome:
    own = elimination(contest)
    matches = bracket(own)
    order = bracket_places(own.seeds, matches)
    shown = tuple(match.match for match in matches.values() if match.is_shown)
    seeds = {entrant.id: entrant.seed for entrant in contest.entrants}
    rows = tuple(
        Row((entrant,), place)
        for entrant, place in sorted(order.items(), key=lambda item: _down(contest, item[0], item[1], seeds[item[0]]))
    )
    over = champion(matches) is not None and not any(match.is_ready for match in shown)
    return Outcome(contest, shown, Standings(Field(SeasonTotals(), entrants_of(contest)), rows), over, matches)


def _down(contest: Contest, entrant: EntrantId, place: int | None, seed: int) -> tuple[int, int]:
    """Sort key of entrants: those still in come first, those who withdrew without a place last."""
    last = len(contest.entrants) + 1
    return (last if entrant in contest.withdrawn else 0) if place is None else place, seed


def _drawn_outcome(contest: Contest) -> Outcome:
    matches = drawn_matches(contest)
    over = bool(contest.rounds) and all(match.is_over for match in matches) and is_drawn_out(contest)
    return Outcome(
        contest, matches, standings(contest), over, round=len(contest.rounds), rounds=rounds_planned(contest)
    )
