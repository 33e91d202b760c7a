"""Skill ratings by openskill: how good somebody probably is, and how sure that is.

The model is Plackett–Luce. It looks at the order in which all sides came in, once, whatever their
number, so two pairs, four single players and the three sides of Club Rook are one case; with two
sides it is the same as Bradley–Terry, which would take a game of three or more apart into duels and
count it as often. Sides that share a place are a draw. Partners are rated by what their side did;
who sat with whom is told apart by playing with others. Only places count, so games in which the
lowest wins, and long and short ones, all rate.

Ratings are a fold over results in order of time, and cannot be added up in another order.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

from scorekeeper.league.results import Placing, Player, Result

_MODEL = PlackettLuce()
#: Settled once the uncertainty is down to this (a newcomer has 8.33) …
SETTLED_SIGMA = 5.0
#: … or after so many games, for in large sides the uncertainty falls slowly.
SETTLED_GAMES = 30
#: Nineteen of twenty lie within so many uncertainties.
RANGE = 2.0


@dataclass(frozen=True, slots=True)
class Rating:
    """An estimate of skill with its uncertainty."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def provisional(self) -> bool:
        """Too few games to be trusted."""
        return self.sigma > SETTLED_SIGMA and self.games < SETTLED_GAMES

    @property
    def span(self) -> tuple[float, float]:
        """Between these the skill very probably lies; the lower one is the figure to rank by."""
        return self.mu - RANGE * self.sigma, self.mu + RANGE * self.sigma


Ratings = Mapping[Player, Rating]


def ratings(results: Iterable[Result], before: Ratings | None = None) -> dict[Player, Rating]:
    """Everybody's rating after these results, which are taken in order of time."""
    return rate_in_order(in_order(results), before or {})


def in_order(results: Iterable[Result]) -> list[Placing]:
    """The places of these results in order of time."""
    return [result.placing for result in sorted(results, key=lambda result: result.when)]


def rate_in_order(placings: Iterable[Placing], before: Ratings) -> dict[Player, Rating]:
    """Everybody's rating after these games, which come in order of time; a side without opponents is not rated."""
    skills: defaultdict[Player, PlackettLuceRating] = defaultdict(_MODEL.rating)
    skills |= {player: _MODEL.rating(rating.mu, rating.sigma) for player, rating in before.items()}
    games = Counter({player: rating.games for player, rating in before.items()})
    for placing in placings:
        if len(placing) < 2:
            continue
        teams = [[skills[player] for player in players] for players, _ in placing]
        after = _MODEL.rate(teams, ranks=[float(place) for _, place in placing])
        for (players, _), team in zip(placing, after, strict=True):
            skills.update(zip(players, team, strict=True))
            games.update(players)
    return {player: Rating(skill.mu, skill.sigma, games[player]) for player, skill in skills.items()}


def ladder(current: Ratings) -> list[tuple[Player, Rating]]:
    """Settled ratings first, each by the lower end of its range."""
    return sorted(current.items(), key=lambda item: (item[1].provisional, -item[1].span[0], item[0]))
