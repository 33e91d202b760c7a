"""Copying a store from the command line."""

from __future__ import annotations

import os

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.maintenance import copy_store
from scorekeeper.cli.database_commands import print_errors


def copy(source: str, target: str) -> int:
    """Copy a store into an empty one."""
    os.umask(0o077)
    copied = copy_store(source, target)
    if isinstance(copied, Refusal):
        return print_errors(*copied.messages)
    print(f"{copied.rows:,} rows copied and compared. All {copied.games:,} games score the same in the copy.")
    print("Use the same secret key with the copy. Without it no link opens.")
    return 0
