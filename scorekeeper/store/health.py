"""How the database is: whether it answers, has the tables of this release, and is whole."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from scorekeeper.store.base import db

#: Rows of a report that are shown.
MOST_SHOWN = 20


@cache
def head() -> str | None:
    """The last migration of this release."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return ScriptDirectory.from_config(config).get_current_head()


def is_at_head() -> bool:
    """Whether the tables are those of this release; it waits for no other request."""
    with db.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision() == head()


def damages() -> list[str]:
    """What SQLite finds wrong in its file and between its tables; PostgreSQL looks after itself."""
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
