"""The tables of a night as they stand: state, result, who has accepted it, and the standings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from werkzeug.utils import cached_property

from scorekeeper.actions.event.access import EventAccess
from scorekeeper.actions.season.results import is_finished, new_row
from scorekeeper.actions.season.totals import byes_from_rows, handicaps_after, handicaps_of, results_of, scheme_of
from scorekeeper.actions.table.access import Table
from scorekeeper.league.results import Bye, Player, Result
from scorekeeper.league.season_totals import SeasonTotals, season_of_night, totals_as_counted
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.standings.standings import Row, Standings, of_partnerships, of_players
from scorekeeper.league.totals import Handicaps, meetings_of, with_handicaps
from scorekeeper.rules import Sheet
from scorekeeper.store import Event, EventTable, Game, GameResult, Round, db
from scorekeeper.store.queries.season import placings_of
from scorekeeper.store.tables.game import WATCHER
from scorekeeper.store.tables.result import OPEN

WAITING, PLAYING, OVER, STOPPED = "waiting", "playing", "over", "stopped"


@dataclass(frozen=True)
class TableState:
    """One table of one round as it stands; its game is scored only if the stored result is not enough.

    Properties are cached: after a change, load a new one.
    """

    round: Round
    table: EventTable
    game: Game
    result: GameResult | None
    #: The member who uses a phone, by its device id.
    speakers: Mapping[str, int]

    @cached_property
    def played(self) -> Table:
        """Its game with everything that was entered."""
        return Table(self.game, WATCHER)

    @property
    def sheet(self) -> Sheet:
        """The score sheet of its game."""
        return self.played.sheet

    @property
    def title(self) -> str:
        """Which table it is."""
        if self.table.match is not None:
            # Matches start when they can, so their rounds are not what people count.
            return f"Table {self.table.number}"
        return f"Table {self.table.number} of round {self.round.number}"

    @cached_property
    def begun(self) -> bool:
        """Something was entered and not undone."""
        return bool((self.game.versions and self.played.hands) or self.game.disputes)

    @property
    def has_finished_hand(self) -> bool:
        """A hand was played to its end, so the round can no longer be undone."""
        return self._has_final_result or bool(self.game.versions and self.played.has_finished_hand)

    @property
    def on_paper(self) -> bool:
        """Its final totals were typed."""
        return self.table.paper is not None

    @property
    def gone(self) -> bool:
        """One of its phones has deleted the game."""
        return self.game.deleted_at is not None

    @cached_property
    def over(self) -> bool:
        """The game was played to its end."""
        if self._has_final_result or self.on_paper:
            return True
        return self.begun and is_finished(self.table, self.played.record, self.sheet) and not self._is_stopped

    @cached_property
    def _has_final_result(self) -> bool:
        """The stored result is of a whole game; a closed season keeps one that may be out of date."""
        result = self.result
        if result is None or not result.placings or self._is_stopped:
            return False
        return result.season is None or result.season.closed_at is None

    @property
    def score(self) -> str:
        """The totals and the winners as one line: what people accept."""
        winners = () if self.on_paper else self.sheet.winners
        return f"{' '.join(map(str, self.totals))} / {' '.join(map(str, winners))}"

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each side: as typed, or as the hands make them."""
        return tuple(self.table.paper) if self.table.paper is not None else self.sheet.totals

    @property
    def stopped(self) -> bool:
        """It was stopped before its end, or one of its phones has deleted it."""
        return not self.on_paper and (self.gone or (self._is_stopped and not self.over))

    @property
    def _is_stopped(self) -> bool:
        """Somebody stopped this table, or all tables of the round."""
        return self.table.stopped or self.round.stopped_at is not None

    @property
    def state(self) -> str:
        """How far it has come, in a word."""
        if self.stopped:
            return STOPPED
        return OVER if self.over else PLAYING if self.begun else WAITING

    @cached_property
    def ended(self) -> bool:
        """Nothing more is to be played."""
        return self.gone or self._is_stopped or self.over

    @property
    def counts(self) -> bool:
        """It is a result that counts."""
        if self.result is None:
            return self.ended and not self.stopped
        return self.ended and (self.on_paper or not self.gone) and self.result.counted

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The members of each side."""
        return tuple(tuple(self.table.seats[seat] for seat in side.seats) for side in self.sheet.sides)

    def side_of(self, member_id: int) -> int | None:
        """The side for which somebody plays."""
        return next((side for side, members in enumerate(self.sides) if member_id in members), None)

    @cached_property
    def scored_by(self) -> int | None:
        """The side whose phone entered the last hand; None if nobody knows whose phone it was."""
        last = max(self.game.versions, key=lambda version: version.id, default=None)
        return self.side_of(self.speakers.get(last.device_id, 0)) if last else None

    @cached_property
    def accepted(self) -> frozenset[int]:
        """Sides that have accepted the result as it stands now."""
        marks = self.result.confirmations if self.result else ()
        sides = (self.side_of(mark.member_id) for mark in marks if mark.score == self.score)
        return frozenset(side for side in sides if side is not None)

    @property
    def confirmed(self) -> bool:
        """Every side has accepted it but the one that entered it."""
        return self.ended and {*range(len(self.sides))} - {self.scored_by} <= self.accepted

    @property
    def protested(self) -> bool:
        """An organizer has to decide about it."""
        return self.result is not None and any(protest.state == OPEN for protest in self.result.protests)

    def may_accept(self, member_id: int) -> bool:
        """Somebody's side did not enter it and has not accepted it yet."""
        side = self.side_of(member_id)
        may = self.ended and not self.protested
        return may and side is not None and side != self.scored_by and side not in self.accepted


def table_states(access: EventAccess, event_round: Round | None = None) -> list[TableState]:
    """Every table of a night, or of one round, in order."""
    speakers = {own.device_id: own.person for own in access.event.people if own.device_id}
    return [
        TableState(each_round, table, table.game, access.results.get(table.game.id), speakers)
        for each_round in (access.event.rounds if event_round is None else [event_round])
        for table in each_round.tables
        if table.game is not None
    ]


def table_state(access: EventAccess, table: EventTable) -> TableState:
    """One of the tables."""
    return next(state for state in table_states(access, table.round) if state.table is table)


def unfinished_tables(access: EventAccess) -> list[TableState]:
    """Tables at which something is still to be played."""
    return [state for state in table_states(access) if not state.ended]


def require_result(state: TableState) -> GameResult:
    """The stored result of a table; a new empty one, which counts nowhere, if there is none. The caller commits."""
    if state.result is not None:
        return state.result
    result = new_row(state.table)
    db.session.flush()
    return result


def event_standings(
    access: EventAccess, partnerships: bool = False, states: Sequence[TableState] | None = None
) -> Standings:
    """The standings of the night, of everybody or of partnerships, counted as its season counts."""
    rows = [state.result for state in (table_states(access) if states is None else states) if state.counts]
    results = results_of(placings_of([row.id for row in rows if row is not None]))
    byes = [(event_round, bye) for event_round in access.event.rounds for bye in event_round.byes]
    whole = event_by_itself(access.event, results, byes_from_rows(byes, access.event.tables))
    return of_partnerships(whole) if partnerships else of_players(whole)


def event_by_itself(event: Event, results: Iterable[Result], byes: Iterable[Bye]) -> SeasonTotals:
    """The totals of a night as if it were the whole season, handicaps included."""
    scheme, handicaps = _scheme_and_handicaps(event)
    handicapped = [with_handicaps(result, handicaps) for result in results]
    totals = season_of_night(scheme, event.id, totals_as_counted(scheme, handicapped, byes))
    return replace(totals, meetings_among=lambda group: meetings_of(handicapped))


def _scheme_and_handicaps(event: Event) -> tuple[Scheme, Handicaps]:
    """How a night is counted by itself: as its season counts, but every night is one, and nobody is too new."""
    if event.season is None:
        return Scheme(), {}
    scheme = replace(scheme_of(event.season), best=None, drop=0, minimum_nights=0)
    # Only rolling handicaps differ from night to night.
    rolling = "rolling" in event.season.handicaps
    return scheme, handicaps_of(event.season, event) if rolling else handicaps_after(event.season, ())


def places(rows: Sequence[Row]) -> dict[tuple[Player, ...], int]:
    """How far down each entrant stands."""
    return {row.entrant: number for number, row in enumerate(rows)}
