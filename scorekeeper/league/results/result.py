"""What the league is made of: finished games and byes, as values.

A `Result` keeps everything of a game that standings, ties and statistics ask for, so that no hand is
ever read again: who sat together, points as on the sheet, places (ties share one), and what every
player did at bidding. Points are never turned round here: `lowest_wins` says how to read them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeVar

#: A player's id, whatever the keeper of the results uses.
Player = str
#: Who stands in a table: one player, or the partners of a side in the order of their ids.
Entrant = tuple[Player, ...]
#: The sides of a game without their points: who played together, and the place they reached.
Placing = Sequence[tuple[Sequence[Player], int]]
Thing = TypeVar("Thing", str, int)
#: How often each thing occurred, in the order of the things.
Counts = tuple[tuple[str, int], ...]


def partnership(players: Iterable[Player]) -> Entrant:
    """The partnership of these players, whichever way round they sat."""
    return tuple(sorted(players))


def entrant_key(entrant: Entrant) -> str:
    """An entrant as text, in addresses and in the database."""
    return "+".join(entrant)


def entrant_from_key(key: str) -> Entrant:
    """Inverse of `entrant_key`."""
    return tuple(key.split("+"))


def add_counts(
    one: tuple[tuple[Thing, int], ...], other: tuple[tuple[Thing, int], ...]
) -> tuple[tuple[Thing, int], ...]:
    """The sum of two counts."""
    if not one or not other:
        return one or other
    both = dict(one)
    for thing, often in other:
        both[thing] = both.get(thing, 0) + often
    return tuple(sorted(both.items()))


class Bidding(NamedTuple):
    """What a player did as bidder; two of them add up.

    `over` sums what was captured beyond bids that were made, `under` what was missing to bids that
    were set back; `known` counts the set-backs of which it is known how much was missing.
    """

    made: int = 0
    set_back: int = 0
    highest: int = 0
    over: int = 0
    under: int = 0
    known: int = 0
    colors: Counts = ()

    def __add__(self, other: Bidding) -> Bidding:  # type: ignore[override]  # bids add up, they do not follow each other
        return Bidding(
            self.made + other.made,
            self.set_back + other.set_back,
            max(self.highest, other.highest),
            self.over + other.over,
            self.under + other.under,
            self.known + other.known,
            add_counts(self.colors, other.colors),
        )


NO_BIDDING = Bidding()


@dataclass(frozen=True, slots=True)
class Side:
    """Who scored together: players in seat order, points as on the sheet, and the place they reached."""

    players: tuple[Player, ...]
    points: int
    place: int
    handicap: int = 0
    #: One for each player, or none where nobody bids.
    bidding: tuple[Bidding, ...] = ()

    @property
    def won(self) -> bool:
        """In front, perhaps with others."""
        return self.place == 1

    def bids_of(self, player: Player) -> Bidding:
        """What this player did as bidder."""
        return self.bidding[self.players.index(player)] if self.bidding else NO_BIDDING


@dataclass(frozen=True, slots=True)
class Substitute:
    """Somebody who helped out, for an absent player or for nobody in particular."""

    player: Player
    instead_of: Player | None = None


@dataclass(frozen=True, slots=True)
class HandedOver:
    """What somebody did as bidder in a seat before somebody else took it over."""

    player: Player
    #: The number of the side.
    side: int
    bidding: Bidding
    #: Whether this was a substitute too.
    is_substitute: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """One game that counts."""

    id: str
    night: str
    round: int
    game: str
    sides: tuple[Side, ...]
    hands: int = 0
    lowest_wins: bool = False
    #: Such as “2026-01-13”: it puts games in order of time.
    date: str = ""
    substitutes: tuple[Substitute, ...] = ()
    #: The bids of those who left before the end.
    handed_over: tuple[HandedOver, ...] = ()

    @property
    def when(self) -> tuple[str, str, int, str]:
        """Sorts results in order of time."""
        return self.date, self.night, self.round, self.id

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody at the table, side by side."""
        return tuple(player for side in self.sides for player in side.players)

    @property
    def placing(self) -> Placing:
        """The places alone."""
        return [(side.players, side.place) for side in self.sides]

    @property
    def win(self) -> Fraction:
        """What a win is worth: one game, shared by all who are in front."""
        return Fraction(1, sum(side.won for side in self.sides))

    def net(self, side: Side) -> int:
        """A side's points with its handicap, which helps whether the highest or the lowest wins."""
        return side.points - side.handicap if self.lowest_wins else side.points + side.handicap

    def merit(self, side: Side) -> int:
        """The same turned so that more is better."""
        return -self.net(side) if self.lowest_wins else self.net(side)

    def side_of(self, entrant: Entrant) -> Side | None:
        """The side on which a player, or a whole partnership, played here; None if there is none."""
        for side in self.sides:
            if (entrant[0] in side.players) if len(entrant) == 1 else self.represented(side) == entrant:
                return side
        return None

    def concerns(self, entrant: Entrant) -> bool:
        """Whether a player, or a whole partnership, played here or had a substitute."""
        absent = any(substitute.instead_of == entrant[0] for substitute in self.substitutes)
        return self.side_of(entrant) is not None or (len(entrant) == 1 and absent)

    def stood_in(self, player: Player) -> bool:
        """This player was a substitute here."""
        return bool(self.substitutes) and any(substitute.player == player for substitute in self.substitutes)

    def absent_of(self, player: Player) -> Player | None:
        """The player for whom somebody was a substitute here."""
        return next((substitute.instead_of for substitute in self.substitutes if substitute.player == player), None)

    def absent(self, side: Side) -> tuple[Player, ...]:
        """The players for whom substitutes played on a side."""
        return tuple(player for player in map(self.absent_of, side.players) if player is not None)

    def represented(self, side: Side) -> Entrant:
        """The partnership that a side played for: absent players in the place of their substitutes."""
        if not self.substitutes:
            return partnership(side.players)
        return partnership(self.absent_of(player) or player for player in side.players)

    def bids_at(self, side: Side) -> tuple[tuple[Player, Bidding], ...]:
        """What everybody did as bidder on a side, those who left first."""
        number = self.sides.index(side)
        left = tuple((own.player, own.bidding) for own in self.handed_over if own.side == number)
        return *left, *zip(side.players, side.bidding, strict=False)


@dataclass(frozen=True, slots=True)
class Bye:
    """A round that somebody, or a fixed partnership, sat out."""

    night: str
    round: int
    players: tuple[Player, ...]
    #: Those of a partnership who played with others in this round.
    played: tuple[Player, ...] = ()

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """Who has the bye: the partnership, and everybody of it who sat out."""
        single = tuple((player,) for player in self.players if player not in self.played)
        return (*single, partnership(self.players)) if len(self.players) > 1 else single


def places(merits: Sequence[int], winners: Iterable[int] = ()) -> tuple[int, ...]:
    """The place of each side, best first; sides that are level share one. Named winners are in front, whatever."""
    first = frozenset(winners)
    keys = [(side in first, merit) for side, merit in enumerate(merits)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)
