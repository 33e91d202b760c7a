"""The result of a finished game, made from its score sheet, and the byes of a round."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

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
    """The partnership of these players, in any order."""
    return tuple(sorted(players))


def entrant_key(entrant: Entrant) -> str:
    """An entrant as text, in addresses and in the database."""
    return "+".join(entrant)


def entrant_from_key(key: str) -> Entrant:
    """Inverse of `entrant_key`."""
    return tuple(key.split("+"))


def sum_counts(parts: Iterable[tuple[tuple[Thing, int], ...]]) -> tuple[tuple[Thing, int], ...]:
    """The sum of counts."""
    total: dict[Thing, int] = {}
    for part in parts:
        for thing, often in part:
            total[thing] = total.get(thing, 0) + often
    return tuple(sorted(total.items()))


class Bidding(NamedTuple):
    """A player's bids; two of them can be added.

    `over` sums the points captured above made bids, `under` the points missing to bids that were set back;
    `known` counts the set-backs whose missing points are known.
    """

    made: int = 0
    set_back: int = 0
    highest: int = 0
    over: int = 0
    under: int = 0
    known: int = 0
    colors: Counts = ()

    def __add__(self, other: Bidding) -> Bidding:  # type: ignore[override]  # bids add up, they do not follow each other
        return sum_bidding((self, other))

    @property
    def success(self) -> Fraction | None:
        """The share of bids that were made; None without bids."""
        return Fraction(self.made, self.made + self.set_back) if self.made + self.set_back else None

    @property
    def average_over(self) -> Fraction | None:
        """Points captured beyond the bid, on average, when it was made; None if it never was."""
        return Fraction(self.over, self.made) if self.made else None

    @property
    def average_under(self) -> Fraction | None:
        """Points missing to the bid, on average, when it was not made; None if unknown."""
        return Fraction(self.under, self.known) if self.known else None

    @property
    def favorite_colors(self) -> list[tuple[str, int]]:
        """Colors named, the favorite first."""
        return sorted(self.colors, key=lambda count: (-count[1], count[0]))


def sum_bidding(parts: Iterable[Bidding]) -> Bidding:
    """The sum of bids."""
    bids = [part for part in parts if any(part)]
    if len(bids) < 2:
        return bids[0] if bids else NO_BIDDING
    made, set_back, highest, over, under, known, colors = zip(*bids, strict=True)
    return Bidding(sum(made), sum(set_back), max(highest), sum(over), sum(under), sum(known), sum_counts(colors))


NO_BIDDING = Bidding()


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a game: players in seat order, points on the sheet, and place."""

    players: tuple[Player, ...]
    points: int
    place: int
    handicap: int = 0
    #: One for each player, or none where nobody bids.
    bidding: tuple[Bidding, ...] = ()

    @property
    def won(self) -> bool:
        """In first place, perhaps shared."""
        return self.place == 1

    def bids_of(self, player: Player) -> Bidding:
        """The bids of this player."""
        return self.bidding[self.players.index(player)] if self.bidding else NO_BIDDING


@dataclass(frozen=True, slots=True)
class Substitute:
    """A substitute, for an absent player or for nobody in particular."""

    player: Player
    instead_of: Player | None = None


@dataclass(frozen=True, slots=True)
class HandedOver:
    """The bids of a player whose seat was taken over."""

    player: Player
    #: The number of the side.
    side: int
    bidding: Bidding
    #: This player was a substitute too.
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
    #: Such as “2026-01-13”; results are sorted by it.
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
    def win(self) -> Fraction:
        """The value of a win: one game, shared by all winners."""
        return Fraction(1, sum(side.won for side in self.sides))

    def net(self, side: Side) -> int:
        """A side's points including its handicap, which is subtracted where the lowest wins."""
        return side.points - side.handicap if self.lowest_wins else side.points + side.handicap

    def merit(self, side: Side) -> int:
        """Net points with the sign changed where the lowest wins, so that more is better."""
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
        """The player replaced by this substitute."""
        return next((substitute.instead_of for substitute in self.substitutes if substitute.player == player), None)

    def absent(self, side: Side) -> tuple[Player, ...]:
        """The players of a side who were replaced by substitutes."""
        return tuple(player for player in map(self.absent_of, side.players) if player is not None)

    def represented(self, side: Side) -> Entrant:
        """The partnership of a side, with absent players instead of their substitutes."""
        if not self.substitutes:
            return partnership(side.players)
        return partnership(self.absent_of(player) or player for player in side.players)

    def bids_at(self, side: Side) -> tuple[tuple[Player, Bidding], ...]:
        """The bids of everybody on a side, players who left first."""
        number = self.sides.index(side)
        left = tuple((own.player, own.bidding) for own in self.handed_over if own.side == number)
        return *left, *zip(side.players, side.bidding, strict=False)


@dataclass(frozen=True, slots=True)
class Bye:
    """A round that a player or a fixed partnership sat out."""

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
    """The place of each side; level sides share one. Named winners come first, whatever their points."""
    first = frozenset(winners)
    keys = [(side in first, merit) for side, merit in enumerate(merits)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


class SatOut(NamedTuple):
    """A player who was to sit out a round, perhaps as part of a fixed partnership."""

    player: Player
    partners: tuple[Player, ...] = ()


def byes_of_round(night: str, number: int, rows: Iterable[SatOut], seated: Collection[Player]) -> list[Bye]:
    """The byes of a round; players who played as substitutes have none.

    A partnership has its bye even if one of its players played with somebody else.
    """
    sat_out: dict[Entrant, list[Player]] = {}
    for row in rows:
        waiting = sat_out.setdefault(partnership((row.player, *row.partners)), [])
        if row.player not in seated:
            waiting.append(row.player)
    return [
        Bye(night, number, players, tuple(player for player in players if player not in waiting))
        for players, waiting in sat_out.items()
        if waiting or len(players) > 1
    ]


Plain = Mapping[str, Any]

#: A bid that was made or set back: its side, whether it was made, the bid, and the points toward it if known.
#: After a renege or a misdeal a bid is neither.
TestedBid = tuple[int, bool, int, int | None]
#: The tested bids of every hand on the sheet.
Bids = Sequence[Sequence[TestedBid]]
#: For every seat, its players in order and their bids.
BiddingBySeat = list[dict[Player, Bidding]]


@dataclass(frozen=True, slots=True)
class Played:
    """The table of a game and its players."""

    id: str
    night: str
    round: int
    #: In seat order, at the end of the game.
    players: Sequence[Player]
    #: Empty for the date of the record.
    date: str = ""
    substitutes: tuple[Substitute, ...] = ()
    #: The players who were drawn for the seats, if others sat there at the end.
    drawn: Sequence[Player] = ()
    #: The players of every hand, if a seat was taken over.
    players_by_hand: Sequence[Sequence[Player]] = ()


def from_sheet(played: Played, record: Plain, sheet: Plain, bids: Bids = (), lowest_wins: bool = False) -> Result:
    """The result of a game; one that was stopped before its end is placed by its points."""
    players = played.players
    by_seat = _bidding(played.players_by_hand or [players] * len(record["hands"]), players, record, sheet, bids)
    merits = [-total if lowest_wins else total for total in sheet["totals"]]
    sides = tuple(
        Side(
            tuple(players[seat] for seat in side["seats"]),
            total,
            place,
            bidding=tuple(by_seat[seat].get(players[seat], NO_BIDDING) for seat in side["seats"]),
        )
        for side, total, place in zip(sheet["sides"], sheet["totals"], places(merits, sheet["winners"]), strict=True)
    )
    return Result(
        played.id,
        played.night,
        played.round,
        sheet["game"],
        sides,
        len(sheet["hands"]),
        lowest_wins,
        played.date or str(record.get("date", "")),
        played.substitutes,
        tuple(_handed_over(by_seat, players, played.drawn or players, sheet)),
    )


def _bidding(
    by_hand: Sequence[Sequence[Player]], players: Sequence[Player], record: Plain, sheet: Plain, bids: Bids
) -> BiddingBySeat:
    """The bids in each seat over all hands; an open hand is not on the sheet and does not count."""
    totals: BiddingBySeat = [{} for _ in players]
    for hand, seated, tested in zip(record["hands"], by_hand, bids, strict=False):
        for side, made, bid, earned in tested:
            seats_of_side = sheet["sides"][side]["seats"]
            bidder = hand.get("bidder", seats_of_side[0])
            if bidder in seats_of_side:
                own, player = totals[bidder], seated[bidder]
                own[player] = own.get(player, NO_BIDDING) + _one_bid(made, bid, earned, hand.get("trump"))
    return totals


def _handed_over(
    by_seat: BiddingBySeat, players: Sequence[Player], drawn: Sequence[Player], sheet: Plain
) -> Iterator[HandedOver]:
    sides = {seat: number for number, side in enumerate(sheet["sides"]) for seat in side["seats"]}
    for seat, bidding in enumerate(by_seat):
        for player, own in bidding.items():
            if player != players[seat]:
                yield HandedOver(player, sides[seat], own, player != drawn[seat])


def _one_bid(made: bool, bid: int, earned: int | None, trump: str | None) -> Bidding:
    colors = () if trump is None else ((trump, 1),)
    if made:
        return Bidding(made=1, highest=bid, over=0 if earned is None else earned - bid, colors=colors)
    if earned is None:
        return Bidding(set_back=1, colors=colors)
    return Bidding(set_back=1, under=bid - earned, known=1, colors=colors)
