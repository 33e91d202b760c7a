"""Moving a night to another season, also after it was played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.correction.deleting import season_hindrance
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.season.adding import day_fault
from scorekeeper.actions.season.results import assign_night, plays, refresh_night
from scorekeeper.league import words
from scorekeeper.rules import BY_SLUG
from scorekeeper.store import GameResult, Night, Season, db
from scorekeeper.store.queries import result as result_queries
from scorekeeper.store.queries.night import open_seasons
from scorekeeper.store.tables.club import SCORER
from scorekeeper.store.transaction import writes

STEP = "night moved"
NOWHERE = "no season"


@dataclass(frozen=True)
class Destination:
    """A season to which a night could move: what would count there, or why it cannot move."""

    season: Season | None
    note: str
    hindrance: str = ""


def destinations(night: Night) -> list[Destination]:
    """Every other season, and none."""
    games = [row for row in result_queries.rows_of_night(night.id) if row.plain]
    others = [season for season in open_seasons(night.club_id) if season.id != night.season_id]
    choices = [_destination(night, season, games) for season in others]
    return choices if night.season is None else [*choices, Destination(None, "The night counts in no standings.")]


def _destination(night: Night, season: Season, games: list[GameResult]) -> Destination:
    fitting = sum(row.counted and plays(season, row.game) for row in games)
    uncounted = len(games) - fitting
    note = f"{words.counted(fitting, 'game counts', 'games count')} there."
    rest = f" {words.counted(uncounted, 'game does', 'games do')} not." if uncounted else ""
    return Destination(season, note + rest if games else "No game is over yet.", _hindrance(night, season))


def _hindrance(night: Night, season: Season) -> str:
    """Why a night cannot move to a season."""
    if refusal := season_hindrance(season):
        return refusal.messages[0]
    if night.slug is not None and season.slug not in (None, night.slug):
        return f"{season.name} is for {BY_SLUG[season.slug].name}."
    return day_fault(season, night.date)


@writes
def move(access: ClubAccess, night: Night, season_id: str) -> Refusal | None:
    """Move a night to another season, or to none; both standings follow."""
    access.require(SCORER)
    season = db.session.get(Season, season_id) if season_id else None
    if season_id and (season is None or season.club_id != night.club_id):
        raise NotFoundError(season_id)
    if night.season is season:
        return Refusal(("The night is already there. Choose another season.",))
    if refusal := season_hindrance(night.season):
        return refusal
    if season is not None and (hindrance := _hindrance(night, season)):
        return Refusal((hindrance,))
    old, name = night.season, season.name if season is not None else NOWHERE
    sentence = f"{night.name} of {words.day(night.date)} was moved from {old.name if old else NOWHERE} to {name}."
    entry = write_log(access, "night", sentence, about=night.id)
    entry.undo = {
        "step": STEP,
        "night": night.id,
        "before": [night.season_id, night.apart, night.options],
        "after": season.id if season is not None else None,
    }
    _put(night, season, season is None, season.options if season is not None else None)
    db.session.commit()
    return None


def _put(night: Night, season: Season | None, apart: bool, options: dict[str, Any] | None) -> None:
    """Give a night to a season, with the options that are agreed there if it has its own."""
    assign_night(night, season, keep_counts=True)
    night.apart = apart
    if options is not None and night.slug is not None:
        night.options = options
    db.session.flush()
    refresh_night(night)
    night.revision += 1


def move_back(access: ClubAccess, facts: Mapping[str, Any]) -> Refusal | None:
    """Undo a move, if the night is still where it was moved."""
    night = db.session.get(Night, facts["night"])
    if night is None or night.deleted_at is not None or night.season_id != facts["after"]:
        return Refusal(("The night has been moved or deleted since. Undo that first.",))
    season_id, apart, options = facts["before"]
    season = db.session.get(Season, season_id) if season_id else None
    if refusal := season_hindrance(night.season) or season_hindrance(season):
        return refusal
    _put(night, season, apart, options)
    return None
