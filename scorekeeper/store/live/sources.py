"""Where news come from: SQLite is asked again and again, PostgreSQL calls."""

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

#: Seconds between two looks at SQLite; a look costs some microseconds.
PAUSE = 0.1
#: Seconds after which a quiet connection to PostgreSQL is tried.
QUIET = 15.0
#: Seconds in which further calls are gathered: a rush is read thirty times a second at most.
GATHERING = 0.03


class AskedSource(Source):
    """SQLite: a connection can tell whether another one has written since."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._version: object = None

    def moved(self) -> bool:
        """Whether something may have changed since the last question."""
        before, self._version = self._version, self._connection.exec_driver_sql("PRAGMA data_version").scalar()
        return before != self._version

    def wait(self) -> None:
        """Rest until the next question."""
        sleep(PAUSE)

    def wake(self) -> None:
        """It wakes by itself."""

    def close(self) -> None:
        """Nothing is open beside the connection."""


class CallingSource(Source):
    """PostgreSQL: whoever commits calls everybody who listens."""

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
        """Whether somebody has called since the last question."""
        called, self._called = self._called, False
        return called

    def wait(self) -> None:
        """Wait until somebody calls or wakes it; a line that stays quiet is tried, because it may be dead."""
        if not self._called:
            ready = {key.fileobj for key, _ in self._selector.select(QUIET)}
            if self._woken in ready:
                self._woken.recv(4096)
            sleep(GATHERING)
            # Calls arrive with the answer to a query.
            self._connection.exec_driver_sql("SELECT 1")

    def wake(self) -> None:
        """End the waiting; called by other threads."""
        # If it has been woken often, it will look soon.
        with suppress(BlockingIOError):
            self._waker.send(b".")

    def close(self) -> None:
        """Let go of what wakes it."""
        self._selector.close()
        self._woken.close()
        self._waker.close()


@contextmanager
def open_source(store: Engine) -> Iterator[AskedSource | CallingSource]:
    """A source of its own: its connection is no pool's, and it begins no transaction that lasts."""
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
