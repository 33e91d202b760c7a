"""Games outside a club, tallied by name: who played, who won, and whose bids were made."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from scorekeeper.league.results.result import NO_BIDDING, Bidding, Entrant, Player, Result, partnership


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player or a partnership did; two of them add up. A shared win is a win."""

    games: int = 0
    wins: int = 0
    bidding: Bidding = NO_BIDDING

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.games + other.games, self.wins + other.wins, self.bidding + other.bidding)


NOTHING = Tally()


def name_key(name: str) -> Player:
    """A name as it is compared: without capitals and extra spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def name_keys(names: Sequence[str]) -> list[Player]:
    """The keys of the names at one table; two that differ only in capitals stay two players."""
    keys: list[Player] = []
    for name in names:
        key = name_key(name)
        keys.append(name if key in keys else key)
    return keys


def tally(results: Iterable[Result], handed_over: Iterable[Result] = ()) -> dict[Entrant, Tally]:
    """Every player and every partnership of these results.

    `handed_over` has the bids of hands after which somebody took over a seat: the bids count for those who
    made them, the game does not.
    """
    tallies: dict[Entrant, Tally] = {}
    for entrant, share in chain(_shares(results, games=1), _shares(handed_over, games=0)):
        tallies[entrant] = tallies.get(entrant, NOTHING) + share
    return {entrant: entry for entrant, entry in tallies.items() if entry != NOTHING}


def _shares(results: Iterable[Result], games: int) -> Iterator[tuple[Entrant, Tally]]:
    """What everybody did in each of these results, which count as so many games."""
    for result in results:
        for side in result.sides:
            wins = games * side.won
            for player in side.players:
                yield (player,), Tally(games, wins, side.bids_of(player))
            if len(side.players) > 1:
                yield partnership(side.players), Tally(games, wins, sum(side.bidding, NO_BIDDING))


def ranked(tallies: dict[Entrant, Tally], partners: bool) -> list[tuple[Entrant, Tally]]:
    """Players, or partnerships: the most wins first, then the fewest games (but for none), then by name."""
    rows = [(entrant, entry) for entrant, entry in tallies.items() if (len(entrant) > 1) is partners]
    return sorted(rows, key=lambda row: (-row[1].wins, not row[1].games, row[1].games, row[0]))
