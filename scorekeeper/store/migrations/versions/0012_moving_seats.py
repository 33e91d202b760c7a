"""Tables that change seats when their partners change."""

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Everybody stays seated, as before."""
    op.execute("ALTER TABLE game ADD COLUMN moves_seats BOOLEAN DEFAULT 0 NOT NULL")


def downgrade() -> None:
    """Forget who changes seats."""
    op.execute("ALTER TABLE game DROP COLUMN moves_seats")
