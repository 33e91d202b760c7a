"""Opening a club night, changing what is played, its check-in link, closing it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.club.access import ClubAccess, require_role
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import LONGEST_CLUB, clean_name
from scorekeeper.actions.night.access import NightAccess, Who, require_night, running
from scorekeeper.actions.night.access import done as _done
from scorekeeper.actions.night.results import unfinished
from scorekeeper.actions.season import results
from scorekeeper.rules import BY_SLUG, score
from scorekeeper.rules.document import FORMAT
from scorekeeper.rules.game import Game
from scorekeeper.store import Night, Season, db
from scorekeeper.store.queries.night import nights_of_club, seasons_on
from scorekeeper.store.tables.club import SCORER as RUNS
from scorekeeper.store.tables.game import now
from scorekeeper.store.transaction import writes

#: The most rounds that somebody may plan.
MOST_ROUNDS = 50
#: The latest nights that a club's page lists.
LISTED = 12
#: Days of a date that is likely to be meant.
NEAR = dt.timedelta(days=366)


@dataclass(frozen=True)
class Plan:
    """What a night is opened with, as a form says it."""

    name: str
    date: str
    game: str
    options: Mapping[str, Any]
    season_id: str = ""
    rounds: str = ""


@dataclass(frozen=True)
class Sound:
    """The same, checked."""

    name: str
    date: dt.date
    season: Season | None
    slug: str
    options: dict[str, Any]
    rounds: int | None


def opening(account_id: str, club_id: str) -> tuple[ClubAccess, list[Season]]:
    """The club, to open a night in, and the seasons that go on today."""
    return require_role(account_id, club_id, RUNS), offered(club_id)


def offered(club_id: str, night: Night | None = None) -> list[Season]:
    """The seasons for which a night may count: those that go on today; once tables are drawn, only its own."""
    own = [night.season] if night is not None and night.season is not None else []
    if night is not None and night.rounds:
        return own
    return list(dict.fromkeys([*own, *seasons_on(club_id, dt.date.today())]))


@writes
def open_night(who: Who, club_id: str, plan: Plan) -> Night | Refusal:
    """Open a night: people can check in at once."""
    place = require_role(who.account_id, club_id, RUNS)
    sound = checked(place, plan)
    if isinstance(sound, Refusal):
        return sound
    night = Night(id=new_key(), club=place.club, checkin_key=new_key(), revision=0)
    _set(night, sound)
    db.session.add(night)
    db.session.flush()
    NightAccess(night, place.me, place.me.role, who).said(f"{sound.name} was opened.")
    _done()
    return night


@writes
def change(who: Who, night_id: str, plan: Plan) -> Refusal | None:
    """Another name, season, game or number of rounds; rounds drawn already keep their games."""
    found = running(who, night_id)
    if isinstance(found, Refusal):
        return found
    sound = checked(found.place, plan)
    if isinstance(sound, Refusal):
        return sound
    if found.night.rounds and _season_id(found.night.season) != _season_id(sound.season):
        return Refusal(("Tables were drawn already: the night stays in its season, or their games would move.",))
    _set(found.night, sound)
    db.session.flush()
    results.refresh_night(found.night)
    found.said(f"{sound.name} was changed: {BY_SLUG[sound.slug].name}.")
    _done()
    return None


def _season_id(season: Season | None) -> str:
    return season.id if season else ""


def _set(night: Night, sound: Sound) -> None:
    """Take the plan over; whoever could choose a season and chose none keeps the night out of all."""
    night.apart = sound.season is None and (bool(night.apart) or bool(offered(night.club.id, night)))
    night.name, night.date, night.season = sound.name, sound.date, sound.season
    night.slug, night.options, night.planned = sound.slug, sound.options, sound.rounds


def checked(place: ClubAccess, plan: Plan) -> Sound | Refusal:
    """The plan as it can be meant, or everything that is wrong with it."""
    date, season = _date(plan.date), _season(place, plan.season_id)
    name = clean_name(plan.name or "Club night", LONGEST_CLUB)
    rounds = int(plan.rounds) if plan.rounds.isdecimal() and len(plan.rounds) < 4 else 0
    slug, options = plan.game, dict(plan.options)
    if season is not None and season.options is not None:
        options = dict(season.options)
    wrong = [*(name.messages if isinstance(name, Refusal) else ())]
    if date is None:
        wrong.append("A date is a day near today, such as 2026-11-10.")
    if plan.rounds and not 1 <= rounds <= MOST_ROUNDS:
        wrong.append(f"A night has 1 to {MOST_ROUNDS} rounds; leave it empty if nobody knows.")
    wrong += _game_faults(slug, options) or _season_faults(season, slug)
    if wrong or isinstance(name, Refusal) or date is None:
        return Refusal(tuple(wrong))
    return Sound(name, date, season, slug, options, rounds or None)


def _date(said: str) -> dt.date | None:
    try:
        date = dt.date.fromisoformat(said)
    except ValueError:
        return None
    return date if abs(date - dt.date.today()) <= NEAR else None


def _season(place: ClubAccess, season_id: str) -> Season | None:
    """A season of this club that can still change; a made-up one is not here."""
    if not season_id:
        return None
    season = db.session.get(Season, season_id)
    if season is None or season.club_id != place.club.id or season.closed_at is not None:
        raise NotFoundError(season_id)
    return season


def _game_faults(slug: str, options: Mapping[str, Any]) -> list[str]:
    game = BY_SLUG.get(slug)
    if game is None:
        return ["Choose the game of the night."]
    faults = score(empty_record(game, [f"Player {seat}" for seat in range(1, usual(game) + 1)], options))
    return [fault.message for fault in faults] if isinstance(faults, tuple) else []


def _season_faults(season: Season | None, slug: str) -> list[str]:
    if season is None or season.slug in (None, slug):
        return []
    played = BY_SLUG[season.slug].name
    return [f"{season.name} is played with {played}: choose that game, or let the night count for no season."]


def empty_record(game: Game, players: Sequence[str], options: Mapping[str, Any], dealer: int = 0) -> dict[str, Any]:
    """The record of a game that is about to begin."""
    head = {"format": FORMAT, "game": game.slug, "players": list(players), "dealer": dealer}
    return {**head, "options": dict(options), "hands": []}


def usual(game: Game, wanted: int = 4) -> int:
    """How many sit at a table of this game: four where four can play."""
    return wanted if wanted in game.players else game.players[0]


def nights_of(place: ClubAccess) -> list[Night]:
    """A club's latest nights."""
    return nights_of_club(place.club.id, LISTED)


@writes
def renew_link(who: Who, night_id: str, working: bool = True) -> Refusal | None:
    """Make the check-in link anew, or let nobody check in by phone any more."""
    found = running(who, night_id)
    if isinstance(found, Refusal):
        return found
    found.night.checkin_key = new_key() if working else None
    found.said("The check-in link was made anew." if working else "Nobody checks in by phone any more.")
    _done()
    return None


@writes
def close(who: Who, night_id: str) -> Refusal | None:
    """Close a night: everybody goes home, nothing changes any more but by a correction."""
    found = running(who, night_id)
    if isinstance(found, Refusal):
        return found
    if still := unfinished(found):
        return Refusal(tuple(f"{each} still plays: finish the game, or stop it." for each in still))
    found.night.closed_at = now()
    found.said(f"{found.night.name} was closed.")
    _done()
    return None


@writes
def reopen(who: Who, night_id: str) -> None:
    """Take the closing back."""
    found = require_night(who, night_id, RUNS)
    if found.night.closed_at is not None:
        found.night.closed_at = None
        found.said(f"{found.night.name} was opened again.")
        _done()
