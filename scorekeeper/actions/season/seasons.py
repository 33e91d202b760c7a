"""Seasons: made, changed, closed, put away, copied; what counts in them, lots, and their public page."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.actions.club.access import ClubAccess, require_organizer, require_role
from scorekeeper.actions.club.log import write_entry, write_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import new_key, same_key
from scorekeeper.actions.names import LONGEST_CLUB, clean_name
from scorekeeper.actions.season import results, totals, totals_update
from scorekeeper.league import codec, words
from scorekeeper.league.results.result import Entrant
from scorekeeper.league.standings.counting import Scheme, scheme_faults
from scorekeeper.league.standings.tie_breaks import TIES
from scorekeeper.league.totals.handicap import Rolling
from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.document import read_options
from scorekeeper.store import Club, Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.tables.club import MEMBER, ORGANIZER, SCORER
from scorekeeper.store.tables.game import now
from scorekeeper.store.tables.season import BY_DATE, BY_HAND
from scorekeeper.store.transaction import writes

COUNTING = (BY_DATE, BY_HAND)
#: No season is longer, nor a handicap larger.
LONGEST = dt.timedelta(days=366 * 5)
LARGEST_HANDICAP = 10_000
#: No season is earlier or later: there is nothing to count, and a copy must find its next year.
EARLIEST, LATEST = dt.date(1900, 1, 1), dt.date(2999, 12, 31)
#: Years in the name of a season.
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
CLOSED = Refusal(("The season is closed: nothing in it changes any more. Copy it for a new one.",))


@dataclass(frozen=True)
class Seen:
    """A season as somebody of its club sees it."""

    place: ClubAccess
    season: Season

    @property
    def open(self) -> bool:
        """It can still change."""
        return self.season.closed_at is None


@dataclass(frozen=True)
class Draft:
    """What a form says of a season."""

    name: str
    starts: dt.date | None
    ends: dt.date | None
    slug: str | None = None
    options: dict[str, Any] | None = None
    counting: str = BY_DATE
    scheme: Scheme = field(default_factory=Scheme)
    #: Fixed handicaps by the id of a member, or rolling ones.
    fixed: dict[str, int] = field(default_factory=dict)
    rolling: Rolling | None = None

    @property
    def handicaps(self) -> dict[str, Any]:
        """Handicaps as they are stored."""
        if self.rolling is not None:
            return {"rolling": codec.rolling(self.rolling)}
        return {"fixed": {who: points for who, points in sorted(self.fixed.items()) if points}}


def seen(account_id: str, club_id: str, season_id: str, role: str = MEMBER) -> Seen:
    """A season of a club, if this account is on its list with at least this role."""
    place = require_role(account_id, club_id, role)
    season = db.session.get(Season, season_id)
    if season is None or season.club_id != club_id:
        raise NotFoundError(season_id)
    return Seen(place, season)


def of_club(place: ClubAccess) -> list[Season]:
    """The seasons of a club, the latest first."""
    return season_queries.seasons_of(place.club.id)


def faults_of(club: Club, draft: Draft) -> tuple[str, ...]:
    """All that speaks against it."""
    name = clean_name(draft.name, LONGEST_CLUB)
    known = {str(member.id) for member in club.members}
    return (
        *(name.messages if isinstance(name, Refusal) else ()),
        *_date_faults(draft),
        *_game_faults(draft),
        *scheme_faults(draft.scheme, TIES),
        *(("Choose whether games count by their date or by hand.",) if draft.counting not in COUNTING else ()),
        *(("A handicap is a number of points for somebody of the club.",) if draft.fixed.keys() - known else ()),
        *(
            (f"A handicap is at most {LARGEST_HANDICAP} points, up or down.",)
            if any(abs(points) > LARGEST_HANDICAP for points in draft.fixed.values())
            else ()
        ),
    )


def _date_faults(draft: Draft) -> tuple[str, ...]:
    if draft.starts is None or draft.ends is None:
        return ("A season has a first and a last day.",)
    if draft.starts < EARLIEST or draft.ends > LATEST:
        return (f"A season lies between {EARLIEST.year} and {LATEST.year}.",)
    if draft.ends < draft.starts:
        return ("The last day is before the first one: exchange them.",)
    return ("A season lasts at most five years.",) if draft.ends - draft.starts > LONGEST else ()


def _game_faults(draft: Draft) -> tuple[str, ...]:
    if draft.slug is None:
        return ("Choose the game before its options.",) if draft.options else ()
    if draft.slug not in BY_SLUG:
        return ("There is no such game.",)
    _, faults = read_options(BY_SLUG[draft.slug], draft.options or {}, None)
    return tuple(fault.message for fault in faults)


@writes
def create(account_id: str, club_id: str, draft: Draft) -> Season | Refusal:
    """A new season; nights of its days that belong to none are counted at once."""
    place = require_organizer(account_id, club_id)
    made = make(place.club, draft)
    if isinstance(made, Season):
        write_log(place, "season", f"The season {made.name} was made.", about=made.id)
        db.session.commit()
    return made


def make(club: Club, draft: Draft) -> Season | Refusal:
    """The season without permission and log. The caller commits."""
    if faults := faults_of(club, draft):
        return Refusal(faults)
    season = Season(id=new_key(), club_id=club.id, lots=[], revision=0)
    _write(season, draft)
    db.session.add(season)
    db.session.flush()
    _gather(season)
    return season


def _write(season: Season, draft: Draft) -> None:
    season.name = " ".join(draft.name.split())
    season.starts, season.ends = draft.starts or dt.date.min, draft.ends or dt.date.max
    season.slug, season.counting = draft.slug, draft.counting
    season.options = draft.options if draft.slug is not None else None
    season.scheme, season.handicaps = codec.scheme(draft.scheme), draft.handicaps


def _gather(season: Season) -> None:
    """Take the nights that belong to the season, let go those that do not, and add up."""
    if season.counting == BY_DATE:
        for night in season_queries.nights_of(season.id):
            if not season.starts <= night.date <= season.ends:
                results.move(night, None)
        for night in season_queries.loose_nights(season.club_id, season.starts, season.ends):
            if night.slug in (None, season.slug) or season.slug is None:
                results.move(night, season)
    for night in season_queries.nights_of(season.id):
        results.replace_all(night)
    db.session.flush()
    totals.settle(season)


@writes
def edit(account_id: str, club_id: str, season_id: str, draft: Draft) -> Refusal | None:
    """Change a season that is not closed; everything is counted anew."""
    at = seen(account_id, club_id, season_id, ORGANIZER)
    if not at.open:
        return CLOSED
    if faults := faults_of(at.place.club, draft):
        return Refusal(faults)
    before = draft_of(at.season)
    _write(at.season, draft)
    _gather(at.season)
    changes = _changes(before, draft)
    if changes:
        write_log(at.place, "season", f"{at.season.name}: {changes} changed.", about=season_id)
    db.session.commit()
    return None


def draft_of(season: Season) -> Draft:
    """A season as a form shows it."""
    given = season.handicaps
    rolling = codec.read_rolling(given["rolling"]) if "rolling" in given else None
    fixed = {str(who): int(points) for who, points in given.get("fixed", {}).items()}
    scheme = codec.read_scheme(season.scheme)
    dates = (season.name, season.starts, season.ends)
    return Draft(*dates, season.slug, season.options, season.counting, scheme, fixed, rolling)


def _changes(old: Draft, new: Draft) -> str:
    """What was changed, in words for the log."""
    said = [
        ("the name", old.name != new.name),
        ("its days", (old.starts, old.ends) != (new.starts, new.ends)),
        ("the game", (old.slug, old.options) != (new.slug, new.options)),
        ("what counts", (old.counting, replace(old.scheme, ties=())) != (new.counting, replace(new.scheme, ties=()))),
        ("the tie-breaks", old.scheme.ties != new.scheme.ties),
        ("handicaps", old.handicaps != new.handicaps),
    ]
    return ", ".join(words for words, differs in said if differs)


@writes
def close(account_id: str, club_id: str, season_id: str) -> Refusal | None:
    """Close a season for good."""
    at = seen(account_id, club_id, season_id, ORGANIZER)
    if not at.open:
        return CLOSED
    at.season.closed_at = now()
    at.season.revision += 1
    write_log(at.place, "season", f"The season {at.season.name} was closed.", about=season_id)
    db.session.commit()
    return None


@writes
def archive(account_id: str, club_id: str, season_id: str, away: bool = True) -> Refusal | None:
    """Put a closed season away from the club's page, or show it there again."""
    at = seen(account_id, club_id, season_id, ORGANIZER)
    if at.open:
        return Refusal(("Close the season first: one that goes on stays on the club's page.",))
    at.season.archived_at = now() if away else None
    said = "put away" if away else "shown again"
    write_log(at.place, "season", f"The season {at.season.name} was {said}.", about=season_id)
    db.session.commit()
    return None


@writes
def copy(account_id: str, club_id: str, season_id: str) -> Season | Refusal:
    """The same once more for the year after."""
    at = seen(account_id, club_id, season_id, ORGANIZER)
    old = draft_of(at.season)
    starts, ends = _next_year(at.season.starts), _next_year(at.season.ends)
    while starts <= at.season.ends:
        starts, ends = _next_year(starts), _next_year(ends)
    later = starts.year - at.season.starts.year
    name = YEAR.sub(lambda year: str(int(year[0]) + later), old.name)
    fresh = name if name != old.name else f"{old.name[: LONGEST_CLUB - 5]} {ends.year}"
    return create(account_id, club_id, replace(old, name=fresh, starts=starts, ends=ends))


def _next_year(day: dt.date) -> dt.date:
    try:
        return day.replace(year=day.year + 1)
    except ValueError:
        return day.replace(year=day.year + 1, day=28)


@writes
def count(account_id: str, club_id: str, season_id: str, game_id: str, counts: bool) -> Refusal | None:
    """Let a game count, or not."""
    at = seen(account_id, club_id, season_id, SCORER)
    seating, row = season_queries.night_table_of(game_id), results.of_game(game_id)
    if seating is None or row is None or row.club_id != club_id:
        raise NotFoundError(game_id)
    night = seating.round.night
    if not at.open or (night.season is not None and night.season.closed_at is not None):
        return CLOSED
    if counts and night.season_id not in (None, season_id):
        return Refusal(("Tonight belongs to another season: a game counts in one season only.",))
    if counts and night.season_id is None:
        results.assign(night, at.season)
    results.place(row, seating)
    if counts and row.season_id is None:
        return Refusal(("The season is played with another game, or with other options.",))
    row.counted = counts
    db.session.flush()
    totals_update.changed(night)
    said = "counts" if counts else "does not count"
    write_log(at.place, "season", f"{at.season.name}: a game of {words.day(night.date)} {said}.", about=season_id)
    db.session.commit()
    return None


def lots_of(season: Season) -> tuple[tuple[Entrant, ...], ...]:
    """Every draw of a lot in order of time, each with those who were in it, the first first."""
    return tuple(tuple(tuple(who) for who in lot["drawn"]) for lot in season.lots)


@writes
def publish(account_id: str, club_id: str, season_id: str, on: bool, initials: bool) -> None:
    """Switch the public page on or off; switched on again it has a new address."""
    at = seen(account_id, club_id, season_id, ORGANIZER)
    at.season.initials = initials
    at.season.revision += 1
    if on != (at.season.public_key is not None):
        at.season.public_key = new_key() if on else None
        said = "on" if on else "off"
        write_log(at.place, "season", f"The public page of {at.season.name} was switched {said}.", about=season_id)
    db.session.commit()


def public(key: str) -> Season:
    """The season whose public page has this key."""
    found = season_queries.public_season(key)
    if found is None or found.public_key is None or not same_key(key, found.public_key):
        raise NotFoundError("season")
    return found


@writes
def make_now(club_id: str, draft: Draft) -> Season | Refusal:
    """A new season from the command line."""
    club = db.session.get(Club, club_id)
    if club is None:
        raise NotFoundError(club_id)
    made = make(club, draft)
    if isinstance(made, Season):
        write_entry(club_id, "season", f"The season {made.name} was made.", about=made.id, by=None)
        db.session.commit()
    return made


def every() -> list[Season]:
    """Every season there is; for the command line."""
    return season_queries.every_season()


def by_id(season_id: str) -> Season:
    """A season by its id; for the command line."""
    season = db.session.get(Season, season_id)
    if season is None:
        raise NotFoundError(season_id)
    return season
