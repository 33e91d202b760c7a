"""Backups from the command line."""

from __future__ import annotations

import os
from pathlib import Path

from scorekeeper.actions import backups
from scorekeeper.actions.errors import Refusal
from scorekeeper.cli.database_commands import print_errors
from scorekeeper.web.paths import database_address, instance

USE_PG_DUMP = "The database is PostgreSQL (DATABASE_URL). Back it up with pg_dump, and copy the secret key yourself."
USE_PG_RESTORE = "The database is PostgreSQL (DATABASE_URL). Restore it with pg_restore or psql."


def back_up(file: str) -> int:
    """Write a backup of the server's database and secret key."""
    if database_address():
        return print_errors(USE_PG_DUMP)
    os.umask(0o077)
    refusal = backups.backup(instance(), Path(file).absolute())
    if refusal is not None:
        return print_errors(*refusal.messages)
    print(f"Backup written to {file}. It contains every game and the secret key, so keep it safe.")
    return 0


def restore(file: str) -> int:
    """Replace the server's database and secret key by those of a backup."""
    if database_address():
        return print_errors(USE_PG_RESTORE)
    os.umask(0o077)
    before = backups.restore(Path(file), instance())
    if isinstance(before, Refusal):
        return print_errors(*before.messages)
    print(f"Restored {file} to {instance()}. If the server is running, restart it.")
    if before is not None:
        print(f"The previous database is in {before}.")
    return 0
