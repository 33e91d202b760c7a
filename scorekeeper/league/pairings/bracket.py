"""Brackets: single and double elimination, computed from seeds and matches.

No bracket is stored. A corrected game changes who advances, and games between other sides than the bracket now has do
not count until they fit again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scorekeeper.league.contest import BYE, PLAYED, VOID, WALKOVER, EntrantId, Group, Match
from scorekeeper.league.pairings.values import DOUBLE


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

    part: str
    #: Counted from 1 within its part.
    round: int
    position: int
    sources: tuple[Source, Source]
    #: The best place that its loser can still reach here; 0 while the loser plays on.
    out_at: int

    @property
    def key(self) -> str:
        """Its part, round and position; the second final has the letter of the first."""
        return _key(FINAL if self.part == RESET else self.part, self.round, self.position)


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
        nodes = [*playing_on, Node(THIRD, 1, 1, sources, 4), nodes[-1]]
    return tuple(nodes)


@lru_cache(maxsize=32)
def double(size: int) -> tuple[Node, ...]:
    """Double elimination: two losses are out. If the winner of the losers' bracket wins the final, a second decides."""
    nodes = [*_winners(size, knocks_out=False), *_losers(size)]
    rounds = size.bit_length() - 1
    last = 2 * rounds - 2
    finalists = (_won(WINNERS, rounds, 1), _won(LOSERS, last, 1))
    nodes.append(Node(FINAL, 1, 1, finalists, 2))
    nodes.append(Node(RESET, 2, 1, finalists, 2))
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
            yield Node(WINNERS, number, position, sources, count + 1 if knocks_out else 0)


def _losers(size: int) -> Iterator[Node]:
    """Two rounds of losers for each round of winners but the first: among themselves, then against those who drop."""
    for position in range(1, size // 4 + 1):
        sources = (_lost(1, 2 * position - 1), _lost(1, 2 * position))
        yield Node(LOSERS, 1, position, sources, size // 2 + size // 4 + 1)
    for number in range(2, size.bit_length()):
        count, major = size >> number, 2 * number - 2
        flip = DROPS[size][number - 2]
        for position in range(1, count + 1):
            dropping = _lost(number, ((position - 1) ^ flip) + 1)
            sources = (dropping, _won(LOSERS, major - 1, position))
            yield Node(LOSERS, major, position, sources, 2 * count + 1)
        for position in range(1, count // 2 + 1):
            sources = (_won(LOSERS, major, 2 * position - 1), _won(LOSERS, major, 2 * position))
            out_at = count + count // 2 + 1
            yield Node(LOSERS, major + 1, position, sources, out_at)


def _when(node: Node) -> tuple[int, int, int]:
    """Sorts matches in the order in which they can be played."""
    if node.part in (FINAL, RESET):
        return 1000, node.round, 0
    column = 2 * node.round - 1 if node.part == WINNERS else node.round + 1
    return column, node.part == LOSERS, node.position


#: A side that has no entrant.
NOBODY: Group = ()


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match and its place in the bracket."""

    node: Node
    match: Match

    @property
    def is_shown(self) -> bool:
        """It is played, or will be, as far as known."""
        return NOBODY not in self.match.sides

    @property
    def advancing(self) -> Group | None:
        """The winner; None while unknown."""
        sides = self.match.sides
        if self.match.how == VOID:
            return NOBODY
        if self.match.how == BYE:
            return sides[1] if sides[0] == NOBODY else sides[0]
        return None if self.match.winner is None else sides[self.match.winner]

    @property
    def dropping(self) -> Group | None:
        """The loser; None while unknown."""
        if self.match.how in (BYE, VOID):
            return NOBODY
        return None if self.match.winner is None else self.match.sides[1 - self.match.winner]


Bracket = Mapping[str, BracketMatch]
#: Decides a match between two sides that are known.
Decide = Callable[[Node, tuple[Group, Group]], Match]


def unplayed(node: Node, sides: tuple[Group, Group]) -> Match:
    """A match that has not begun."""
    return Match(node.key, node.round, sides)


@dataclass(frozen=True, slots=True)
class Elimination:
    """What a bracket is computed from: its method, the sides by their seeds, and what happened in every match."""

    method: str
    seeds: Mapping[int, Group]
    third_place: bool = False
    decide: Decide = unplayed

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The shape of the bracket."""
        size = bracket_size(max(self.seeds, default=2))
        return double(max(size, 4)) if self.method == DOUBLE else single(size, self.third_place)


def bracket(own: Elimination) -> Bracket:
    """Every match by its key, in the order of play."""
    # Numbers do not change when matches are decided, so they are counted in a bracket without results.
    planned = _resolved(replace(own, decide=unplayed))
    keys = [key for key, match in planned.items() if match.is_shown]
    numbers = {key: number for number, key in enumerate(keys, 1)}
    return {
        key: replace(match, match=replace(match.match, number=numbers.get(key, 0)))
        for key, match in _resolved(own).items()
    }


def _resolved(own: Elimination) -> Bracket:
    matches: dict[str, BracketMatch] = {}
    for node in own.nodes:
        if node.part == RESET:
            sides = _reset_sides(matches)
        else:
            sides = (_side(node.sources[0], own.seeds, matches), _side(node.sources[1], own.seeds, matches))
        matches[node.key] = BracketMatch(node, _match(own, node, sides))
    return matches


def _side(source: Source, seeds: Mapping[int, Group], matches: Bracket) -> Group | None:
    if source.seed:
        return seeds.get(source.seed, NOBODY)
    before = matches[source.match]
    return before.dropping if source.loses else before.advancing


def _reset_sides(matches: Bracket) -> tuple[Group | None, Group | None]:
    """The finalists again if the undefeated one lost the final; else nobody."""
    final = next(match for match in matches.values() if match.node.part == FINAL)
    if not final.match.how:
        return None, None
    first, second = final.match.sides
    return (first, second) if final.match.winner == 1 and first else (NOBODY, NOBODY)


def _match(own: Elimination, node: Node, sides: tuple[Group | None, Group | None]) -> Match:
    empty = Match(node.key, node.round, sides)
    one, other = sides
    if one is None or other is None:
        return empty
    if not one or not other:
        return replace(empty, how=BYE if one or other else VOID, winner=None if not (one or other) else int(not one))
    match = own.decide(node, (one, other))
    if match.how == VOID and node.out_at == 2 and node.part != RESET:
        # Somebody has to win: the first side of a final of double elimination has no loss.
        return replace(match, how=WALKOVER, winner=0)
    return match


def champion(matches: Bracket) -> EntrantId | None:
    """The winner of the last match that is needed."""
    last = [match for match in matches.values() if match.node.out_at == 2 and match.match.how != VOID]
    decided = last[-1].advancing if last else None
    return decided[0] if decided else None


def places(seeds: Mapping[int, Group], matches: Bracket) -> dict[EntrantId, int | None]:
    """The place of every entrant; None for those who are still in. Those who went out in the same round share one."""
    order: dict[EntrantId, int | None] = {group[0]: None for group in seeds.values()}
    for entrant, place in _eliminations(matches):
        order[entrant] = place
    first = champion(matches)
    if first is not None:
        order[first] = 1
    third = next((match for match in matches.values() if match.node.part == THIRD), None)
    if third is not None and third.advancing:
        order[third.advancing[0]] = 3
    return order


def _eliminations(matches: Bracket) -> Iterator[tuple[EntrantId, int]]:
    """Entrants that went out and their places, in the order of play; a later place replaces an earlier one."""
    for own in matches.values():
        if own.match.how == VOID:
            yield from ((side[0], own.node.out_at) for side in own.match.groups if own.node.out_at)
        waits_for_reset = own.node.part == FINAL and own.match.winner == 1
        if own.dropping and own.node.out_at and not waits_for_reset:
            yield own.dropping[0], own.node.out_at


def seed_for_late_entry(own: Elimination, new: Group, begun: Sequence[tuple[str, tuple[Group, ...]]]) -> int | None:
    """The first free seed that leaves the sides of every match begun or decided as they are; None if there is none."""
    settled = [(key, match.match.sides) for key, match in bracket(own).items() if match.match.how == PLAYED]
    highest = 2 * bracket_size(max(own.seeds, default=1))
    for seed in range(1, highest + 1):
        if seed in own.seeds:
            continue
        later = bracket(replace(own, seeds={**own.seeds, seed: new}))
        if all(key in later and later[key].match.sides == sides for key, sides in (*settled, *begun)):
            return seed
    return None
