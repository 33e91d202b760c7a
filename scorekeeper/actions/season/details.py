"""Access to a season, and the nights and games behind its standings."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.actions.club.access import ClubAccess, require_role
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.keys import same_key
from scorekeeper.actions.season.standings import book_of
from scorekeeper.actions.season.totals import key_of, kind_of, results_of, scheme_of, stored_byes
from scorekeeper.league import codec, words
from scorekeeper.league.results import Bye, Entrant, Result
from scorekeeper.league.season_totals import counted_totals, nights_of_entrant
from scorekeeper.league.standings.counting import Score
from scorekeeper.league.totals import TotalsByEntrant, with_handicaps
from scorekeeper.store import Event, GameResult, LogEntry, Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.tables.club import MEMBER, ORGANIZER, SCORER
from scorekeeper.store.tables.game import now

#: How long a closed season can be reopened.
REOPENING = dt.timedelta(days=1)
CLOSED = Refusal(("The season is closed and can no longer change. Copy it to start a new one.",))


@dataclass(frozen=True)
class SeasonAccess:
    """A season as a member of its club may see it."""

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
        """Whether the season can still change."""
        return self.season.closed_at is None

    @property
    def may_reopen(self) -> bool:
        """Whether it was closed less than a day ago."""
        return self.season.closed_at is not None and now() - self.season.closed_at < REOPENING


def require_season(account_id: str, club_id: str, season_id: str) -> SeasonAccess:
    """The season, if this account is a member of its club."""
    return _require(account_id, club_id, season_id, MEMBER)


def require_season_scorer(account_id: str, club_id: str, season_id: str) -> SeasonAccess:
    """The season, if this account may add games to it."""
    return _require(account_id, club_id, season_id, SCORER)


def require_season_organizer(account_id: str, club_id: str, season_id: str) -> SeasonAccess:
    """The season, if this account is an organizer of its club."""
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
    """The fault of a day outside the season."""
    if season.starts <= day <= season.ends:
        return ""
    return f"{words.day(day)} is not in this season, which runs from {words.days(season.starts, season.ends)}."


def season_by_id(season_id: str) -> Season:
    """A season by its id."""
    season = db.session.get(Season, season_id)
    if season is None or season.deleted_at is not None:
        raise NotFoundError(season_id)
    return season


#: The score of a night in which nothing counts for an entrant.
NO_EVENT = (Score(), False)


@dataclass(frozen=True)
class EntrantEvent:
    """An entrant's night: its score, and whether it counts."""

    event: Event
    score: Score
    counts: bool
    games: tuple[GameResult, ...]
    byes: tuple[Bye, ...] = ()
    #: Whether the entrant played or had a bye, rather than only a substitute.
    played: bool = True


def entrant_events(season: Season, entrant: Entrant) -> list[EntrantEvent]:
    """The nights behind an entrant's figure, in order of time. Includes nights where only a substitute played."""
    book = book_of(season, kind_of(entrant))
    scored = nights_of_entrant(scheme_of(season), entrant, book.nights)
    games, byes = _games_of_entrant(season, entrant), _byes_of_entrant(season, entrant)
    held = {key_of(event): event for event in season_queries.held_events(season.id, totals=False)}
    return [
        EntrantEvent(
            event,
            *scored.get(key, NO_EVENT),
            games=tuple(games.get(event.id, ())),
            byes=tuple(byes.get(event.id, ())),
            played=key in scored,
        )
        for key, event in held.items()
        if key in scored or event.id in games
    ]


def _games_of_entrant(season: Season, entrant: Entrant) -> dict[str, list[GameResult]]:
    """Counted games, by night, in which an entrant played or had a substitute."""
    rows = {row.game_id: row for row in season_queries.rows_of_season(season.id)}
    games: dict[str, list[GameResult]] = {}
    for result in results_of(season_queries.season_placings(season.id)):
        if result.concerns(entrant):
            games.setdefault(result.night, []).append(rows[result.id])
    return games


def _byes_of_entrant(season: Season, entrant: Entrant) -> dict[str, list[Bye]]:
    """Counted byes of an entrant, by night."""
    byes: dict[str, list[Bye]] = {}
    for bye in counted_byes(season, [event.id for event in season_queries.events_of(season.id)]):
        if entrant in bye.entrants:
            byes.setdefault(bye.night, []).append(bye)
    return byes


def counted_byes(season: Season, events: Sequence[str]) -> list[Bye]:
    """The byes of these nights in rounds with a counted game."""
    rounds = {(row.event_id, row.round) for row in season_queries.rows_of_season(season.id) if row.counted}
    return [bye for bye in stored_byes(*events) if (bye.night, bye.round) in rounds]


@dataclass(frozen=True)
class EventGame:
    """A game of a night with its result, including handicaps."""

    row: GameResult
    result: Result
    counts: bool
    #: It was stopped before its end.
    stopped: bool = False


@dataclass(frozen=True)
class SeasonEvent:
    """A night of a season: its games in order, totals and handicaps."""

    event: Event
    games: tuple[EventGame, ...]
    totals: TotalsByEntrant
    scores: Mapping[Entrant, Score]
    handicaps: Mapping[str, int]
    byes: tuple[Bye, ...]
    #: The note on each round's draw.
    notes: Mapping[int, str]


def season_event(access: SeasonAccess, event_id: str) -> SeasonEvent:
    """One night of a season."""
    events = season_queries.events_of(access.season.id, totals=True)
    event = next((event for event in events if event.id == event_id), None)
    if event is None:
        raise NotFoundError(event_id)
    handicaps = event.totals["handicaps"] if event.totals is not None else {}
    rows = {row.game_id: row for row in season_queries.rows_of_event(event_id)}
    stopped, counts_here = season_queries.stopped_games(event_id), access.season.id
    games = [
        EventGame(
            row,
            with_handicaps(result, handicaps),
            row.counted and row.season_id == counts_here,
            row.game_id in stopped,
        )
        for result in results_of(season_queries.placings_of([row.id for row in rows.values()]))
        for row in (rows[result.id],)
    ]
    scheme = scheme_of(access.season)
    totals = counted_totals(scheme, codec.read_night(event.totals)) if event.totals else {}
    byes, notes = tuple(stored_byes(event_id)), {own.number: own.quality for own in event.rounds}
    return SeasonEvent(event, tuple(games), totals, scheme.way.scores(scheme, totals), handicaps, byes, notes)


def events_played(season: Season, most: int | None = None) -> list[Event]:
    """Nights with a finished game, counted or not, latest first, at most `most`."""
    return season_queries.played_events(season.id, most)


def count_events_listed(season: Season) -> int:
    """The number of nights with a finished game, counted or not."""
    return season_queries.count_played_events(season.id)


def count_events(season: Season) -> int:
    """The number of nights with a counted game."""
    return season_queries.count_held_events(season.id)


def games_counted(season: Season) -> int:
    """The number of counted games."""
    return season_queries.games_counted(season.id)
