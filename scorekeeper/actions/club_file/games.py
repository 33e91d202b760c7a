"""The games in a club's file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from scorekeeper.actions.club_file.reading import Item
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.limits import MOST_HANDS, MOST_VERSIONS, hand_size_faults
from scorekeeper.actions.table.games import check_record
from scorekeeper.rules import Sheet, score
from scorekeeper.store import Game, HandVersion, Version, db
from scorekeeper.store.queries.game import insert_versions, record_of, record_with, versions_in_force

#: What can have been done to a hand.
DONE = ("saved", "corrected", "deleted", "undone")


def read_game(item: Item, game_id: str, device_id: str, until: datetime | None) -> Game:
    """A game with all versions of its hands; it must score as it is, and as it was when its season closed."""
    values = item.row(Game)
    item.check_game(values.get("slug"), values.get("options"))
    game = Game(id=game_id, scorer_key=new_key(), watch_key=new_key(), revision=0, names_number=0, **values)
    versions = [_version(version, game, device_id) for version in item.items("versions", "version")]
    if len(versions) > MOST_VERSIONS:
        raise item.fail("the game was changed too often.")
    game.versions = versions
    _check(item, record_of(game))
    if until is not None and any(version.at > until for version in versions):
        _check(item, record_of(game, until))
    game.versions = _sound(game, versions, until)
    return game


def add_game(game: Game) -> None:
    """Store a game with its versions. The caller commits."""
    versions = game.versions
    db.session.add(game)
    db.session.flush()
    if versions:
        insert_versions(game, [{key: value for key, value in row._asdict().items() if key != "id"} for row in versions])
    game.versions = versions


def _check(item: Item, record: dict[str, Any]) -> None:
    if invalid := check_record(record):
        fault = invalid.faults[0]
        raise item.fail(f"hand {fault.hand}: {fault.message}" if fault.hand else fault.message)


def _version(item: Item, game: Game, device_id: str) -> HandVersion:
    values = {"facts": None} | item.row(Version)
    missing = {"hand", "number", "done", "at"} - values.keys()
    if missing or not 1 <= values["hand"] <= MOST_HANDS or values["number"] < 1 or values["done"] not in DONE:
        raise item.fail("this is not a version of a hand.")
    facts = values["facts"]
    if facts is not None and (not isinstance(facts, dict) or any(hand_size_faults(facts))):
        raise item.fail("“facts” can't be read.")
    token = f"import-{values['number']}"
    return HandVersion(0, game.id, token=token, device_id=device_id, **values)


def _sound(game: Game, versions: Sequence[HandVersion], until: datetime | None) -> list[HandVersion]:
    """The versions in force, and of the older ones those that a page can still show."""
    in_force = {*map(_place, versions_in_force(game).values())}
    if until is not None:
        in_force |= {*map(_place, versions_in_force(game, until).values())}
    return [version for version in versions if _place(version) in in_force or _scores(game, version)]


def _place(version: HandVersion) -> tuple[int, int]:
    return version.hand, version.number


def _scores(game: Game, version: HandVersion) -> bool:
    """Whether the hand scores by itself."""
    return isinstance(score(record_with(game, [version])), Sheet)
