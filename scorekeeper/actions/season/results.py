"""Results of finished games.

A row is stored when a game ends and is never deleted, because people confirm and protest it. While a game is
reopened or deleted, its row is empty and counts nowhere. It is filled when the game ends again.
A closed season keeps its results, even if a game is corrected later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from scorekeeper.actions.club.log import write_entry
from scorekeeper.actions.season.totals import KINDS, ComputedTotals, compute_totals, recompute_totals, update_totals
from scorekeeper.actions.stored_game import lowest_wins, score_stored
from scorekeeper.league import codec
from scorekeeper.league.results import Played, Result, Substitute, from_sheet
from scorekeeper.rules import BY_SLUG, Sheet
from scorekeeper.store import Event, EventTable, Game, GameResult, Season, db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.club import log_entries
from scorekeeper.store.queries.event import speaks_for
from scorekeeper.store.queries.game import record_of, versions_in_force
from scorekeeper.store.tables.game import now
from scorekeeper.store.tables.season import BY_DATE
from scorekeeper.store.transaction import writes


def result_of_game(game_id: str) -> GameResult | None:
    """The result of a game, or None."""
    row = season_queries.row_of(game_id)
    return row if row is not None and row.plain else None


def refresh_result(
    event_table: EventTable, stopped: bool = False, sheet: Sheet | None = None, device_id: str = ""
) -> None:
    """Store the result of a table, from its sheet if given, unless its season is closed. The caller commits."""
    row = season_queries.row_of(event_table.game_id or "")
    if row is not None and row.season is not None and row.season.closed_at is not None:
        _log_kept_result(row, event_table, sheet, device_id)
        return
    plain = plain_result(event_table, stopped or (row is not None and row.stopped), sheet=sheet)
    if row is None and plain is None:
        return
    event = event_table.round.event
    game = event_table.game
    if event.season is None and not event.apart and game is not None:
        seasons = season_queries.seasons_counting_day(event.club_id, event.date)
        if (fitting := next((season for season in seasons if plays(season, game)), None)) is not None:
            assign_event(event, fitting)
    if row is None:
        row = new_row(event_table)
    row.stopped = row.stopped or stopped
    row.plain, row.made_at = plain or {}, now()
    set_season(row, event_table)
    update_totals(event)


def new_row(event_table: EventTable) -> GameResult:
    """An empty result of a table, which counts nowhere. The caller commits."""
    event = event_table.round.event
    row = GameResult(game_id=event_table.game_id, club_id=event.club_id, event_id=event.id)
    row.round, row.date, row.stopped = event_table.round.number, event.date, False
    row.plain, row.counted = {}, counts_by_date(event.season)
    db.session.add(row)
    return row


def counts_by_date(season: Season | None) -> bool:
    """Whether results count by default."""
    return season is None or season.counting == BY_DATE


def set_season(row: GameResult, event_table: EventTable) -> None:
    """Assign a result to the season of its night, if the season is open and plays this game."""
    season, game = event_table.round.event.season, event_table.game
    fits = season is not None and season.closed_at is None and game is not None and plays(season, game)
    row.season_id = season.id if season is not None and fits and row.plain else None


def plays(season: Season, game: Game) -> bool:
    """Whether the season is played with this game and these options."""
    if season.slug not in (None, game.slug):
        return False
    rules = BY_SLUG[game.slug]
    return season.options is None or rules.with_defaults(season.options) == rules.with_defaults(game.options)


def assign_event(event: Event, season: Season | None, keep_counts: bool = False) -> None:
    """Move a night and its results to a season, or to none. The caller commits."""
    old_season = event.season
    move_event(event, season, keep_counts)
    for changed_season in (old_season, season):
        if changed_season is not None:
            recompute_totals(changed_season)


def move_event(event: Event, season: Season | None, keep_counts: bool = False) -> None:
    """Move a night to a season without updating totals. Counting follows the season, unless `keep_counts`."""
    event.season, event.season_id = season, season.id if season is not None else None
    event.apart = event.apart and season is None
    event.totals = event.ratings = None
    for row, event_table in rows_with_tables(event):
        row.counted = row.counted if keep_counts else counts_by_date(season)
        set_season(row, event_table)
    db.session.flush()


def refresh_event(event: Event) -> None:
    """Update the results of a night after its day or byes changed. The caller commits."""
    if event.season is not None and event.season.closed_at is not None:
        return
    for row, event_table in rows_with_tables(event):
        row.date, row.plain = event.date, plain_result(event_table, row.stopped) or {}
        set_season(row, event_table)
    db.session.flush()
    if event.season is not None:
        recompute_totals(event.season)


def rows_with_tables(event: Event) -> Iterator[tuple[GameResult, EventTable]]:
    """The results of a night with their tables."""
    tables = {event_table.game_id: event_table for event_table in season_queries.tables_of_event(event.id)}
    return ((row, tables[row.game_id]) for row in season_queries.rows_of_event(event.id) if row.game_id in tables)


def plain_result(
    event_table: EventTable, stopped: bool = False, until: datetime | None = None, sheet: Sheet | None = None
) -> dict[str, Any] | None:
    """The result of a table as plain values, from the game's record (at a moment). None while the game runs."""
    game = event_table.game
    if game is None or (game.deleted_at is not None and (until is None or game.deleted_at <= until)):
        return None
    record = record_of(game, until)
    sheet = sheet or score_stored(game.id, record)
    event_round = event_table.round
    # Time is up and no hand is in play, or all tables were stopped during a hand.
    timed_out = event_round.time_up_at is not None and (event_round.stopped_at is not None or sheet.open is None)
    if not sheet.over and not ((stopped or timed_out) and sheet.hands):
        return None
    hands = [hand for hand, version in versions_in_force(game, until).items() if version.facts is not None]
    return codec.result(_result(event_table, game, record, sheet, hands))


def _result(event_table: EventTable, game: Game, record: dict[str, Any], sheet: Sheet, hands: list[int]) -> Result:
    played = Played(
        game.id,
        event_table.round.event_id,
        event_table.round.number,
        _players(event_table.seats),
        event_table.round.event.date.isoformat(),
        tuple(
            Substitute(str(member), None if absent is None else str(absent))
            for member, absent in event_table.substitutes
        ),
        _players(event_table.drawn),
        [_players(event_table.seats_in(hand)) for hand in hands],
    )
    lowest = lowest_wins(game.slug, len(game.players), game.options)
    return from_sheet(played, record, sheet.as_json(), sheet.bids, lowest)


def _players(seats: Iterable[int]) -> list[str]:
    return [str(member) for member in seats]


def _log_kept_result(row: GameResult, event_table: EventTable, sheet: Sheet | None, device_id: str) -> None:
    """Log once that a closed season keeps its result."""
    about = ("result", row.game_id)
    same = plain_result(event_table, row.stopped, sheet=sheet) == row.plain
    if row.season is None or same or log_entries(row.club_id, 1, about):
        return
    sentence = (
        f"A game of {row.season.name} was changed at the table. The season is closed and keeps the result it had."
    )
    person = speaks_for(row.event_id or "", device_id)
    by = person.member_id if person is not None else None
    write_entry(row.club_id, "result", sentence, about=row.game_id, by=by, device_id=device_id)


Plain = dict[str, Any]


@writes
def rebuild(season: Season) -> None:
    """Recompute and store the results and totals of a season from its records."""
    rebuild_results(season)
    db.session.commit()


def rebuild_results(season: Season) -> None:
    """Recompute and store the results and totals of a season. The caller commits."""
    for event in season_queries.events_of(season.id):
        _rebuild_event(season, event)
    db.session.flush()
    recompute_totals(season)


def _rebuild_event(season: Season, event: Event) -> None:
    computed = _computed_results(season, event)
    rows = {row.game_id: row for row in season_queries.rows_of_event(event.id)}
    for event_table in season_queries.tables_of_event(event.id):
        game_id = event_table.game_id or ""
        if game_id in computed or (game_id in rows and rows[game_id].season_id == season.id):
            row = rows.get(game_id) or new_row(event_table)
            row.plain, row.season_id = computed.get(game_id, {}), season.id if game_id in computed else None


def _computed_results(season: Season, event: Event) -> dict[str, Plain]:
    """The season's results of a night, computed from the records, by game id."""
    rows = {row.game_id: row for row in season_queries.rows_of_event(event.id)}
    computed = {}
    for event_table in season_queries.tables_of_event(event.id):
        game, row = event_table.game, rows.get(event_table.game_id or "")
        plain = plain_result(event_table, row is not None and row.stopped, season.closed_at)
        if plain is not None and game is not None and plays(season, game):
            computed[game.id] = plain
    return computed


def differences(season: Season) -> list[str]:
    """Differences between stored results and totals and those computed from the records."""
    events = season_queries.events_of(season.id, totals=True)
    computed = {event.id: _computed_results(season, event) for event in events}
    rows = {row.game_id: row for row in season_queries.rows_of_season(season.id)}
    # A result that is not stored would count by default.
    uncounted = {game_id for game_id, row in rows.items() if not row.counted}
    counted = {
        event_id: [codec.read_result(results[game_id]) for game_id in sorted(results.keys() - uncounted)]
        for event_id, results in computed.items()
    }
    totals = compute_totals(season, events, counted)
    return [
        *(message for event in events for message in _result_differences(event, computed[event.id], rows)),
        *(
            f"The totals of {event.name} ({event.date}) do not match its results."
            for event in events
            if event.totals != totals.events.get(event.id) or event.ratings != totals.ratings.get(event.id)
        ),
        *([] if _are_stored(season, totals) else ["The season’s totals do not match its nights."]),
    ]


def _result_differences(event: Event, computed: Mapping[str, Plain], rows: Mapping[str, GameResult]) -> list[str]:
    stored = {game_id: row.plain for game_id, row in rows.items() if row.event_id == event.id}
    return [
        f"The result of game {game_id} does not match its record."
        for game_id in sorted(computed.keys() | stored.keys())
        if computed.get(game_id) != stored.get(game_id)
    ]


def _are_stored(season: Season, totals: ComputedTotals) -> bool:
    stored = {kind: season_queries.season_totals(season.id, kind) for kind in KINDS}
    computed = {kind: totals.season.get(kind) for kind in KINDS}
    return stored == computed and season_queries.meetings(season.id) == totals.meetings
