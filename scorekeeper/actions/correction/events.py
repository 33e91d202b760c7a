"""Delete and move events and seasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.club.access import ClubAccess, by, require_role
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.season.details import SeasonAccess, day_fault, games_counted
from scorekeeper.actions.season.results import assign_event, move_event, plays, refresh_event
from scorekeeper.actions.season.totals import recompute_totals
from scorekeeper.league import words
from scorekeeper.rules import BY_SLUG
from scorekeeper.store import Event, GameResult, Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.event import open_seasons
from scorekeeper.store.tables.club import ORGANIZER, SCORER
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import begin_writing

EVENT, SEASON = "event deleted", "season deleted"
SEASON_CLOSED = Refusal(("The season of this night is closed, so the night can't be deleted.",))
CLOSED = Refusal(("This season is closed and its standings are final. Archive it instead.",))


def require_club_event(account_id: str, event_id: str, role: str, writing: bool = False) -> tuple[ClubAccess, Event]:
    """An event that is not deleted, also one of added games, for somebody who has this role in its club."""
    if writing:
        begin_writing()
    event = db.session.get(Event, event_id)
    if event is None or event.deleted_at is not None:
        raise NotFoundError(event_id)
    return require_role(account_id, event.club_id, role), event


@dataclass(frozen=True)
class Loss:
    """What an event holds, before somebody deletes it."""

    rounds: int
    results: int
    hands: int
    unfinished: int


def loss_of_event(event: Event) -> Loss:
    """What would be gone with an event."""
    tables = season_queries.tables_of_event(event.id)
    rows = [row for row in season_queries.rows_of_event(event.id) if row.placings]
    hands = sum(len({version.hand for version in table.game.versions}) for table in tables if table.game is not None)
    return Loss(len(event.rounds), len(rows), hands, len(tables) - len(rows))


@by(ORGANIZER)
def delete_event(access: ClubAccess, event: Event) -> Refusal | None:
    """Delete an event: it leaves its season and every list."""
    if event.season is not None and event.season.closed_at is not None:
        return SEASON_CLOSED
    entry = write_log(access, "event", f"{event.name} of {words.day(event.date)} was deleted.", about=event.id)
    entry.undo = {"step": EVENT, "event": event.id, "season": event.season_id, "apart": event.apart}
    _put(event, None, apart=True)
    event.deleted_at = now()
    return None


def restore_event(access: ClubAccess, facts: Mapping[str, Any]) -> Refusal | None:
    """Bring a deleted event back into its season."""
    event = db.session.get(Event, facts["event"])
    if event is None or event.deleted_at is None:
        raise NotFoundError(str(facts["event"]))
    season = db.session.get(Season, facts["season"]) if facts["season"] else None
    if refusal := season_hindrance(season):
        return refusal
    event.deleted_at = None
    _put(event, season, facts["apart"])
    return None


def season_hindrance(season: Season | None) -> Refusal | None:
    """Why an event cannot come back into a season."""
    if season is not None and season.deleted_at is not None:
        return Refusal((f"{season.name} is deleted. Undo that first.",))
    if season is not None and season.closed_at is not None:
        return Refusal((f"{season.name} is closed, so its nights can no longer change.",))
    return None


@by(ORGANIZER)
def delete_season(access: SeasonAccess) -> Refusal | None:
    """Delete a season; its events stay, and count for none."""
    season = access.season
    if not access.open and games_counted(season):
        return CLOSED
    events = season_queries.events_of(season.id)
    entry = access.log(f"The season {season.name} was deleted.")
    entry.undo = {"step": SEASON, "season": season.id, "events": [event.id for event in events]}
    for event in events:
        move_event(event, None, keep_counts=True)
        event.revision += 1
    recompute_totals(season)
    season.deleted_at = now()
    return None


def restore_season(access: ClubAccess, facts: Mapping[str, Any]) -> Refusal | None:
    """Bring a deleted season back, with those of its events that no other season has."""
    season = db.session.get(Season, facts["season"])
    if season is None or season.deleted_at is None:
        raise NotFoundError(str(facts["season"]))
    season.deleted_at = None
    for event_id in facts["events"]:
        event = db.session.get(Event, event_id)
        if event is not None and event.season_id is None and event.deleted_at is None and not event.apart:
            move_event(event, season, keep_counts=True)
            event.revision += 1
    recompute_totals(season)
    return None


STEP = "event moved"
NOWHERE = "no season"


@dataclass(frozen=True)
class Destination:
    """A season to which an event could move: what would count there, or why it cannot move."""

    season: Season | None
    note: str
    hindrance: str = ""


def destinations(event: Event) -> list[Destination]:
    """Every other season, and none."""
    games = [row for row in season_queries.rows_of_event(event.id) if row.placings]
    others = [season for season in open_seasons(event.club_id) if season.id != event.season_id]
    choices = [_destination(event, season, games) for season in others]
    return choices if event.season is None else [*choices, Destination(None, "The night counts in no standings.")]


def _destination(event: Event, season: Season, games: list[GameResult]) -> Destination:
    fitting = sum(row.counted and plays(season, row.game) for row in games)
    uncounted = len(games) - fitting
    note = f"{words.counted(fitting, 'game counts', 'games count')} there."
    rest = f" {words.counted(uncounted, 'game does', 'games do')} not." if uncounted else ""
    return Destination(season, note + rest if games else "No game is over yet.", _hindrance(event, season))


def _hindrance(event: Event, season: Season) -> str:
    if refusal := season_hindrance(season):
        return refusal.messages[0]
    if event.slug is not None and season.slug not in (None, event.slug):
        return f"{season.name} is for {BY_SLUG[season.slug].name}."
    return day_fault(season, event.date)


@by(SCORER)
def move(access: ClubAccess, event: Event, season_id: str) -> Refusal | None:
    """Move an event to another season, or to none; both standings follow."""
    season = db.session.get(Season, season_id) if season_id else None
    if season_id and (season is None or season.club_id != event.club_id):
        raise NotFoundError(season_id)
    if event.season is season:
        return Refusal(("The night is already there. Choose another season.",))
    if refusal := season_hindrance(event.season):
        return refusal
    if season is not None and (hindrance := _hindrance(event, season)):
        return Refusal((hindrance,))
    old, name = event.season, season.name if season is not None else NOWHERE
    sentence = f"{event.name} of {words.day(event.date)} was moved from {old.name if old else NOWHERE} to {name}."
    entry = write_log(access, "event", sentence, about=event.id)
    entry.undo = {
        "step": STEP,
        "event": event.id,
        "before": [event.season_id, event.apart, event.options],
        "after": season.id if season is not None else None,
    }
    _put(event, season, season is None, season.options if season is not None else None)
    return None


def _put(event: Event, season: Season | None, apart: bool, options: dict[str, Any] | None = None) -> None:
    """Give an event to a season, with the options that are agreed there if it has its own."""
    assign_event(event, season, keep_counts=True)
    event.apart = apart
    if options is not None and event.slug is not None:
        event.options = options
    db.session.flush()
    refresh_event(event)
    event.revision += 1


def move_back(access: ClubAccess, facts: Mapping[str, Any]) -> Refusal | None:
    """Undo a move, if the event is still where it was moved."""
    event = db.session.get(Event, facts["event"])
    if event is None or event.deleted_at is not None or event.season_id != facts["after"]:
        return Refusal(("The night has been moved or deleted since. Undo that first.",))
    season_id, apart, options = facts["before"]
    season = db.session.get(Season, season_id) if season_id else None
    if refusal := season_hindrance(event.season) or season_hindrance(season):
        return refusal
    _put(event, season, apart, options)
    return None
