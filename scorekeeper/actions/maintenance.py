"""Backups, copies between databases, and integrity checks."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, select
from sqlalchemy.exc import DatabaseError, DataError
from sqlalchemy.orm import Session, defer

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.season import results
from scorekeeper.actions.season.seasons import every_season
from scorekeeper.actions.startup import DATABASE_ERRORS
from scorekeeper.rules import Sheet, score
from scorekeeper.store import Game, Season, copying, db
from scorekeeper.store.database import NewerDatabaseError, damages
from scorekeeper.store.postgres import AddressError, describe_error
from scorekeeper.store.queries.game import game_ids, record_of
from scorekeeper.store.resealing import OtherSecretError
from scorekeeper.store.sqlite_files import (
    ADVICE,
    DATABASE,
    FileError,
    checkpoint,
    primary_code,
    restore_backup,
    write_backup,
)
from scorekeeper.store.transaction import writing_options

__all__ = ["START_ERRORS", "OtherSecretError", "backup", "describe_failure", "finish_writing", "restore"]

#: Errors when opening a database.
START_ERRORS = (DatabaseError, sqlite3.Error, OSError, NewerDatabaseError, OtherSecretError, FileError, AddressError)
NEWER = "The database was made by a newer release. Install that release, or restore an older backup."
OTHER_SECRET = (
    "The database was used with a different secret key. Put that key back (the file secret_key, or "
    "SCOREKEEPER_SECRET_KEY), or see “scorekeeper reseal --help”."
)


def backup(folder: Path, secret: str, file: Path) -> Refusal | None:
    """Write a backup with the current secret key. Works while the server runs."""
    try:
        write_backup(folder, secret, file)
    except START_ERRORS as error:
        return Refusal((describe_failure(error),))
    return None


def restore(file: Path, folder: Path) -> Path | Refusal | None:
    """Restore a backup. Returns the copy of the previous database, if there was one."""
    try:
        return restore_backup(file, folder)
    except START_ERRORS as error:
        return Refusal((describe_failure(error),))


def finish_writing(folder: Path) -> None:
    """Move everything from the write-ahead log into the database file."""
    checkpoint(folder / DATABASE)


def describe_failure(error: Exception) -> str:
    """One line about what is wrong with the database, and what to do."""
    if isinstance(error, NewerDatabaseError):
        return NEWER
    if isinstance(error, OtherSecretError):
        return OTHER_SECRET
    cause = error.orig if isinstance(error, DatabaseError) else error
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}." if error.filename else str(error)
    return ADVICE.get(primary_code(cause)) or describe_error(cause) or str(cause)


DIFFERENT = "Nothing was copied, because the copy differs at {}."
UNSTORABLE = "Nothing was copied: some text is too long for PostgreSQL or contains a NUL character."


@dataclass(frozen=True)
class Copied:
    """How much was copied."""

    rows: int
    games: int


def copy_store(source: str, target: str) -> Copied | Refusal:
    """Copy a whole store into an empty one, or nothing at all."""
    try:
        with (
            copying.engine_of(source).connect() as old,
            copying.engine_of(target, may_be_new=True).connect() as new,
        ):
            new.execution_options(**writing_options(new.dialect.name))
            copying.check_source(old, source)
            copying.make_empty_target(new, target)
            copying.share_secret(old, new, target)
            copied = _copy(old, new)
            if isinstance(copied, Copied):
                new.commit()
            return copied
    except DataError:
        return Refusal((UNSTORABLE,))
    except copying.CopyError as error:
        return Refusal((str(error),))
    except START_ERRORS as error:
        return Refusal((describe_failure(error),))


def _copy(old: Connection, new: Connection) -> Copied | Refusal:
    rows = copying.copy_rows(old, new)
    if difference := copying.first_difference(old, new):
        return Refusal((DIFFERENT.format(difference),))
    games = 0
    for game_id, is_same in _compared_games(old, new):
        games += 1
        if not is_same:
            return Refusal((DIFFERENT.format(f"the score of game {game_id}"),))
    return Copied(rows, games)


def _compared_games(old: Connection, new: Connection) -> Iterator[tuple[str, bool]]:
    """The id of every game, and whether its record and score sheet are equal in both stores."""
    for game_id in old.scalars(select(Game.id).order_by(Game.id)).all():
        one, other = _record(old, game_id), _record(new, game_id)
        yield game_id, one == other and score(one) == score(other)


def _record(connection: Connection, game_id: str) -> dict[str, object]:
    with closing(Session(connection)) as session:
        # The keys of links are sealed, and scores do not depend on them.
        sealed = (defer(Game.scorer_key), defer(Game.watch_key))
        return record_of(session.get_one(Game, game_id, options=sealed))


#: Errors that a damaged row may raise on reading.
UNREADABLE: tuple[type[Exception], ...] = (*DATABASE_ERRORS, LookupError, TypeError, ValueError, RuntimeError)


@dataclass(frozen=True)
class Finding:
    """What was checked, how many there are, and what is wrong."""

    subject: str
    count: int
    problems: tuple[str, ...]


def examine() -> Iterator[Finding]:
    """Check everything that is stored, without changing it."""
    yield Finding("databases", 1, tuple(damages()))
    ids = game_ids()
    yield Finding("games", len(ids), tuple(problem for game_id in ids for problem in _game_problems(game_id)))
    seasons = every_season()
    problems = tuple(problem for season in seasons for problem in _season_problems(season))
    yield Finding("seasons", len(seasons), problems)


def _season_problems(season: Season) -> list[str]:
    try:
        return [f"{season.name}: {problem}" for problem in results.differences(season)]
    except UNREADABLE as error:
        return [f"{season.name}: The results can't be computed: {type(error).__name__}."]


def _game_problems(game_id: str) -> list[str]:
    try:
        game = db.session.get_one(Game, game_id)
        problems = [*_version_problems(game), *_name_problems(game), *_score_problems(game)]
    except UNREADABLE as error:
        problems = [f"Game {game_id} can't be read: {type(error).__name__}."]
    # Keep memory bounded with thousands of games.
    db.session.expunge_all()
    return problems


def _version_problems(game: Game) -> Iterator[str]:
    hands: dict[int, list[int]] = {}
    for version in game.versions:
        hands.setdefault(version.hand, []).append(version.number)
    if not _is_unbroken(sorted(hands)):
        yield f"Hands of game {game.id} are missing."
    for hand, numbers in hands.items():
        if not _is_unbroken(numbers):
            yield f"Versions of hand {hand} of game {game.id} are missing or out of order."
    # The first version of a hand may have come with the game. Every later one increments the revision.
    if game.revision < max((len(numbers) for numbers in hands.values()), default=1) - 1:
        yield f"The revision of game {game.id} is lower than the number of its changes."


def _name_problems(game: Game) -> Iterator[str]:
    numbers = [change.number for change in game.name_changes]
    if not _is_unbroken(numbers) or len(numbers) != game.names_number:
        yield f"Name changes in game {game.id} are missing or out of order."


def _score_problems(game: Game) -> Iterator[str]:
    sheet = score(record_of(game))
    if not isinstance(sheet, Sheet):
        yield f"Game {game.id} can no longer be scored: {sheet[0].message}"


def _is_unbroken(numbers: Iterable[int]) -> bool:
    """Whether the numbers are 1, 2, 3 and so on."""
    return all(number == place for place, number in enumerate(numbers, 1))
