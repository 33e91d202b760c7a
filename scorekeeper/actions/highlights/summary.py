"""The summary of a night, and its public link."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.keys import new_key, same_key
from scorekeeper.actions.night.results import night_by_itself
from scorekeeper.actions.season.standings import RecentStandings, lots_of, recent_standings
from scorekeeper.actions.season.totals import PLAYERS, night_key, scheme_of, stored_byes
from scorekeeper.league import codec, words
from scorekeeper.league.results import Bye, Result
from scorekeeper.league.season_totals import Nights, season_totals
from scorekeeper.league.standings.standings import ALL_ROWS, Rows, Standings, movement, of_players
from scorekeeper.store import Announcement, GameResult, Night, Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries import totals as totals_queries
from scorekeeper.store.queries.calendar import next_announcement
from scorekeeper.store.queries.night import public_night
from scorekeeper.store.queries.result import rows_of_tables
from scorekeeper.store.tables.club import ORGANIZER
from scorekeeper.store.transaction import writes

ONE_DAY = dt.timedelta(days=1)


@dataclass(frozen=True)
class PlayedTable:
    """A table at which a game has ended."""

    number: int
    row: GameResult
    result: Result


@dataclass(frozen=True)
class Summary:
    """What there is to tell of a night."""

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
    return Summary(night, tuple(tables), byes, standings, _season_after(night, rows), _next_night(night))


def _next_night(night: Night) -> Announcement | None:
    return next_announcement(night.club_id, max(dt.date.today(), night.date + ONE_DAY))


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
        keys[other]: codec.read_night(totals) for other, totals in totals_queries.night_totals(season_id, held).items()
    }
    earlier = {other: totals for other, totals in nights.items() if other != key}
    next_date = min(later for other, later in dates.items() if keys[other] > key)
    now = _standings(season, nights, next_date, rows)
    before = _standings(season, earlier, date, Rows(0, frozenset(row.entrant for row in now.rows)))
    moved = movement(before, now)
    return RecentStandings(now, moved, date if moved else None)


def _standings(season: Season, nights: Nights, before: dt.date, rows: Rows) -> Standings:
    """The standings of some nights, with the lots that were drawn before a day."""
    return of_players(season_totals(scheme_of(season), nights), lots_of(season, before), rows)


def public_summary(key: str) -> Night:
    """The night whose public summary has this key."""
    night = public_night(key)
    if night is None or night.public_key is None or not same_key(key, night.public_key):
        raise NotFoundError("night")
    return night


@writes
def publish(access: ClubAccess, night: Night, on: bool, initials: bool) -> None:
    """Switch the public summary on or off; switched on again it has a new address."""
    access.require(ORGANIZER)
    night.initials = initials
    if on != (night.public_key is not None):
        night.public_key = new_key() if on else None
        state = "on" if on else "off"
        title = f"{night.name} of {words.day(night.date)}"
        write_log(access, "night", f"The public summary of {title} was turned {state}.", about=night.id)
    db.session.commit()
