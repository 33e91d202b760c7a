"""Merged members, deleted nights and seasons, and a log whose entries can be undone."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

TIME = sa.DateTime(timezone=True)
#: By table, the new columns and their types.
COLUMNS = (
    ("member", "merged_id", sa.Integer()),
    ("night", "deleted_at", TIME),
    ("season", "deleted_at", TIME),
    ("club_log", "actor", sa.String(60)),
    ("club_log", "undo", sa.JSON()),
    ("club_log", "undone_at", TIME),
)


def upgrade() -> None:
    """Nobody is merged and nothing is deleted yet."""
    for table, column, kind in COLUMNS:
        op.add_column(table, sa.Column(column, kind))


def downgrade() -> None:
    """Merged members stay former members; what was deleted is back, and counts in no season."""
    for table, column, _ in COLUMNS:
        op.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
