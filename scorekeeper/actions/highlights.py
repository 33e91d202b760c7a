"""Awards, careers and night summaries."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.actions.club.access import ClubAccess, by, by_name
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.event.results import event_by_itself
from scorekeeper.actions.keys import new_key, same_key
from scorekeeper.actions.season.details import counted_results
from scorekeeper.actions.season.standings import (
    RecentStandings,
    current_totals,
    lots_of,
    recent_standings,
    standings_of,
)
from scorekeeper.actions.season.totals import PAIRS, PLAYERS, event_key, scheme_of, stored_byes
from scorekeeper.actions.stored_game import lowest_wins
from scorekeeper.league import codec, words
from scorekeeper.league.highlights import Award, Career, Rivalry, SeasonPart, awards, career, rivalry
from scorekeeper.league.results import Bye, Entrant, Result, entrant_from_key
from scorekeeper.league.season_totals import Nights, season_totals
from scorekeeper.league.standings.standings import ALL_ROWS, Row, Rows, Standings, movement, of_players
from scorekeeper.league.totals import Meeting, TotalsByEntrant
from scorekeeper.rules import BY_SLUG
from scorekeeper.store import Announcement, Event, GameResult, Member, Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.event import next_announcement, public_event
from scorekeeper.store.queries.season import rows_of_tables
from scorekeeper.store.tables.club import MEMBER, ORGANIZER


def awards_of(season: Season) -> tuple[Award, ...]:
    """The current awards, cached until the season changes, because they read every game."""
    return _awards(season.id, season.revision)


@lru_cache(maxsize=50)
def _awards(season_id: str, revision: int) -> tuple[Award, ...]:
    season = db.session.get_one(Season, season_id)
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
    facts = _season_facts(season.id, season.revision)
    row = facts.rows.get((player,))
    if row is None:
        return None
    slug = season.slug
    lowest = slug is not None and lowest_wins(slug, min(BY_SLUG[slug].players), season.options or {})
    return SeasonPart(season.id, row.place, facts.placed, row.account.totals, facts.partnerships, slug, lowest)


@lru_cache(maxsize=100)
def _season_facts(season_id: str, revision: int) -> _SeasonFacts:
    """The rows and partnerships of a season, cached until it changes, because every career reads all seasons."""
    season = db.session.get_one(Season, season_id)
    rows = {row.entrant: row._replace(trail=()) for row in standings_of(season).rows}
    accounts = current_totals(season, PAIRS).accounts
    placed = sum(row.place is not None for row in rows.values())
    return _SeasonFacts(rows, placed, {entrant: account.totals for entrant, account in accounts.items()})


def rivalry_of(access: ClubAccess, one: Member, other: Member) -> tuple[Rivalry, dict[str, Season]]:
    """The record of two members against each other, and its seasons by id, latest first."""
    _require_visible(access, one)
    _require_visible(access, other)
    seasons = {season.id: season for season in season_queries.seasons_of(access.club.id)}
    pairs = {season.id: _season_facts(season.id, season.revision).partnerships for season in seasons.values()}
    players = str(one.id), str(other.id)
    counts = season_queries.meetings_of_two(list(seasons), *players)
    pair = entrant_from_key(players[0]), entrant_from_key(players[1])
    meetings = {season_id: {pair: Meeting(games, ahead)} for season_id, (games, ahead) in counts.items()}
    return rivalry(*players, meetings, pairs), seasons


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
    tables = [
        PlayedTable(number, row, codec.read_result(row.plain)) for row, number in rows_of_tables(event.id) if row.plain
    ]
    byes = tuple(stored_byes(event.id))
    counted = [table.result for table in tables if table.row.counted]
    standings = of_players(event_by_itself(event, counted, byes))
    next_event = next_announcement(event.club_id, max(dt.date.today(), event.date + ONE_DAY))
    return Summary(event, tuple(tables), byes, standings, _season_after(event, rows), next_event)


def _season_after(event: Event, rows: Rows) -> RecentStandings | None:
    """The season's standings after a night, which need not be the latest."""
    season = event.season
    if season is None:
        return None
    dates = season_queries.latest_dates(season.id, None)
    if event.id not in dates:
        return None
    if event.id == next(iter(dates)):
        return recent_standings(season, PLAYERS, rows)
    return _standings_after(season.id, season.revision, event.id, rows)


@lru_cache(maxsize=20)
def _standings_after(season_id: str, revision: int, event_id: str, rows: Rows) -> RecentStandings:
    """The season's standings after an earlier night, cached because it reads all nights before."""
    season = db.session.get_one(Season, season_id)
    dates = season_queries.latest_dates(season_id, None)
    keys = {held: event_key(date, held) for held, date in dates.items()}
    key, date = keys[event_id], dates[event_id]
    held = [other for other in dates if keys[other] <= key]
    events = {
        keys[other]: codec.read_night(totals) for other, totals in season_queries.event_totals(season_id, held).items()
    }
    earlier = {other: totals for other, totals in events.items() if other != key}
    next_date = min(later for other, later in dates.items() if keys[other] > key)
    now = _standings(season, events, next_date, rows)
    before = _standings(season, earlier, date, Rows(0, frozenset(row.entrant for row in now.rows)))
    moved = movement(before, now)
    return RecentStandings(now, moved, date if moved else None)


def _standings(season: Season, events: Nights, before: dt.date, rows: Rows) -> Standings:
    """The standings of some nights, with the lots drawn before a day."""
    return of_players(season_totals(scheme_of(season), events), lots_of(season, before), rows)


def public_summary(key: str) -> Event:
    """The night whose public summary has this key."""
    event = public_event(key)
    if event is None or event.public_key is None or not same_key(key, event.public_key):
        raise NotFoundError("event")
    return event


@by(ORGANIZER)
def publish(access: ClubAccess, event: Event, on: bool, initials: bool) -> None:
    """Turn the public summary on or off. It gets a new link each time it is turned on."""
    event.initials = initials
    if on != (event.public_key is not None):
        event.public_key = new_key() if on else None
        state = "on" if on else "off"
        title = f"{event.name} of {words.day(event.date)}"
        write_log(access, "event", f"The public summary of {title} was turned {state}.", about=event.id)
