"""When an invitation link was made: it ends after a month."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Links that people have already sent go on for a month from now."""
    op.add_column("club", sa.Column("invited_at", sa.DateTime(timezone=True)))
    op.execute("UPDATE club SET invited_at = CURRENT_TIMESTAMP WHERE invite_key IS NOT NULL")


def downgrade() -> None:
    """Links work forever again."""
    op.execute("ALTER TABLE club DROP COLUMN invited_at")
