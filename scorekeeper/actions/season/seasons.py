"""Create, change, close, copy seasons."""

from __future__ import annotations

import datetime as dt
import re
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorekeeper.actions.club.access import ClubAccess, by
from scorekeeper.actions.club.log import write_entry, write_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import LONGEST_CLUB
from scorekeeper.actions.season.details import CLOSED, SeasonAccess
from scorekeeper.actions.season.draft import SeasonDraft, describe_changes, draft_faults, draft_of
from scorekeeper.actions.season.results import (
    assign_night,
    move_night,
    rebuild_results,
    result_of_game,
    rows_with_tables,
    set_season,
)
from scorekeeper.actions.season.standings import standings_of
from scorekeeper.actions.season.totals import kind_of, recompute_totals, update_totals
from scorekeeper.league import codec, words
from scorekeeper.league.results import Entrant
from scorekeeper.store import Club, Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.night import night_table_of
from scorekeeper.store.tables.club import ORGANIZER, SCORER
from scorekeeper.store.tables.game import now
from scorekeeper.store.tables.season import BY_DATE
from scorekeeper.store.transaction import writes

#: The reason for which a season was reopened.
LONGEST_REASON = 200
#: Years in the name of a season.
YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def seasons_of(club_access: ClubAccess) -> list[Season]:
    """The seasons of a club, the latest first."""
    return season_queries.seasons_of(club_access.club.id)


def every_season() -> list[Season]:
    """Every season there is; for the command line."""
    return season_queries.every_season()


@by(ORGANIZER)
def create(club_access: ClubAccess, draft: SeasonDraft) -> Season | Refusal:
    """Create a season; nights of its days that belong to none count at once."""
    season = _create(club_access.club, draft)
    if isinstance(season, Season):
        write_log(club_access, "season", f"The season {season.name} was created.", about=season.id)
    return season


@writes
def create_from_command_line(club_id: str, draft: SeasonDraft) -> Season | Refusal:
    """Create a season for a club by its id."""
    club = db.session.get(Club, club_id)
    if club is None:
        raise NotFoundError(club_id)
    season = _create(club, draft)
    if isinstance(season, Season):
        write_entry(club_id, "season", f"The season {season.name} was created.", about=season.id, by=None)
        db.session.commit()
    return season


def _create(club: Club, draft: SeasonDraft) -> Season | Refusal:
    if faults := draft_faults(club, draft):
        return Refusal(faults)
    season = Season(id=new_key(), club_id=club.id, lots=[], revision=0)
    _write(season, draft)
    db.session.add(season)
    db.session.flush()
    _gather_nights(season)
    return season


def _write(season: Season, draft: SeasonDraft) -> None:
    season.name = " ".join(draft.name.split())
    season.starts, season.ends = draft.starts or dt.date.min, draft.ends or dt.date.max
    season.slug, season.counting = draft.slug, draft.counting
    season.options = draft.options if draft.slug is not None else None
    season.scheme, season.handicaps = codec.scheme(draft.scheme), draft.handicaps


def _gather_nights(season: Season) -> None:
    """Take the nights that belong to the season, release the others, and compute the totals."""
    if season.counting == BY_DATE:
        for night in season_queries.nights_of(season.id):
            if not season.starts <= night.date <= season.ends:
                move_night(night, None)
        for night in season_queries.loose_nights(season.club_id, season.starts, season.ends):
            if night.slug in (None, season.slug) or season.slug is None:
                move_night(night, season)
    for night in season_queries.nights_of(season.id):
        for row, night_table in rows_with_tables(night):
            set_season(row, night_table)
    db.session.flush()
    recompute_totals(season)


@by(ORGANIZER)
def edit(access: SeasonAccess, draft: SeasonDraft) -> Refusal | None:
    """Change a season that is not closed, and compute everything in it."""
    if not access.open:
        return CLOSED
    season = access.season
    if faults := draft_faults(season.club, draft):
        return Refusal(faults)
    before = draft_of(season)
    _write(season, draft)
    _gather_nights(season)
    if changes := describe_changes(before, draft):
        write_log(access.club_access, "season", f"{season.name}: {changes} changed.", about=season.id)
    return None


@by(ORGANIZER)
def close(access: SeasonAccess) -> Refusal | None:
    """Close a season; it can be reopened within a day."""
    if not access.open:
        return CLOSED
    season = access.season
    season.closed_at = now()
    season.revision += 1
    write_log(access.club_access, "season", f"The season {season.name} was closed.", about=season.id)
    return None


@by(ORGANIZER)
def reopen(access: SeasonAccess, reason: str) -> Refusal | None:
    """Open a closed season again, for a reason that the log keeps; corrections made meanwhile count."""
    season, why = access.season, " ".join(reason.split())
    if season.closed_at is None:
        return Refusal(("This season is open.",))
    if not access.may_reopen:
        return Refusal(("A season can be reopened within a day after it was closed. Copy it to start a new one.",))
    if not 0 < len(why) <= LONGEST_REASON:
        return Refusal((f"Enter a reason of at most {LONGEST_REASON} characters. It goes into the club log.",))
    season.closed_at = season.archived_at = None
    rebuild_results(season)
    write_log(access.club_access, "season", f"The season {season.name} was reopened: {why}", about=season.id)
    return None


@by(ORGANIZER)
def archive(access: SeasonAccess, away: bool = True) -> Refusal | None:
    """Put a closed season away from the club's page, or show it there again."""
    if access.open:
        return Refusal(("Close the season first. Only closed seasons can be archived.",))
    season = access.season
    season.archived_at = now() if away else None
    done = "archived" if away else "shown again"
    write_log(access.club_access, "season", f"The season {season.name} was {done}.", about=season.id)
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
    """Let a game count, or not."""
    season = access.season
    night_table, row = night_table_of(game_id), result_of_game(game_id)
    if night_table is None or row is None or row.club_id != season.club_id:
        raise NotFoundError(game_id)
    night = night_table.round.night
    if not access.open or (night.season is not None and night.season.closed_at is not None):
        return CLOSED
    if counts and night.season_id not in (None, season.id):
        return Refusal(("This night belongs to another season. A game counts in only one season.",))
    if counts and night.season_id is None:
        assign_night(night, season)
    set_season(row, night_table)
    if counts and row.season_id is None:
        return Refusal(("This season is for another game or other house rules.",))
    row.counted = counts
    db.session.flush()
    update_totals(night)
    verb = "counts" if counts else "does not count"
    write_log(
        access.club_access, "season", f"{season.name}: a game of {words.day(night.date)} {verb}.", about=season.id
    )
    return None


@by(ORGANIZER)
def publish(access: SeasonAccess, on: bool, initials: bool) -> None:
    """Switch the public page on or off; switched on again it has a new address."""
    season = access.season
    season.initials = initials
    season.revision += 1
    if on != (season.public_key is not None):
        season.public_key = new_key() if on else None
        state = "on" if on else "off"
        write_log(
            access.club_access, "season", f"The public page of {season.name} was turned {state}.", about=season.id
        )


@by(ORGANIZER)
def draw(access: SeasonAccess, group: Sequence[Entrant]) -> Refusal | None:
    """Draw lots among tied entrants, and record it."""
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
    write_log(access.club_access, "season", *sentence, about=season.id)
    return None


def _order(drawn: list[list[str]]) -> Iterator[str | int]:
    """The order in words; names are looked up when they are read."""
    for index, entrant in enumerate(drawn):
        if index:
            yield ", then "
        for number, player in enumerate(entrant):
            if number:
                yield " & "
            yield int(player)
