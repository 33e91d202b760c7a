"""Backups of the whole server: the database and the secret key in one file."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy.exc import DatabaseError

from scorekeeper.actions.errors import Refusal
from scorekeeper.store.database import NewerDatabaseError
from scorekeeper.store.postgres import AddressError, describe_error
from scorekeeper.store.resealing import OtherSecretError
from scorekeeper.store.sqlite_files import ADVICE, DATABASE, FileError, checkpoint, primary_code
from scorekeeper.store.sqlite_files import restore_backup as restore_files
from scorekeeper.store.sqlite_files import write_backup as write_files

__all__ = ["START_ERRORS", "OtherSecretError", "backup", "describe_failure", "finish_writing", "restore"]

#: What may go wrong when the database is opened.
START_ERRORS = (DatabaseError, sqlite3.Error, OSError, NewerDatabaseError, OtherSecretError, FileError, AddressError)
NEWER = "The database was made by a newer release. Install that release, or restore an older backup."
OTHER_SECRET = (
    "The database was used with a different secret key. Put that key back (the file secret_key, or "
    "SCOREKEEPER_SECRET_KEY), or see “scorekeeper reseal --help”."
)


def backup(folder: Path, secret: str, file: Path) -> Refusal | None:
    """Write a backup with the secret key that is in use, also while the server runs."""
    try:
        write_files(folder, secret, file)
    except START_ERRORS as error:
        return Refusal((describe_failure(error),))
    return None


def restore(file: Path, folder: Path) -> Path | Refusal | None:
    """Restore a backup; the copy of what was there before, if there was anything."""
    try:
        return restore_files(file, folder)
    except START_ERRORS as error:
        return Refusal((describe_failure(error),))


def finish_writing(folder: Path) -> None:
    """Leave everything that was saved in the one file of the database."""
    checkpoint(folder / DATABASE)


def describe_failure(error: Exception) -> str:
    """What is wrong with the database, and what to do, in one line."""
    if isinstance(error, NewerDatabaseError):
        return NEWER
    if isinstance(error, OtherSecretError):
        return OTHER_SECRET
    cause = error.orig if isinstance(error, DatabaseError) else error
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}." if error.filename else str(error)
    return ADVICE.get(primary_code(cause)) or describe_error(cause) or str(cause)
