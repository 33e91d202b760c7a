"""Backups from the command line, and going on with another secret key."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from scorekeeper.actions import maintenance
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.maintenance import START_ERRORS, OtherSecretError, describe_failure
from scorekeeper.cli.database_commands import print_errors
from scorekeeper.web import create_app
from scorekeeper.web.paths import database_address, instance, secret_key

USE_PG_DUMP = "The database is PostgreSQL (DATABASE_URL). Back it up with pg_dump, and copy the secret key yourself."
USE_PG_RESTORE = "The database is PostgreSQL (DATABASE_URL). Restore it with pg_restore or psql."

RESEALED = "Done. All links still work with the new secret key."
RENEWED = "Done. Every link was replaced. Share the new links from the club's pages."
UNCHANGED = "Nothing to do: the database already uses this secret key."


def back_up(file: str) -> int:
    """Write a backup of the server's database and secret key."""
    if database_address():
        return print_errors(USE_PG_DUMP)
    os.umask(0o077)
    refusal = maintenance.backup(instance(), secret_key(instance()), Path(file).absolute())
    if refusal is not None:
        return print_errors(*refusal.messages)
    print(f"Backup written to {file}. It contains every game and the secret key, so keep it safe.")
    return 0


def restore(file: str) -> int:
    """Replace the server's database and secret key by those of a backup."""
    if database_address():
        return print_errors(USE_PG_RESTORE)
    os.umask(0o077)
    before = maintenance.restore(Path(file), instance())
    if isinstance(before, Refusal):
        return print_errors(*before.messages)
    print(f"Restored {file} to {instance()}. If the server is running, restart it.")
    if before is not None:
        print(f"The previous database is in {before}.")
    return 0


def reseal(old_file: str | None) -> int:
    """Seal all links with the server's secret key: those of the old one, or new ones if it is lost."""
    os.umask(0o077)
    try:
        old = Path(old_file).read_text("utf-8", "replace") if old_file else None
        print(_reseal({"OLD_SECRET_KEY": old, "SECRET_KEY_IS_LOST": old is None}))
    except OtherSecretError:
        return print_errors(f"{old_file} does not contain the old secret key of this database.")
    except START_ERRORS as error:
        return print_errors(describe_failure(error))
    return 0


def _reseal(settings: dict[str, Any]) -> str:
    """What was done."""
    try:
        create_app()
    except OtherSecretError:
        create_app(settings)
        return RENEWED if settings["SECRET_KEY_IS_LOST"] else RESEALED
    return UNCHANGED
