"""Copying a whole store into an empty one, from SQLite to PostgreSQL or back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    URL,
    BindParameter,
    ColumnElement,
    Connection,
    Engine,
    MetaData,
    Table,
    Text,
    cast,
    create_engine,
    delete,
    func,
    insert,
    inspect,
    make_url,
    select,
)
from sqlalchemy.pool import NullPool
from sqlalchemy.types import TypeDecorator

from scorekeeper.store import postgres
from scorekeeper.store.base import Base
from scorekeeper.store.database import SQLITE_OPTIONS, is_current, prepare_sqlite, upgrade
from scorekeeper.store.resealing import stored_mark
from scorekeeper.store.sealed_keys import SealedKey, Sealer
from scorekeeper.store.sqlite_files import DATABASE, SECRET_KEY
from scorekeeper.store.tables.server import SecretMark

#: Rows in memory at a time.
AT_ONCE = 500


class CopyError(Exception):
    """The copy can't be made; the message says why."""


def name_of(place: str) -> str:
    """A database address for display, without its password."""
    return make_url(place).render_as_string(hide_password=True) if "://" in place else place


def engine_of(place: str, may_be_new: bool = False) -> Engine:
    """An engine for a PostgreSQL URL, an SQLite file, or a folder that contains one."""
    if "://" in place:
        engine = create_engine(postgres.postgres_url(place), poolclass=NullPool, **postgres.OPTIONS)
        postgres.prepare(engine)
        return engine
    file = Path(place) / DATABASE if Path(place).is_dir() else Path(place)
    if not may_be_new and not file.is_file():
        raise CopyError(f"There is no database at {place}.")
    engine = create_engine(URL.create("sqlite", database=str(file.absolute())), poolclass=NullPool, **SQLITE_OPTIONS)
    prepare_sqlite(engine)
    return engine


class _JsonText(TypeDecorator[str]):
    """PostgreSQL JSON as text, so that NULL, JSON's null and whitespace stay as they are."""

    impl = Text
    cache_ok = True

    def column_expression(self, column: ColumnElement[Any]) -> ColumnElement[Any]:
        """Read the column as text."""
        return cast(column, Text)

    def bind_expression(self, bindparam: BindParameter[str]) -> ColumnElement[Any]:
        """Write text as JSON."""
        return cast(bindparam, JSON)


def tables(connection: Connection) -> list[Table]:
    """All tables in foreign-key order. JSON is read as text, and keys of links stay sealed."""
    metadata = MetaData()
    for table in Base.metadata.sorted_tables:
        for column in table.to_metadata(metadata).columns:
            if isinstance(column.type, JSON):
                column.type = _JsonText() if postgres.is_postgres(connection) else Text()
            elif isinstance(column.type, SealedKey):
                column.type = Text()
    return metadata.sorted_tables


def check_source(connection: Connection, place: str) -> None:
    """Refuse a store with tables of another release."""
    if not is_current(connection):
        raise CopyError(
            f"The tables at {name_of(place)} are from another release. Start the server on it once, then copy."
        )


def make_empty_target(connection: Connection, place: str) -> None:
    """Create the tables. Refuse a store that contains rows."""
    if inspect(connection).get_table_names() and not is_current(connection):
        raise CopyError(f"{name_of(place)} is not empty. Copy into a new database.")
    upgrade(connection)
    filled = [table for table in tables(connection) if table.name != SecretMark.__tablename__]
    if any(connection.scalar(select(func.count()).select_from(table)) for table in filled):
        raise CopyError(f"{name_of(place)} is not empty. Copy into a new database.")


def share_secret(source: Connection, target: Connection, place: str) -> None:
    """Refuse a target with another secret key, because no link would open there."""
    mark = stored_mark(source)
    if any(other != mark for other in (stored_mark(target), _mark_beside(place)) if other and mark):
        raise CopyError(
            f"{name_of(place)} uses a different secret key, so no link would open there. "
            f"Give both the same one (the file {SECRET_KEY}, or SCOREKEEPER_SECRET_KEY), then copy."
        )
    target.execute(delete(SecretMark))


def _mark_beside(place: str) -> str | None:
    """The mark of the secret key next to an SQLite file, if there is one."""
    file = (Path(place) if Path(place).is_dir() else Path(place).parent) / SECRET_KEY
    return Sealer(file.read_text("utf-8")).mark if "://" not in place and file.is_file() else None


def copy_rows(source: Connection, target: Connection) -> int:
    """Copy all rows, and return how many."""
    copied = 0
    for old, new in zip(tables(source), tables(target), strict=True):
        for rows in _chunks(source, old):
            target.execute(insert(new), rows)
            copied += len(rows)
    if postgres.is_postgres(target):
        postgres.continue_numbers(target)
    return copied


def first_difference(source: Connection, target: Connection) -> str | None:
    """The table and key of the first row that differs, or None."""
    for old, new in zip(tables(source), tables(target), strict=True):
        rows = (chain.from_iterable(_chunks(*stored)) for stored in ((source, old), (target, new)))
        for one, other in zip_longest(*rows):
            if one != other:
                row = one or other or {}
                return f"{old.name} {'/'.join(str(row[column.name]) for column in old.primary_key)}"
    return None


def _chunks(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    query = select(table).order_by(*table.primary_key).execution_options(yield_per=AT_ONCE)
    with connection.execute(query) as result:
        for rows in result.mappings().partitions():
            yield [dict(row) for row in rows]
