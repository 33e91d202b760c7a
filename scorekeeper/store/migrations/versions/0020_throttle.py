"""Counts of tries that all processes of a server share."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Create the table; nobody has tried anything yet."""
    op.create_table(
        "throttle",
        sa.Column("subject", sa.String(32), primary_key=True),
        sa.Column("number", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("ix_throttle_at", "throttle", ["at"])


def downgrade() -> None:
    """Forget who tried what; each process counts for itself."""
    op.drop_table("throttle")
