"""Keys of links are sealed with the secret key of the server."""

import sqlalchemy as sa
from alembic import op

from scorekeeper.store.resealing import change_keys
from scorekeeper.store.sealed_keys import sealer_of

revision = "0022"
down_revision = "0021"

COLUMNS = {
    "game": ("scorer_key", "watch_key"),
    "grant": ("key",),
    "club": ("invite_key", "table_key", "calendar_key"),
    "member": ("calendar_key",),
    "night": ("checkin_key", "screen_key", "public_key"),
    "season": ("public_key",),
    "tournament": ("public_key",),
}


def upgrade() -> None:
    """Seal all keys that are there; the server marks its secret key when it opens the database."""
    op.create_table("secret_mark", sa.Column("mark", sa.String(64), primary_key=True))
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        # Plain keys do not stay behind in the file.
        connection.exec_driver_sql("PRAGMA secure_delete = ON")
    _set_length(64)
    change_keys(connection, COLUMNS, lambda key: sealer_of(connection.dialect).seal(key))


def downgrade() -> None:
    """Store plain keys again."""
    connection = op.get_bind()
    change_keys(connection, COLUMNS, lambda sealed: sealer_of(connection.dialect).unseal(sealed))
    _set_length(32)
    op.drop_table("secret_mark")


def _set_length(length: int) -> None:
    """SQLite heeds no length."""
    if op.get_bind().dialect.name == "postgresql":
        for table, names in COLUMNS.items():
            parts = (f'ALTER COLUMN "{name}" TYPE VARCHAR({length}) COLLATE "C"' for name in names)
            op.execute(f'ALTER TABLE "{table}" {", ".join(parts)}')
