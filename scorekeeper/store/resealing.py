"""Refusing a wrong secret key, and resealing the keys of all links with a new one."""

from __future__ import annotations

import hmac
import secrets
import sqlite3
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import Connection, delete, insert, select, text

from scorekeeper.store.base import Base
from scorekeeper.store.sealed_keys import SealedKey, Sealer, sealer_of
from scorekeeper.store.tables.server import SecretMark

#: Keys that are sent to PostgreSQL in one statement.
AT_ONCE = 20_000
#: Name of the SQL function that SQLite calls.
CHANGED = "changed_key"

Change = Callable[[str], str]


class OtherSecretError(Exception):
    """The keys of links are sealed with another secret key."""


def stored_mark(connection: Connection) -> str | None:
    """The mark of the secret key that a database belongs to; None for a new database."""
    return connection.scalar(select(SecretMark.mark))


def confirm_secret(connection: Connection, old_secret: str | None = None, is_lost: bool = False) -> None:
    """Mark a new database. Refuse one of another secret key unless its links can be resealed. The caller commits.

    With the old secret key all links stay the same. If it is lost, all links are replaced.
    """
    sealer, mark = sealer_of(connection.dialect), stored_mark(connection)
    if mark == sealer.mark:
        return
    if mark is not None:
        change_keys(connection, sealed_columns(), _resealing(mark, sealer, old_secret, is_lost))
        connection.execute(delete(SecretMark))
    connection.execute(insert(SecretMark).values(mark=sealer.mark))


def _resealing(mark: str, new: Sealer, old_secret: str | None, is_lost: bool) -> Change:
    """The function that reseals one stored key."""
    # A file may end with a line break that is not part of the secret key.
    for old in map(Sealer, {old_secret, old_secret.rstrip("\r\n")} if old_secret else ()):
        if old.mark == mark:
            return lambda sealed: new.seal(old.unseal(sealed))
    if not is_lost:
        raise OtherSecretError
    # Equal keys must stay equal in all tables.
    chance = secrets.token_bytes(32)
    return lambda sealed: new.seal(_key_of(hmac.digest(chance, sealed.encode(), "sha256")))


def _key_of(random: bytes) -> str:
    """A key in the usual form of link keys."""
    return f"L{urlsafe_b64encode(random).decode()[:22]}"


def sealed_columns() -> dict[str, list[str]]:
    """The columns with sealed keys, by table."""
    columns: dict[str, list[str]] = {}
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            if isinstance(column.type, SealedKey):
                columns.setdefault(table.name, []).append(column.name)
    return columns


def change_keys(connection: Connection, columns: Mapping[str, Sequence[str]], change: Change) -> None:
    """Reseal every stored key of these columns. The caller commits."""
    apply = _change_in_sqlite if connection.dialect.name == "sqlite" else _change_in_postgres
    for table, names in columns.items():
        apply(connection, table, names, change)


def _change_in_sqlite(connection: Connection, table: str, names: Sequence[str], change: Change) -> None:
    """Update in place with a Python function."""
    driver: sqlite3.Connection = connection.connection.dbapi_connection  # type: ignore[assignment]
    driver.create_function(CHANGED, 1, lambda key: None if key is None else change(key), deterministic=True)
    values = ", ".join(f'"{name}" = {CHANGED}("{name}")' for name in names)
    connection.execute(text(f'UPDATE "{table}" SET {values}'))


def _change_in_postgres(connection: Connection, table: str, names: Sequence[str], change: Change) -> None:
    """Update from a table of old and new keys."""
    for name in names:
        keys = connection.scalars(text(f'SELECT DISTINCT "{name}" FROM "{table}" WHERE "{name}" IS NOT NULL')).all()
        update = text(
            f'UPDATE "{table}" SET "{name}" = pair.new FROM unnest(CAST(:old AS text[]), CAST(:new AS text[])) '
            f'AS pair (old, new) WHERE "{table}"."{name}" = pair.old'
        )
        for start in range(0, len(keys), AT_ONCE):
            old = keys[start : start + AT_ONCE]
            connection.execute(update, {"old": list(old), "new": [change(key) for key in old]})
