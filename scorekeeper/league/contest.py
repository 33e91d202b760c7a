"""What an event is made of: its plan, entries, drawn rounds and the scores of its games.

    event = Event(plan, entries, rounds, games)
    outcome(event).matches       # every match as it stands
    outcome(event).rows          # the standings, or the places of a bracket
    next_round(event)            # the next round of an event that is drawn round by round

A bracket is never stored: it follows from seeds and games. A drawn round is a fact, because people sat down by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

from scorekeeper.league.pairings.values import DOUBLE, SINGLE, RoundPlan
from scorekeeper.league.results import Player

#: An entry's id, whatever the keeper of the event uses.
EntryId = str
#: Who plays together in a match: one entry, or several where partners change every round.
Group = tuple[EntryId, ...]

MOST_ENTRIES = 64


@dataclass(frozen=True, slots=True)
class Plan:
    """How an event is played."""

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
class Entry:
    """A person, a pair or a team that plays."""

    id: EntryId
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
    """Everything that the outcome is computed from; the players of its rounds are ids of entries."""

    plan: Plan
    entries: tuple[Entry, ...]
    rounds: tuple[RoundPlan, ...] = ()
    games: tuple[GameScore, ...] = ()
    #: Matches that an entry gave up, by the key of the match.
    forfeits: Mapping[str, EntryId] = field(default_factory=dict)

    @cached_property
    def withdrawn(self) -> frozenset[EntryId]:
        """Entries that play no more."""
        return frozenset(entry.id for entry in self.entries if entry.withdrawn)

    @property
    def active(self) -> tuple[Entry, ...]:
        """Entries that still play, in the order of their seeds."""
        return tuple(sorted((entry for entry in self.entries if not entry.withdrawn), key=lambda entry: entry.seed))

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
LOT_WORDS = "Take the SHA-256 of the seed, a colon and the entry's number; the smallest hash comes first."


def lot(seed: str, entry: EntryId) -> str:
    """The lot of an entry, as text that sorts."""
    return sha256(f"{seed}:{entry}".encode()).hexdigest()


def by_lot(entries: Iterable[EntryId], seed: str) -> list[EntryId]:
    """Entries in the order of their lots."""
    return sorted(entries, key=lambda entry: lot(seed, entry))


def by_figures(entries: Sequence[EntryId], figures: dict[EntryId, float], seed: str) -> list[EntryId]:
    """The highest figure first, then entries without one; a lot separates those that are level."""
    return sorted(entries, key=lambda entry: (entry not in figures, -figures.get(entry, 0), lot(seed, entry)))
