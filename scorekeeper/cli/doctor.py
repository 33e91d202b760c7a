"""An examination of everything that is stored, from the command line."""

from __future__ import annotations

import argparse

from scorekeeper.actions.maintenance import examine
from scorekeeper.actions.startup import DATABASE_ERRORS
from scorekeeper.cli import database_commands
from scorekeeper.cli.database_commands import print_errors
from scorekeeper.cli.documents import print_text

REPAIR = "Make a copy of the database, then restore a backup with “scorekeeper restore FILE”."


def run(options: argparse.Namespace) -> int:
    """Examine the database of the server; exit status 1 if anything is wrong."""
    return database_commands.run(_examine, options)


def _examine(_: argparse.Namespace) -> int:
    status = 0
    try:
        for finding in examine():
            what = f"{len(finding.problems):,} problems" if finding.problems else "no problems"
            print_text(f"{finding.count:,} {finding.subject} checked: {what}.")
            status = print_errors(*finding.problems) if finding.problems else status
    except DATABASE_ERRORS as error:
        status = print_errors(f"The database can't be read: {type(error).__name__}.")
    return print_errors(REPAIR) if status else 0
