"""Admission to the database: bounded queues in front of the connection pool.

A writer waits here without a connection, so reading continues however many writers wait. Every session passes a gate
before its transaction takes a connection, and leaves it when the transaction ends. A request that finds the queue
full, or waits too long, gets an early 503. The gates leave some connections of the pool for health checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Any

from flask import current_app
from flask_sqlalchemy.session import Session as FlaskSession
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionError
from sqlalchemy.orm import Session, SessionTransaction

#: Seconds that a request waits for admission. Many phones may write at once, and a phone waits 25 s for its save.
BUSY_SECONDS = 20.0
#: Transactions of each kind that may be open at once in a process, and how many may wait.
READERS, WAITING_READERS = 10, 2_000
WRITERS, WAITING_WRITERS = 6, 200
COUNTERS, WAITING_COUNTERS = 2, 2_000
#: Connections of a process: one for each admitted transaction, and some that need no admission.
CONNECTIONS = READERS + WRITERS + COUNTERS + 2

_patience: ContextVar[float] = ContextVar("patience", default=BUSY_SECONDS)


class BusyError(NoConnectionError):
    """Too many transactions are waiting, or this one has waited too long. Nothing was read or written."""


class Gate:
    """Admits a limited number at once, and lets a limited number wait."""

    def __init__(self, places: int, most_waiting: int) -> None:
        self._places, self._room = BoundedSemaphore(places), BoundedSemaphore(places + most_waiting)

    def enter(self) -> None:
        """Wait for a place."""
        if not self._room.acquire(blocking=False):
            raise BusyError("the queue is full")
        if not self._places.acquire(timeout=patience()):
            self._room.release()
            raise BusyError("no place became free")

    def leave(self) -> None:
        """Free the place."""
        self._places.release()
        self._room.release()


@dataclass(frozen=True)
class Gates:
    """The gates of one process."""

    readers: Gate
    writers: Gate
    #: For counts of attempts, which do not wait for saves on PostgreSQL.
    counters: Gate


def gates_for(engine: Engine) -> Gates:
    """Gates for a database. SQLite has one writer at a time, so counts share its gate."""
    readers = Gate(READERS, WAITING_READERS)
    if engine.dialect.name == "sqlite":
        writers = Gate(1, WAITING_WRITERS)
        return Gates(readers, writers, writers)
    return Gates(readers, Gate(WRITERS, WAITING_WRITERS), Gate(COUNTERS, WAITING_COUNTERS))


def gates() -> Gates:
    """The gates of the current app."""
    current: Gates = current_app.extensions["gates"]
    return current


class AdmittedSession(FlaskSession):
    """A session whose transactions pass a gate before they take a connection."""

    _gate: Gate | None = None

    def get_bind(self, *args: Any, **kwargs: Any) -> Engine | Connection:
        """Find the engine. A transaction not admitted as a writer is admitted as a reader."""
        if self._gate is None:
            self.enter(gates().readers)
        return super().get_bind(*args, **kwargs)

    def enter(self, gate: Gate) -> None:
        """Pass a gate before the next transaction of this session."""
        gate.enter()
        self._gate = gate

    def leave(self) -> None:
        """Leave the gate. Safe to call twice."""
        gate, self._gate = self._gate, None
        if gate is not None:
            gate.leave()

    def close(self) -> None:
        """End the transaction, even if the database server is gone."""
        try:
            super().close()
        except DBAPIError:
            self.invalidate()
        finally:
            self.leave()


@event.listens_for(AdmittedSession, "after_transaction_end")
def _leave(session: Session, transaction: SessionTransaction) -> None:
    if transaction.parent is None and isinstance(session, AdmittedSession):
        session.leave()


def patience() -> float:
    """Seconds that the current request waits for admission."""
    return _patience.get()


@contextmanager
def waiting_at_most(seconds: float) -> Iterator[None]:
    """Shorten the wait for admission, for work that may be skipped."""
    token = _patience.set(seconds)
    try:
        yield
    finally:
        _patience.reset(token)
