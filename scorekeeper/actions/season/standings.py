"""Looking at a season: standings, an entrant's nights, a night's games, a game's hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.season import totals
from scorekeeper.actions.season.results import of_game
from scorekeeper.actions.season.seasons import Seen, lots_of
from scorekeeper.actions.season.totals import KINDS, LADDER, PLAYERS, key_of, met_part, scheme_of
from scorekeeper.actions.table.access import Table
from scorekeeper.league import codec
from scorekeeper.league.rating import Rating
from scorekeeper.league.results.result import Entrant, Result
from scorekeeper.league.standings.counting import Part
from scorekeeper.league.standings.standings import Standings, of_partnerships, of_players
from scorekeeper.league.totals import season as league_seasons
from scorekeeper.league.totals.handicap import with_handicaps
from scorekeeper.league.totals.night import Meeting, Tallies, met
from scorekeeper.store import GameResult, Night, Season
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.game import game_with_versions

#: Whoever looks at a game because the club played it.
CLUB_ROLE = "company"


class StoredMeetings(Mapping[tuple[Entrant, Entrant], Meeting]):
    """Who met whom, read only for those who are asked for; with the night that goes on on top."""

    def __init__(self, season_id: str, on_top: Mapping[tuple[Entrant, Entrant], Meeting]) -> None:
        self.season_id, self.on_top = season_id, on_top
        self.known: dict[Entrant, dict[Entrant, list[Any]]] = {}

    def _of(self, who: Entrant) -> dict[Entrant, list[Any]]:
        """Everybody whom an entrant has met, as it is stored."""
        if who not in self.known:
            stored = season_queries.one_sum(self.season_id, met_part(who)) or []
            self.known[who] = {tuple(each[0]): each for each in stored}
        return self.known[who]

    def __getitem__(self, pair: tuple[Entrant, Entrant]) -> Meeting:
        one, other = pair
        # What one has of their games, the other has not: half of what is stored need not be read.
        before = self._met(other, one).turned() if other in self.known and one not in self.known else self._met(*pair)
        found = before.plus(self.on_top.get(pair, Meeting()))
        if not found.games:
            raise KeyError(pair)
        return found

    def _met(self, one: Entrant, other: Entrant) -> Meeting:
        stored = self._of(one).get(other)
        return codec.read_met([stored])[other] if stored else Meeting()

    def __iter__(self) -> Iterator[tuple[Entrant, Entrant]]:
        return iter(self.all())

    def __len__(self) -> int:
        return len(self.all())

    def all(self) -> Mapping[tuple[Entrant, Entrant], Meeting]:
        """Every meeting."""
        stored = {
            (tuple(part.removeprefix("met:").split("+")), other): meeting
            for part, shard in season_queries.sums(self.season_id).items()
            if part.startswith("met:")
            for other, meeting in codec.read_met(shard).items()
        }
        return met(stored, self.on_top)


def current(season: Season, kind: str) -> league_seasons.Season:
    """A season's accounts of one kind, as they stand now."""
    scheme = scheme_of(season)
    whole = totals.read_sums(scheme, season_queries.sums(season.id, [kind]).get(kind))
    meetings: Mapping[tuple[Entrant, Entrant], Meeting] = {}
    for night in season_queries.held_nights(season.id, summed=False):
        one = league_seasons.night(scheme, key_of(night), codec.read_book(night.book or {}))
        whole, meetings = whole + totals.only(one, kind), met(meetings, one.meetings)
    return replace(whole, meetings=StoredMeetings(season.id, meetings))


def meetings(season: Season) -> Mapping[tuple[Entrant, Entrant], Meeting]:
    """Who met whom in the season, all of it."""
    found = current(season, PLAYERS).meetings
    return found.all() if isinstance(found, StoredMeetings) else found


def result_of(row: GameResult) -> Result:
    """What is stored of a game."""
    return codec.read_result(row.plain)


def standings(season: Season, kind: str = PLAYERS) -> Standings:
    """The standing of players or of partnerships."""
    table = of_players if kind == PLAYERS else of_partnerships
    return table(current(season, kind), lots_of(season))


def ladder(season: Season) -> dict[str, Rating]:
    """Everybody's rating now."""
    return codec.read_ratings(season_queries.sums(season.id, [LADDER]).get(LADDER, []))


def tallies(season: Season) -> Tallies:
    """What everybody did in the season, margins as their sum."""
    return {
        who: replace(account.tally, margins=((account.margin, 1),))
        for kind in KINDS
        for who, account in current(season, kind).accounts.items()
    }


@dataclass(frozen=True)
class OnNight:
    """An entrant's night: what it adds, and whether it counts."""

    night: Night
    part: Part
    counts: bool
    games: tuple[GameResult, ...]


def nights_of(season: Season, who: Entrant) -> list[OnNight]:
    """The nights behind an entrant's figure, in order of time."""
    held = {key_of(night): night for night in season_queries.held_nights(season.id)}
    books = {key: codec.read_book(night.book or {}) for key, night in held.items()}
    found = league_seasons.opened(scheme_of(season), who, books)
    rows: dict[str, list[GameResult]] = {}
    for row in season_queries.rows_of_season(season.id):
        if row.counted and _took_part(who, row):
            rows.setdefault(row.night_id or "", []).append(row)
    return [
        OnNight(held[key], part, counts, tuple(sorted(rows.get(held[key].id, []), key=lambda row: row.round)))
        for key, (part, counts) in found.items()
    ]


def _took_part(who: Entrant, row: GameResult) -> bool:
    result = codec.read_result(row.plain)
    return any(who[0] in side.players if len(who) == 1 else who == result.represented(side) for side in result.sides)


@dataclass(frozen=True)
class GameRow:
    """A game of a night with its result, handicaps included."""

    row: GameResult
    result: Result
    counts: bool


@dataclass(frozen=True)
class NightSeen:
    """A night of a season: its games in order, its book, and who had which handicap."""

    night: Night
    games: tuple[GameRow, ...]
    tallies: Tallies
    parts: Mapping[Entrant, Part]
    handicaps: Mapping[str, int]
    byes: tuple[tuple[int, int], ...]


def night_of(at: Seen, night_id: str) -> NightSeen:
    """One night of a season."""
    night = next((each for each in season_queries.nights_of(at.season.id, books=True) if each.id == night_id), None)
    if night is None:
        raise NotFoundError(night_id)
    given = (night.book or {}).get("handicaps", {})
    games = [
        GameRow(row, with_handicaps(codec.read_result(row.plain), given), row.counted and row.season_id == at.season.id)
        for row in season_queries.rows_of_night(night_id)
        if row.plain
    ]
    scheme = scheme_of(at.season)
    counted = league_seasons.counting(scheme, codec.read_book(night.book)) if night.book else {}
    parts = scheme.way.parts(scheme, counted)
    return NightSeen(night, tuple(games), counted, parts, given, tuple(season_queries.byes_of(night_id)))


def game_of(at: Seen, game_id: str) -> tuple[Table, GameResult]:
    """A game that the club played, for everybody on its list to look at; of a closed season as it was at its close."""
    row, game = of_game(game_id), game_with_versions(game_id)
    if row is None or game is None or row.club_id != at.place.club.id:
        raise NotFoundError(game_id)
    until = at.season.closed_at if row.season_id == at.season.id else None
    return Table(game, CLUB_ROLE, until=until), row


def results_of(season: Season) -> list[Result]:
    """Every result that counts, handicaps included, in order of time."""
    given = {night.id: (night.book or {}).get("handicaps", {}) for night in season_queries.held_nights(season.id)}
    return [
        with_handicaps(codec.read_result(stored), given.get(night, {}))
        for stored, night in season_queries.plains_of_season(season.id)
    ]


def held(season: Season) -> list[Night]:
    """The nights of a season at which a game has ended, whether it counts or not, the latest first."""
    return list(reversed(season_queries.nights_of(season.id, played=True)))


def games_counted(season: Season) -> int:
    """How many games count."""
    return season_queries.games_counted(season.id)
