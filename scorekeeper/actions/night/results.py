"""What came of the tables of a night so far: states, results, who has accepted them, the standing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.actions.night.access import NightAccess
from scorekeeper.actions.season.results import new_row
from scorekeeper.actions.table.access import Table
from scorekeeper.league.codec import read_result
from scorekeeper.league.results.result import Bye, Player
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.standings.standings import Row, Standings, of_partnerships, of_players
from scorekeeper.league.totals.night import night_totals
from scorekeeper.league.totals.season import season_of_night
from scorekeeper.store import GameResult, NightTable, Presence, Round, db
from scorekeeper.store.queries.night import results_of
from scorekeeper.store.tables.game import WATCHER
from scorekeeper.store.tables.result import OPEN

WAITING, PLAYING, OVER, STOPPED = "waiting", "playing", "over", "stopped"


@dataclass(frozen=True)
class Played:
    """One table of one round, as far as it has come."""

    round: Round
    seating: NightTable
    table: Table
    row: GameResult | None
    #: Who speaks by which phone.
    voices: Mapping[str, int]

    @property
    def begun(self) -> bool:
        """Something was entered."""
        return bool(self.table.game.versions or self.table.game.disputes)

    @property
    def stopped(self) -> bool:
        """It was stopped before its end, or one of its phones has put it away."""
        return self.gone or (self.row is not None and self.row.stopped and not self.table.sheet.over)

    @property
    def gone(self) -> bool:
        """One of its phones has put it away."""
        return self.table.game.deleted_at is not None

    @property
    def state(self) -> str:
        """How far it has come, in a word."""
        if self.stopped:
            return STOPPED
        return OVER if self.table.sheet.over else PLAYING if self.begun else WAITING

    @property
    def ended(self) -> bool:
        """Nothing more is to be played."""
        return self.state in (OVER, STOPPED)

    @property
    def counts(self) -> bool:
        """It is a result that counts."""
        return self.ended and not self.gone and (self.row is None or self.row.counted)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Members side by side."""
        return tuple(tuple(self.seating.seats[seat] for seat in side.seats) for side in self.table.sheet.sides)

    def side_of(self, member_id: int) -> int | None:
        """The side for which somebody plays."""
        return next((side for side, members in enumerate(self.sides) if member_id in members), None)

    @property
    def scored_by(self) -> int | None:
        """The side whose phone has entered the last hand; none if nobody knows whose it was."""
        last = max(self.table.game.versions, key=lambda version: version.id, default=None)
        return self.side_of(self.voices.get(last.device_id, 0)) if last else None

    @property
    def accepted(self) -> frozenset[int]:
        """Sides that have accepted the result as it stands now."""
        fresh = [each for each in (self.row.confirmations if self.row else ()) if self._is_fresh(each.game_revision)]
        return frozenset(side for each in fresh if (side := self.side_of(each.member_id)) is not None)

    def _is_fresh(self, revision: int) -> bool:
        return revision == self.table.game.revision

    @property
    def confirmed(self) -> bool:
        """Every side has accepted it but the one that entered it."""
        return self.ended and {*range(len(self.sides))} - {self.scored_by} <= self.accepted

    @property
    def protested(self) -> bool:
        """An organizer has to decide about it."""
        return self.row is not None and any(each.state == OPEN for each in self.row.protests)

    def may_accept(self, member_id: int) -> bool:
        """Somebody's side did not enter it and has not accepted it yet."""
        side = self.side_of(member_id)
        return self.ended and side is not None and side != self.scored_by and side not in self.accepted


def played(found: NightAccess, night_round: Round | None = None) -> list[Played]:
    """Every table of a night, or of one round, in their order."""
    rows = results_of(found.night.id)
    heard = voices(found.night.presences)
    rounds = found.night.rounds if night_round is None else [night_round]
    return [
        Played(each, seating, Table(seating.game, WATCHER), rows.get(seating.game.id), heard)
        for each in rounds
        for seating in each.tables
        if seating.game is not None
    ]


def voices(presences: Sequence[Presence]) -> dict[str, int]:
    """The members for whom phones speak."""
    return {each.device_id: each.member_id for each in presences if each.device_id}


def at_table(found: NightAccess, seating: NightTable) -> Played:
    """One of the tables."""
    return next(each for each in played(found, seating.round) if each.seating is seating)


def going_on(found: NightAccess) -> Iterator[Played]:
    """Tables at which something is still to be played."""
    return (each for each in played(found) if not each.ended)


def unfinished(found: NightAccess) -> list[str]:
    """The same in words."""
    return [f"Table {each.seating.number} of round {each.round.number}" for each in going_on(found)]


def row_for(found: NightAccess, each: Played) -> GameResult:
    """The kept result of a table; an empty one, which counts nowhere, if nothing was played. The caller commits."""
    if each.row is not None:
        return each.row
    row = new_row(each.seating)
    db.session.flush()
    return row


def standing(found: NightAccess, partnerships: bool = False, tables: Sequence[Played] | None = None) -> Standings:
    """The standing of the night, of everybody or of partnerships; `tables` if they are known already."""
    kept = [each.row for each in (played(found) if tables is None else tables) if each.counts]
    results = [read_result(row.plain) for row in kept if row is not None and row.plain]
    byes = [
        Bye(found.night.id, night_round.number, (str(bye.member_id),))
        for night_round in found.night.rounds
        for bye in night_round.byes
    ]
    whole = season_of_night(Scheme(), found.night.id, night_totals(results, byes))
    return of_partnerships(whole) if partnerships else of_players(whole)


def best_first(rows: Sequence[Row]) -> dict[tuple[Player, ...], int]:
    """How far down each entrant stands."""
    return {row.entrant: number for number, row in enumerate(rows)}
