"""Nights and games behind standings."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.actions.club.access import ClubAccess, require_role
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import same_key
from scorekeeper.actions.season.totals import key_of, scheme_of, stored_byes
from scorekeeper.league import codec, words
from scorekeeper.league.results import Bye, Entrant, Result
from scorekeeper.league.season_totals import counted_totals, nights_of_entrant
from scorekeeper.league.standings.counting import Score
from scorekeeper.league.totals import TotalsByEntrant, with_handicaps
from scorekeeper.store import GameResult, LogEntry, Night, Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.tables.club import MEMBER, ORGANIZER, SCORER
from scorekeeper.store.tables.game import now

#: A closed season can be reopened so long.
REOPENING = dt.timedelta(days=1)
CLOSED = Refusal(("The season is closed and can no longer change. Copy it to start a new one.",))


@dataclass(frozen=True)
class SeasonAccess:
    """A season as one of its club's members may see it."""

    club_access: ClubAccess
    season: Season

    def require(self, role: str) -> None:
        """Refuse a member whose role is lower."""
        self.club_access.require(role)

    def log(self, *sentence: str | int) -> LogEntry:
        """Log a decision about the season; the caller commits."""
        return write_log(self.club_access, "season", *sentence, about=self.season.id)

    @property
    def open(self) -> bool:
        """Whether it can still change."""
        return self.season.closed_at is None

    @property
    def may_reopen(self) -> bool:
        """Whether it was closed less than a day ago."""
        return self.season.closed_at is not None and now() - self.season.closed_at < REOPENING


def require_season(account_id: str, club_id: str, season_id: str) -> SeasonAccess:
    """The season, if this account is on the list of its club."""
    return _require(account_id, club_id, season_id, MEMBER)


def require_season_scorer(account_id: str, club_id: str, season_id: str) -> SeasonAccess:
    """The season, if this account may add games to it."""
    return _require(account_id, club_id, season_id, SCORER)


def require_season_organizer(account_id: str, club_id: str, season_id: str) -> SeasonAccess:
    """The season, if this account organizes its club."""
    return _require(account_id, club_id, season_id, ORGANIZER)


def _require(account_id: str, club_id: str, season_id: str, role: str) -> SeasonAccess:
    club_access = require_role(account_id, club_id, role)
    season = season_by_id(season_id)
    if season.club_id != club_id:
        raise NotFoundError(season_id)
    return SeasonAccess(club_access, season)


def public_season(key: str) -> Season:
    """The season whose public page has this key."""
    season = season_queries.public_season(key)
    if season is None or season.public_key is None or not same_key(key, season.public_key):
        raise NotFoundError("season")
    return season


def day_fault(season: Season, day: dt.date) -> str:
    """What is wrong with a day that is not in the season."""
    if season.starts <= day <= season.ends:
        return ""
    return f"{words.day(day)} is not in this season, which runs from {words.days(season.starts, season.ends)}."


def season_by_id(season_id: str) -> Season:
    """A season by its id."""
    season = db.session.get(Season, season_id)
    if season is None or season.deleted_at is not None:
        raise NotFoundError(season_id)
    return season


#: What a night adds if nothing of it counts.
NO_NIGHT = (Score(), False)


@dataclass(frozen=True)
class EntrantNight:
    """An entrant's night: what it adds, and whether it counts."""

    night: Night
    score: Score
    counts: bool
    games: tuple[GameResult, ...]
    byes: tuple[Bye, ...] = ()
    #: Something of it is the entrant's own.
    played: bool = True


def entrant_nights(season: Season, entrant: Entrant) -> list[EntrantNight]:
    """The nights behind an entrant's figure, in order of time, and those where only a substitute's game was played."""
    held = {key_of(night): night for night in season_queries.held_nights(season.id)}
    totals = {key: codec.read_night_totals(night.totals or {}) for key, night in held.items()}
    scored = nights_of_entrant(scheme_of(season), entrant, totals)
    games, byes = _games_of_entrant(season, entrant), _byes_of_entrant(season, entrant)
    return [
        EntrantNight(
            night,
            *scored.get(key, NO_NIGHT),
            games=tuple(games.get(night.id, ())),
            byes=tuple(byes.get(night.id, ())),
            played=key in scored,
        )
        for key, night in held.items()
        if key in scored or night.id in games
    ]


def _games_of_entrant(season: Season, entrant: Entrant) -> dict[str, list[GameResult]]:
    """The games that count, by night, in which an entrant played or had a substitute."""
    rows: dict[str, list[GameResult]] = {}
    for row in sorted(season_queries.rows_of_season(season.id), key=lambda row: row.round):
        if row.counted and result_of_row(row).concerns(entrant):
            rows.setdefault(row.night_id or "", []).append(row)
    return rows


def _byes_of_entrant(season: Season, entrant: Entrant) -> dict[str, list[Bye]]:
    nights = season_queries.nights_with_byes(season.id, [int(player) for player in entrant])
    byes: dict[str, list[Bye]] = {}
    for bye in counted_byes(season, nights):
        if entrant in bye.entrants:
            byes.setdefault(bye.night, []).append(bye)
    return byes


def counted_byes(season: Season, nights: Sequence[str]) -> list[Bye]:
    """The byes of these nights that count: those of rounds of which a game counts."""
    rounds = {(row.night_id, row.round) for row in season_queries.rows_of_season(season.id) if row.counted}
    return [bye for bye in stored_byes(*nights) if (bye.night, bye.round) in rounds]


def result_of_row(row: GameResult) -> Result:
    """The stored result of a game."""
    return codec.read_result(row.plain)


@dataclass(frozen=True)
class NightGame:
    """A game of a night with its result, handicaps included."""

    row: GameResult
    result: Result
    counts: bool


@dataclass(frozen=True)
class SeasonNight:
    """A night of a season: its games in order, its totals, and everybody's handicap."""

    night: Night
    games: tuple[NightGame, ...]
    totals: TotalsByEntrant
    scores: Mapping[Entrant, Score]
    handicaps: Mapping[str, int]
    byes: tuple[Bye, ...]
    #: What was said of each round when it was drawn.
    notes: Mapping[int, str]


def season_night(access: SeasonAccess, night_id: str) -> SeasonNight:
    """One night of a season."""
    nights = season_queries.nights_of(access.season.id, totals=True)
    night = next((night for night in nights if night.id == night_id), None)
    if night is None:
        raise NotFoundError(night_id)
    handicaps = night.totals["handicaps"] if night.totals is not None else {}
    games = [
        NightGame(row, with_handicaps(result_of_row(row), handicaps), row.counted and row.season_id == access.season.id)
        for row in season_queries.rows_of_night(night_id)
        if row.plain
    ]
    scheme = scheme_of(access.season)
    totals = counted_totals(scheme, codec.read_night(night.totals)) if night.totals else {}
    byes, notes = tuple(stored_byes(night_id)), {own.number: own.quality for own in night.rounds}
    return SeasonNight(night, tuple(games), totals, scheme.way.scores(scheme, totals), handicaps, byes, notes)


def counted_results(season: Season) -> list[Result]:
    """Every result that counts, handicaps included, in order of time."""
    handicaps = season_queries.handicaps_by_night(season.id)
    return [
        with_handicaps(codec.read_result(plain), handicaps.get(night_id, {}))
        for plain, night_id in season_queries.plain_results_of_season(season.id)
    ]


def nights_played(season: Season, most: int | None = None) -> list[Night]:
    """The nights at which a game has ended, whether it counts or not, the latest first, or only so many of them."""
    return season_queries.played_nights(season.id, most)


def count_nights_listed(season: Season) -> int:
    """How many nights were played, whether one of their games counts or not."""
    return season_queries.count_played_nights(season.id)


def count_nights(season: Season) -> int:
    """How many nights have a game that counts."""
    return season_queries.count_held_nights(season.id)


def games_counted(season: Season) -> int:
    """How many games count."""
    return season_queries.games_counted(season.id)
