"""Opening a club night, changing what is played, its check-in link, closing it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.club.access import Place, in_club
from scorekeeper.actions.names import LONGEST_CLUB, Refusal, cleaned
from scorekeeper.actions.night.access import Night, Who, night, running
from scorekeeper.actions.night.access import done as _done
from scorekeeper.actions.night.results import unfinished
from scorekeeper.actions.season import results
from scorekeeper.actions.table.access import NotFoundError, new_key
from scorekeeper.rules import BY_SLUG, score
from scorekeeper.rules.document import FORMAT
from scorekeeper.rules.game import Game
from scorekeeper.store import Evening, Season, db
from scorekeeper.store.queries.night import evenings_of, seasons_on
from scorekeeper.store.tables.club import SCORER as RUNS
from scorekeeper.store.tables.game import now

#: The most rounds that somebody may plan.
MOST_ROUNDS = 50
#: The latest evenings that a club's page lists.
LISTED = 12
#: Days of a date that is likely to be meant.
NEAR = dt.timedelta(days=366)


@dataclass(frozen=True)
class Plan:
    """What an evening is opened with, as a form says it."""

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


def opening(account_id: str, club_id: str) -> tuple[Place, list[Season]]:
    """The club, to open an evening in, and the seasons that go on today."""
    return in_club(account_id, club_id, RUNS), offered(club_id)


def offered(club_id: str, evening: Evening | None = None) -> list[Season]:
    """The seasons for which an evening may count: those that go on today; once tables are drawn, only its own."""
    own = [evening.season] if evening is not None and evening.season is not None else []
    if evening is not None and evening.rounds:
        return own
    return list(dict.fromkeys([*own, *seasons_on(club_id, dt.date.today())]))


def open_night(who: Who, club_id: str, plan: Plan) -> Evening | Refusal:
    """Open an evening: people can check in at once."""
    place = in_club(who.account_id, club_id, RUNS)
    sound = checked(place, plan)
    if isinstance(sound, Refusal):
        return sound
    evening = Evening(id=new_key(), club=place.club, checkin_key=new_key(), revision=0, summed=False)
    _set(evening, sound)
    db.session.add(evening)
    db.session.flush()
    Night(evening, place.me, place.me.role, who).said(f"{sound.name} was opened.")
    _done()
    return evening


def change(who: Who, evening_id: str, plan: Plan) -> Refusal | None:
    """Another name, season, game or number of rounds; rounds drawn already keep their games."""
    found = running(who, evening_id)
    if isinstance(found, Refusal):
        return found
    sound = checked(found.place, plan)
    if isinstance(sound, Refusal):
        return sound
    if found.evening.rounds and _season_id(found.evening.season) != _season_id(sound.season):
        return Refusal(("Tables were drawn already: the evening stays in its season, or their games would move.",))
    _set(found.evening, sound)
    db.session.flush()
    results.evening_changed(found.evening)
    found.said(f"{sound.name} was changed: {BY_SLUG[sound.slug].name}.")
    _done()
    return None


def _season_id(season: Season | None) -> str:
    return season.id if season else ""


def _set(evening: Evening, sound: Sound) -> None:
    """Take the plan over; whoever could choose a season and chose none keeps the evening out of all."""
    evening.apart = sound.season is None and (bool(evening.apart) or bool(offered(evening.club.id, evening)))
    evening.name, evening.date, evening.season = sound.name, sound.date, sound.season
    evening.slug, evening.options, evening.planned = sound.slug, sound.options, sound.rounds


def checked(place: Place, plan: Plan) -> Sound | Refusal:
    """The plan as it can be meant, or everything that is wrong with it."""
    date, season = _date(plan.date), _season(place, plan.season_id)
    name = cleaned(plan.name or "Club night", LONGEST_CLUB)
    rounds = int(plan.rounds) if plan.rounds.isdecimal() and len(plan.rounds) < 4 else 0
    slug, options = plan.game, dict(plan.options)
    if season is not None and season.options is not None:
        options = dict(season.options)
    wrong = [*(name.messages if isinstance(name, Refusal) else ())]
    if date is None:
        wrong.append("A date is a day near today, such as 2026-11-10.")
    if plan.rounds and not 1 <= rounds <= MOST_ROUNDS:
        wrong.append(f"An evening has 1 to {MOST_ROUNDS} rounds; leave it empty if nobody knows.")
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


def _season(place: Place, season_id: str) -> Season | None:
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
        return ["Choose the game of the evening."]
    faults = score(empty_record(game, [f"Player {seat}" for seat in range(1, usual(game) + 1)], options))
    return [fault.message for fault in faults] if isinstance(faults, tuple) else []


def _season_faults(season: Season | None, slug: str) -> list[str]:
    if season is None or season.slug in (None, slug):
        return []
    played = BY_SLUG[season.slug].name
    return [f"{season.name} is played with {played}: choose that game, or let the evening count for no season."]


def empty_record(game: Game, players: Sequence[str], options: Mapping[str, Any], dealer: int = 0) -> dict[str, Any]:
    """The record of a game that is about to begin."""
    head = {"format": FORMAT, "game": game.slug, "players": list(players), "dealer": dealer}
    return {**head, "options": dict(options), "hands": []}


def usual(game: Game, wanted: int = 4) -> int:
    """How many sit at a table of this game: four where four can play."""
    return wanted if wanted in game.players else game.players[0]


def nights_of(place: Place) -> list[Evening]:
    """A club's latest evenings."""
    return evenings_of(place.club.id, LISTED)


def renew_link(who: Who, evening_id: str, working: bool = True) -> Refusal | None:
    """Make the check-in link anew, or let nobody check in by phone any more."""
    found = running(who, evening_id)
    if isinstance(found, Refusal):
        return found
    found.evening.checkin_key = new_key() if working else None
    found.said("The check-in link was made anew." if working else "Nobody checks in by phone any more.")
    _done()
    return None


def close(who: Who, evening_id: str) -> Refusal | None:
    """Close an evening: everybody goes home, nothing changes any more but by a correction."""
    found = running(who, evening_id)
    if isinstance(found, Refusal):
        return found
    if still := unfinished(found):
        return Refusal(tuple(f"{each} still plays: finish the game, or stop it." for each in still))
    found.evening.closed_at = now()
    found.said(f"{found.evening.name} was closed.")
    _done()
    return None


def reopen(who: Who, evening_id: str) -> None:
    """Take the closing back."""
    found = night(who, evening_id, RUNS)
    if found.evening.closed_at is not None:
        found.evening.closed_at = None
        found.said(f"{found.evening.name} was opened again.")
        _done()
