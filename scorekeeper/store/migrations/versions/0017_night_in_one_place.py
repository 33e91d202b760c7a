"""The draft of a night's next round, the key of its big screen, and the clock of a round."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

MOMENT = sa.DateTime(timezone=True)
COLUMNS = (
    ("night", "minutes", sa.Integer()),
    ("night", "draft", sa.JSON()),
    ("night", "screen_key", sa.String(32)),
    ("round", "clock_started_at", MOMENT),
    ("round", "clock_seconds", sa.Integer()),
    ("round", "clock_paused_at", MOMENT),
    ("round", "time_up_at", MOMENT),
    ("round", "stopped_at", MOMENT),
)


def upgrade() -> None:
    """Nights so far have none of them."""
    for table, name, kind in COLUMNS:
        op.add_column(table, sa.Column(name, kind))


def downgrade() -> None:
    """Forget drafts, clocks and keys."""
    for table, name, _ in reversed(COLUMNS):
        op.execute(f"ALTER TABLE {table} DROP COLUMN {name}")
