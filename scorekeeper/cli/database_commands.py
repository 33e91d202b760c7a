"""Commands that work on the server's database: they run in the app and print errors to standard error."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable

from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.maintenance import START_ERRORS, describe_failure
from scorekeeper.web import create_app

Command = Callable[[argparse.Namespace], int]


def run(command: Command, options: argparse.Namespace) -> int:
    """Run a command in the app; its exit status."""
    # What people play is nobody else's business on a shared machine.
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
    """Print errors; the exit status."""
    for message in messages:
        print(f"scorekeeper: {message}", file=sys.stderr)
    return 1
