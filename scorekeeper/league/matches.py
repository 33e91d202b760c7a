"""Matches: decided by their games, by a walkover, or not yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scorekeeper.league.contest import Contest, EntrantId, GameScore, Group, Plan
from scorekeeper.league.pairings.values import NEW_PARTNERS, ROUND_ROBIN

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

    @property
    def loser(self) -> int | None:
        """The other side of two."""
        return None if self.winner is None else 1 - self.winner


def play(
    key: str, round_number: int, sides: tuple[Group, ...], games: Sequence[GameScore], plan: Plan, must_win: bool
) -> Match:
    """The match between these sides after these games."""
    legs = [leg for leg in _legs(games) if len(leg) == plan.boards]
    wins = tuple(sum((_share(leg, side) for leg in legs), Fraction(0)) for side in range(len(sides)))
    points = tuple(sum(game.points[side] for leg in legs for game in leg) for side in range(len(sides)))
    winner, over = _decide(wins, len(legs), plan.best_of, must_win)
    how = "" if not over else TIED if winner is None else PLAYED
    lowest = any(game.lowest_wins for game in games)
    return Match(key, round_number, sides, how, winner, wins, points, len(legs), lowest)


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
    match = play(key, round_number, sides, contest.games_of(key, sides), contest.plan, must_win)
    return match if match.how else _give_up(contest, match)


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
    return tuple(_matches(contest))


def _matches(contest: Contest) -> Iterator[Match]:
    for number, plan in enumerate(contest.rounds, 1):
        for table, own in enumerate(plan.tables, 1):
            match = match_of(contest, match_key(number, table), number, own.sides, must_win=False)
            yield replace(_without_walkovers(contest, match), number=table)


def _without_walkovers(contest: Contest, match: Match) -> Match:
    """A table of single players that cannot be completed is not played; everybody else there sits out."""
    given_up = match.how == WALKOVER and contest.plan.format == NEW_PARTNERS
    return replace(match, how=VOID, winner=None) if given_up else match


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
