"""A contest: what a Swiss, a round robin or a bracket is computed from.

    contest = Contest(plan, entrants, rounds, games)
    outcome(contest).matches       # every match as it stands
    outcome(contest).rows          # the standings, or the places of a bracket
    next_round(contest)          # the next round, if it is drawn round by round

A bracket is never stored: it follows from seeds and games. A drawn round is a fact, because people sat down by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

from scorekeeper.league.pairings.values import DOUBLE, SINGLE, RoundPlan
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
