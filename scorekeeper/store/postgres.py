"""PostgreSQL: its address, connection settings, locks for writers, and advice about errors.

Pages read in one snapshot, as with SQLite. Writers lock what they may change, then read what is committed. Most lock
the whole store, like SQLite's only writer. Saving at a table locks the game, and its club if it has one. Counting an
attempt locks the count.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from sqlalchemy import URL, Connection, Engine, event, make_url
from sqlalchemy.exc import ArgumentError

from scorekeeper.store.admission import BUSY_SECONDS, CONNECTIONS
from scorekeeper.store.transaction import LOCK_STORE, STORE_LOCK, WAIT, WRITING

DRIVER = "postgresql+psycopg"
SCHEMES = ("postgres", "postgresql", DRIVER)
#: Name of the notification that is sent on commit.
CHANNEL = "scorekeeper"
#: Notice within half a minute that the server is gone.
KEEPALIVES = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 25_000}
CONNECT = {"connect_timeout": 10, "application_name": "scorekeeper", **KEEPALIVES}
#: Half of a process's connections stay open. The others are opened under load.
PERMANENT = CONNECTIONS // 2
POOL = {
    "pool_size": PERMANENT,
    "max_overflow": CONNECTIONS - PERMANENT,
    "pool_timeout": BUSY_SECONDS,
    "pool_pre_ping": True,
}
OPTIONS: dict[str, Any] = {
    "connect_args": CONNECT,
    "isolation_level": "REPEATABLE READ",
    # Errors are logged, and must not contain what people entered.
    "hide_parameters": True,
}

#: First number of the advisory locks on counts. The second number identifies the count.
COUNT_LOCK = 1
SHARE_STORE = f"{WAIT}; SELECT pg_advisory_xact_lock_shared({STORE_LOCK})"
LOCK_GAME = "SELECT 1 FROM game WHERE id = %s FOR NO KEY UPDATE"
#: The club of the event in which a game is played.
LOCK_CLUB = """
SELECT 1 FROM club WHERE id IN (
  SELECT event.club_id FROM event_table JOIN round ON round.id = event_table.round_id
  JOIN event ON event.id = round.event_id WHERE event_table.game_id = %s
) FOR NO KEY UPDATE
"""

UNREADABLE = "The database address can't be read. It should look like this: postgresql://USER@HOST/NAME"

#: Text columns that sort by the server's locale, with their types.
SORTED_BY_LANGUAGE = """
SELECT attrelid::regclass, quote_ident(attname), format_type(atttypid, atttypmod)
FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attcollation <> 0
  AND attcollation <> '"C"'::regcollation AND NOT attisdropped
"""

#: Tables with a PostgreSQL sequence, and the column that uses it.
COUNTED = """
SELECT quote_ident(table_name), column_name FROM information_schema.columns
WHERE table_schema = current_schema() AND column_default LIKE 'nextval(%%'
"""
#: Advice by prefix of PostgreSQL's error code. An error without a code is a failed connection.
ADVICE = {
    "42501": "The user in DATABASE_URL needs permission to create tables in the database.",
    "53": "Free up space, then start again.",
    "55P03": "Another program is using the database. Stop it, then start again.",
    "57": "PostgreSQL is starting or stopping. Try again in a moment.",
    "": "Check that PostgreSQL is running, and check the address, user and database in DATABASE_URL.",
}


class AddressError(ValueError):
    """The address of the database can't be used; the message says why."""


def postgres_url(text: str) -> URL:
    """The URL of a PostgreSQL database with our driver. Accepts both spellings of the scheme."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise AddressError(UNREADABLE) from None
    if url.drivername not in SCHEMES:
        raise AddressError("The database address must begin with postgresql://.")
    if find_spec("psycopg") is None:
        raise AddressError("PostgreSQL needs its driver. Install it with: pip install 'scorekeeper[postgres]'")
    return url.set(drivername=DRIVER)


def is_postgres(connection: Connection | Engine) -> bool:
    """Whether this is PostgreSQL rather than SQLite."""
    return connection.dialect.name == "postgresql"


def prepare(engine: Engine) -> None:
    """Make writers take their locks on begin, and notify listeners on commit."""

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        if writing := connection.get_execution_options().get(WRITING):
            if isinstance(writing, tuple):
                _lock_counts(connection, writing)
            else:
                _lock(connection, None if writing is True else writing)

    @event.listens_for(engine, "commit")
    def committed(connection: Connection) -> None:
        # Counts have no listeners.
        if not isinstance(connection.get_execution_options().get(WRITING), tuple):
            connection.exec_driver_sql(f"NOTIFY {CHANNEL}")


def _lock_counts(connection: Connection, subjects: tuple[str, ...]) -> None:
    """Lock these counts, whose rows may not exist yet."""
    connection.exec_driver_sql(WAIT)
    for number in sorted({int(subject[:8], 16) - 2**31 for subject in subjects}):
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({COUNT_LOCK}, {number})")


def _lock(connection: Connection, game_id: str | None) -> None:
    """Lock what this transaction may change."""
    if game_id is None:
        connection.exec_driver_sql(LOCK_STORE)
        return
    connection.exec_driver_sql(SHARE_STORE)
    connection.exec_driver_sql(LOCK_GAME, (game_id,))
    connection.exec_driver_sql(LOCK_CLUB, (game_id,))


@contextmanager
def migration_turn(engine: Engine) -> Iterator[Connection]:
    """A connection for migrations. Processes that start at the same time take turns, and writers wait."""
    with engine.connect().execution_options(isolation_level="READ COMMITTED") as connection:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({STORE_LOCK})")
        yield connection
        connection.commit()


def sort_by_code(connection: Connection) -> None:
    """Sort text by code point, as SQLite and Python do, regardless of the server's locale."""
    changes: dict[str, list[str]] = {}
    for table, column, kind in connection.exec_driver_sql(SORTED_BY_LANGUAGE).all():
        changes.setdefault(table, []).append(f'ALTER COLUMN {column} TYPE {kind} COLLATE "C"')
    for table, parts in changes.items():
        connection.exec_driver_sql(f"ALTER TABLE {table} {', '.join(parts)}")


def continue_numbers(connection: Connection) -> None:
    """Continue every sequence after the highest number in its table."""
    for table, column in connection.exec_driver_sql(COUNTED).all():
        sequence = f"pg_get_serial_sequence('{table}', '{column}')"
        highest = f'max("{column}")'
        connection.exec_driver_sql(f"SELECT setval({sequence}, {highest}) FROM {table} HAVING {highest} > 0")


def describe_error(error: BaseException | None) -> str | None:
    """What is wrong with PostgreSQL and what to do, in one line. None for other errors."""
    if not type(error).__module__.startswith("psycopg"):
        return None
    code = getattr(error, "sqlstate", None) or ""
    advice = next(text for start, text in ADVICE.items() if code.startswith(start))
    cause = next(iter(str(error).strip().splitlines()), "").strip().rstrip(".")
    return f"The database can't be opened: {cause}. {advice}"
