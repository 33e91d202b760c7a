"""Skill ratings by openskill: an estimate of skill with its uncertainty.

The model is Plackett–Luce. It rates the order in which all sides finish, whatever their number, so two pairs, four
single players and the three sides of Club Rook need no special case. (With two sides it equals Bradley–Terry, which
would split a game of three or more into several duels.) Sides that share a place are a draw. Partners are rated by the
result of their side, and become distinguishable when they play with others. Only places count, so games in which the
lowest wins, and long and short games, are all rated.

Ratings are a fold over results in order of time: another order gives other ratings.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

from scorekeeper.league.results import Placing, Player

_MODEL = PlackettLuce()
#: A rating is settled when its uncertainty is at most this (a newcomer has 8.33) …
SETTLED_SIGMA = 5.0
#: … or after so many games, because the uncertainty falls slowly in large sides.
SETTLED_GAMES = 30
#: The range that contains 95% of cases, in uncertainties.
RANGE = 2.0


@dataclass(frozen=True, slots=True)
class Rating:
    """An estimate of skill with its uncertainty."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def provisional(self) -> bool:
        """Too uncertain to be shown as settled."""
        return self.sigma > SETTLED_SIGMA and self.games < SETTLED_GAMES

    @property
    def span(self) -> tuple[float, float]:
        """The range in which the skill very probably lies; players are ranked by its lower end."""
        return self.mu - RANGE * self.sigma, self.mu + RANGE * self.sigma


Ratings = Mapping[Player, Rating]


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
