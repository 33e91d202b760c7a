"""What follows from a contest: its matches, standings or bracket, and the next round."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from scorekeeper.league.contest import Contest, EntrantId, Group
from scorekeeper.league.contest_standings import entrants_of, standings
from scorekeeper.league.matches import Match, drawn_matches, match_of
from scorekeeper.league.pairings.bracket import Bracket, Elimination, Node, bracket, champion, places
from scorekeeper.league.pairings.draw import draw
from scorekeeper.league.pairings.round_robin import unmet
from scorekeeper.league.pairings.values import PAIRS, ROUND_ROBIN, SWISS, Lineup, RoundPlan, Shape
from scorekeeper.league.season_totals import SeasonTotals
from scorekeeper.league.standings.standings import Row, Standings
from scorekeeper.league.standings.tie_breaks import Field


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
    """Entrants that still play, in the order of their seeds."""
    return [(entrant.id,) for entrant in contest.active]


def is_drawn_out(contest: Contest) -> bool:
    """No further round will be drawn."""
    if contest.plan.format == ROUND_ROBIN:
        return bool(contest.rounds) and not unmet(_active(contest), contest.rounds)
    return len(contest.rounds) >= rounds_planned(contest)


def next_round(contest: Contest, shape: Shape = PAIRS, lowest_wins: bool = False) -> RoundPlan:
    """The next round; the caller has checked that the last one is over."""
    entrants = _active(contest)
    scores: dict[Group, Fraction] = {}
    if contest.plan.format == SWISS:
        active = {*entrants}
        scores = {row.entrant: row.figure for row in standings(contest, lowest_wins).rows if row.entrant in active}
        # Before the first round the seeds decide, which `entrants` are in the order of.
        order = scores if contest.rounds else entrants
        entrants = sorted(order, key=lambda entrant: -scores[entrant])
    rounds = rounds_planned(contest)
    lineup = Lineup(entrants, contest.rounds, shape, rounds=rounds, scores=scores, meet_once=True)
    return draw(contest.plan.format, lineup)


def unfinished(contest: Contest) -> tuple[str, ...]:
    """The matches that the next round waits for."""
    return tuple(match.key for match in drawn_matches(contest) if not match.is_over)


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
    order = places(own.seeds, matches)
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
    lowest = any(game.lowest_wins for game in contest.games)
    over = bool(contest.rounds) and all(match.is_over for match in matches) and is_drawn_out(contest)
    return Outcome(
        contest, matches, standings(contest, lowest), over, round=len(contest.rounds), rounds=rounds_planned(contest)
    )
