"""The awards of a season as they stand."""

from __future__ import annotations

from functools import lru_cache

from scorekeeper.actions.season.details import counted_results
from scorekeeper.actions.season.totals import scheme_of
from scorekeeper.league.highlights import Award, awards
from scorekeeper.store import Season, db


def awards_of(season: Season) -> tuple[Award, ...]:
    """The awards as they stand, remembered until the season changes, because they look at every game."""
    return _awards(season.id, season.revision)


@lru_cache(maxsize=50)
def _awards(season_id: str, revision: int) -> tuple[Award, ...]:
    season = db.session.get_one(Season, season_id)
    return awards(counted_results(season), scheme_of(season).substitutes)
