"""Results of finished games.

A row is stored when a game ends and is never deleted, because people confirm and protest it. While a game is
reopened or deleted, its row has no placings and counts nowhere. It is filled when the game ends again.
A closed season keeps its results, even if a game is corrected later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from scorekeeper.actions.club.log import write_entry
from scorekeeper.actions.season.totals import (
    event_totals,
    handicaps_after,
    recompute_totals,
    results_of,
    update_totals,
)
from scorekeeper.actions.stored_game import lowest_wins, score_stored
from scorekeeper.league import codec
from scorekeeper.league.codec import read_plan
from scorekeeper.league.results import (
    NO_BIDDING,
    Bidding,
    HandedOver,
    Played,
    Result,
    Side,
    Substitute,
    from_sheet,
    places,
)
from scorekeeper.rules import BY_SLUG, Sheet
from scorekeeper.rules.game import UNCOUNTED_KEYS
from scorekeeper.store import Event, EventTable, Game, GameResult, Placing, Season, db
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
    return row if row is not None and row.placings else None


def refresh_result(event_table: EventTable, sheet: Sheet | None = None, device_id: str = "") -> None:
    """Store the result of a table, from its sheet if given, unless its season is closed. The caller commits."""
    row = season_queries.row_of(event_table.game_id or "")
    if row is not None and row.season is not None and row.season.closed_at is not None:
        _log_kept_result(row, event_table, sheet, device_id)
        return
    result = table_result(event_table, sheet=sheet)
    if row is None and result is None:
        return
    event = event_table.round.event
    game = event_table.game
    if event.season is None and not event.apart and event.plan is None and game is not None:
        seasons = season_queries.seasons_counting_day(event.club_id, event.date)
        if (fitting := next((season for season in seasons if plays(season, game)), None)) is not None:
            assign_event(event, fitting)
    if row is None:
        row = new_row(event_table)
    fill_row(row, result)
    row.on_paper, row.made_at = event_table.paper is not None, now()
    set_season(row, event_table)
    update_totals(event)


def new_row(event_table: EventTable) -> GameResult:
    """An empty result of a table, which counts nowhere. The caller commits."""
    event, game = event_table.round.event, event_table.game
    row = GameResult(game_id=event_table.game_id, club_id=event.club_id, event_id=event.id)
    row.round, row.date, row.slug = event_table.round.number, event.date, game.slug if game is not None else ""
    row.hands, row.lowest_wins, row.on_paper = 0, False, event_table.paper is not None
    row.counted = counts_by_date(event.season)
    db.session.add(row)
    return row


def fill_row(row: GameResult, result: Result | None) -> None:
    """Store who played and how it ended, or nobody while a game is open again. The caller commits."""
    if row.placings:
        row.placings = []
        db.session.flush()
    if result is not None:
        row.slug, row.hands, row.lowest_wins = result.game, result.hands, result.lowest_wins
        row.placings = [*_placings(result)]


def _placings(result: Result) -> Iterator[Placing]:
    """Everybody of a game, side by side, then those who left."""
    seated = [
        (HandedOver(player, side, own.bids_of(player), result.stood_in(player)), result.absent_of(player))
        for side, own in enumerate(result.sides)
        for player in own.players
    ]
    for number, (own, absent) in enumerate([*seated, *((left, None) for left in result.handed_over)]):
        side = result.sides[own.side]
        yield Placing(
            number=number,
            side=own.side,
            member_id=int(own.player),
            points=side.points,
            place=side.place,
            is_substitute=own.is_substitute,
            instead_of=None if absent is None else int(absent),
            has_left=number >= len(seated),
            bids=_bids(own.bidding),
        )


def _bids(bidding: Bidding) -> list[Any] | None:
    return None if bidding == NO_BIDDING else codec.bidding(bidding)


def counts_by_date(season: Season | None) -> bool:
    """Whether results count by default."""
    return season is None or season.counting == BY_DATE


def set_season(row: GameResult, event_table: EventTable) -> None:
    """Assign a result to the season of its event, if the season is open and plays this game."""
    season, game = event_table.round.event.season, event_table.game
    fits = season is not None and season.closed_at is None and game is not None and plays(season, game)
    row.season_id = season.id if season is not None and fits and row.placings else None


def plays(season: Season, game: Game) -> bool:
    """Whether the season is played with this game and these options."""
    if season.slug not in (None, game.slug):
        return False
    rules = BY_SLUG[game.slug]
    return season.options is None or rules.with_defaults(season.options) == rules.with_defaults(game.options)


def assign_event(event: Event, season: Season | None, keep_counts: bool = False) -> None:
    """Move an event and its results to a season, or to none. The caller commits."""
    old_season = event.season
    move_event(event, season, keep_counts)
    for changed_season in (old_season, season):
        if changed_season is not None:
            recompute_totals(changed_season)


def move_event(event: Event, season: Season | None, keep_counts: bool = False) -> None:
    """Move an event to a season without updating totals. Counting follows the season, unless `keep_counts`."""
    event.season, event.season_id = season, season.id if season is not None else None
    event.apart = event.apart and season is None
    event.totals = event.ratings = None
    for row, event_table in rows_with_tables(event):
        row.counted = row.counted if keep_counts else counts_by_date(season)
        set_season(row, event_table)
    db.session.flush()


def refresh_event(event: Event) -> None:
    """Update the results of an event after its day or byes changed. The caller commits."""
    if event.season is not None and event.season.closed_at is not None:
        return
    for row, event_table in rows_with_tables(event):
        row.date = event.date
        fill_row(row, table_result(event_table))
        set_season(row, event_table)
    db.session.flush()
    if event.season is not None:
        recompute_totals(event.season)


def rows_with_tables(event: Event) -> Iterator[tuple[GameResult, EventTable]]:
    """The results of an event with their tables."""
    tables = {event_table.game_id: event_table for event_table in season_queries.tables_of_event(event.id)}
    return ((row, tables[row.game_id]) for row in season_queries.rows_of_event(event.id) if row.game_id in tables)


def hands_played(record: Mapping[str, Any]) -> int:
    """The number of counted hands: not open, misdealt or thrown in."""
    return sum("open" not in hand and UNCOUNTED_KEYS.isdisjoint(hand) for hand in record["hands"])


def is_finished(event_table: EventTable, record: Mapping[str, Any], sheet: Sheet) -> bool:
    """Whether a game is over: by its rules, or because its hands, its time or somebody ended it."""
    if sheet.over:
        return True
    if not sheet.hands:
        return False
    event_round = event_table.round
    # Time is up and no hand is in play, or all tables were stopped during a hand.
    timed_out = event_round.time_up_at is not None and (event_round.stopped_at is not None or sheet.open is None)
    return event_table.stopped or timed_out or _has_all_hands(event_table, record, sheet)


def _has_all_hands(event_table: EventTable, record: Mapping[str, Any], sheet: Sheet) -> bool:
    """Whether the agreed number of hands is played; where somebody has to win, a tie is played on."""
    event = event_table.round.event
    if event.hands is None or hands_played(record) < event.hands:
        return False
    must_win = event.plan is not None and read_plan(event.plan).is_bracket
    return not must_win or len({*sheet.totals}) > 1


def table_result(event_table: EventTable, until: datetime | None = None, sheet: Sheet | None = None) -> Result | None:
    """The result of a table, from the game's record (at a moment) or its typed totals. None while the game runs."""
    game = event_table.game
    if game is None:
        return None
    record = record_of(game, until)
    sheet = sheet or score_stored(game.id, record)
    if event_table.paper is not None:
        return _paper_result(event_table, game, sheet)
    is_deleted = game.deleted_at is not None and (until is None or game.deleted_at <= until)
    if is_deleted or not is_finished(event_table, record, sheet):
        return None
    hands = [hand for hand, version in versions_in_force(game, until).items() if version.facts is not None]
    players = [_players(event_table.seats_in(hand)) for hand in hands]
    return from_sheet(_played(event_table, game, players), record, sheet.as_json(), sheet.bids, _lowest_wins(game))


def _played(event_table: EventTable, game: Game, players_by_hand: list[list[str]]) -> Played:
    event_round = event_table.round
    return Played(
        game.id,
        event_round.event_id,
        event_round.number,
        _players(event_table.seats),
        event_round.event.date.isoformat(),
        tuple(Substitute(str(member), str(absent)) for member, absent in event_table.substitutes),
        _players(event_table.drawn),
        players_by_hand,
    )


def _paper_result(event_table: EventTable, game: Game, sheet: Sheet) -> Result:
    """The result of a game whose final totals were typed."""
    played, totals, lowest = _played(event_table, game, []), event_table.paper or [], _lowest_wins(game)
    merits = [-total if lowest else total for total in totals]
    sides = tuple(
        Side(tuple(played.players[seat] for seat in side.seats), total, place, bidding=(NO_BIDDING,) * len(side.seats))
        for side, total, place in zip(sheet.sides, totals, places(merits), strict=True)
    )
    place = (played.id, played.night, played.round, game.slug)
    return Result(*place, sides, 0, lowest, played.date, played.substitutes)


def _lowest_wins(game: Game) -> bool:
    return lowest_wins(game.slug, len(game.players), game.options)


def _players(seats: Iterable[int]) -> list[str]:
    return [str(member) for member in seats]


def stored_result(row: GameResult) -> Result | None:
    """The result as it is stored; None while the game is open again."""
    results = results_of(season_queries.placings_of([row.id])) if row.id is not None else []
    return results[0] if results else None


def _log_kept_result(row: GameResult, event_table: EventTable, sheet: Sheet | None, device_id: str) -> None:
    """Log once that a closed season keeps its result."""
    about = ("result", row.game_id)
    same = table_result(event_table, sheet=sheet) == stored_result(row)
    if row.season is None or same or log_entries(row.club_id, 1, about):
        return
    sentence = (
        f"A game of {row.season.name} was changed at the table. The season is closed and keeps the result it had."
    )
    person = speaks_for(row.event_id, device_id)
    by = person.member_id if person is not None else None
    write_entry(row.club_id, "result", sentence, about=row.game_id, by=by, device_id=device_id)


@writes
def rebuild(season: Season) -> None:
    """Recompute and store the results and totals of a season from its records."""
    rebuild_results(season)
    db.session.commit()


def rebuild_results(season: Season) -> None:
    """Recompute and store the results and totals of a season. The caller commits."""
    for event in season_queries.events_of(season.id):
        computed = computed_results(season, event)
        rows = {row.game_id: row for row in season_queries.rows_of_event(event.id)}
        for event_table in season_queries.tables_of_event(event.id):
            game_id = event_table.game_id or ""
            if game_id in computed or (game_id in rows and rows[game_id].season_id == season.id):
                row = rows.get(game_id) or new_row(event_table)
                fill_row(row, computed.get(game_id))
                row.season_id = season.id if game_id in computed else None
    db.session.flush()
    recompute_totals(season)


def computed_results(season: Season, event: Event) -> dict[str, Result]:
    """The season's results of an event, computed from the records, by game id."""
    computed = {}
    for event_table in season_queries.tables_of_event(event.id):
        game, result = event_table.game, table_result(event_table, season.closed_at)
        if result is not None and game is not None and plays(season, game):
            computed[game.id] = result
    return computed


def differences(season: Season) -> list[str]:
    """Differences between stored results and totals and those computed from the records."""
    messages: list[str] = []
    earlier: list[Any] = []
    for event in season_queries.events_of(season.id, totals=True):
        computed = computed_results(season, event)
        rows = [row for row in season_queries.rows_of_event(event.id) if row.season_id == season.id]
        stored = {result.id: result for result in results_of(season_queries.placings_of([row.id for row in rows]))}
        messages += [
            f"The result of game {game_id} does not match its record."
            for game_id in sorted(computed.keys() | stored.keys())
            if computed.get(game_id) != stored.get(game_id)
        ]
        uncounted = {row.game_id for row in rows if not row.counted}
        results = [computed[game_id] for game_id in sorted(computed.keys() - uncounted)]
        totals = event_totals(season, event, results, handicaps_after(season, earlier))
        if totals != event.totals:
            messages.append(f"The totals of {event.name} ({event.date}) do not match its results.")
        if totals is not None:
            earlier.append(codec.read_night(totals).by_entrant)
    return messages
