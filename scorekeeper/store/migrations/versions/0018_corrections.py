"""Merged members, deleted nights and seasons, and a log whose entries can be undone."""

from alembic import op

revision = "0018"
down_revision = "0017"

#: By table, the new columns and their types.
COLUMNS = (
    ("member", "merged_id", "INTEGER"),
    ("night", "deleted_at", "DATETIME"),
    ("season", "deleted_at", "DATETIME"),
    ("club_log", "actor", "VARCHAR(60)"),
    ("club_log", "undo", "JSON"),
    ("club_log", "undone_at", "DATETIME"),
)


def upgrade() -> None:
    """Nobody is merged and nothing is deleted yet."""
    for table, column, kind in COLUMNS:
        op.execute(f"ALTER TABLE {table} ADD COLUMN {column} {kind}")


def downgrade() -> None:
    """Merged members stay former members; what was deleted is back, and counts in no season."""
    for table, column, _ in COLUMNS:
        op.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
