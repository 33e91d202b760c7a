"""A career: what a player did in all seasons of a club, added up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.league.highlights.awards import LEAST_TOGETHER
from scorekeeper.league.results.result import Bidding, Entrant, Player
from scorekeeper.league.totals.night import Totals, TotalsByEntrant


class SeasonPart(NamedTuple):
    """What a player did in one season."""

    #: The id of the season.
    season: str
    place: int | None
    #: How many have a place.
    placed: int
    totals: Totals
    #: The partnerships of the season, the player's own among them.
    partnerships: TotalsByEntrant
    #: The game that is played; None where it can be any.
    game: str | None = None
    lowest_wins: bool = False


class Average(NamedTuple):
    """Points per game as on the sheet, of one kind of game."""

    game: str
    games: int
    points: Fraction


class Partner(NamedTuple):
    """Somebody, or several, with whom a player played."""

    players: tuple[Player, ...]
    games: int
    wins: Fraction

    @property
    def share(self) -> Fraction:
        """The share of games won together."""
        return self.wins / self.games


@dataclass(frozen=True)
class Career:
    """All seasons of a player."""

    seasons: tuple[SeasonPart, ...]
    totals: Totals
    averages: tuple[Average, ...]
    #: Whoever won most often together with the player; several if they are equal, none before enough was played.
    best_partners: tuple[Partner, ...]

    @property
    def share(self) -> Fraction | None:
        """The share of games won."""
        return self.totals.wins / self.totals.games if self.totals.games else None

    @property
    def bidding(self) -> Bidding:
        """All bids."""
        return self.totals.bidding

    @property
    def places(self) -> tuple[int, ...]:
        """The places of all seasons in which the player has one, best first."""
        return tuple(sorted(part.place for part in self.seasons if part.place is not None))


def career(player: Player, seasons: Sequence[SeasonPart]) -> Career:
    """The career of a player, from the seasons in which something of it counts."""
    return Career(
        tuple(seasons),
        sum((part.totals for part in seasons), Totals()),
        _averages(seasons),
        _best_partners(_partners(player, seasons)),
    )


def _averages(seasons: Sequence[SeasonPart]) -> tuple[Average, ...]:
    """An average for each game that has seasons of its own, the one with most games first."""
    games: dict[str, int] = {}
    points: dict[str, int] = {}
    for part in seasons:
        if part.game is not None and part.totals.games:
            sign = -1 if part.lowest_wins else 1
            games[part.game] = games.get(part.game, 0) + part.totals.games
            points[part.game] = points.get(part.game, 0) + sign * part.totals.scratch
    averages = (Average(game, count, Fraction(points[game], count)) for game, count in games.items())
    return tuple(sorted(averages, key=lambda average: (-average.games, average.game)))


def _partners(player: Player, seasons: Sequence[SeasonPart]) -> dict[Entrant, Totals]:
    """What the player did with everybody, by the others of the partnership."""
    together: dict[Entrant, Totals] = {}
    for part in seasons:
        for entrant, totals in _own(player, part.partnerships).items():
            others = tuple(other for other in entrant if other != player)
            together[others] = together.get(others, Totals()) + totals
    return together


def _own(player: Player, partnerships: TotalsByEntrant) -> Mapping[Entrant, Totals]:
    return {entrant: totals for entrant, totals in partnerships.items() if player in entrant and len(entrant) > 1}


def _best_partners(together: Mapping[Entrant, Totals]) -> tuple[Partner, ...]:
    """The largest share of games won, then the most games; nobody without a win."""
    partners = [
        Partner(others, totals.games, totals.wins)
        for others, totals in together.items()
        if totals.games >= LEAST_TOGETHER and totals.wins
    ]
    best = max(((partner.share, partner.games) for partner in partners), default=None)
    return tuple(sorted(partner for partner in partners if (partner.share, partner.games) == best))
