"""Results of games that belong to a club: kept beside the game, and following every change of it.

A row is made when a game ends and is never deleted, for people confirm it and protest against it. While
a game is open again, or put away, the row is empty: it counts nowhere, and is filled when the game ends
once more. A closed season keeps its results, whatever is corrected at the table afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from scorekeeper.actions.club.access import entry_of
from scorekeeper.actions.season import totals, totals_update
from scorekeeper.league import codec
from scorekeeper.league.results.from_sheet import from_sheet
from scorekeeper.league.results.result import Result, Substitute
from scorekeeper.rules import BY_SLUG, Sheet, score
from scorekeeper.store import Evening, Game, GameResult, Season, Seating
from scorekeeper.store.base import db
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.club import log_entries
from scorekeeper.store.queries.game import record_of
from scorekeeper.store.tables.game import now
from scorekeeper.store.tables.season import BY_DATE


def follow(game: Game) -> None:
    """Bring the result of a game up to date after any change; a game of no club costs one look. The caller commits."""
    seating = season_queries.seating_of(game.id)
    if seating is not None:
        refresh(seating)


def of_game(game_id: str) -> GameResult | None:
    """The result of a game, if it has one now."""
    row = season_queries.row_of(game_id)
    return row if row is not None and row.plain else None


def stop(seating: Seating) -> GameResult | None:
    """End a game before its end: it is placed by its points. None if no hand was played. The caller commits."""
    refresh(seating, stopped=True)
    return of_game(seating.game_id or "")


def refresh(seating: Seating, stopped: bool = False) -> None:
    """Make the result of a table anew, unless its season is closed. The caller commits."""
    row = season_queries.row_of(seating.game_id or "")
    if row is not None and row.season is not None and row.season.closed_at is not None:
        _keep(row, seating)
        return
    made = of_table(seating, stopped or (row is not None and row.stopped))
    if row is None and made is None:
        return
    evening = seating.round.evening
    if evening.season is None and not evening.apart:
        _find_season(evening, seating)
    if row is None:
        row = _new_row(seating, evening)
    row.stopped = row.stopped or stopped
    row.plain, row.game_revision, row.made_at = made or {}, _revision(seating), now()
    place(row, seating)
    totals_update.changed(evening)


def _revision(seating: Seating) -> int:
    return seating.game.revision if seating.game is not None else 0


def _new_row(seating: Seating, evening: Evening) -> GameResult:
    counted = evening.season is None or evening.season.counting == BY_DATE
    row = GameResult(game_id=seating.game_id, club_id=evening.club_id, evening_id=evening.id, counted=counted)
    row.round, row.date, row.stopped = seating.round.number, evening.date, False
    row.plain, row.game_revision = {}, _revision(seating)
    db.session.add(row)
    return row


def row_for(seating: Seating, stopped: bool) -> GameResult:
    """The first result of a table whose game is known to be over or stopped; the sums are left to the caller."""
    made = of_table(seating, stopped) or {}
    row = _new_row(seating, seating.round.evening)
    row.stopped, row.plain = stopped, made
    return row


def place(row: GameResult, seating: Seating) -> None:
    """Say for which season a result counts: for its evening's, if that is open and plays this game."""
    evening = seating.round.evening
    season, game = evening.season, seating.game
    fits = season is not None and season.closed_at is None and game is not None and plays(season, game)
    row.season_id = evening.season_id if fits and row.plain else None


def plays(season: Season, game: Game) -> bool:
    """The season is played with this game and these options."""
    if season.slug not in (None, game.slug):
        return False
    rules = BY_SLUG[game.slug]
    return season.options is None or rules.agreed(season.options) == rules.agreed(game.options)


def _find_season(evening: Evening, seating: Seating) -> None:
    """An evening belongs to the season that counts its day, if there is one."""
    game = seating.game
    found = season_queries.seasons_on(evening.club_id, evening.date)
    fitting = [season for season in found if game is not None and plays(season, game)]
    if fitting:
        assign(evening, fitting[0])


def assign(evening: Evening, season: Season | None) -> None:
    """Give an evening to a season, or to none, and its results with it. The caller commits."""
    old = evening.season
    move(evening, season)
    for each in (old, season):
        if each is not None:
            totals.settle(each)


def move(evening: Evening, season: Season | None) -> None:
    """The same, without the sums."""
    evening.season, evening.season_id = season, season.id if season is not None else None
    evening.apart = evening.apart and season is None
    evening.book, evening.summed = None, False
    for row, seating in _rows(evening):
        row.counted = season is None or season.counting == BY_DATE
        place(row, seating)
    db.session.flush()


def evening_changed(evening: Evening) -> None:
    """An evening has another day, or other byes: its results and the sums follow. The caller commits."""
    if evening.season is not None and evening.season.closed_at is not None:
        return
    for row, seating in _rows(evening):
        row.date, row.plain = evening.date, of_table(seating, row.stopped) or {}
        place(row, seating)
    db.session.flush()
    if evening.season is not None:
        totals.settle(evening.season)


def replace_all(evening: Evening) -> None:
    """Say anew which results of an evening its season takes, after it has changed what is played."""
    for row, seating in _rows(evening):
        place(row, seating)


def _rows(evening: Evening) -> Iterator[tuple[GameResult, Seating]]:
    tables = {seating.game_id: seating for seating in season_queries.tables_of_evening(evening.id)}
    return ((row, tables[row.game_id]) for row in season_queries.rows_of_evening(evening.id) if row.game_id in tables)


def of_table(seating: Seating, stopped: bool = False, until: datetime | None = None) -> dict[str, Any] | None:
    """The result of a table as plain values, from the game's record (as it was at a moment); None while it runs."""
    game = seating.game
    if game is None or (game.deleted_at is not None and (until is None or game.deleted_at <= until)):
        return None
    record = record_of(game, until)
    sheet = score(record)
    if not isinstance(sheet, Sheet):
        raise RuntimeError(f"game {game.id} no longer scores: {sheet[0].message}")
    if not sheet.over and not (stopped and sheet.hands):
        return None
    return codec.result(_result(seating, game, record, sheet))


def _result(seating: Seating, game: Game, record: dict[str, Any], sheet: Sheet) -> Result:
    _, play = BY_SLUG[game.slug].setting(len(game.players), BY_SLUG[game.slug].agreed(game.options))
    return from_sheet(
        game.id,
        seating.round.evening_id,
        seating.round.number,
        [str(member) for member in seating.seats],
        record,
        sheet.as_json(),
        lowest_wins=bool(getattr(play.end, "lowest", False)),
        date=seating.round.evening.date.isoformat(),
        substitutes=[Substitute(str(who), _text(absent)) for who, absent in seating.substitutes],
        bids=sheet.bids,
    )


def _text(member: int | None) -> str | None:
    return None if member is None else str(member)


def _keep(row: GameResult, seating: Seating) -> None:
    """The season is closed: its result stays, and the log says so once."""
    about = ("result", row.game_id)
    if of_table(seating, row.stopped) == row.plain or log_entries(row.club_id, 1, about) or row.season is None:
        return
    said = f"A game of {row.season.name} was changed at the table. The season is closed and keeps the result it had."
    entry_of(row.club_id, "result", said, about=row.game_id, by=None)


def anew(season: Season, evening: Evening) -> dict[str, dict[str, Any]]:
    """The results of an evening made from the records, by game: those that the season has."""
    rows = {row.game_id: row for row in season_queries.rows_of_evening(evening.id)}
    found = {}
    for seating in season_queries.tables_of_evening(evening.id):
        game, row = seating.game, rows.get(seating.game_id or "")
        made = of_table(seating, row is not None and row.stopped, season.closed_at)
        if made is not None and game is not None and plays(season, game):
            found[game.id] = made
    return found


def rebuild(season: Season) -> None:
    """Make results, books and sums of a season anew from the records. The caller commits."""
    for evening in season_queries.evenings_of(season.id):
        made = anew(season, evening)
        rows = {row.game_id: row for row in season_queries.rows_of_evening(evening.id)}
        for seating in season_queries.tables_of_evening(evening.id):
            game_id = seating.game_id or ""
            if game_id in made or (game_id in rows and rows[game_id].season_id == season.id):
                row = rows.get(game_id) or _new_row(seating, evening)
                row.plain, row.season_id = made.get(game_id, {}), season.id if game_id in made else None
    db.session.flush()
    totals.settle(season)


def rebuild_now(season: Season) -> None:
    """The same from the command line, done with at once."""
    rebuild(season)
    db.session.commit()


def differences(season: Season) -> list[str]:
    """What is stored otherwise than the records make it; nothing if stored and rebuilt are equal."""
    said = []
    evenings = season_queries.evenings_of(season.id, books=True)
    rows = {row.game_id: row for row in season_queries.rows_of_season(season.id)}
    counted: dict[str, list[Result]] = {}
    for evening in evenings:
        made = anew(season, evening)
        own = {game_id: row for game_id, row in rows.items() if row.evening_id == evening.id}
        for game_id in sorted(made.keys() | own.keys()):
            if game_id not in own or made.get(game_id) != own[game_id].plain:
                said.append(f"The result of game {game_id} is not what its record makes.")
            if game_id in made and (game_id not in own or own[game_id].counted):
                counted.setdefault(evening.id, []).append(codec.read_result(made[game_id]))
    whole = totals.whole(season, evenings, counted)
    for evening in evenings:
        if evening.book != whole.books[evening.id] or evening.summed != (evening.id in whole.summed):
            said.append(f"The book of {evening.name} ({evening.date}) is not what its results make.")
    if season_queries.sums(season.id) != whole.parts:
        said.append("The sums of the season are not what its evenings make.")
    return said
