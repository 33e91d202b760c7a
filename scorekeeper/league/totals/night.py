"""What every player and partnership did in a night, added up from its results.

`Book` is a sum: an empty book, books of single results, and `+`. The order in which results are added,
and how they are parted, makes no difference; so a finished game is added once, and a standing never
reads it again. A book speaks of one night; nights are put together by `seasons`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from scorekeeper.league.results.result import NO_BIDDING, Bidding, Bye, Entrant, Result, Side, entrant, fewer, joined

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Tally:
    """What one entrant did; two of them add up.

    `points` are turned so that more is better, with handicap; `scratch` the same without it.
    `taken` of `stake` is the share of points; `places` counts games by the place reached;
    `margins` counts games by the lead over the best other side (a season may cap each of them).
    """

    games: int = 0
    hands: int = 0
    wins: Fraction = NOTHING
    points: int = 0
    scratch: int = 0
    taken: int = 0
    stake: int = 0
    places: tuple[int, ...] = ()
    margins: tuple[tuple[int, int], ...] = ()
    byes: int = 0
    bidding: Bidding = NO_BIDDING

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.hands + other.hands,
            self.wins + other.wins,
            self.points + other.points,
            self.scratch + other.scratch,
            self.taken + other.taken,
            self.stake + other.stake,
            tuple(one + two for one, two in zip_longest(self.places, other.places, fillvalue=0)),
            joined(self.margins, other.margins),
            self.byes + other.byes,
            self.bidding + other.bidding,
        )

    def less(self, other: Tally) -> Tally:
        """Without a part of it; the highest bid stays (see `Bidding.less`)."""
        places = [one - two for one, two in zip_longest(self.places, other.places, fillvalue=0)]
        while places and not places[-1]:
            places.pop()
        return Tally(
            self.games - other.games,
            self.hands - other.hands,
            self.wins - other.wins,
            self.points - other.points,
            self.scratch - other.scratch,
            self.taken - other.taken,
            self.stake - other.stake,
            tuple(places),
            fewer(self.margins, other.margins),
            self.byes - other.byes,
            self.bidding.less(other.bidding),
        )

    def margin(self, cap: int | None = None) -> int:
        """All leads less all deficits, none counted beyond the cap."""
        if cap is None:
            return sum(lead * times for lead, times in self.margins)
        return sum(max(-cap, min(cap, lead)) * times for lead, times in self.margins)


class Meeting(NamedTuple):
    """How one entrant fared against another: games, and games ahead of it (a shared place is half)."""

    games: int = 0
    ahead: Fraction = NOTHING

    def plus(self, other: Meeting) -> Meeting:
        """Both together."""
        return Meeting(self.games + other.games, self.ahead + other.ahead)

    def turned(self) -> Meeting:
        """The same as the other fared: of every game one has what the other has not."""
        return Meeting(self.games, self.games - self.ahead)

    def less(self, other: Meeting) -> Meeting:
        """Without a part of it."""
        return Meeting(self.games - other.games, self.ahead - other.ahead)


Tallies = Mapping[Entrant, Tally]
#: The first against the second; every meeting stands in both directions.
Meetings = Mapping[tuple[Entrant, Entrant], Meeting]


@dataclass(frozen=True)
class Book:
    """One night, added up. Games as a substitute are kept apart: a season says whether they count."""

    tallies: Tallies = field(default_factory=dict)
    as_substitute: Tallies = field(default_factory=dict)
    meetings: Meetings = field(default_factory=dict)

    def __add__(self, other: Book) -> Book:
        return Book(
            merged(self.tallies, other.tallies),
            merged(self.as_substitute, other.as_substitute),
            met(self.meetings, other.meetings),
        )


def book(results: Iterable[Result] = (), byes: Iterable[Bye] = ()) -> Book:
    """The book of these results and byes."""
    tallies: dict[Entrant, Tally] = {}
    substitutes: dict[Entrant, Tally] = {}
    meetings: dict[tuple[Entrant, Entrant], Meeting] = {}
    for result in results:
        for who, tally, helped in _tallied(result):
            part = substitutes if helped else tallies
            part[who] = part[who] + tally if who in part else tally
        for pair, meeting in _meetings(result):
            meetings[pair] = meetings[pair].plus(meeting) if pair in meetings else meeting
    for bye in byes:
        for who in sorted({entrant(bye.players), *((player,) for player in bye.players)}):
            tallies[who] = tallies.get(who, Tally()) + Tally(byes=1)
    return Book(tallies, substitutes, meetings)


def merged(one: Tallies, other: Tallies) -> Tallies:
    """The sum of every entrant's tallies."""
    return {**one, **{who: one[who] + tally if who in one else tally for who, tally in other.items()}}


def met(one: Meetings, other: Meetings) -> Meetings:
    """The sum of all meetings."""
    return {**one, **{pair: one[pair].plus(meeting) if pair in one else meeting for pair, meeting in other.items()}}


def _tallied(result: Result) -> Iterator[tuple[Entrant, Tally, bool]]:
    """The tally of every player and every partnership of a game; true for one who helped out."""
    for side in result.sides:
        common = _side_tally(result, side)
        for player in side.players:
            yield (player,), common + Tally(bidding=side.bids_of(player)), result.stood_in(player)
        if len(side.players) > 1:
            yield result.represented(side), common + Tally(bidding=sum(side.bidding, NO_BIDDING)), False


def _side_tally(result: Result, side: Side) -> Tally:
    merit = result.merit(side)
    best = max((result.merit(other) for other in result.sides if other is not side), default=merit)
    taken, stake = _share(result, side)
    return Tally(
        games=1,
        hands=result.hands,
        wins=result.win if side.won else NOTHING,
        points=merit,
        scratch=-side.points if result.lowest_wins else side.points,
        taken=taken,
        stake=stake,
        places=(0,) * (side.place - 1) + (1,),
        margins=((merit - best, 1),),
    )


def _share(result: Result, side: Side) -> tuple[int, int]:
    """What a side has of all points made; points below nothing are nothing.

    Where the lowest wins, a side has its share of what the others had to take.
    """
    all_points = sum(max(0, result.net(other)) for other in result.sides)
    own = max(0, result.net(side))
    return (all_points - own, all_points * (len(result.sides) - 1)) if result.lowest_wins else (own, all_points)


def _meetings(result: Result) -> Iterator[tuple[tuple[Entrant, Entrant], Meeting]]:
    """Everybody against everybody on other sides, and side against side; substitutes meet nobody in their own name."""
    for side in result.sides:
        for other in result.sides:
            if side is not other:
                meeting = Meeting(1, _ahead(side, other))
                for pair in _opponents(result, side, other):
                    yield pair, meeting


def _opponents(result: Result, side: Side, other: Side) -> Iterator[tuple[Entrant, Entrant]]:
    for one in side.players:
        for two in other.players:
            if not result.stood_in(one) and not result.stood_in(two):
                yield (one,), (two,)
    if len(side.players) > 1 and len(other.players) > 1:
        yield result.represented(side), result.represented(other)


def _ahead(side: Side, other: Side) -> Fraction:
    return Fraction(1, 2) if side.place == other.place else Fraction(side.place < other.place)
