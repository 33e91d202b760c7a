"""Opening a club night, changing what is played, its check-in link, closing it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.actions.club.access import ClubAccess, by, require_role
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.event.access import RUNNER, EventAccess, Visitor, by_runner
from scorekeeper.actions.event.checkin import forget_newcomers
from scorekeeper.actions.event.clock import MOST_MINUTES
from scorekeeper.actions.event.contest import ContestView
from scorekeeper.actions.event.results import unfinished_tables
from scorekeeper.actions.event.seating import empty_record, usual_size
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import LONGEST_CLUB, clean_name
from scorekeeper.actions.season import results
from scorekeeper.actions.season.details import day_fault
from scorekeeper.rules import BY_SLUG, score
from scorekeeper.store import Event, Season, db
from scorekeeper.store.queries.event import events_of_club, open_seasons
from scorekeeper.store.tables.game import now

DEFAULT_NAME = "Club night"
#: The most rounds that somebody may plan.
MOST_ROUNDS = 50
#: The latest nights that a club's page lists.
LISTED = 12
#: The farthest date of a night, from today.
NEAR = dt.timedelta(days=366)

DATE_FAULT = "Choose a date within a year from today."
ROUNDS_FAULT = f"Enter 1 to {MOST_ROUNDS} rounds, or leave this empty."
MINUTES_FAULT = f"Enter 1 to {MOST_MINUTES} minutes, or leave this empty."


@dataclass(frozen=True)
class EventPlan:
    """What a night is opened with."""

    name: str
    date: dt.date | None
    game: str
    options: Mapping[str, Any]
    season_id: str = ""
    rounds: int | None = None
    #: How long a round lasts.
    minutes: int | None = None


def require_opener(account_id: str, club_id: str) -> ClubAccess:
    """The club, if this account may open a night in it."""
    return require_role(account_id, club_id, RUNNER)


def season_choices(club_id: str, event: Event | None = None) -> list[Season]:
    """The seasons for which a night may count, the latest first; once it has a round, only its own."""
    own = [event.season] if event is not None and event.season is not None else []
    if event is not None and event.rounds:
        return own
    return list(dict.fromkeys([*own, *open_seasons(club_id)]))


def usual_season(choices: Sequence[Season], date: dt.date | None) -> Season | None:
    """The latest season in which the day of a night lies."""
    return next((season for season in choices if date is not None and season.starts <= date <= season.ends), None)


@by(RUNNER)
def open_event(club: ClubAccess, visitor: Visitor, plan: EventPlan) -> Event | Refusal:
    """Open a night: people can check in at once."""
    if faults := plan_faults(club, plan):
        return Refusal(tuple(faults))
    event = Event(id=new_key(), club=club.club, checkin_key=new_key(), screen_key=new_key(), revision=0)
    _apply(plan, event, _season(club, plan.season_id))
    db.session.add(event)
    db.session.flush()
    EventAccess(event, club.me, club.me.role, visitor).log(f"{event.name} was opened.")
    return event


@by_runner
def change(access: EventAccess, plan: EventPlan) -> Refusal | None:
    """Change the name, season, game, number of rounds or minutes; rounds drawn already keep their games."""
    if faults := plan_faults(access.club, plan, access.event):
        return Refusal(tuple(faults))
    event = access.event
    if event.rounds and (event.season_id or "") != plan.season_id:
        return Refusal(("This night already has rounds, so its season cannot change.",))
    _apply(plan, event, _season(access.club, plan.season_id))
    db.session.flush()
    results.refresh_event(event)
    access.log(f"{event.name} was edited: {BY_SLUG[plan.game].name}.")
    return None


def _apply(plan: EventPlan, event: Event, season: Season | None) -> None:
    """Set what the plan says; if there was a season to choose and none was, the night stays out of all."""
    name = clean_name(plan.name or DEFAULT_NAME, LONGEST_CLUB)
    if isinstance(name, Refusal) or plan.date is None:
        raise ValueError("the plan was not checked")
    event.apart = season is None and (bool(event.apart) or bool(open_seasons(event.club.id, plan.date)))
    event.name, event.date, event.season = name, plan.date, season
    event.slug, event.options = plan.game, _options(plan, season)
    event.planned, event.minutes = plan.rounds, plan.minutes


def _options(plan: EventPlan, season: Season | None) -> dict[str, Any]:
    """The options of the plan, unless the season has its own."""
    return dict(plan.options if season is None or season.options is None else season.options)


def plan_faults(club: ClubAccess, plan: EventPlan, event: Event | None = None) -> list[str]:
    """Everything that is wrong with a plan."""
    season = _season(club, plan.season_id)
    keeps_day = event is not None and (event.season_id, event.date) == (plan.season_id, plan.date)
    name = clean_name(plan.name or DEFAULT_NAME, LONGEST_CLUB)
    faults = [*name.messages] if isinstance(name, Refusal) else []
    if plan.date is None or not is_near(plan.date):
        faults.append(DATE_FAULT)
    elif season is not None and not keeps_day and (fault := day_fault(season, plan.date)):
        faults.append(f"{fault} Choose another date, another season or no season.")
    if plan.rounds is not None and not 1 <= plan.rounds <= MOST_ROUNDS:
        faults.append(ROUNDS_FAULT)
    if plan.minutes is not None and not 1 <= plan.minutes <= MOST_MINUTES:
        faults.append(MINUTES_FAULT)
    if game_faults := _game_faults(replace(plan, options=_options(plan, season))):
        return faults + game_faults
    if season is not None and season.slug not in (None, plan.game):
        game = BY_SLUG[season.slug].name
        faults.append(f"{season.name} is for {game}. Choose that game, or choose no season.")
    return faults


def is_near(date: dt.date) -> bool:
    """Whether a date is within a year of today."""
    return abs(date - dt.date.today()) <= NEAR


def _season(club: ClubAccess, season_id: str) -> Season | None:
    """An open season of this club; any other id is not found."""
    if not season_id:
        return None
    season = db.session.get(Season, season_id)
    if season is None or season.club_id != club.club.id or season.closed_at or season.deleted_at:
        raise NotFoundError(season_id)
    return season


def _game_faults(plan: EventPlan) -> list[str]:
    game = BY_SLUG.get(plan.game)
    if game is None:
        return ["Choose a game."]
    players = [f"Player {seat}" for seat in range(1, usual_size(game) + 1)]
    faults = score(empty_record(game, players, plan.options))
    return [fault.message for fault in faults] if isinstance(faults, tuple) else []


def latest_events(club: ClubAccess) -> list[Event]:
    """A club's latest nights."""
    return events_of_club(club.club.id, LISTED)


def latest_contests(club: ClubAccess) -> list[Event]:
    """A club's latest tournaments."""
    return events_of_club(club.club.id, LISTED, contests=True)


@by_runner
def replace_link(access: EventAccess, working: bool = True) -> Refusal | None:
    """Replace the check-in link, or end check-in by phone."""
    access.event.checkin_key = new_key() if working else None
    access.log("The check-in link was reset." if working else "The check-in link was turned off.")
    return None


@by_runner
def replace_screen_link(access: EventAccess) -> Refusal | None:
    """Give the big screen a new link; the old one shows nothing any more."""
    access.event.screen_key = new_key()
    access.log("The big screen link was reset.")
    return None


@by_runner
def close(access: EventAccess) -> Refusal | None:
    """Close a night: after that only corrections change it."""
    playing = ContestView(access).running if access.plan is not None else unfinished_tables(access)
    if playing:
        return Refusal(tuple(f"{state.title} is still playing. Finish the game, or stop it." for state in playing))
    access.event.closed_at = now()
    forget_newcomers(access.event)
    access.log(f"{access.event.name} was closed.")
    return None


@by(RUNNER)
def reopen(access: EventAccess) -> None:
    """Open a closed night again."""
    if access.closed:
        access.event.closed_at = None
        access.log(f"{access.event.name} was reopened.")
