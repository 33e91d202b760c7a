"""Tables that change seats when their partners change."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Everybody stays seated, as before."""
    op.add_column("game", sa.Column("moves_seats", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Forget who changes seats."""
    op.execute("ALTER TABLE game DROP COLUMN moves_seats")
