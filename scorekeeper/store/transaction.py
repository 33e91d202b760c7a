"""Writing transactions: nobody else changes what they read until they commit.

A session reads in a deferred transaction, which waits for nobody. An action that will write takes
the write lock first, because what it has read must still be true when it writes. SQLite has one
lock for everything. PostgreSQL can lock one game and its club.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps
from typing import ParamSpec, TypeVar

from sqlalchemy import Connection, Insert
from sqlalchemy.orm import Session

from scorekeeper.store.admission import BUSY_SECONDS, AdmittedSession, Gate, gates
from scorekeeper.store.base import db

#: Execution option of a connection that holds a write lock: True for the whole store, the id of the locked game, or the
#: subjects of the locked counts.
WRITING = "scorekeeper_writing"
#: Session key of the statement that starts its next writing transaction.
FIRST = "scorekeeper_first"
#: Attempts of an action before it takes the write lock for its reads too.
MOST_TRIES = 5

#: The number of our advisory lock in PostgreSQL ("ROOK"), and the statement that takes it.
STORE_LOCK = 0x524F4F4B
WAIT = f"SET LOCAL lock_timeout = {BUSY_SECONDS * 1000:.0f}"
LOCK_STORE = f"{WAIT}; SELECT pg_advisory_xact_lock({STORE_LOCK})"

P = ParamSpec("P")
R = TypeVar("R")


def begin_writing(game_id: str | None = None) -> None:
    """Begin a writing transaction, unless one is open. Rows read before are reloaded on use.

    With a game id the transaction may change only that game and the results of its club.
    """
    session = db.session()
    if session.in_transaction():
        if is_writing(session.connection()):
            _widen(session.connection(), game_id)
            return
        if session.new or session.dirty or session.deleted:
            raise RuntimeError("rows were changed before the writing transaction began")
    connection = _write_through(gates().writers, session, game_id)
    if FIRST in session.info:
        connection.execute(session.info[FIRST])


def begin_counting(subjects: Collection[str]) -> None:
    """Begin a transaction that changes only these counts of attempts.

    On PostgreSQL it waits only for transactions that change the same counts, never for a save.
    """
    _write_through(gates().counters, db.session(), tuple(sorted(subjects)))


def _write_through(gate: Gate, session: Session, locked: str | tuple[str, ...] | None) -> Connection:
    """Wait for admission without a connection, then take one."""
    session.rollback()
    assert isinstance(session, AdmittedSession)
    session.enter(gate)
    return session.connection(execution_options=writing_options(db.engine.dialect.name, locked))


def write_first(statement: Insert) -> None:
    """Start every later writing transaction of this session with a statement, which must be idempotent.

    The row is stored with the first change that needs it, or not at all.
    """
    db.session().info[FIRST] = statement


def writing_options(dialect: str, locked: str | tuple[str, ...] | None = None) -> dict[str, object]:
    """Options of a connection that will write. On PostgreSQL it reads committed rows after taking its locks."""
    options: dict[str, object] = {WRITING: locked or True}
    return options | ({"isolation_level": "READ COMMITTED"} if dialect == "postgresql" else {})


def _widen(connection: Connection, game_id: str | None) -> None:
    """Lock the whole store in a transaction that holds only the lock of a game."""
    held = connection.get_execution_options()[WRITING]
    if held is not True and held != game_id:
        connection.execution_options(**{WRITING: True})
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(LOCK_STORE)


def is_writing(connection: Connection) -> bool:
    """Whether the connection's transaction holds a write lock."""
    return bool(connection.get_execution_options().get(WRITING))


class ChangedError(Exception):
    """What an action has read was changed before it could write."""


def retry_if_changed(action: Callable[P, R]) -> Callable[P, R]:
    """Run an action that reads before it takes the write lock. Retry it if somebody else wrote in between.

    Slow work is done without the lock. After several failed attempts the action takes the lock first.
    """

    @wraps(action)
    def act(*args: P.args, **kwargs: P.kwargs) -> R:
        for _ in range(MOST_TRIES):
            try:
                return action(*args, **kwargs)
            except ChangedError:
                db.session.rollback()
        begin_writing()
        return action(*args, **kwargs)

    return act


def writes(action: Callable[P, R]) -> Callable[P, R]:
    """Run an action in a writing transaction; the action commits.

    A value computed from rows before the action began may be out of date in it. Pass rows or ids
    to such an action, or load the value after `begin_writing`.
    """

    @wraps(action)
    def writing(*args: P.args, **kwargs: P.kwargs) -> R:
        begin_writing()
        return action(*args, **kwargs)

    return writing
