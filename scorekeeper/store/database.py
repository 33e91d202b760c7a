"""Opening the database: configuration, SQLite settings, migrations and integrity checks."""

from __future__ import annotations

import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask, current_app
from sqlalchemy import Connection, Engine, event, text

from scorekeeper.store import postgres
from scorekeeper.store.admission import BUSY_SECONDS, CONNECTIONS, gates_for, patience
from scorekeeper.store.base import db
from scorekeeper.store.live.hub import Hub
from scorekeeper.store.live.sources import open_source
from scorekeeper.store.resealing import confirm_secret
from scorekeeper.store.sealed_keys import Sealer, use_sealer
from scorekeeper.store.sqlite_files import DATABASE, copy_database, primary_code
from scorekeeper.store.transaction import WRITING, is_writing

#: Milliseconds that a statement other than BEGIN waits for a locked file. This blocks the whole process, but happens
#: only while another program replaces or repairs the database.
BUSY_MILLISECONDS = 1_000
#: Rows of a damage report that are shown.
MOST_SHOWN = 20
#: Seconds between two attempts of a writer to begin.
SHORTEST_PAUSE, LONGEST_PAUSE = 0.001, 0.005

#: We send BEGIN ourselves (below), because the driver sends it late and can lose an update.
SQLITE_OPTIONS: dict[str, Any] = {
    "connect_args": {"isolation_level": None},
    # Errors are logged, and must not contain what people entered.
    "hide_parameters": True,
}
POOL = {"pool_size": CONNECTIONS, "max_overflow": 0, "pool_timeout": BUSY_SECONDS}


def open_database(app: Flask) -> None:
    """Bind the app to its database and bring the tables up to date."""
    if address := app.config.get("DATABASE_URL"):
        app.config.setdefault("SQLALCHEMY_DATABASE_URI", postgres.postgres_url(address))
        app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {**postgres.OPTIONS, **postgres.POOL})
    app.config.setdefault("SQLALCHEMY_DATABASE_URI", f"sqlite:///{Path(app.instance_path, DATABASE)}")
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {**SQLITE_OPTIONS, **POOL})
    db.init_app(app)
    with app.app_context():
        if postgres.is_postgres(db.engine):
            postgres.prepare(db.engine)
        else:
            prepare_sqlite(db.engine)
        app.extensions["gates"] = gates_for(db.engine)
        use_sealer(db.engine, Sealer(app.config["SECRET_KEY"]))
        migrate(app)
        # The number of streams is limited by the configuration.
        app.extensions["hub"] = Hub(partial(open_source, db.engine), app.config["MOST_STREAMS"])


def close_database(app: Flask) -> None:
    """End the app's streams and close its connections."""
    app.extensions["hub"].close()
    with app.app_context():
        db.engine.dispose()


def hub() -> Hub:
    """The hub of the current app."""
    current: Hub = current_app.extensions["hub"]
    return current


def prepare_sqlite(engine: Engine) -> None:
    """Make commits survive a power cut, and make writers wait for each other."""

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: Any) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MILLISECONDS}"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        # Called on every request, so it bypasses SQLAlchemy.
        driver: sqlite3.Connection = connection.connection.dbapi_connection  # type: ignore[assignment]
        if is_writing(connection):
            _begin_immediate(driver)
        else:
            driver.execute("BEGIN")


def _begin_immediate(driver: sqlite3.Connection) -> None:
    """Wait for the write lock without blocking other requests in this process, as SQLite's busy timeout would."""
    end, pause = monotonic() + patience(), SHORTEST_PAUSE
    driver.execute("PRAGMA busy_timeout=0")
    try:
        while True:
            try:
                driver.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if primary_code(error) != sqlite3.SQLITE_BUSY or monotonic() > end:
                    raise
            sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
    finally:
        driver.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")


class NewerDatabaseError(Exception):
    """The database was made by a newer release than this one."""


def _copy_before_upgrade(folder: Path, connection: Connection) -> None:
    """Copy an old database to a file next to it, and refuse one of a newer release."""
    script = ScriptDirectory.from_config(_configuration())
    current, head = MigrationContext.configure(connection).get_current_revision(), script.get_current_head()
    if current is None or current == head:
        return
    if current not in {revision.revision for revision in script.walk_revisions()}:
        raise NewerDatabaseError(current)
    if connection.engine.url.database == str(folder / DATABASE):
        copy_database(folder / DATABASE, folder / f"before-{head}.db")


@contextmanager
def _migration_turn(folder: Path, engine: Engine) -> Iterator[Connection]:
    """A connection for migrations. Processes that start at the same time take turns."""
    with (folder / "setup.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with engine.connect().execution_options(**{WRITING: True}) as connection:
            yield connection
            connection.commit()


def migrate(app: Flask) -> None:
    """Bring the tables up to date."""
    folder, engine = Path(app.instance_path), db.engine
    turn = postgres.migration_turn(engine) if postgres.is_postgres(engine) else _migration_turn(folder, engine)
    with turn as connection:
        _copy_before_upgrade(folder, connection)
        upgrade(connection)
        confirm_secret(connection, app.config.get("OLD_SECRET_KEY"), app.config.get("SECRET_KEY_IS_LOST", False))


def upgrade(connection: Connection) -> None:
    """Bring the tables of a connection up to date; the caller commits."""
    config = _configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if postgres.is_postgres(connection):
        postgres.sort_by_code(connection)


def is_at_head() -> bool:
    """Whether the tables are those of this release. Does not wait for other requests."""
    with db.engine.connect() as connection:
        return is_current(connection)


def is_current(connection: Connection) -> bool:
    """Whether the tables are those of this release."""
    return MigrationContext.configure(connection).get_current_revision() == _head()


@cache
def _head() -> str | None:
    return ScriptDirectory.from_config(_configuration()).get_current_head()


def _configuration() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def damages() -> list[str]:
    """Damage that SQLite finds in its file and foreign keys. Empty for PostgreSQL."""
    connection = db.session.connection()
    if connection.dialect.name != "sqlite":
        return []
    pages = connection.execute(text(f"PRAGMA integrity_check({MOST_SHOWN})")).scalars().all()
    orphans = connection.execute(text("PRAGMA foreign_key_check")).all()
    tables = sorted({(row[0], row[2]) for row in orphans})
    return [
        *(f"The database is damaged: {line}." for line in pages if line != "ok"),
        *(f"Rows of “{table}” point to missing rows of “{parent}”." for table, parent in tables),
    ]
