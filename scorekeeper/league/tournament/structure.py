"""The shape of single and double elimination: which match takes its sides from where.

Losers of the winners' bracket drop into the losers' bracket in an order that keeps them away from those
they have met as long as possible: for 8 and 16 reversed, as printed brackets have it, for more by halves too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from scorekeeper.league.tournament.seeding import seed_order

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
    """Whoever loses is out."""
    nodes = [*_winners(size, knocks_out=True)]
    rounds = nodes[-1].round
    if third_place and rounds > 1:
        sources = (_lost(rounds - 1, 1), _lost(rounds - 1, 2))
        playing_on = [replace(node, out_at=0) if node.round == rounds - 1 else node for node in nodes[:-1]]
        nodes = [*playing_on, Node(_key(THIRD, 1, 1), THIRD, 1, 1, sources, 4), nodes[-1]]
    return tuple(nodes)


@lru_cache(maxsize=32)
def double(size: int) -> tuple[Node, ...]:
    """Whoever loses twice is out; if the winner of the losers' bracket wins the final, a second final decides."""
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
