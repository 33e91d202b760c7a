"""Awards, careers and night summaries."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.actions.club.access import ClubAccess, by, by_name
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import new_key, same_key
from scorekeeper.actions.night.results import night_by_itself
from scorekeeper.actions.season.details import counted_results
from scorekeeper.actions.season.standings import (
    RecentStandings,
    current_totals,
    lots_of,
    recent_standings,
    standings_of,
)
from scorekeeper.actions.season.totals import PAIRS, PLAYERS, night_key, scheme_of, stored_byes
from scorekeeper.actions.stored_game import lowest_wins
from scorekeeper.league import codec, words
from scorekeeper.league.highlights import Award, Career, Rivalry, SeasonPart, awards, career, rivalry
from scorekeeper.league.results import Bye, Entrant, Result, entrant_from_key
from scorekeeper.league.season_totals import Nights, season_totals
from scorekeeper.league.standings.standings import ALL_ROWS, Row, Rows, Standings, movement, of_players
from scorekeeper.league.totals import Meeting, TotalsByEntrant
from scorekeeper.rules import BY_SLUG
from scorekeeper.store import Announcement, GameResult, Member, Night, Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.night import next_announcement, public_night
from scorekeeper.store.queries.season import rows_of_tables
from scorekeeper.store.tables.club import MEMBER, ORGANIZER


def awards_of(season: Season) -> tuple[Award, ...]:
    """The awards as they stand, remembered until the season changes, because they look at every game."""
    return _awards(season.id, season.revision)


@lru_cache(maxsize=50)
def _awards(season_id: str, revision: int) -> tuple[Award, ...]:
    season = db.session.get_one(Season, season_id)
    return awards(counted_results(season), scheme_of(season).substitutes)


@dataclass(frozen=True)
class _SeasonFacts:
    """What careers need to know of a season."""

    rows: Mapping[Entrant, Row]
    placed: int
    partnerships: TotalsByEntrant


def may_see_career(access: ClubAccess, member: Member) -> bool:
    """Whether somebody of the club may see a member's career: their own, or one that is not hidden."""
    if member.retired or member.waiting_at is not None:
        return False
    return member is access.me or not member.hides_career


def members_with_career(access: ClubAccess) -> list[Member]:
    """Everybody, former members too, whose career somebody may see, by name."""
    return sorted((member for member in access.club.members if may_see_career(access, member)), key=by_name)


def career_of(access: ClubAccess, member: Member) -> tuple[Career, dict[str, Season]]:
    """The career of a member, and the seasons in it by their ids, the latest first."""
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
    """The rows and partnerships of a season, remembered until it changes, because every career asks for all seasons."""
    season = db.session.get_one(Season, season_id)
    rows = {row.entrant: row._replace(trail=()) for row in standings_of(season).rows}
    accounts = current_totals(season, PAIRS).accounts
    placed = sum(row.place is not None for row in rows.values())
    return _SeasonFacts(rows, placed, {entrant: account.totals for entrant, account in accounts.items()})


def rivalry_of(access: ClubAccess, one: Member, other: Member) -> tuple[Rivalry, dict[str, Season]]:
    """What two members have in common, and the seasons in it by their ids, the latest first."""
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
    """Hide a career from other members, or show it: everybody their own, an organizer for those without an account.

    An organizer may also hide the career of somebody with an account, but only the person can show it again.
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
    """A table at which a game has ended."""

    number: int
    row: GameResult
    result: Result


@dataclass(frozen=True)
class Summary:
    """The values of a night's summary page."""

    night: Night
    tables: tuple[PlayedTable, ...]
    byes: tuple[Bye, ...]
    #: Of this night alone, counted as its season counts.
    standings: Standings
    #: The season's standings after this night; None if nothing of it counts in one.
    season: RecentStandings | None
    next_night: Announcement | None

    @property
    def is_over(self) -> bool:
        """Nothing more is played; nights of added games have no end of their own."""
        return self.night.closed_at is not None or self.night.slug is None


def summary_of(night: Night, rows: Rows = ALL_ROWS) -> Summary:
    """The summary of a night, with some rows of the season's standings or all."""
    tables = [
        PlayedTable(number, row, codec.read_result(row.plain)) for row, number in rows_of_tables(night.id) if row.plain
    ]
    byes = tuple(stored_byes(night.id))
    counted = [table.result for table in tables if table.row.counted]
    standings = of_players(night_by_itself(night, counted, byes))
    next_night = next_announcement(night.club_id, max(dt.date.today(), night.date + ONE_DAY))
    return Summary(night, tuple(tables), byes, standings, _season_after(night, rows), next_night)


def _season_after(night: Night, rows: Rows) -> RecentStandings | None:
    """The standings after a night, which may have been followed by others."""
    season = night.season
    if season is None:
        return None
    dates = season_queries.latest_dates(season.id, None)
    if night.id not in dates:
        return None
    if night.id == next(iter(dates)):
        return recent_standings(season, PLAYERS, rows)
    return _standings_after(season.id, season.revision, night.id, rows)


@lru_cache(maxsize=20)
def _standings_after(season_id: str, revision: int, night_id: str, rows: Rows) -> RecentStandings:
    """The same after an earlier night, remembered until the season changes, because all nights before are read."""
    season = db.session.get_one(Season, season_id)
    dates = season_queries.latest_dates(season_id, None)
    keys = {held: night_key(date, held) for held, date in dates.items()}
    key, date = keys[night_id], dates[night_id]
    held = [other for other in dates if keys[other] <= key]
    nights = {
        keys[other]: codec.read_night(totals) for other, totals in season_queries.night_totals(season_id, held).items()
    }
    earlier = {other: totals for other, totals in nights.items() if other != key}
    next_date = min(later for other, later in dates.items() if keys[other] > key)
    now = _standings(season, nights, next_date, rows)
    before = _standings(season, earlier, date, Rows(0, frozenset(row.entrant for row in now.rows)))
    moved = movement(before, now)
    return RecentStandings(now, moved, date if moved else None)


def _standings(season: Season, nights: Nights, before: dt.date, rows: Rows) -> Standings:
    return of_players(season_totals(scheme_of(season), nights), lots_of(season, before), rows)


def public_summary(key: str) -> Night:
    """The night whose public summary has this key."""
    night = public_night(key)
    if night is None or night.public_key is None or not same_key(key, night.public_key):
        raise NotFoundError("night")
    return night


@by(ORGANIZER)
def publish(access: ClubAccess, night: Night, on: bool, initials: bool) -> None:
    """Switch the public summary on or off; switched on again it has a new address."""
    night.initials = initials
    if on != (night.public_key is not None):
        night.public_key = new_key() if on else None
        state = "on" if on else "off"
        title = f"{night.name} of {words.day(night.date)}"
        write_log(access, "night", f"The public summary of {title} was turned {state}.", about=night.id)
