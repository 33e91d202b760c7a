"""Seasons: drafts, creating, editing, closing and copying them, what counts, and drawing lots."""

from __future__ import annotations

import datetime as dt
import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.actions.club.access import ClubAccess, by
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import LONGEST_CLUB, clean_name
from scorekeeper.actions.season.details import CLOSED, SeasonAccess
from scorekeeper.actions.season.results import (
    assign_event,
    move_event,
    rebuild_results,
    result_of_game,
    rows_with_tables,
    set_season,
)
from scorekeeper.actions.season.standings import standings_of
from scorekeeper.actions.season.totals import kind_of, recompute_totals, update_totals
from scorekeeper.league import codec, words
from scorekeeper.league.results import Entrant
from scorekeeper.league.standings.counting import Scheme, scheme_faults
from scorekeeper.league.standings.tie_breaks import TIES
from scorekeeper.league.totals import Rolling
from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.document import read_options
from scorekeeper.store import Member, Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.event import event_table_of
from scorekeeper.store.tables.club import ORGANIZER, SCORER
from scorekeeper.store.tables.game import now
from scorekeeper.store.tables.season import BY_DATE, BY_HAND
from scorekeeper.store.transaction import writes

#: Characters of the reason for reopening a season.
LONGEST_REASON = 200
#: Years in the name of a season.
YEAR = re.compile(r"\b(?:19|20)\d\d\b")

COUNTING = (BY_DATE, BY_HAND)
#: The longest season, and the largest handicap.
LONGEST = dt.timedelta(days=366 * 5)
LARGEST_HANDICAP = 10_000
#: The earliest and latest day of a season, so that a copy for the next year is possible.
EARLIEST, LATEST = dt.date(1900, 1, 1), dt.date(2999, 12, 31)


@dataclass(frozen=True)
class SeasonDraft:
    """The contents of the season form."""

    name: str
    starts: dt.date | None
    ends: dt.date | None
    slug: str | None = None
    options: dict[str, Any] | None = None
    counting: str = BY_DATE
    scheme: Scheme = field(default_factory=Scheme)
    #: Fixed handicaps by member id, or rolling ones.
    fixed: dict[str, int] = field(default_factory=dict)
    rolling: Rolling | None = None

    @property
    def handicaps(self) -> dict[str, Any]:
        """Handicaps as stored."""
        if self.rolling is not None:
            return {"rolling": codec.rolling(self.rolling)}
        return {"fixed": {player: points for player, points in sorted(self.fixed.items()) if points}}


def draft_faults(members: Iterable[Member], draft: SeasonDraft) -> tuple[str, ...]:
    """All faults of a draft for a season of these members."""
    known = {str(member.id) for member in members}
    name = clean_name(draft.name, LONGEST_CLUB)
    return (
        *(name.messages if isinstance(name, Refusal) else ()),
        *_date_faults(draft),
        *_game_faults(draft),
        *scheme_faults(draft.scheme, TIES),
        *(("Choose whether games count by their date or by hand.",) if draft.counting not in COUNTING else ()),
        *(("Handicaps are for members of the club only.",) if draft.fixed.keys() - known else ()),
        *(
            (f"A handicap can be at most {LARGEST_HANDICAP} points, plus or minus.",)
            if any(abs(points) > LARGEST_HANDICAP for points in draft.fixed.values())
            else ()
        ),
    )


def _date_faults(draft: SeasonDraft) -> tuple[str, ...]:
    if draft.starts is None or draft.ends is None:
        return ("Enter the first and the last day.",)
    if draft.starts < EARLIEST or draft.ends > LATEST:
        return (f"Choose days between {EARLIEST.year} and {LATEST.year}.",)
    if draft.ends < draft.starts:
        return ("The last day is before the first day. Swap them.",)
    return ("A season can last at most five years.",) if draft.ends - draft.starts > LONGEST else ()


def _game_faults(draft: SeasonDraft) -> tuple[str, ...]:
    if draft.slug is None:
        return ("Choose a game before its house rules.",) if draft.options else ()
    if draft.slug not in BY_SLUG:
        return ("There is no such game.",)
    _, faults = read_options(BY_SLUG[draft.slug], draft.options or {}, None)
    return tuple(fault.message for fault in faults)


def draft_of(season: Season) -> SeasonDraft:
    """The draft of an existing season, for the form."""
    handicaps = season.handicaps
    rolling = codec.read_rolling(handicaps["rolling"]) if "rolling" in handicaps else None
    fixed = {str(player): int(points) for player, points in handicaps.get("fixed", {}).items()}
    scheme = codec.read_scheme(season.scheme)
    dates = (season.name, season.starts, season.ends)
    return SeasonDraft(*dates, season.slug, season.options, season.counting, scheme, fixed, rolling)


def describe_changes(old: SeasonDraft, new: SeasonDraft) -> str:
    """Changes in words, for the log."""
    changes = [
        ("the name", old.name != new.name),
        ("its days", (old.starts, old.ends) != (new.starts, new.ends)),
        ("the game", (old.slug, old.options) != (new.slug, new.options)),
        ("what counts", (old.counting, replace(old.scheme, ties=())) != (new.counting, replace(new.scheme, ties=()))),
        ("the tie-breaks", old.scheme.ties != new.scheme.ties),
        ("handicaps", old.handicaps != new.handicaps),
    ]
    return ", ".join(words for words, differs in changes if differs)


def seasons_of(club_access: ClubAccess) -> list[Season]:
    """The seasons of a club, latest first."""
    return season_queries.seasons_of(club_access.club.id)


def every_season() -> list[Season]:
    """Every season in the store, for the command line."""
    return season_queries.every_season()


@by(ORGANIZER)
def create(club_access: ClubAccess, draft: SeasonDraft) -> Season | Refusal:
    """Create a season. Nights on its days that belong to no season count at once."""
    if faults := draft_faults(club_access.club.members, draft):
        return Refusal(faults)
    season = Season(id=new_key(), club_id=club_access.club.id, lots=[], revision=0)
    _write(season, draft)
    db.session.add(season)
    db.session.flush()
    _gather_events(season)
    SeasonAccess(club_access, season).log(f"The season {season.name} was created.")
    return season


def _write(season: Season, draft: SeasonDraft) -> None:
    season.name = " ".join(draft.name.split())
    season.starts, season.ends = draft.starts or dt.date.min, draft.ends or dt.date.max
    season.slug, season.counting = draft.slug, draft.counting
    season.options = draft.options if draft.slug is not None else None
    season.scheme, season.handicaps = codec.scheme(draft.scheme), draft.handicaps


def _gather_events(season: Season) -> None:
    """Assign matching events to the season, release the others, and compute the totals."""
    if season.counting == BY_DATE:
        for event in season_queries.events_of(season.id):
            if not season.starts <= event.date <= season.ends:
                move_event(event, None)
        for event in season_queries.loose_events(season.club_id, season.starts, season.ends):
            if event.slug in (None, season.slug) or season.slug is None:
                move_event(event, season)
    for event in season_queries.events_of(season.id):
        for row, event_table in rows_with_tables(event):
            set_season(row, event_table)
    db.session.flush()
    recompute_totals(season)


@by(ORGANIZER)
def edit(access: SeasonAccess, draft: SeasonDraft) -> Refusal | None:
    """Edit a season that is not closed, and recompute it."""
    if not access.open:
        return CLOSED
    season = access.season
    if faults := draft_faults(season.club.members, draft):
        return Refusal(faults)
    before = draft_of(season)
    _write(season, draft)
    _gather_events(season)
    if changes := describe_changes(before, draft):
        access.log(f"{season.name}: {changes} changed.")
    return None


@by(ORGANIZER)
def close(access: SeasonAccess) -> Refusal | None:
    """Close a season. It can be reopened within a day."""
    if not access.open:
        return CLOSED
    season = access.season
    season.closed_at = now()
    season.revision += 1
    access.log(f"The season {season.name} was closed.")
    return None


@by(ORGANIZER)
def reopen(access: SeasonAccess, reason: str) -> Refusal | None:
    """Reopen a closed season, for a logged reason. Corrections made in the meantime count."""
    season, why = access.season, " ".join(reason.split())
    if season.closed_at is None:
        return Refusal(("This season is open.",))
    if not access.may_reopen:
        return Refusal(("A season can be reopened within a day after it was closed. Copy it to start a new one.",))
    if not 0 < len(why) <= LONGEST_REASON:
        return Refusal((f"Enter a reason of at most {LONGEST_REASON} characters. It goes into the club log.",))
    season.closed_at = season.archived_at = None
    rebuild_results(season)
    access.log(f"The season {season.name} was reopened: {why}")
    return None


@by(ORGANIZER)
def archive(access: SeasonAccess, away: bool = True) -> Refusal | None:
    """Hide a closed season from the club's page, or show it again."""
    if access.open:
        return Refusal(("Close the season first. Only closed seasons can be archived.",))
    season = access.season
    season.archived_at = now() if away else None
    done = "archived" if away else "shown again"
    access.log(f"The season {season.name} was {done}.")
    return None


@writes
def copy(access: SeasonAccess) -> Season | Refusal:
    """Create the same season for a later year."""
    season, draft = access.season, draft_of(access.season)
    starts, ends = _next_year(season.starts), _next_year(season.ends)
    while starts <= season.ends:
        starts, ends = _next_year(starts), _next_year(ends)
    later = starts.year - season.starts.year
    name = YEAR.sub(lambda year: str(int(year[0]) + later), draft.name)
    new_name = name if name != draft.name else f"{draft.name[: LONGEST_CLUB - 5]} {ends.year}"
    return create(access.club_access, replace(draft, name=new_name, starts=starts, ends=ends))


def _next_year(day: dt.date) -> dt.date:
    try:
        return day.replace(year=day.year + 1)
    except ValueError:
        return day.replace(year=day.year + 1, day=28)


@by(SCORER)
def count(access: SeasonAccess, game_id: str, counts: bool) -> Refusal | None:
    """Set whether a game counts."""
    season = access.season
    event_table, row = event_table_of(game_id), result_of_game(game_id)
    if event_table is None or row is None or row.club_id != season.club_id:
        raise NotFoundError(game_id)
    event = event_table.round.event
    if not access.open or (event.season is not None and event.season.closed_at is not None):
        return CLOSED
    if counts and event.season_id not in (None, season.id):
        return Refusal(("This night belongs to another season. A game counts in only one season.",))
    if counts and event.season_id is None:
        assign_event(event, season)
    set_season(row, event_table)
    if counts and row.season_id is None:
        return Refusal(("This season is for another game or other house rules.",))
    row.counted = counts
    db.session.flush()
    update_totals(event)
    verb = "counts" if counts else "does not count"
    access.log(f"{season.name}: a game of {words.day(event.date)} {verb}.")
    return None


@by(ORGANIZER)
def publish(access: SeasonAccess, on: bool, initials: bool) -> None:
    """Turn the public page on or off. It gets a new link each time it is turned on."""
    season = access.season
    season.initials = initials
    season.revision += 1
    if on != (season.public_key is not None):
        season.public_key = new_key() if on else None
        state = "on" if on else "off"
        access.log(f"The public page of {season.name} was turned {state}.")


@by(ORGANIZER)
def draw(access: SeasonAccess, group: Sequence[Entrant]) -> Refusal | None:
    """Draw lots among tied entrants and record the result."""
    if not access.open:
        return CLOSED
    season = access.season
    waiting = [frozenset(group) for group in standings_of(season, kind_of(group[0])).need_lot()] if group else []
    if frozenset(group) not in waiting:
        return Refusal(("This tie no longer needs a lot. Check the standings.",))
    drawn = [list(entrant) for entrant in sorted(group)]
    secrets.SystemRandom().shuffle(drawn)
    season.lots = [*season.lots, {"drawn": drawn, "at": now().isoformat(timespec="seconds")}]
    season.revision += 1
    sentence = (f"{season.name}: a lot was drawn: ", *_order(drawn), ".")
    access.log(*sentence)
    return None


def _order(drawn: list[list[str]]) -> Iterator[str | int]:
    """The drawn order in words. Names are looked up when it is read."""
    for index, entrant in enumerate(drawn):
        if index:
            yield ", then "
        for number, player in enumerate(entrant):
            if number:
                yield " & "
            yield int(player)
