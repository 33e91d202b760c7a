"""Results of games that belong to a club: kept beside the game, and following every change of it.

A row is made when a game ends and is never deleted, for people confirm it and protest against it. While
a game is open again, or put away, the row is empty: it counts nowhere, and is filled when the game ends
once more. A closed season keeps its results, whatever is corrected at the table afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from scorekeeper.actions.club.log import write_entry
from scorekeeper.actions.season import totals, totals_update
from scorekeeper.actions.table.access import sheet_of
from scorekeeper.league import codec
from scorekeeper.league.results.from_sheet import from_sheet
from scorekeeper.league.results.result import Result, Substitute
from scorekeeper.rules import BY_SLUG, Sheet
from scorekeeper.store import Game, GameResult, Night, NightTable, Season
from scorekeeper.store.base import db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.club import log_entries
from scorekeeper.store.queries.game import record_of
from scorekeeper.store.tables.game import now
from scorekeeper.store.tables.season import BY_DATE
from scorekeeper.store.transaction import writes


def of_game(game_id: str) -> GameResult | None:
    """The result of a game, if it has one now."""
    row = season_queries.row_of(game_id)
    return row if row is not None and row.plain else None


def stop(seating: NightTable) -> GameResult | None:
    """End a game before its end: it is placed by its points. None if no hand was played. The caller commits."""
    refresh(seating, stopped=True)
    return of_game(seating.game_id or "")


def refresh(seating: NightTable, stopped: bool = False, sheet: Sheet | None = None) -> None:
    """Recompute a table's result (from its sheet if that is known), unless its season is closed. The caller commits."""
    row = season_queries.row_of(seating.game_id or "")
    if row is not None and row.season is not None and row.season.closed_at is not None:
        _keep(row, seating, sheet)
        return
    made = of_table(seating, stopped or (row is not None and row.stopped), sheet=sheet)
    if row is None and made is None:
        return
    night = seating.round.night
    if night.season is None and not night.apart:
        _find_season(night, seating)
    if row is None:
        row = _new_row(seating, night)
    row.stopped = row.stopped or stopped
    row.plain, row.game_revision, row.made_at = made or {}, _revision(seating), now()
    place(row, seating)
    totals_update.changed(night)


def _revision(seating: NightTable) -> int:
    return seating.game.revision if seating.game is not None else 0


def _new_row(seating: NightTable, night: Night) -> GameResult:
    counted = night.season is None or night.season.counting == BY_DATE
    row = GameResult(game_id=seating.game_id, club_id=night.club_id, night_id=night.id, counted=counted)
    row.round, row.date, row.stopped = seating.round.number, night.date, False
    row.plain, row.game_revision = {}, _revision(seating)
    db.session.add(row)
    return row


def row_for(seating: NightTable, stopped: bool) -> GameResult:
    """The first result of a table whose game is known to be over or stopped; the sums are left to the caller."""
    made = of_table(seating, stopped) or {}
    row = _new_row(seating, seating.round.night)
    row.stopped, row.plain = stopped, made
    return row


def place(row: GameResult, seating: NightTable) -> None:
    """Say for which season a result counts: for its night's, if that is open and plays this game."""
    night = seating.round.night
    season, game = night.season, seating.game
    fits = season is not None and season.closed_at is None and game is not None and plays(season, game)
    row.season_id = night.season_id if fits and row.plain else None


def plays(season: Season, game: Game) -> bool:
    """The season is played with this game and these options."""
    if season.slug not in (None, game.slug):
        return False
    rules = BY_SLUG[game.slug]
    return season.options is None or rules.with_defaults(season.options) == rules.with_defaults(game.options)


def _find_season(night: Night, seating: NightTable) -> None:
    """A night belongs to the season that counts its day, if there is one."""
    game = seating.game
    found = season_queries.seasons_on(night.club_id, night.date)
    fitting = [season for season in found if game is not None and plays(season, game)]
    if fitting:
        assign(night, fitting[0])


def assign(night: Night, season: Season | None) -> None:
    """Give a night to a season, or to none, and its results with it. The caller commits."""
    old = night.season
    move(night, season)
    for each in (old, season):
        if each is not None:
            totals.settle(each)


def move(night: Night, season: Season | None) -> None:
    """The same, without the sums."""
    night.season, night.season_id = season, season.id if season is not None else None
    night.apart = night.apart and season is None
    night.book, night.summed = None, False
    for row, seating in _rows(night):
        row.counted = season is None or season.counting == BY_DATE
        place(row, seating)
    db.session.flush()


def night_changed(night: Night) -> None:
    """A night has another day, or other byes: its results and the sums follow. The caller commits."""
    if night.season is not None and night.season.closed_at is not None:
        return
    for row, seating in _rows(night):
        row.date, row.plain = night.date, of_table(seating, row.stopped) or {}
        place(row, seating)
    db.session.flush()
    if night.season is not None:
        totals.settle(night.season)


def replace_all(night: Night) -> None:
    """Say anew which results of a night its season takes, after it has changed what is played."""
    for row, seating in _rows(night):
        place(row, seating)


def _rows(night: Night) -> Iterator[tuple[GameResult, NightTable]]:
    tables = {seating.game_id: seating for seating in season_queries.tables_of_night(night.id)}
    return ((row, tables[row.game_id]) for row in season_queries.rows_of_night(night.id) if row.game_id in tables)


def of_table(
    seating: NightTable, stopped: bool = False, until: datetime | None = None, sheet: Sheet | None = None
) -> dict[str, Any] | None:
    """The result of a table as plain values, from the game's record (as it was at a moment); None while it runs."""
    game = seating.game
    if game is None or (game.deleted_at is not None and (until is None or game.deleted_at <= until)):
        return None
    record = record_of(game, until)
    sheet = sheet or sheet_of(game, record)
    if not sheet.over and not (stopped and sheet.hands):
        return None
    return codec.result(_result(seating, game, record, sheet))


def _result(seating: NightTable, game: Game, record: dict[str, Any], sheet: Sheet) -> Result:
    _, play = BY_SLUG[game.slug].setting(len(game.players), BY_SLUG[game.slug].with_defaults(game.options))
    return from_sheet(
        game.id,
        seating.round.night_id,
        seating.round.number,
        [str(member) for member in seating.seats],
        record,
        sheet.as_json(),
        lowest_wins=bool(getattr(play.end, "lowest", False)),
        date=seating.round.night.date.isoformat(),
        substitutes=[Substitute(str(who), _text(absent)) for who, absent in seating.substitutes],
        bids=sheet.bids,
    )


def _text(member: int | None) -> str | None:
    return None if member is None else str(member)


def _keep(row: GameResult, seating: NightTable, sheet: Sheet | None) -> None:
    """The season is closed: its result stays, and the log says so once."""
    about = ("result", row.game_id)
    same = of_table(seating, row.stopped, sheet=sheet) == row.plain
    if same or log_entries(row.club_id, 1, about) or row.season is None:
        return
    said = f"A game of {row.season.name} was changed at the table. The season is closed and keeps the result it had."
    write_entry(row.club_id, "result", said, about=row.game_id, by=None)


def anew(season: Season, night: Night) -> dict[str, dict[str, Any]]:
    """The results of a night made from the records, by game: those that the season has."""
    rows = {row.game_id: row for row in season_queries.rows_of_night(night.id)}
    found = {}
    for seating in season_queries.tables_of_night(night.id):
        game, row = seating.game, rows.get(seating.game_id or "")
        made = of_table(seating, row is not None and row.stopped, season.closed_at)
        if made is not None and game is not None and plays(season, game):
            found[game.id] = made
    return found


def rebuild(season: Season) -> None:
    """Make results, books and sums of a season anew from the records. The caller commits."""
    for night in season_queries.nights_of(season.id):
        made = anew(season, night)
        rows = {row.game_id: row for row in season_queries.rows_of_night(night.id)}
        for seating in season_queries.tables_of_night(night.id):
            game_id = seating.game_id or ""
            if game_id in made or (game_id in rows and rows[game_id].season_id == season.id):
                row = rows.get(game_id) or _new_row(seating, night)
                row.plain, row.season_id = made.get(game_id, {}), season.id if game_id in made else None
    db.session.flush()
    totals.settle(season)


@writes
def rebuild_now(season: Season) -> None:
    """The same from the command line, done with at once."""
    rebuild(season)
    db.session.commit()


def differences(season: Season) -> list[str]:
    """What is stored otherwise than the records make it; nothing if stored and rebuilt are equal."""
    said = []
    nights = season_queries.nights_of(season.id, books=True)
    rows = {row.game_id: row for row in season_queries.rows_of_season(season.id)}
    counted: dict[str, list[Result]] = {}
    for night in nights:
        made = anew(season, night)
        own = {game_id: row for game_id, row in rows.items() if row.night_id == night.id}
        for game_id in sorted(made.keys() | own.keys()):
            if game_id not in own or made.get(game_id) != own[game_id].plain:
                said.append(f"The result of game {game_id} is not what its record makes.")
            if game_id in made and (game_id not in own or own[game_id].counted):
                counted.setdefault(night.id, []).append(codec.read_result(made[game_id]))
    whole = totals.whole(season, nights, counted)
    for night in nights:
        if night.book != whole.books[night.id] or night.summed != (night.id in whole.summed):
            said.append(f"The book of {night.name} ({night.date}) is not what its results make.")
    if season_queries.sums(season.id) != whole.parts:
        said.append("The sums of the season are not what its nights make.")
    return said
