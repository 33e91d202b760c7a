"""The totals of a night: figures of every player and partnership, meetings, and handicaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from scorekeeper.league.results import (
    NO_BIDDING,
    Bidding,
    Bye,
    Entrant,
    Player,
    Result,
    Side,
    places,
    sum_bidding,
    sum_counts,
)

Handicaps = Mapping[Player, int]


def with_handicaps(result: Result, handicaps: Handicaps) -> Result:
    """A result with handicaps and the places that follow from them."""
    if not handicaps:
        return result
    sides = tuple(replace(side, handicap=_of_side(side, handicaps)) for side in result.sides)
    if not any(side.handicap for side in sides):
        return result
    standing = places([result.merit(side) for side in sides])
    return replace(result, sides=tuple(replace(side, place=place) for side, place in zip(sides, standing, strict=True)))


def _of_side(side: Side, handicaps: Handicaps) -> int:
    """Partners score together, so they have the mean of their handicaps (a half counts up)."""
    return nearest(Fraction(sum(handicaps.get(player, 0) for player in side.players), len(side.players)))


def nearest(figure: Fraction) -> int:
    """The nearest whole number; a half goes up."""
    return (2 * figure + 1) // 2


@dataclass(frozen=True, slots=True)
class Rolling:
    """Handicaps from the recent averages: a share of the distance to the best one."""

    #: How much of the distance is given.
    share: Fraction = Fraction(4, 5)
    #: How many of a player's latest nights count.
    nights: int = 6
    #: A player with fewer games has no handicap yet.
    games: int = 6
    #: No handicap is larger.
    highest: int = 100

    def of(self, nights: Sequence[TotalsByEntrant]) -> dict[Player, int]:
        """Everybody's handicap for the next night, given the nights before it, oldest first."""
        averages = self.averages(nights)
        best = max(averages.values(), default=Fraction(0))
        return {player: min(self.highest, nearest(self.share * (best - mean))) for player, mean in averages.items()}

    def averages(self, nights: Sequence[TotalsByEntrant]) -> dict[Player, Fraction]:
        """Points a game without handicap, of everybody who has played enough."""
        players = sorted({entrant[0] for by_entrant in nights for entrant in by_entrant if len(entrant) == 1})
        recent = {player: self._recent(player, nights) for player in players}
        return {
            player: Fraction(totals.scratch, totals.games)
            for player, totals in recent.items()
            if totals.games >= self.games
        }

    def _recent(self, player: Player, nights: Iterable[TotalsByEntrant]) -> Totals:
        played = [by_entrant[player,] for by_entrant in nights if (player,) in by_entrant and by_entrant[player,].games]
        return sum(played[-self.nights :], Totals())


NOTHING, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)


class Totals(NamedTuple):
    """The figures of one entrant; two of them can be added.

    `points` include handicaps, with the sign changed where the lowest wins; `scratch` are the same without handicaps.
    `taken` of `stake` is the share of points; `places` counts games by the place reached; `margins` counts games by
    the lead over the best other side (a season may cap each of them).
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

    def __add__(self, other: Totals) -> Totals:  # type: ignore[override]  # totals add up, they do not follow each other
        return sum_totals((self, other))

    def margin(self, cap: int | None = None) -> int:
        """All leads minus all deficits, each up to the cap."""
        if cap is None:
            return sum(lead * times for lead, times in self.margins)
        return sum(max(-cap, min(cap, lead)) * times for lead, times in self.margins)


def sum_totals(parts: Sequence[Totals]) -> Totals:
    """The sum of totals."""
    if len(parts) == 1:
        return parts[0]
    games, hands, wins, points, scratch, taken, stake, places, margins, byes, bids = zip(*parts, strict=True)
    return Totals(
        sum(games),
        sum(hands),
        sum_fractions(wins),
        sum(points),
        sum(scratch),
        sum(taken),
        sum(stake),
        tuple(map(sum, zip_longest(*places, fillvalue=0))),
        sum_counts(margins),
        sum(byes),
        sum_bidding(bids),
    )


def sum_fractions(parts: Iterable[Fraction]) -> Fraction:
    """The sum of fractions, of which most are whole; adding them one by one would take most of the time."""
    numerators: dict[int, int] = {}
    for part in parts:
        numerators[part.denominator] = numerators.get(part.denominator, 0) + part.numerator
    return sum((Fraction(own, denominator) for denominator, own in numerators.items()), NOTHING)


class Meeting(NamedTuple):
    """The record of one entrant against another: games, and games ahead (a shared place is half). Two can be added."""

    games: int = 0
    ahead: Fraction = NOTHING

    def __add__(self, other: Meeting) -> Meeting:  # type: ignore[override]  # meetings add up, as totals do
        return Meeting(self.games + other.games, self.ahead + other.ahead)


TotalsByEntrant = Mapping[Entrant, Totals]
#: The first against the second; every meeting is there in both directions.
Meetings = Mapping[tuple[Entrant, Entrant], Meeting]


@dataclass(frozen=True)
class NightTotals:
    """The totals of one night. A substitute's games are separate, because the season decides whether they count."""

    by_entrant: TotalsByEntrant = field(default_factory=dict)
    as_substitute: TotalsByEntrant = field(default_factory=dict)


def night_totals(results: Iterable[Result] = (), byes: Iterable[Bye] = (), absent_count: bool = False) -> NightTotals:
    """The totals of these results and byes; games of substitutes may count for those who were absent."""
    regular: dict[Entrant, Totals] = {}
    substitutes: dict[Entrant, Totals] = {}
    for result in results:
        for entrant, totals, is_substitute in _totals_of(result, absent_count):
            by_entrant = substitutes if is_substitute else regular
            by_entrant[entrant] = by_entrant[entrant] + totals if entrant in by_entrant else totals
    for bye in byes:
        for entrant in bye.entrants:
            regular[entrant] = regular.get(entrant, Totals()) + Totals(byes=1)
    return NightTotals(regular, substitutes)


def meetings_of(results: Iterable[Result]) -> Meetings:
    """All meetings in these results, of players and of partnerships."""
    meetings: dict[tuple[Entrant, Entrant], Meeting] = {}
    for result in results:
        for pair, meeting in _meetings(result):
            meetings[pair] = meetings[pair] + meeting if pair in meetings else meeting
    return meetings


def add_totals(one: TotalsByEntrant, other: TotalsByEntrant) -> TotalsByEntrant:
    """The sum of every entrant's totals."""
    return {
        **one,
        **{entrant: one[entrant] + totals if entrant in one else totals for entrant, totals in other.items()},
    }


def _totals_of(result: Result, absent_count: bool) -> Iterator[tuple[Entrant, Totals, bool]]:
    """The totals of every player and partnership of a game; true for a substitute."""
    for side in result.sides:
        common = _side_totals(result, side)
        for player in side.players:
            yield (player,), common._replace(bidding=side.bids_of(player)), result.stood_in(player)
        for player in result.absent(side) if absent_count else ():
            yield (player,), common, False
        if len(side.players) > 1:
            bids = sum((bidding for _, bidding in result.bids_at(side)), NO_BIDDING)
            yield result.represented(side), common._replace(bidding=bids), False
    for own in result.handed_over:
        yield (own.player,), Totals(bidding=own.bidding), own.is_substitute


def _side_totals(result: Result, side: Side) -> Totals:
    merit = result.merit(side)
    best = max((result.merit(other) for other in result.sides if other is not side), default=merit)
    taken, stake = _share(result, side)
    return Totals(
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
    """A side's part of all points made; negative points count as 0.

    Where the lowest wins, it is the part of the points that the others took.
    """
    all_points = sum(max(0, result.net(other)) for other in result.sides)
    own = max(0, result.net(side))
    return (all_points - own, all_points * (len(result.sides) - 1)) if result.lowest_wins else (own, all_points)


def _meetings(result: Result) -> Iterator[tuple[tuple[Entrant, Entrant], Meeting]]:
    """All meetings of opponents, and of sides; substitutes have no meetings of their own."""
    for side in result.sides:
        for other in result.sides:
            if side is not other:
                meeting = Meeting(
                    1, HALF if side.place == other.place else ONE if side.place < other.place else NOTHING
                )
                for pair in _opponents(result, side, other):
                    yield pair, meeting


def _opponents(result: Result, side: Side, other: Side) -> Iterator[tuple[Entrant, Entrant]]:
    for one in side.players:
        for two in other.players:
            if not result.stood_in(one) and not result.stood_in(two):
                yield (one,), (two,)
    if len(side.players) > 1 and len(other.players) > 1:
        yield result.represented(side), result.represented(other)
