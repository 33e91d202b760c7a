"""Check and rebuild stored results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.actions.season.results import new_row, plain_result, plays
from scorekeeper.actions.season.totals import KINDS, ComputedTotals, compute_totals, recompute_totals
from scorekeeper.league import codec
from scorekeeper.league.results import Result
from scorekeeper.store import GameResult, Night, Season, db
from scorekeeper.store.queries import result as result_queries
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries import totals as totals_queries
from scorekeeper.store.transaction import writes

Plain = dict[str, Any]


@writes
def rebuild(season: Season) -> None:
    """Store results and totals of a season again, computed from the records."""
    rebuild_results(season)
    db.session.commit()


def rebuild_results(season: Season) -> None:
    """The same without the commit, which is the caller's."""
    for night in season_queries.nights_of(season.id):
        _rebuild_night(season, night)
    db.session.flush()
    recompute_totals(season)


def _rebuild_night(season: Season, night: Night) -> None:
    computed = _computed_results(season, night)
    rows = {row.game_id: row for row in result_queries.rows_of_night(night.id)}
    for night_table in result_queries.tables_of_night(night.id):
        game_id = night_table.game_id or ""
        if game_id in computed or (game_id in rows and rows[game_id].season_id == season.id):
            row = rows.get(game_id) or new_row(night_table)
            row.plain, row.season_id = computed.get(game_id, {}), season.id if game_id in computed else None


def _computed_results(season: Season, night: Night) -> dict[str, Plain]:
    """The results of a night that the season has, computed from the records, by game."""
    rows = {row.game_id: row for row in result_queries.rows_of_night(night.id)}
    computed = {}
    for night_table in result_queries.tables_of_night(night.id):
        game, row = night_table.game, rows.get(night_table.game_id or "")
        plain = plain_result(night_table, row is not None and row.stopped, season.closed_at)
        if plain is not None and game is not None and plays(season, game):
            computed[game.id] = plain
    return computed


def differences(season: Season) -> list[str]:
    """Where stored results and totals differ from what the records give; empty if all are equal."""
    nights = season_queries.nights_of(season.id, totals=True)
    computed = {night.id: _computed_results(season, night) for night in nights}
    rows = {row.game_id: row for row in result_queries.rows_of_season(season.id)}
    counted = {night_id: _counted(results, rows) for night_id, results in computed.items()}
    totals = compute_totals(season, nights, counted)
    return [
        *(message for night in nights for message in _result_differences(night, computed[night.id], rows)),
        *_night_differences(nights, totals),
        *_season_differences(season, totals),
    ]


def _counted(computed: Mapping[str, Plain], rows: Mapping[str, GameResult]) -> list[Result]:
    """The results that count; one that is not stored would."""
    return [codec.read_result(computed[game_id]) for game_id in sorted(computed) if _counts(rows.get(game_id))]


def _counts(row: GameResult | None) -> bool:
    return row is None or row.counted


def _result_differences(night: Night, computed: Mapping[str, Plain], rows: Mapping[str, GameResult]) -> list[str]:
    stored = {game_id: row.plain for game_id, row in rows.items() if row.night_id == night.id}
    return [
        f"The result of game {game_id} does not match its record."
        for game_id in sorted(computed.keys() | stored.keys())
        if computed.get(game_id) != stored.get(game_id)
    ]


def _night_differences(nights: list[Night], totals: ComputedTotals) -> list[str]:
    return [
        f"The totals of {night.name} ({night.date}) do not match its results."
        for night in nights
        if night.totals != totals.nights.get(night.id) or night.ratings != totals.ratings.get(night.id)
    ]


def _season_differences(season: Season, totals: ComputedTotals) -> list[str]:
    stored = {kind: totals_queries.season_totals(season.id, kind) for kind in KINDS}
    computed = {kind: totals.season.get(kind) for kind in KINDS}
    equal = stored == computed and totals_queries.meetings(season.id) == totals.meetings
    return [] if equal else ["The season’s totals do not match its nights."]
