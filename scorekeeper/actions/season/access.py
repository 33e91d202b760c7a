"""Who may see a season."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from scorekeeper.actions.club.access import ClubAccess, require_role
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import same_key
from scorekeeper.store import Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.tables.club import MEMBER, ORGANIZER, SCORER
from scorekeeper.store.tables.game import now

#: A closed season can be reopened so long.
REOPENING = dt.timedelta(days=1)
CLOSED = Refusal(("The season is closed and can no longer change. Copy it to start a new one.",))


@dataclass(frozen=True)
class SeasonAccess:
    """A season as one of its club's members may see it."""

    club_access: ClubAccess
    season: Season

    @property
    def open(self) -> bool:
        """Whether it can still change."""
        return self.season.closed_at is None

    @property
    def may_reopen(self) -> bool:
        """Whether it was closed less than a day ago."""
        return self.season.closed_at is not None and now() - self.season.closed_at < REOPENING


def require_season(account_id: str, club_id: str, season_id: str) -> SeasonAccess:
    """The season, if this account is on the list of its club."""
    return _require(account_id, club_id, season_id, MEMBER)


def require_season_scorer(account_id: str, club_id: str, season_id: str) -> SeasonAccess:
    """The season, if this account may add games to it."""
    return _require(account_id, club_id, season_id, SCORER)


def require_season_organizer(account_id: str, club_id: str, season_id: str) -> SeasonAccess:
    """The season, if this account organizes its club."""
    return _require(account_id, club_id, season_id, ORGANIZER)


def _require(account_id: str, club_id: str, season_id: str, role: str) -> SeasonAccess:
    club_access = require_role(account_id, club_id, role)
    season = season_by_id(season_id)
    if season.club_id != club_id:
        raise NotFoundError(season_id)
    return SeasonAccess(club_access, season)


def public_season(key: str) -> Season:
    """The season whose public page has this key."""
    season = season_queries.public_season(key)
    if season is None or season.public_key is None or not same_key(key, season.public_key):
        raise NotFoundError("season")
    return season


def season_by_id(season_id: str) -> Season:
    """A season by its id."""
    season = db.session.get(Season, season_id)
    if season is None or season.deleted_at is not None:
        raise NotFoundError(season_id)
    return season
