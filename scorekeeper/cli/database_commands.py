"""Commands that work on the server's database: run in the app, and what went wrong told on standard error."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from scorekeeper.actions.errors import NotFoundError
from scorekeeper.web import create_app

Command = Callable[[argparse.Namespace], int]


def run(command: Command, options: argparse.Namespace) -> int:
    """Run a command in the app."""
    with create_app().test_request_context(method="POST"):
        try:
            return command(options)
        except NotFoundError as missing:
            return wrong(f"there is none called “{missing}”")


def wrong(*messages: str) -> int:
    """Say what is wrong; the exit status."""
    for message in messages:
        print(f"scorekeeper: {message}", file=sys.stderr)
    return 1
