"""Opening the store for an app, and the errors of its database."""

import sqlite3

from sqlalchemy.exc import DatabaseError, DataError
from sqlalchemy.exc import TimeoutError as NoConnectionError

from scorekeeper.store.admission import waiting_at_most
from scorekeeper.store.database import close_database, is_at_head, open_database
from scorekeeper.store.sealed_keys import BrokenSealError

__all__ = [
    "DATABASE_ERRORS",
    "UNSTORABLE",
    "close_database",
    "is_database_ready",
    "open_database",
    "waiting_at_most",
]

#: A database that is busy, full, damaged or gone. SQLite's own errors come from our BEGIN.
DATABASE_ERRORS: tuple[type[Exception], ...] = (
    *(DatabaseError, sqlite3.DatabaseError, NoConnectionError),
    # A key is damaged, or another process has resealed all keys with a new secret key.
    BrokenSealError,
)
#: PostgreSQL refuses text that is too long for its column or contains NUL.
UNSTORABLE: type[Exception] = DataError


def is_database_ready() -> bool:
    """Whether the database has the tables of this release. Raises if it does not answer."""
    return is_at_head()
