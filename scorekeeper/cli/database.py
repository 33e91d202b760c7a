"""Commands about the server's database: backups, checks, copies, its secret key; and exported tournaments."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scorekeeper.actions import maintenance
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.event.contests import score_document
from scorekeeper.actions.maintenance import START_ERRORS, OtherSecretError, describe_failure
from scorekeeper.actions.startup import DATABASE_ERRORS
from scorekeeper.cli.documents import print_text, read_file
from scorekeeper.web import create_app
from scorekeeper.web.paths import database_address, instance, secret_key

Command = Callable[[argparse.Namespace], int]

USE_PG_DUMP = "The database is PostgreSQL (DATABASE_URL). Back it up with pg_dump, and copy the secret key yourself."
USE_PG_RESTORE = "The database is PostgreSQL (DATABASE_URL). Restore it with pg_restore or psql."

RESEALED = "Done. All links still work with the new secret key."
RENEWED = "Done. Every link was replaced. Share the new links from the club's pages."
UNCHANGED = "Nothing to do: the database already uses this secret key."

REPAIR = "Make a copy of the database, then restore a backup with “scorekeeper restore FILE”."


def run_in_app(command: Command, options: argparse.Namespace) -> int:
    """Run a command in the app and return its exit status."""
    # Files are private to this user.
    os.umask(0o077)
    try:
        app = create_app()
    except START_ERRORS as error:
        return print_errors(describe_failure(error))
    with app.test_request_context(method="POST"):
        try:
            return command(options)
        except NotFoundError as error:
            return print_errors(f"“{error}” was not found")


def print_errors(*messages: str) -> int:
    """Print errors to standard error and return the exit status."""
    for message in messages:
        print(f"scorekeeper: {message}", file=sys.stderr)
    return 1


def _back_up(options: argparse.Namespace) -> int:
    if database_address():
        return print_errors(USE_PG_DUMP)
    os.umask(0o077)
    refusal = maintenance.backup(instance(), secret_key(instance()), Path(options.file).absolute())
    if refusal is not None:
        return print_errors(*refusal.messages)
    print(f"Backup written to {options.file}. It contains every game and the secret key, so keep it safe.")
    return 0


def _restore(options: argparse.Namespace) -> int:
    if database_address():
        return print_errors(USE_PG_RESTORE)
    os.umask(0o077)
    before = maintenance.restore(Path(options.file), instance())
    if isinstance(before, Refusal):
        return print_errors(*before.messages)
    print(f"Restored {options.file} to {instance()}. If the server is running, restart it.")
    if before is not None:
        print(f"The previous database is in {before}.")
    return 0


def _doctor(options: argparse.Namespace) -> int:
    return run_in_app(_examine, options)


def _examine(_: argparse.Namespace) -> int:
    status = 0
    try:
        for finding in maintenance.examine():
            what = f"{len(finding.problems):,} problems" if finding.problems else "no problems"
            print_text(f"{finding.count:,} {finding.subject} checked: {what}.")
            status = print_errors(*finding.problems) if finding.problems else status
    except DATABASE_ERRORS as error:
        status = print_errors(f"The database can't be read: {type(error).__name__}.")
    return print_errors(REPAIR) if status else 0


def _copy_store(options: argparse.Namespace) -> int:
    os.umask(0o077)
    copied = maintenance.copy_store(getattr(options, "from"), options.to)
    if isinstance(copied, Refusal):
        return print_errors(*copied.messages)
    print(f"{copied.rows:,} rows copied and compared. All {copied.games:,} games score the same in the copy.")
    print("Use the same secret key with the copy. Without it no link opens.")
    return 0


def _reseal(options: argparse.Namespace) -> int:
    """Encrypt all links with the server's secret key: the old links, or new ones if the old key is lost."""
    os.umask(0o077)
    try:
        old = Path(options.old).read_text("utf-8", "replace") if options.old else None
        print(_reseal_links({"OLD_SECRET_KEY": old, "SECRET_KEY_IS_LOST": old is None}))
    except OtherSecretError:
        return print_errors(f"{options.old} does not contain the old secret key of this database.")
    except START_ERRORS as error:
        return print_errors(describe_failure(error))
    return 0


def _reseal_links(settings: dict[str, Any]) -> str:
    """Return a sentence about what was done."""
    try:
        create_app()
    except OtherSecretError:
        create_app(settings)
        return RENEWED if settings["SECRET_KEY_IS_LOST"] else RESEALED
    return UNCHANGED


def _tournament(options: argparse.Namespace) -> int:
    """Print the matches and standings of a tournament, computed from the records of its games."""
    text = read_file(options.file)
    if text is None:
        return 2
    try:
        outcome = score_document(json.loads(text))
    except ValueError as error:
        return print_errors(str(error))
    print_text(json.dumps(outcome, ensure_ascii=False, indent=1))
    return 0


COMMANDS: dict[str, Command] = {
    "backup": _back_up,
    "restore": _restore,
    "doctor": _doctor,
    "copy-store": _copy_store,
    "reseal": _reseal,
    "tournament": _tournament,
}
