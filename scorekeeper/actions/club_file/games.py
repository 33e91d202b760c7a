"""The games of a club file: checked by the engine, with results that are computed and not read."""

from __future__ import annotations

from typing import Any, cast

from scorekeeper.actions.club_file.checks import check_game, check_rule, require
from scorekeeper.actions.club_file.format import FileError
from scorekeeper.actions.club_file.reading import ClubContents
from scorekeeper.actions.event.tables import HIGHEST_TOTAL
from scorekeeper.actions.limits import MOST_HANDS, MOST_VERSIONS, hand_size_faults, size_faults
from scorekeeper.actions.names import LONGEST_NAME, visible_name, with_visible_names
from scorekeeper.actions.season.results import counts_by_date, fill_row, plays, table_result
from scorekeeper.actions.table.games import unwritable_text
from scorekeeper.rules import Sheet, score
from scorekeeper.store import Dispute, EventTable, Game, GameResult, HandVersion, NameChange, Version
from scorekeeper.store.queries.game import record_of, record_with, versions_in_force

#: The ways in which a version of a hand can have come about.
DONE = ("saved", "corrected", "deleted", "undone")


def check_games(contents: ClubContents) -> None:
    """Refuse games that can't be scored, and compute the results of all others."""
    contents.check(Version, _check_version)
    versions: dict[str, list[Version]] = {}
    for version in contents.of(Version):
        versions.setdefault(version.game_id, []).append(version)
    tables = {table.game_id: table for table in contents.of(EventTable)}
    results = {row.game_id: row for row in contents.of(GameResult)}

    def check(_: ClubContents, game: Game) -> None:
        require(game.id in tables, "it is played at no table.")
        game.versions = cast(Any, versions.get(game.id, []))
        _check_names(game)
        sheet = _scored(game)
        _drop_old_versions(game, tables[game.id])
        _add_result(contents, tables[game.id], results.get(game.id), game, sheet)

    contents.check(NameChange, _check_name_change)
    contents.check(Dispute, _check_dispute)
    contents.check(Game, check)
    contents.rows[Version] = [version for game in contents.of(Game) for version in game.versions]


def _check_version(_: ClubContents, version: Version) -> None:
    is_version = 1 <= version.hand <= MOST_HANDS and version.number >= 1 and version.done in DONE
    require(is_version, "this is not a version of a hand.")
    require(not any(hand_size_faults(version.facts)), "“facts” can't be read.")


def _check_dispute(contents: ClubContents, dispute: Dispute) -> None:
    check_rule(contents, dispute.rule)
    is_short = not any(hand_size_faults(dispute.answers))
    require(is_short and all(map(_is_text_pair, dispute.answers)), "“answers” can't be read.")


def _is_text_pair(pair: Any) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair)


def _check_name_change(_: ClubContents, change: NameChange) -> None:
    for name in ("before", "after"):
        seats = getattr(change, name)
        require(_are_stints(seats, len(change.game.players)), "the names can't be read.")
        setattr(change, name, [[[hand, visible_name(player)] for hand, player in stints] for stints in seats])


def _are_stints(seats: list[Any], players: int) -> bool:
    """Whether this is a list for every seat of who played there, from which hand on."""
    return (
        len(seats) == players
        and all(isinstance(stints, list) and stints and all(map(_is_stint, stints)) for stints in seats)
        and not any(hand_size_faults(seats))
    )


def _is_stint(stint: Any) -> bool:
    if not isinstance(stint, list) or len(stint) != 2:
        return False
    hand, name = stint
    is_name = isinstance(name, str) and visible_name(name) != "" and len(name) <= LONGEST_NAME
    return type(hand) is int and 1 <= hand <= MOST_HANDS + 1 and is_name


def _check_names(game: Game) -> None:
    """The history of the names in the seats ends with the present players."""
    game.players = with_visible_names({"players": game.players})["players"]
    changes = game.name_changes
    is_in_order = [change.number for change in changes] == [*range(1, len(changes) + 1)]
    require(is_in_order, "its name changes are not in order.")
    if changes:
        names = [stints[-1][1] for stints in changes[-1].after]
        require(names == game.players, "its last name change has other names.")
    game.names_number = len(changes)


def _scored(game: Game) -> Sheet:
    """The sheet of a game, which must be one that can be stored."""
    require(len(game.versions) <= MOST_VERSIONS, "it was changed too often.")
    check_game(game.slug, game.options)
    return _sheet(record_of(game))


def _sheet(record: dict[str, Any]) -> Sheet:
    sheet = size_faults(record) or score(record)
    if not isinstance(sheet, Sheet):
        raise FileError(f"hand {sheet[0].hand}: {sheet[0].message}" if sheet[0].hand else sheet[0].message)
    if unwritable := unwritable_text(record):
        raise FileError(unwritable.faults[0].message)
    return sheet


def _drop_old_versions(game: Game, table: EventTable) -> None:
    """Keep of older versions only those that a page can still show."""
    season = table.round.event.season
    until = season.closed_at if season is not None else None
    in_force = {id(own) for time in (None, until) for own in versions_in_force(game, time).values()}
    game.versions = [own for own in game.versions if id(own) in in_force or _scores(game, own)]


def _scores(game: Game, version: HandVersion) -> bool:
    return isinstance(score(record_with(game, [version])), Sheet)


def _add_result(contents: ClubContents, table: EventTable, row: GameResult | None, game: Game, sheet: Sheet) -> None:
    """Compute the result of a table; the file says only whether it counts, and whether a closed season has it."""
    event = table.round.event
    _check_totals(table, sheet)
    require(row is None or row.season in (None, event.season), "its result counts for another season.")
    season, result = event.season, None
    until = season.closed_at if season is not None else None
    if row is not None and until is not None:
        season = row.season
    if season is not None and plays(season, game):
        is_newer = until is not None and any(own.at > until for own in game.versions)
        result = table_result(table, until, _sheet(record_of(game, until)) if is_newer else sheet)
    if result is None:
        season, result = None, table_result(table, sheet=sheet)
    if row is None and result is None:
        return
    row = row or _new_row(contents, game, counts_by_date(event.season))
    row.season, row.season_id = season, season.id if season is not None else None
    row.event_id, row.round, row.date = event.id, table.round.number, event.date
    row.slug, row.hands, row.lowest_wins, row.on_paper = game.slug, 0, False, table.paper is not None
    fill_row(row, result)


def _check_totals(table: EventTable, sheet: Sheet) -> None:
    totals = table.paper
    is_total = totals is None or (
        len(totals) == len(sheet.sides) and all(type(own) is int and abs(own) <= HIGHEST_TOTAL for own in totals)
    )
    require(is_total, "its totals from paper can't be read.")


def _new_row(contents: ClubContents, game: Game, counted: bool) -> GameResult:
    row = GameResult(club_id=contents.club_id, game_id=game.id, counted=counted)
    contents.of(GameResult).append(row)
    row.id = len(contents.of(GameResult))
    return row
