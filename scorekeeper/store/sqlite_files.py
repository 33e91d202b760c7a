"""SQLite files: live copies, single-file backups, and advice about errors."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

DATABASE, SECRET_KEY = "scorekeeper.db", "secret_key"
PARTS = (DATABASE, SECRET_KEY)

#: Advice by SQLite error code.
ADVICE = {
    sqlite3.SQLITE_BUSY: "Another program is using the database. Stop it, then start again.",
    sqlite3.SQLITE_LOCKED: "Another program is using the database. Stop it, then start again.",
    sqlite3.SQLITE_READONLY: "The database can't be written. Check its owner and permissions.",
    sqlite3.SQLITE_CANTOPEN: "The database can't be opened. Check the owner and permissions of its folder.",
    sqlite3.SQLITE_PERM: "The database can't be opened. Check the owner and permissions of its folder.",
    sqlite3.SQLITE_FULL: "The disk is full. Free up space, then start again.",
    sqlite3.SQLITE_IOERR: "The disk can't be read or written. Check the disk, then start again.",
    sqlite3.SQLITE_CORRUPT: "The database is damaged. Restore a backup with “scorekeeper restore FILE”.",
    sqlite3.SQLITE_NOTADB: "The database is damaged. Restore a backup with “scorekeeper restore FILE”.",
}


class FileError(Exception):
    """A file can't be used; the message says why and what to do."""


def primary_code(error: BaseException | None) -> int:
    """SQLite's primary error code; 0 for other errors."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def copy_database(source: Path, target: Path) -> None:
    """Copy a database while others write to it, and check the copy."""
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old:
        _copy(old, target)


def _copy(old: sqlite3.Connection, target: Path) -> None:
    with closing(sqlite3.connect(target)) as new:
        old.backup(new)
        _check(new)


def _check(database: sqlite3.Connection) -> None:
    result = database.execute("PRAGMA integrity_check").fetchone()[0]
    if result != "ok":
        raise FileError(f"The database is damaged: {result}.")


def checkpoint(database: Path) -> None:
    """Move everything from the write-ahead log into the database file."""
    if database.exists():
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _draft_beside(file: Path) -> Iterator[Path]:
    """A temporary file in the same folder that replaces another when complete. Readable only by its owner."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def write_backup(folder: Path, secret: str, file: Path) -> None:
    """Write a folder's database and secret key into one file."""
    if not (folder / DATABASE).exists():
        raise FileError(f"There is no database in {folder}.")
    with _draft_beside(file) as draft, tempfile.TemporaryDirectory(dir=file.parent) as work:
        copy_database(folder / DATABASE, Path(work, DATABASE))
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(Path(work, DATABASE), DATABASE)
            archive.writestr(SECRET_KEY, secret)


def restore_backup(file: Path, folder: Path) -> Path | None:
    """Replace a folder's database and secret key with a backup. Returns the copy of the old database."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=folder) as work:
        _unpack(file, Path(work))
        with closing(sqlite3.connect(Path(work, DATABASE))) as new:
            _check(new)
            before = _put_in_place(new, folder)
        if before is not None and (folder / SECRET_KEY).exists():
            # The links of the copy open only with this key.
            (folder / SECRET_KEY).replace(before.with_suffix(f".{SECRET_KEY}"))
        with _draft_beside(folder / SECRET_KEY) as draft:
            draft.write_bytes(Path(work, SECRET_KEY).read_bytes())
    return before


def _put_in_place(new: sqlite3.Connection, folder: Path) -> Path | None:
    """Replace a folder's database atomically. Returns a copy of the old one."""
    database, before = folder / DATABASE, None
    if database.exists():
        before = folder / f"before-restore-{len([*folder.glob('before-restore-*.db')]) + 1}.db"
        copy_database(database, before)
    else:
        database.touch(0o600)
    with closing(sqlite3.connect(database, timeout=20)) as old:
        new.backup(old)
    return before


def _unpack(file: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(file) as archive:
            for name in PARTS:
                (folder / name).write_bytes(archive.read(name))
    except (zipfile.BadZipFile, KeyError) as error:
        raise FileError(f"{file} is not a score keeper backup.") from error
