"""Awards of a season, from the results that count.

Whoever has more games, or hands, is ahead of somebody with the same figure; those who are equal in both share the
award. An award for which only one has played enough is not given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.league.results.result import Entrant, Player, Result
from scorekeeper.league.standings.counting import FOR_NOBODY, FOR_SUBSTITUTE
from scorekeeper.league.statistics import entrants_of

#: Fewer games, hands, or games together say nothing.
LEAST_GAMES, LEAST_HANDS, LEAST_TOGETHER = 8, 40, 5
#: Nobody is best of one.
LEAST_CANDIDATES = 2
IMPROVED, BOLDEST, PARTNERSHIP = "improved", "boldest", "partnership"
TITLES = {IMPROVED: "Most improved", BOLDEST: "Boldest bidder", PARTNERSHIP: "Best partnership"}
#: How each award is computed.
RULES = {
    IMPROVED: (
        "The biggest rise in the share of games won from the first half of a player’s games to the second half, "
        f"among players with at least {LEAST_GAMES} games."
    ),
    BOLDEST: (
        f"Won the bid in the largest share of the hands they played, among players with at least {LEAST_HANDS} hands."
    ),
    PARTNERSHIP: f"The largest share of games won together, among partnerships with at least {LEAST_TOGETHER} games.",
}


class Candidate(NamedTuple):
    """Somebody who has played enough for an award."""

    entrant: Entrant
    figure: Fraction
    #: Games, or hands.
    played: int
    #: The share of games won in the first half and in the second, where they are compared.
    halves: tuple[Fraction, Fraction] | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """An award and whoever has it, by id."""

    id: str
    holders: tuple[Candidate, ...]

    @property
    def title(self) -> str:
        """What it is called."""
        return TITLES[self.id]

    @property
    def rule(self) -> str:
        """How it is computed, in a sentence."""
        return RULES[self.id]


def awards(results: Iterable[Result], substitutes: str = FOR_NOBODY) -> tuple[Award, ...]:
    """The awards of a season for which enough was played."""
    ordered = sorted(results, key=lambda result: result.when)
    wins = _wins(ordered, substitutes)
    candidates = {
        IMPROVED: _improved(wins),
        BOLDEST: _bidders(ordered, substitutes),
        PARTNERSHIP: _partnerships(wins),
    }
    given = (Award(key, _best(list(rows))) for key, rows in candidates.items())
    return tuple(award for award in given if award.holders)


def _best(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Whoever has the largest figure, of these whoever has played most; nobody without a figure above zero."""
    if len(candidates) < LEAST_CANDIDATES:
        return ()
    most = max((row.figure, row.played) for row in candidates)
    return tuple(sorted(row for row in candidates if (row.figure, row.played) == most and row.figure > 0))


def _wins(results: Iterable[Result], substitutes: str) -> dict[Entrant, list[Fraction]]:
    """What everybody has of every game, in order: one for a win, less for a shared one."""
    wins: dict[Entrant, list[Fraction]] = {}
    for result in results:
        for side in result.sides:
            for entrant in entrants_of(result, side, substitutes):
                wins.setdefault(entrant, []).append(result.win if side.won else Fraction(0))
    return wins


def _improved(wins: dict[Entrant, list[Fraction]]) -> Iterator[Candidate]:
    """The rise from the first half to the second, which has the game in the middle if there is one."""
    for entrant, games in wins.items():
        if len(entrant) == 1 and len(games) >= LEAST_GAMES:
            half = len(games) // 2
            before, after = _share(games[:half]), _share(games[half:])
            yield Candidate(entrant, after - before, len(games), (before, after))


def _share(games: Sequence[Fraction]) -> Fraction:
    return sum(games, Fraction(0)) / len(games)


def _partnerships(wins: dict[Entrant, list[Fraction]]) -> Iterator[Candidate]:
    for entrant, games in wins.items():
        if len(entrant) > 1 and len(games) >= LEAST_TOGETHER:
            yield Candidate(entrant, _share(games), len(games))


def _bidders(results: Iterable[Result], substitutes: str) -> Iterator[Candidate]:
    """Bids won of all hands, in games in which somebody bid.

    Bids of whoever left a table are not counted, because nobody stored how many hands they played.
    """
    hands: dict[Player, int] = {}
    bids: dict[Player, int] = {}
    for result in results:
        for player, won in _bids_won(result).items():
            if substitutes == FOR_SUBSTITUTE or not result.stood_in(player):
                hands[player] = hands.get(player, 0) + result.hands
                bids[player] = bids.get(player, 0) + won
    for player, count in hands.items():
        if count >= LEAST_HANDS:
            yield Candidate((player,), Fraction(bids[player], count), count)


def _bids_won(result: Result) -> dict[Player, int]:
    """How often everybody at the end of a game won the bid; nothing if nobody did."""
    own = {player: side.bids_of(player) for side in result.sides for player in side.players}
    won = {player: bidding.made + bidding.set_back for player, bidding in own.items()}
    return won if any(won.values()) else {}
