"""A PostgreSQL server of our own for the tests: `python -m tests.postgres COMMAND ...` runs a command while it is up.

Its files are in a temporary folder and it listens on a socket there alone, so it meets no other server. A superuser
may not run it, so it then runs as the user `postgres`.
"""

from __future__ import annotations

import hashlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

#: The environment variable with the address of the server on which the tests run; SQLite without it.
SERVER = "SCOREKEEPER_TEST_POSTGRES"
PLACES = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql*/bin")
#: Nothing of it has to survive. Words are sorted as people do, which our own queries must not rely on.
INIT = ("--no-sync", "--auth=trust", "--username=scorekeeper", "--encoding=UTF8", "--locale=C.UTF-8")
SORTED = ("--locale-provider=icu", "--icu-locale=en-US")
#: How a process is asked to end.
ENDINGS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
QUICK = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=300"


def find_program(name: str) -> str:
    """Where a program of PostgreSQL lies."""
    newest = sorted((path for place in PLACES for path in Path("/").glob(place[1:])), reverse=True)
    path = shutil.which(name) or next((str(folder / name) for folder in newest if (folder / name).exists()), None)
    if path is None:
        raise SystemExit("PostgreSQL is needed for these tests: install the package postgresql.")
    return path


def run(*command: str, folder: Path) -> None:
    """Run a program of the server as a user who may."""
    user: dict[str, Any] = {}
    if os.geteuid() == 0:
        entry = pwd.getpwnam("postgres")
        user = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        os.chown(folder, entry.pw_uid, entry.pw_gid)
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, **user)


@contextmanager
def server() -> Iterator[str]:
    """A server that is stopped and deleted afterwards; the address of its databases, with `{}` for the name."""
    with tempfile.TemporaryDirectory(prefix="rook-", dir="/tmp", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        run(find_program("initdb"), "-D", "data", *INIT, *SORTED, folder=folder)
        options = f"-k {folder} -h '' {QUICK}"
        control = find_program("pg_ctl")
        try:
            run(control, "-w", "-D", "data", "-l", "log", "-o", options, "start", folder=folder)
            yield f"postgresql://scorekeeper@/{{}}?host={folder}"
        finally:
            run(control, "-w", "-D", "data", "-m", "immediate", "stop", folder=folder)


def is_chosen() -> bool:
    """Whether the tests run on PostgreSQL."""
    return SERVER in os.environ


@cache
def address_for(folder: Path | str) -> str:
    """The address of the database that belongs to a folder: made empty when it is first asked for."""
    name = "t" + hashlib.sha256(str(folder).encode()).hexdigest()[:20]
    create_database(name)
    return os.environ[SERVER].format(name)


def environment(folder: Path | str) -> dict[str, str]:
    """The environment of another process that uses the database of a folder."""
    chosen = {"DATABASE_URL": address_for(folder)} if is_chosen() else {}
    return os.environ | {"SCOREKEEPER_INSTANCE": str(folder)} | chosen


def create_database(name: str) -> str:
    """Make an empty database; its address."""
    import psycopg

    with psycopg.connect(os.environ[SERVER].format("postgres"), autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
            connection.execute(f'CREATE DATABASE "{name}"')
    return os.environ[SERVER].format(name)


def _end(number: int, _: object) -> None:
    """Leave by way of every `finally`; whoever asks again is not heard meanwhile."""
    for asked in ENDINGS:
        signal.signal(asked, signal.SIG_IGN)
    raise SystemExit(128 + number)


def main(command: Sequence[str]) -> int:
    """Run a command with a server; both end when this process is asked to end."""
    for asked in ENDINGS:
        signal.signal(asked, _end)
    with server() as address, subprocess.Popen(command, env=os.environ | {SERVER: address}) as process:
        try:
            return process.wait()
        finally:
            process.terminate()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
