"""The cards that count, and whether the real cards can be divided as entered.

Totals are not enough: six players cannot all end in a 5 when there are four 5s. `divide`
walks through the ways in which the counters can make up everybody's points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from operator import mul
from typing import Any, NamedTuple

from scorekeeper.rules.fields import Either, Field, Group, PerSide, Points, Whole
from scorekeeper.rules.values import figure

#: What a side captured: points, how many of each kind of counter, or None for the rest.
Entry = int | tuple[int, ...] | None

#: Most counters are multiples of this: points that are not need one of the others.
ODD = 10

#: Cards in a trick of the games that count tricks, and cards in their pack.
TRICK_CARDS = 4
PACK_CARDS = 56


class Counter(NamedTuple):
    """One kind of counter: its key in a record, its points, and how many there are."""

    key: str
    points: int
    number: int
    #: What a form calls it, if not a number of cards.
    name: str = ""


@dataclass(frozen=True, eq=False)
class Counters:
    """All the counters of a game; compared by identity, so that divisions can be cached."""

    kinds: tuple[Counter, ...]
    total: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", sum(kind.points * kind.number for kind in self.kinds))

    def facts(self) -> dict[str, Any]:
        """What each counter is worth, and the total."""
        return {"counters": {kind.key: kind.points for kind in self.kinds}, "total": self.total}

    @cached_property
    def makeable(self) -> tuple[int, ...]:
        """Every sum that some of the counters make."""
        sums = {0}
        for kind in self.kinds:
            sums = {total + kind.points * count for total in sums for count in range(kind.number + 1)}
        return tuple(sorted(sums))

    def words(self) -> str:
        """The counters as a player would list them."""
        return ", ".join(f"{kind.number} × {kind.key} ({kind.points} points)" for kind in self.kinds)

    def entries(self, captured: list[Any]) -> tuple[Entry, ...]:
        """A checked list of a record, in the form that `divide` takes."""
        if dict not in map(type, captured):
            return tuple(captured)
        return tuple(
            tuple(value.get(kind.key, 0) for kind in self.kinds) if isinstance(value, dict) else value
            for value in captured
        )

    def captured_field(
        self, *, rule: str, count: int, label: str = "Captured", ask_of: str = "Points {name} captured"
    ) -> PerSide:
        """The field `captured` for this number of sides."""
        points = Points(label="Points captured", rule=rule, high=self.total, makeable=self.makeable)
        kinds: tuple[Field, ...] = tuple(
            Whole(
                key=kind.key,
                label=kind.name or f"How many {kind.key}s",
                short=kind.name or kind.key,
                rule=rule,
                high=PACK_CARDS,
                usual=kind.number,
                needed=False,
            )
            for kind in self.kinds
        )
        cards = Group(label="Counters captured", rule=rule, fields=kinds)
        of = Either(label=label, rule=rule, plain=points, group=cards)
        missing = "Choose how many points were captured."
        return PerSide(
            key="captured", label=label, rule=rule, of=of, count=count, rest=True, ask_of=ask_of, missing=missing
        )


class Division(NamedTuple):
    """Everybody's points, or the problem with them."""

    points: tuple[int, ...]
    problem: str | None = None


@lru_cache(maxsize=8192)
def divide(
    counters: Counters, entries: tuple[Entry, ...], whole: bool, tricks: tuple[int, ...] | None = None
) -> Division:
    """Points of every side, if the cards allow them.

    `whole`: every counter has been captured (one entry may be None, the rest); otherwise the
    hand was stopped, and counters may still be with nobody. `tricks`, where they are known,
    limit how many counters a side has room for.
    """
    worths = [kind.points for kind in counters.kinds]
    points = [sum(map(mul, worths, entry)) if isinstance(entry, tuple) else entry for entry in entries]
    given = sum(share for share in points if share is not None)
    shares = tuple(counters.total - given if share is None else share for share in points)
    problem = _sum_problem(counters.total, given, whole, None in entries) or _card_problem(
        counters, entries, shares, tricks
    )
    return Division(shares, problem)


def _sum_problem(total: int, given: int, whole: bool, rest: bool) -> str | None:
    if given > total:
        return f"That adds up to {figure(given)} of {figure(total)}: {figure(given - total)} too many."
    if whole and not rest and given < total:
        return f"That adds up to {figure(given)} of {figure(total)}: {figure(total - given)} missing."
    return None


def _card_problem(
    counters: Counters, entries: tuple[Entry, ...], shares: tuple[int, ...], tricks: tuple[int, ...] | None
) -> str | None:
    """The sums are right, but not possible with these cards."""
    left = [kind.number for kind in counters.kinds]
    for entry in entries:
        if isinstance(entry, tuple):
            left = [have - used for have, used in zip(left, entry, strict=True)]
    for kind, have in zip(counters.kinds, left, strict=True):
        if have < 0:
            return f"That makes {kind.number - have} × {kind.key}, but the deck has only {kind.number}."
    # A 10 and a 14 are interchangeable: what matters is how many counters of each worth are left.
    by_points: dict[int, int] = {}
    for kind, have in zip(counters.kinds, left, strict=True):
        by_points[kind.points] = by_points.get(kind.points, 0) + have
    return _share_problem(counters, by_points, entries, shares, tricks)


def _share_problem(
    counters: Counters,
    left: dict[int, int],
    entries: tuple[Entry, ...],
    shares: tuple[int, ...],
    tricks: tuple[int, ...] | None,
) -> str | None:
    """Points that no cards add up to, or that do not fit into the tricks."""
    values = tuple(left)
    stock = tuple(left.values())
    by_points = [share for entry, share in zip(entries, shares, strict=True) if not isinstance(entry, tuple)]
    for share in (*(entry for entry in entries if isinstance(entry, int)), *by_points):
        if share not in counters.makeable:
            return f"No counters add up to {share} points. The deck has {counters.words()}."
    if not _can_split(values, stock, by_points):
        return f"The counters can't be split that way. The deck has only {counters.words()}."
    return None if tricks is None else _room_problem(values, stock, entries, shares, tricks)


def _room_problem(
    values: tuple[int, ...],
    stock: tuple[int, ...],
    entries: tuple[Entry, ...],
    shares: tuple[int, ...],
    tricks: tuple[int, ...],
) -> str | None:
    """Check that the counters fit: a trick holds four cards, and the rest must be among the unplayed cards."""
    rooms = [TRICK_CARDS * taken for taken in tricks]
    too_full = any(isinstance(entry, tuple) and sum(entry) > room for entry, room in zip(entries, rooms, strict=True))
    wanted = [
        (share, room) for entry, share, room in zip(entries, shares, rooms, strict=True) if not isinstance(entry, tuple)
    ]
    ends = set() if too_full else _reachable(values, stock, wanted)
    if not ends:
        return (
            "That is more counters than these tricks can hold. A trick has four cards, and no tricks means no counters."
        )
    unplayed = PACK_CARDS - sum(rooms)
    if min(map(sum, ends)) > unplayed:
        return f"Nobody has some of the counters, but only {unplayed} cards are still unplayed. Count again."
    return None


def _can_split(values: tuple[int, ...], stock: tuple[int, ...], shares: list[int]) -> bool:
    """Whether a stock of cards can be split into these points; some cards may be left over."""
    cards = [value for value, count in sorted(zip(values, stock, strict=True), reverse=True) for _ in range(count)]
    odd_cards = [card % ODD != 0 for card in cards]
    dead: set[tuple[int, tuple[int, ...]]] = set()

    def deal(index: int, wanted: tuple[int, ...]) -> bool:
        """Deal the cards from this index on, the highest first, to players who still need points."""
        spare = sum(cards[index:]) - sum(wanted)
        if not wanted or spare < 0 or (index, wanted) in dead:
            return not wanted
        if sum(odd_cards[index:]) < sum(points % ODD != 0 for points in wanted):
            return False
        card = cards[index]
        if any(deal(index + 1, after) for after in _after_card(wanted, card)):
            return True
        if card <= spare and deal(index + 1, wanted):
            return True
        dead.add((index, wanted))
        return False

    return deal(0, tuple(sorted(points for points in shares if points)))


def _after_card(wanted: tuple[int, ...], card: int) -> Iterator[tuple[int, ...]]:
    """The points still wanted after one player gets the card; players who want the same are interchangeable."""
    for points in sorted({points for points in wanted if points >= card}, reverse=True):
        rest = list(wanted)
        rest.remove(points)
        yield tuple(sorted([*rest, points - card])) if points > card else tuple(rest)


def _reachable(values: tuple[int, ...], stock: tuple[int, ...], wanted: list[tuple[int, int]]) -> set[tuple[int, ...]]:
    """What can be left of the stock after everyone took their points in at most `room` cards."""
    stocks = {stock}
    for share, room in wanted:
        stocks = {
            tuple(have - used for have, used in zip(now, way, strict=True))
            for now in stocks
            for way in _ways(share, values, now)
            if sum(way) <= room
        }
    return stocks


def _ways(share: int, values: tuple[int, ...], stock: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every way to make up the points from a stock, as counts in the order of the values."""
    if not values:
        if share == 0:
            yield ()
        return
    for count in range(min(stock[0], share // values[0]) + 1):
        for others in _ways(share - count * values[0], values[1:], stock[1:]):
            yield (count, *others)
