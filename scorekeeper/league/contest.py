"""A contest: what a Swiss, a round robin or a bracket is computed from, and its matches.

    contest = Contest(plan, entrants, rounds, games)
    outcome(contest).matches       # every match as it stands
    outcome(contest).rows          # the standings, or the places of a bracket
    next_round(contest)          # the next round, if it is drawn round by round

A bracket is never stored: it follows from seeds and games. A drawn round is a fact, because people sat down by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from hashlib import sha256

from scorekeeper.league.pairings.values import DOUBLE, NEW_PARTNERS, ROUND_ROBIN, SINGLE, RoundPlan, TablePlan
from scorekeeper.league.results import Player

#: An entrant's id, as text.
EntrantId = str
#: Who plays together in a match: one entrant, or several where partners change every round.
Group = tuple[EntrantId, ...]

MOST_ENTRANTS = 64


@dataclass(frozen=True, slots=True)
class Plan:
    """How a contest is played."""

    #: The id of the method that draws its rounds.
    format: str
    #: Games per match: the best of one or three.
    best_of: int = 1
    #: Tables per match: a team plays at several.
    boards: int = 1
    #: How many rounds are drawn; None for a round robin and for brackets, which know it themselves.
    rounds: int | None = None
    #: The losers of the semifinals play for third place.
    third_place: bool = False
    #: Tie-breaks in order; none for the usual ones.
    ties: tuple[str, ...] = ()
    #: The written seed of every lot.
    lot: str = ""

    @property
    def is_bracket(self) -> bool:
        """Losers are out, at once or after their second loss."""
        return self.format in (SINGLE, DOUBLE)


@dataclass(frozen=True, slots=True)
class ContestEntrant:
    """A person, a pair or a team that plays."""

    id: EntrantId
    players: tuple[Player, ...]
    #: The place in the draw, counted from 1.
    seed: int
    #: How many rounds were drawn before it came.
    joined: int = 0
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class GameScore:
    """A finished game of a match: who played it, and the points of every side."""

    match: str
    leg: int
    board: int
    sides: tuple[Group, ...]
    points: tuple[int, ...]
    #: Sides that won; several if they share it, none if points alone decide.
    winners: tuple[int, ...] = ()
    lowest_wins: bool = False

    @property
    def merits(self) -> tuple[int, ...]:
        """Points turned so that more is better."""
        return tuple(-points if self.lowest_wins else points for points in self.points)

    @property
    def leaders(self) -> tuple[int, ...]:
        """Sides in front: the named winners, or else those with the best points."""
        best = max(self.merits)
        return self.winners or tuple(side for side, merit in enumerate(self.merits) if merit == best)


@dataclass(frozen=True)
class Contest:
    """Everything that the outcome is computed from; the players of its rounds are ids of entrants."""

    plan: Plan
    entrants: tuple[ContestEntrant, ...]
    rounds: tuple[RoundPlan, ...] = ()
    games: tuple[GameScore, ...] = ()
    #: Matches that an entrant gave up, by the key of the match.
    forfeits: Mapping[str, EntrantId] = field(default_factory=dict)

    @cached_property
    def withdrawn(self) -> frozenset[EntrantId]:
        """Entrants that play no more."""
        return frozenset(entrant.id for entrant in self.entrants if entrant.withdrawn)

    @property
    def active(self) -> tuple[ContestEntrant, ...]:
        """Entrants that still play, in the order of their seeds."""
        return tuple(
            sorted((entrant for entrant in self.entrants if not entrant.withdrawn), key=lambda entrant: entrant.seed)
        )

    def games_of(self, match: str, sides: tuple[Group, ...]) -> tuple[GameScore, ...]:
        """The games of a match between these sides; games of others, which a correction has replaced, do not count."""
        return tuple(game for game in self._by_match.get(match, ()) if game.sides == sides)

    @cached_property
    def _by_match(self) -> dict[str, list[GameScore]]:
        by_match: dict[str, list[GameScore]] = {}
        for game in self.games:
            by_match.setdefault(game.match, []).append(game)
        return by_match


#: How the lot is drawn, for people who want to check it.
LOT_WORDS = "Take the SHA-256 of the seed, a colon and the entrant's number; the smallest hash comes first."


def lot(seed: str, entrant: EntrantId) -> str:
    """The lot of an entrant, as text that sorts."""
    return sha256(f"{seed}:{entrant}".encode()).hexdigest()


def by_lot(entrants: Iterable[EntrantId], seed: str) -> list[EntrantId]:
    """Entrants in the order of their lots."""
    return sorted(entrants, key=lambda entrant: lot(seed, entrant))


def by_figures(entrants: Sequence[EntrantId], figures: dict[EntrantId, float], seed: str) -> list[EntrantId]:
    """The highest figure first, then entrants without one; a lot separates those that are level."""
    return sorted(entrants, key=lambda entrant: (entrant not in figures, -figures.get(entrant, 0), lot(seed, entrant)))


#: How a match ended.
PLAYED, TIED, WALKOVER, BYE, VOID = "played", "tied", "walkover", "bye", "void"


@dataclass(frozen=True, slots=True)
class Match:
    """A match; a side is None while it is unknown, and empty if it has no entrant."""

    key: str
    round: int
    sides: tuple[Group | None, ...]
    #: How it ended; empty while it goes on or waits.
    how: str = ""
    winner: int | None = None
    #: Games won by each side; a tied game is half a game for both.
    wins: tuple[Fraction, ...] = ()
    #: The points of each side over all games.
    points: tuple[int, ...] = ()
    #: How many games were played to their end.
    legs: int = 0
    #: Lower points are better.
    lowest_wins: bool = False
    #: Counted in the order of play: in its round, or in the whole bracket. 0 if the bracket has no such match.
    number: int = 0

    @property
    def is_ready(self) -> bool:
        """Both sides are known and it is not over."""
        return not self.how and all(self.sides)

    @property
    def is_over(self) -> bool:
        """Nothing is left to play."""
        return bool(self.how)

    @property
    def was_played(self) -> bool:
        """It was decided, or tied, at the table."""
        return self.how in (PLAYED, TIED)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The sides that are known."""
        return tuple(side for side in self.sides if side)


def _legs(games: Sequence[GameScore]) -> list[list[GameScore]]:
    """The games of each leg, in order."""
    numbers = sorted({game.leg for game in games})
    return [[game for game in games if game.leg == number] for number in numbers]


def _share(leg: Sequence[GameScore], side: int) -> Fraction:
    if len(leg) == 1:
        leaders = leg[0].leaders
        return Fraction(side in leaders, len(leaders))
    tables = [sum((Fraction(own in game.leaders, len(game.leaders)) for game in leg), Fraction(0)) for own in (0, 1)]
    points = [sum(game.merits[own] for game in leg) for own in (0, 1)]
    own, other = (tables[side], points[side]), (tables[1 - side], points[1 - side])
    return Fraction(1, 2) if own == other else Fraction(own > other)


def _decide(wins: tuple[Fraction, ...], legs: int, best_of: int, must_win: bool) -> tuple[int | None, bool]:
    """The winner, and whether the match is over."""
    best = max(wins)
    leaders = [side for side, games in enumerate(wins) if games == best]
    lead = best - max((games for side, games in enumerate(wins) if side not in leaders), default=best)
    if len(leaders) == 1 and lead > best_of - legs:
        return leaders[0], True
    return None, legs >= best_of and not must_win


def match_of(contest: Contest, key: str, round_number: int, sides: tuple[Group, ...], must_win: bool) -> Match:
    """The match between these sides as it stands in a contest."""
    games, plan = contest.games_of(key, sides), contest.plan
    legs = [leg for leg in _legs(games) if len(leg) == plan.boards]
    wins = tuple(sum((_share(leg, side) for leg in legs), Fraction(0)) for side in range(len(sides)))
    points = tuple(sum(game.points[side] for leg in legs for game in leg) for side in range(len(sides)))
    winner, over = _decide(wins, len(legs), plan.best_of, must_win)
    how = "" if not over else TIED if winner is None else PLAYED
    lowest = any(game.lowest_wins for game in games)
    match = Match(key, round_number, sides, how, winner, wins, points, len(legs), lowest)
    return match if over else _give_up(contest, match)


def _give_up(contest: Contest, match: Match) -> Match:
    """An unfinished match, won by the other side if one side has withdrawn or forfeits it."""
    forfeiting = {contest.forfeits.get(match.key, "")} | contest.withdrawn
    away = [bool(forfeiting & {*(side or ())}) for side in match.sides]
    if all(away):
        return replace(match, how=VOID)
    return replace(match, how=WALKOVER, winner=away.index(False)) if any(away) else match


def match_key(round_number: int, table: int) -> str:
    """The key of a match of a drawn round."""
    return f"{round_number}-{table}"


def drawn_matches(contest: Contest) -> tuple[Match, ...]:
    """Every match of every round, in order."""
    return tuple(
        _drawn_match(contest, number, at, table)
        for number, plan in enumerate(contest.rounds, 1)
        for at, table in enumerate(plan.tables, 1)
    )


def _drawn_match(contest: Contest, round_number: int, at: int, table: TablePlan) -> Match:
    match = match_of(contest, match_key(round_number, at), round_number, table.sides, must_win=False)
    if match.how == WALKOVER and contest.plan.format == NEW_PARTNERS:
        # A table of single players that cannot be completed is not played; everybody else there sits out.
        return replace(match, how=VOID, winner=None, number=at)
    return replace(match, number=at)


def annulled(contest: Contest, matches: tuple[Match, ...]) -> frozenset[EntrantId]:
    """Entrants of a round robin that withdrew before half of their matches: none of them counts for anybody."""
    if contest.plan.format != ROUND_ROBIN:
        return frozenset()
    others = len(contest.entrants) - 1
    played = {
        entrant: sum(match.was_played for match in matches if (entrant,) in match.groups)
        for entrant in contest.withdrawn
    }
    return frozenset(entrant for entrant, count in played.items() if 2 * count < others)
