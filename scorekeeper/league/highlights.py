"""Awards of a season, careers across seasons, and head-to-head records of two players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.league.results import Entrant, Player, Result
from scorekeeper.league.standings.counting import FOR_NOBODY, FOR_SUBSTITUTE
from scorekeeper.league.statistics import entrants_of
from scorekeeper.league.totals import Meeting, Meetings, Totals, TotalsByEntrant

#: An award needs at least so many games, hands, or games together.
LEAST_GAMES, LEAST_HANDS, LEAST_TOGETHER = 8, 40, 5
#: An award needs somebody to compare with.
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
    """An award and who has it."""

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
    """Candidates with the largest figure, then the most played; nobody without a figure above zero."""
    if len(candidates) < LEAST_CANDIDATES:
        return ()
    most = max((row.figure, row.played) for row in candidates)
    return tuple(sorted(row for row in candidates if (row.figure, row.played) == most and row.figure > 0))


def _wins(results: Iterable[Result], substitutes: str) -> dict[Entrant, list[Fraction]]:
    """Everybody's games in order: 1 for a win, less for a shared one."""
    wins: dict[Entrant, list[Fraction]] = {}
    for result in results:
        for side in result.sides:
            for entrant in entrants_of(result, side, substitutes):
                wins.setdefault(entrant, []).append(result.win if side.won else Fraction(0))
    return wins


def _improved(wins: dict[Entrant, list[Fraction]]) -> Iterator[Candidate]:
    """The rise from the first half to the second half, which includes the middle game."""
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

    Bids of players who left a table are not counted, because it is not stored how many hands they played.
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
    """How often each player at the end of a game won the bid; empty if nobody did."""
    own = {player: side.bids_of(player) for side in result.sides for player in side.players}
    won = {player: bidding.made + bidding.set_back for player, bidding in own.items()}
    return won if any(won.values()) else {}


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


@dataclass(frozen=True)
class Career:
    """All seasons of a player."""

    seasons: tuple[SeasonPart, ...]
    totals: Totals
    averages: tuple[Average, ...]
    #: The partners with the largest share of wins; several if they are equal, none before enough was played.
    best_partners: TotalsByEntrant

    @property
    def share(self) -> Fraction | None:
        """The share of games won."""
        return self.totals.wins / self.totals.games if self.totals.games else None

    @property
    def places(self) -> tuple[int, ...]:
        """The places of all seasons in which the player has one, best first."""
        return tuple(sorted(part.place for part in self.seasons if part.place is not None))


def career(player: Player, seasons: Sequence[SeasonPart]) -> Career:
    """The career of a player over these seasons."""
    return Career(
        tuple(seasons),
        sum((part.totals for part in seasons), Totals()),
        _averages(seasons),
        _best_partners(_partners(player, seasons)),
    )


def _averages(seasons: Sequence[SeasonPart]) -> tuple[Average, ...]:
    """An average for each game that has its own seasons, the one with most games first."""
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
    """The player's totals by partners."""
    together: dict[Entrant, Totals] = {}
    for part in seasons:
        for entrant, totals in part.partnerships.items():
            if player in entrant and len(entrant) > 1:
                others = tuple(other for other in entrant if other != player)
                together[others] = together.get(others, Totals()) + totals
    return together


def _best_partners(together: TotalsByEntrant) -> TotalsByEntrant:
    """The largest share of games won, then the most games; nobody without a win."""
    enough = {others: own for others, own in together.items() if own.games >= LEAST_TOGETHER and own.wins}
    figures = {others: (own.wins / own.games, own.games) for others, own in enough.items()}
    best = max(figures.values(), default=None)
    return {others: enough[others] for others in sorted(enough) if figures[others] == best}


NEVER = Meeting()


class SeasonRivalry(NamedTuple):
    """One season of two players: the first against the second, and both as partners."""

    #: The id of the season.
    season: str
    against: Meeting = NEVER
    together: Meeting = NEVER


@dataclass(frozen=True)
class Rivalry:
    """All seasons in which two players met or played together."""

    seasons: tuple[SeasonRivalry, ...]

    @property
    def against(self) -> Meeting:
        """Games against each other, and those in which the first came out ahead."""
        return sum((season.against for season in self.seasons), NEVER)

    @property
    def together(self) -> Meeting:
        """Games as partners, and those that they won."""
        return sum((season.together for season in self.seasons), NEVER)


def rivalry(
    one: Player, other: Player, meetings: Mapping[str, Meetings], partnerships: Mapping[str, TotalsByEntrant]
) -> Rivalry:
    """The rivalry of two players, from the meetings and partnerships of seasons by their ids, in order."""
    seasons = (
        SeasonRivalry(
            season,
            meetings.get(season, {}).get(((one,), (other,)), NEVER),
            _together(one, other, partnerships[season]),
        )
        for season in partnerships
    )
    return Rivalry(tuple(season for season in seasons if season.against.games or season.together.games))


def _together(one: Player, other: Player, partnerships: TotalsByEntrant) -> Meeting:
    both = (totals for entrant, totals in partnerships.items() if one in entrant and other in entrant)
    total = sum(both, Totals())
    return Meeting(total.games, total.wins)
