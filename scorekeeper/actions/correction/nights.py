"""Delete and move nights and seasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.club.access import ClubAccess, by, require_role
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.season.details import SeasonAccess, day_fault, games_counted
from scorekeeper.actions.season.results import assign_night, move_night, plays, refresh_night
from scorekeeper.actions.season.totals import recompute_totals
from scorekeeper.league import words
from scorekeeper.rules import BY_SLUG
from scorekeeper.store import GameResult, Night, Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.night import open_seasons
from scorekeeper.store.tables.club import ORGANIZER, SCORER
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import begin_writing

NIGHT, SEASON = "night deleted", "season deleted"
SEASON_CLOSED = Refusal(("The season of this night is closed, so the night can't be deleted.",))
CLOSED = Refusal(("This season is closed and its standings are final. Archive it instead.",))


def require_club_night(account_id: str, night_id: str, role: str, writing: bool = False) -> tuple[ClubAccess, Night]:
    """A night that is not deleted, also one of added games, for somebody who has this role in its club."""
    if writing:
        begin_writing()
    night = db.session.get(Night, night_id)
    if night is None or night.deleted_at is not None:
        raise NotFoundError(night_id)
    return require_role(account_id, night.club_id, role), night


@dataclass(frozen=True)
class Loss:
    """What a night holds, before somebody deletes it."""

    rounds: int
    results: int
    hands: int
    unfinished: int


def loss_of_night(night: Night) -> Loss:
    """What would be gone with a night."""
    tables = season_queries.tables_of_night(night.id)
    rows = [row for row in season_queries.rows_of_night(night.id) if row.plain]
    hands = sum(len({version.hand for version in table.game.versions}) for table in tables if table.game is not None)
    return Loss(len(night.rounds), len(rows), hands, len(tables) - len(rows))


@by(ORGANIZER)
def delete_night(access: ClubAccess, night: Night) -> Refusal | None:
    """Delete a night: it leaves its season and every list."""
    if night.season is not None and night.season.closed_at is not None:
        return SEASON_CLOSED
    entry = write_log(access, "night", f"{night.name} of {words.day(night.date)} was deleted.", about=night.id)
    entry.undo = {"step": NIGHT, "night": night.id, "season": night.season_id, "apart": night.apart}
    assign_night(night, None, keep_counts=True)
    night.apart, night.deleted_at = True, now()
    night.revision += 1
    return None


def restore_night(access: ClubAccess, facts: Mapping[str, Any]) -> Refusal | None:
    """Bring a deleted night back into its season."""
    night = db.session.get(Night, facts["night"])
    if night is None or night.deleted_at is None:
        raise NotFoundError(str(facts["night"]))
    season = db.session.get(Season, facts["season"]) if facts["season"] else None
    if refusal := season_hindrance(season):
        return refusal
    night.deleted_at, night.apart = None, facts["apart"]
    assign_night(night, season, keep_counts=True)
    night.apart = facts["apart"]
    refresh_night(night)
    night.revision += 1
    return None


def season_hindrance(season: Season | None) -> Refusal | None:
    """Why a night cannot come back into a season."""
    if season is not None and season.deleted_at is not None:
        return Refusal((f"{season.name} is deleted. Undo that first.",))
    if season is not None and season.closed_at is not None:
        return Refusal((f"{season.name} is closed, so its nights can no longer change.",))
    return None


@by(ORGANIZER)
def delete_season(access: SeasonAccess) -> Refusal | None:
    """Delete a season; its nights stay, and count for none."""
    season = access.season
    if not access.open and games_counted(season):
        return CLOSED
    nights = season_queries.nights_of(season.id)
    entry = access.log(f"The season {season.name} was deleted.")
    entry.undo = {"step": SEASON, "season": season.id, "nights": [night.id for night in nights]}
    for night in nights:
        move_night(night, None, keep_counts=True)
        night.revision += 1
    recompute_totals(season)
    season.deleted_at = now()
    return None


def restore_season(access: ClubAccess, facts: Mapping[str, Any]) -> Refusal | None:
    """Bring a deleted season back, with those of its nights that no other season has."""
    season = db.session.get(Season, facts["season"])
    if season is None or season.deleted_at is None:
        raise NotFoundError(str(facts["season"]))
    season.deleted_at = None
    for night_id in facts["nights"]:
        night = db.session.get(Night, night_id)
        if night is not None and night.season_id is None and night.deleted_at is None and not night.apart:
            move_night(night, season, keep_counts=True)
            night.revision += 1
    recompute_totals(season)
    return None


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
    games = [row for row in season_queries.rows_of_night(night.id) if row.plain]
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
    if refusal := season_hindrance(season):
        return refusal.messages[0]
    if night.slug is not None and season.slug not in (None, night.slug):
        return f"{season.name} is for {BY_SLUG[season.slug].name}."
    return day_fault(season, night.date)


@by(SCORER)
def move(access: ClubAccess, night: Night, season_id: str) -> Refusal | None:
    """Move a night to another season, or to none; both standings follow."""
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
