"""Sources of changes: SQLite is polled, PostgreSQL sends notifications."""

from __future__ import annotations

import selectors
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import sleep
from typing import Any

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.pool import NullPool

from scorekeeper.store import postgres
from scorekeeper.store.live.changes import Source
from scorekeeper.store.sealed_keys import sealer_of, use_sealer

#: Seconds between two polls of SQLite. A poll takes a few microseconds.
PAUSE = 0.1
#: Seconds after which an idle PostgreSQL connection is tested.
QUIET = 15.0
#: Seconds in which notifications are batched: at most thirty reads a second under load.
GATHERING = 0.03


class AskedSource(Source):
    """SQLite: `PRAGMA data_version` tells whether another connection has written."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._version: object = None

    def moved(self) -> bool:
        """Whether something may have changed since the last call."""
        before, self._version = self._version, self._connection.exec_driver_sql("PRAGMA data_version").scalar()
        return before != self._version

    def wait(self) -> None:
        """Sleep until the next poll."""
        sleep(PAUSE)

    def wake(self) -> None:
        """Do nothing: `wait` returns soon."""

    def close(self) -> None:
        """Do nothing: there is only the connection."""


class CallingSource(Source):
    """PostgreSQL: every commit sends a notification."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        driver: Any = connection.connection.dbapi_connection
        self._called = False
        driver.add_notify_handler(self._note_call)
        connection.exec_driver_sql(f"LISTEN {postgres.CHANNEL}")
        self._woken, self._waker = socket.socketpair()
        self._woken.setblocking(False)
        self._waker.setblocking(False)
        self._selector = selectors.DefaultSelector()
        for source in (driver, self._woken):
            self._selector.register(source, selectors.EVENT_READ)

    def _note_call(self, _: object) -> None:
        self._called = True

    def moved(self) -> bool:
        """Whether a notification arrived since the last call."""
        called, self._called = self._called, False
        return called

    def wait(self) -> None:
        """Wait for a notification or `wake`. An idle connection is tested because it may be dead."""
        if not self._called:
            ready = {key.fileobj for key, _ in self._selector.select(QUIET)}
            if self._woken in ready:
                self._woken.recv(4096)
            sleep(GATHERING)
            # Notifications arrive with the result of a query.
            self._connection.exec_driver_sql("SELECT 1")

    def wake(self) -> None:
        """Make `wait` return early. Called from other threads."""
        # A full buffer means that it wakes anyway.
        with suppress(BlockingIOError):
            self._waker.send(b".")

    def close(self) -> None:
        """Close the selector and the sockets."""
        self._selector.close()
        self._woken.close()
        self._waker.close()


@contextmanager
def open_source(store: Engine) -> Iterator[AskedSource | CallingSource]:
    """Open a source with its own connection, outside the pool and in autocommit mode."""
    is_postgres = postgres.is_postgres(store)
    arguments = postgres.CONNECT if is_postgres else {}
    engine = create_engine(store.url, poolclass=NullPool, isolation_level="AUTOCOMMIT", connect_args=arguments)
    use_sealer(engine, sealer_of(store.dialect))
    with engine.connect() as connection:
        source = CallingSource(connection) if is_postgres else AskedSource(connection)
        try:
            yield source
        finally:
            source.close()
