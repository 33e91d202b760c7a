"""Evenings that count for no season because somebody chose so."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column; of evenings held before nobody knows it."""
    op.add_column("evening", sa.Column("apart", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("evening", "apart")
