"""What a tournament is made of: its plan, entries, drawn rounds and the scores of its games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from hashlib import sha256

from scorekeeper.league.results import Player

#: An entry's id, whatever the keeper of the tournament uses.
EntryId = str
#: Who plays together in a match: one entry, or several where partners change every round.
Group = tuple[EntryId, ...]

INDIVIDUAL, SWISS, ROUND_ROBIN, SINGLE, DOUBLE = "individual", "swiss", "round-robin", "single", "double"
#: The formats that are drawn round by round.
DRAWN = frozenset({INDIVIDUAL, SWISS, ROUND_ROBIN})
#: The fewest entries of each format, and the most of any.
FEWEST = {INDIVIDUAL: 4, SWISS: 3, ROUND_ROBIN: 3, SINGLE: 2, DOUBLE: 3}
MOST_ENTRIES = 64


@dataclass(frozen=True, slots=True)
class Plan:
    """How a tournament is played."""

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
        return self.format not in DRAWN


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
class DrawnRound:
    """A round as it was drawn: the groups of every match, and who sits out."""

    number: int
    matches: tuple[tuple[Group, ...], ...]
    byes: Group = ()


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
class Event:
    """Everything that a tournament is computed from."""

    plan: Plan
    entries: tuple[Entry, ...]
    rounds: tuple[DrawnRound, ...] = ()
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


def match_key(round_number: int, table: int) -> str:
    """The key of a match of a drawn round."""
    return f"{round_number}-{table}"


#: How the lot is drawn, for people who want to check it.
LOT_WORDS = "Take the SHA-256 of the seed, a colon and the entry's number; the smallest hash comes first."


def bracket_size(highest_seed: int) -> int:
    """The places of the first round: the next power of two."""
    return 1 << max(highest_seed - 1, 1).bit_length()


def seed_order(size: int) -> tuple[int, ...]:
    """Seeds from the top of the bracket down: the first two can meet only in the final, the first four before it."""
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        total = 2 * len(order) + 1
        order = tuple(seed for own in order for seed in (own, total - own))
    return order


def lot(seed: str, entry: EntryId) -> str:
    """The lot of an entry, as text that sorts."""
    return sha256(f"{seed}:{entry}".encode()).hexdigest()


def by_lot(entries: Iterable[EntryId], seed: str) -> list[EntryId]:
    """Entries in the order of their lots."""
    return sorted(entries, key=lambda entry: lot(seed, entry))


def by_figures(entries: Sequence[EntryId], figures: dict[EntryId, float], seed: str) -> list[EntryId]:
    """The highest figure first, then entries without one; a lot separates those that are level."""
    return sorted(entries, key=lambda entry: (entry not in figures, -figures.get(entry, 0), lot(seed, entry)))


#: The parts of a bracket.
WINNERS, LOSERS, FINAL, RESET, THIRD = "W", "L", "F", "R", "T"
#: For each size, by which pattern the losers of rounds 2, 3, … drop: their number is flipped by these bits.
DROPS = {4: (0,), 8: (1, 0), 16: (3, 0, 0), 32: (7, 2, 0, 0), 64: (4, 4, 3, 0, 0)}


@dataclass(frozen=True, slots=True)
class Source:
    """Where a side comes from: a seed, or the winner or loser of a match."""

    seed: int = 0
    match: str = ""
    loses: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """One match of the shape."""

    key: str
    part: str
    #: Counted from 1 within its part.
    round: int
    position: int
    sources: tuple[Source, Source]
    #: The best place that its loser can still reach here; 0 while the loser plays on.
    out_at: int


def _key(part: str, number: int, position: int) -> str:
    return f"{part}{number}-{position}"


def _won(part: str, number: int, position: int) -> Source:
    return Source(match=_key(part, number, position))


def _lost(number: int, position: int) -> Source:
    return Source(match=_key(WINNERS, number, position), loses=True)


@lru_cache(maxsize=32)
def single(size: int, third_place: bool = False) -> tuple[Node, ...]:
    """Single elimination: losers are out."""
    nodes = [*_winners(size, knocks_out=True)]
    rounds = nodes[-1].round
    if third_place and rounds > 1:
        sources = (_lost(rounds - 1, 1), _lost(rounds - 1, 2))
        playing_on = [replace(node, out_at=0) if node.round == rounds - 1 else node for node in nodes[:-1]]
        nodes = [*playing_on, Node(_key(THIRD, 1, 1), THIRD, 1, 1, sources, 4), nodes[-1]]
    return tuple(nodes)


@lru_cache(maxsize=32)
def double(size: int) -> tuple[Node, ...]:
    """Double elimination: two losses are out. If the winner of the losers' bracket wins the final, a second decides."""
    nodes = [*_winners(size, knocks_out=False), *_losers(size)]
    rounds = size.bit_length() - 1
    last = 2 * rounds - 2
    finalists = (_won(WINNERS, rounds, 1), _won(LOSERS, last, 1))
    nodes.append(Node(_key(FINAL, 1, 1), FINAL, 1, 1, finalists, 2))
    nodes.append(Node(_key(FINAL, 2, 1), RESET, 2, 1, finalists, 2))
    return tuple(sorted(nodes, key=_when))


def _winners(size: int, knocks_out: bool) -> Iterator[Node]:
    order = seed_order(size)
    for number in range(1, size.bit_length()):
        count = size >> number
        for position in range(1, count + 1):
            if number == 1:
                sources = (Source(order[2 * position - 2]), Source(order[2 * position - 1]))
            else:
                sources = (
                    _won(WINNERS, number - 1, 2 * position - 1),
                    _won(WINNERS, number - 1, 2 * position),
                )
            key = _key(WINNERS, number, position)
            yield Node(key, WINNERS, number, position, sources, count + 1 if knocks_out else 0)


def _losers(size: int) -> Iterator[Node]:
    """Two rounds of losers for each round of winners but the first: among themselves, then against those who drop."""
    for position in range(1, size // 4 + 1):
        sources = (_lost(1, 2 * position - 1), _lost(1, 2 * position))
        yield Node(_key(LOSERS, 1, position), LOSERS, 1, position, sources, size // 2 + size // 4 + 1)
    for number in range(2, size.bit_length()):
        count, major = size >> number, 2 * number - 2
        flip = DROPS[size][number - 2]
        for position in range(1, count + 1):
            dropping = _lost(number, ((position - 1) ^ flip) + 1)
            sources = (dropping, _won(LOSERS, major - 1, position))
            yield Node(_key(LOSERS, major, position), LOSERS, major, position, sources, 2 * count + 1)
        for position in range(1, count // 2 + 1):
            sources = (_won(LOSERS, major, 2 * position - 1), _won(LOSERS, major, 2 * position))
            out_at = count + count // 2 + 1
            yield Node(_key(LOSERS, major + 1, position), LOSERS, major + 1, position, sources, out_at)


def _when(node: Node) -> tuple[int, int, int]:
    """Sorts matches in the order in which they can be played."""
    if node.part in (FINAL, RESET):
        return 1000, node.round, 0
    column = 2 * node.round - 1 if node.part == WINNERS else node.round + 1
    return column, node.part == LOSERS, node.position
