"""Reading the games of a club file: hands in all their versions, rulings, changes of names, and results."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from scorekeeper.actions.club_file.reading import ClubContents, FileError, Item, is_text_pair
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.limits import MOST_HANDS, MOST_VERSIONS, hand_size_faults, size_faults
from scorekeeper.actions.names import LONGEST_NAME, visible_name, with_visible_names
from scorekeeper.actions.season.results import plain_result, plays
from scorekeeper.actions.table.games import unwritable_text
from scorekeeper.rules import Sheet, score
from scorekeeper.store import (
    Confirmation,
    Dispute,
    EventTable,
    Game,
    GameResult,
    HandVersion,
    NameChange,
    Protest,
    Version,
)
from scorekeeper.store.queries.game import record_of, record_with, versions_in_force

#: The ways in which a version of a hand can have come about.
DONE = ("saved", "corrected", "deleted", "undone")


def new_game_ids(*items: Item) -> dict[int, str]:
    """A new id for every game of these, in the order of the old ones."""
    numbers = [item.number("id") for item in items]
    if len(set(numbers)) < len(numbers):
        raise FileError("Two games have the same id.")
    return dict(zip(sorted(numbers), sorted(new_key() for _ in numbers), strict=True))


def read_game(contents: ClubContents, item: Item, until: datetime | None = None) -> tuple[Game, Sheet]:
    """A game, and its sheet, as it was at a moment if one is given. A game that cannot be scored is refused."""
    values = with_visible_names(item.row(Game))
    item.check_game(values["slug"], values["options"])
    game_id = contents.game_ids[item.number("id")]
    game = Game(id=game_id, scorer_key=new_key(), watch_key=new_key(), names_number=0, **values)
    versions = [_version(version, game, contents.device_id) for version in item.items("versions", "version")]
    if len(versions) > MOST_VERSIONS:
        raise item.fail("the game was changed too often.")
    if len({_place(version) for version in versions}) < len(versions):
        raise item.fail("a version of a hand appears twice.")
    game.versions = versions
    sheet = _scored(item, record_of(game))
    if until is not None and any(version.at > until for version in versions):
        sheet = _scored(item, record_of(game, until))
    in_force = {*map(_place, versions_in_force(game).values()), *map(_place, versions_in_force(game, until).values())}
    # Of older versions only those that a page can still show.
    game.versions = [version for version in versions if _place(version) in in_force or _scores(game, version)]
    game.disputes = [_dispute(contents, ruling) for ruling in item.items("rulings", "ruling")]
    _read_name_changes(contents, item, game)
    contents.games.append(game)
    return game, sheet


def _scored(item: Item, record: dict[str, Any]) -> Sheet:
    """The sheet of a record, which must be one that can be stored."""
    sheet = size_faults(record) or score(record)
    if not isinstance(sheet, Sheet):
        raise item.fail(f"hand {sheet[0].hand}: {sheet[0].message}" if sheet[0].hand else sheet[0].message)
    if unwritable := unwritable_text(record):
        raise item.fail(unwritable.faults[0].message)
    return sheet


def _version(item: Item, game: Game, device_id: str) -> HandVersion:
    values = item.row(Version)
    if not 1 <= values["hand"] <= MOST_HANDS or values["number"] < 1 or values["done"] not in DONE:
        raise item.fail("this is not a version of a hand.")
    facts = values["facts"]
    if facts is not None and (not isinstance(facts, dict) or any(hand_size_faults(facts))):
        raise item.fail("“facts” can't be read.")
    return HandVersion(0, game.id, token=f"import-{values['number']}", device_id=device_id, **values)


def _place(version: HandVersion) -> tuple[int, int]:
    return version.hand, version.number


def _scores(game: Game, version: HandVersion) -> bool:
    return isinstance(score(record_with(game, [version])), Sheet)


def _dispute(contents: ClubContents, item: Item) -> Dispute:
    values = contents.values(item, Dispute)
    answers = values["answers"]
    if any(hand_size_faults({"answers": answers})) or not all(is_text_pair(pair) for pair in answers):
        raise item.fail("“answers” can't be read.")
    return Dispute(token=f"import-{new_key()}", device_id=contents.device_id, **values)


def _read_name_changes(contents: ClubContents, item: Item, game: Game) -> None:
    """The history of the names in the seats, which ends with the present players."""
    changes = item.numbered("name_changes", "name change", "number")
    if [*changes] != [*range(1, len(changes) + 1)]:
        raise item.fail("the name changes are not in order.")
    for number, change in changes.items():
        values = contents.values(change, NameChange)
        for name in ("before", "after"):
            if not _are_stints(values[name], len(game.players)):
                raise change.fail("the names can't be read.")
            values[name] = [[[hand, visible_name(player)] for hand, player in stints] for stints in values[name]]
        game.name_changes.append(NameChange(token=f"import-{number}", device_id=contents.device_id, **values))
    if changes and [stints[-1][1] for stints in game.name_changes[-1].after] != game.players:
        raise item.fail("the last name change has other names than the game.")
    game.names_number = len(changes)


def _are_stints(seats: Any, players: int) -> bool:
    """Whether this is a list for every seat of who played there, from which hand on."""
    return (
        isinstance(seats, list)
        and len(seats) == players
        and all(isinstance(stints, list) and stints and all(map(_is_stint, stints)) for stints in seats)
        and not any(hand_size_faults({"seats": seats}))
    )


def _is_stint(stint: Any) -> bool:
    if not isinstance(stint, list) or len(stint) != 2:
        return False
    hand, name = stint
    is_name = isinstance(name, str) and visible_name(name) != "" and len(name) <= LONGEST_NAME
    return type(hand) is int and 1 <= hand <= MOST_HANDS + 1 and is_name


def version_rows(games: Collection[Game]) -> list[Mapping[str, Any]]:
    """The versions of these games as rows without ids."""
    return [
        {key: value for key, value in version._asdict().items() if key != "id"}
        for game in games
        for version in game.versions
    ]


def read_result(
    contents: ClubContents, item: Item, table: EventTable, until: datetime | None, sheet: Sheet
) -> GameResult:
    """The result of a table, computed from its game as it was when its season closed."""
    event, game = table.round.event, table.game
    row = GameResult(game_id=table.game_id, club_id=contents.club_id, event_id=event.id, **item.row(GameResult))
    row.round, row.date = table.round.number, event.date
    row.plain = plain_result(table, row.stopped, until, sheet) or {}
    season = event.season if item.values.get("in_season") is True and row.plain else None
    row.season_id = season.id if season is not None and game is not None and plays(season, game) else None
    row.confirmations = contents.rows(item, "confirmations", "confirmation", Confirmation)
    protests = [contents.values(protest, Protest) for protest in item.items("protests", "protest")]
    row.protests = [Protest(**values) for values in protests]
    return row
