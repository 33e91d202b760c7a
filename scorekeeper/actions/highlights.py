"""Awards, careers and night summaries."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.actions.club.access import ClubAccess, by, by_name
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.event.results import event_by_itself
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.season.standings import (
    RecentStandings,
    book_of,
    counted_results,
    current_totals,
    standings_after,
    standings_of,
)
from scorekeeper.actions.season.totals import (
    PAIRS,
    PLAYERS,
    key_of,
    remembered,
    results_of,
    scheme_of,
    stored_byes,
)
from scorekeeper.actions.stored_game import lowest_wins
from scorekeeper.league import words
from scorekeeper.league.highlights import Award, Career, Rivalry, SeasonPart, awards, career, rivalry
from scorekeeper.league.results import Bye, Entrant, Result
from scorekeeper.league.standings.standings import ALL_ROWS, Row, Rows, Standings, of_players
from scorekeeper.league.totals import TotalsByEntrant
from scorekeeper.rules import BY_SLUG
from scorekeeper.store import Announcement, Event, GameResult, Member, Season
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.event import next_announcement
from scorekeeper.store.queries.season import placings_of, rows_of_tables, stopped_games
from scorekeeper.store.tables.club import MEMBER, ORGANIZER


@remembered
def awards_of(season: Season) -> tuple[Award, ...]:
    """The current awards."""
    return awards(counted_results(season), scheme_of(season).substitutes)


@dataclass(frozen=True)
class _SeasonFacts:
    """Facts of a season for careers."""

    rows: Mapping[Entrant, Row]
    placed: int
    partnerships: TotalsByEntrant


def may_see_career(access: ClubAccess, member: Member) -> bool:
    """Whether a member may see another's career: their own, or one that is not hidden."""
    if member.retired or member.waiting_at is not None:
        return False
    return member is access.me or not member.hides_career


def members_with_career(access: ClubAccess) -> list[Member]:
    """All members, including former ones, whose career this member may see, by name."""
    return sorted((member for member in access.club.members if may_see_career(access, member)), key=by_name)


def career_of(access: ClubAccess, member: Member) -> tuple[Career, dict[str, Season]]:
    """The career of a member, and its seasons by id, latest first."""
    _require_visible(access, member)
    seasons = {season.id: season for season in season_queries.seasons_of(access.club.id)}
    parts = [part for season in seasons.values() if (part := _part(season, str(member.id))) is not None]
    return career(str(member.id), parts), seasons


def _part(season: Season, player: str) -> SeasonPart | None:
    facts = _season_facts(season)
    row = facts.rows.get((player,))
    if row is None:
        return None
    slug = season.slug
    lowest = slug is not None and lowest_wins(slug, min(BY_SLUG[slug].players), season.options or {})
    return SeasonPart(season.id, row.place, facts.placed, row.account.totals, facts.partnerships, slug, lowest)


@remembered
def _season_facts(season: Season) -> _SeasonFacts:
    """The rows and partnerships of a season; every career reads all seasons."""
    rows = {row.entrant: row._replace(trail=()) for row in standings_of(season).rows}
    accounts = current_totals(season, PAIRS).accounts
    placed = sum(row.place is not None for row in rows.values())
    return _SeasonFacts(rows, placed, {entrant: account.totals for entrant, account in accounts.items()})


def rivalry_of(access: ClubAccess, one: Member, other: Member) -> tuple[Rivalry, dict[str, Season]]:
    """The record of two members against each other, and its seasons by id, latest first."""
    _require_visible(access, one)
    _require_visible(access, other)
    seasons = {season.id: season for season in season_queries.seasons_of(access.club.id)}
    pairs = {season.id: _season_facts(season).partnerships for season in seasons.values()}
    players = str(one.id), str(other.id)
    two = (players[0],), (players[1],)
    meetings = {season.id: current_totals(season, PLAYERS).meetings_among(two) for season in seasons.values()}
    return rivalry(*players, {key: own for key, own in meetings.items() if two in own}, pairs), seasons


@by(MEMBER)
def hide_career(access: ClubAccess, member: Member, hides: bool) -> Refusal | None:
    """Hide or show a career. Members do so for themselves, organizers for members without an account.

    An organizer may also hide the career of a member with an account, but only that member can show it again.
    """
    is_me = member is access.me
    if not is_me:
        access.require(ORGANIZER)
    if member.retired or member.waiting_at is not None:
        raise NotFoundError(str(member.id))
    if not hides and not is_me and member.account_id is not None:
        return Refusal((f"Only {member.name} can show this career again.",))
    if hides != member.hides_career:
        member.hides_career = hides
        write_log(
            access, "member", "The career of ", member.id, f" was {'hidden' if hides else 'shown'}.", about=member.id
        )
    return None


def _require_visible(access: ClubAccess, member: Member) -> None:
    access.require(MEMBER)
    if not may_see_career(access, member):
        raise NotFoundError(str(member.id))


ONE_DAY = dt.timedelta(days=1)


@dataclass(frozen=True)
class PlayedTable:
    """A table with a finished game."""

    number: int
    row: GameResult
    result: Result
    #: It was stopped before its end.
    stopped: bool


@dataclass(frozen=True)
class Summary:
    """The values of a night's summary page."""

    event: Event
    tables: tuple[PlayedTable, ...]
    byes: tuple[Bye, ...]
    #: Standings of this night alone, by the season's scheme.
    standings: Standings
    #: The season's standings after this night; None if none of its games counts in a season.
    season: RecentStandings | None
    next_event: Announcement | None

    @property
    def is_over(self) -> bool:
        """Whether the night is over. A night of added games has no end time."""
        return self.event.closed_at is not None or self.event.slug is None


def summary_of(event: Event, rows: Rows = ALL_ROWS) -> Summary:
    """The summary of a night, with some or all rows of the season's standings."""
    numbered = rows_of_tables(event.id)
    results = {result.id: result for result in results_of(placings_of([row.id for row, _ in numbered]))}
    stopped = stopped_games(event.id)
    tables = [
        PlayedTable(number, row, results[row.game_id], row.game_id in stopped)
        for row, number in numbered
        if row.game_id in results
    ]
    byes = tuple(stored_byes(event.id))
    counted = [table.result for table in tables if table.row.counted]
    standings = of_players(event_by_itself(event, counted, byes))
    next_event = next_announcement(event.club_id, max(dt.date.today(), event.date + ONE_DAY))
    return Summary(event, tuple(tables), byes, standings, _season_after(event, rows), next_event)


def _season_after(event: Event, rows: Rows) -> RecentStandings | None:
    """The season's standings after a night, which need not be the latest."""
    season = event.season
    if season is None or key_of(event) not in book_of(season, PLAYERS).dates:
        return None
    return _standings_after(season, key_of(event), rows)


@remembered
def _standings_after(season: Season, key: str, rows: Rows) -> RecentStandings:
    return standings_after(season, PLAYERS, key, rows)


@by(ORGANIZER)
def publish(access: ClubAccess, event: Event, on: bool, initials: bool) -> None:
    """Turn the public summary on or off. It gets a new link each time it is turned on."""
    event.initials = initials
    if on != (event.public_key is not None):
        event.public_key = new_key() if on else None
        state = "on" if on else "off"
        title = f"{event.name} of {words.day(event.date)}"
        write_log(access, "event", f"The public summary of {title} was turned {state}.", about=event.id)
