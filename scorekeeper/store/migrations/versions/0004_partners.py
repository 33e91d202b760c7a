"""Fixed partnerships of an evening, and how many rounds are meant to be played."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("presence", sa.Column("team", sa.Integer))
    op.add_column("evening", sa.Column("planned", sa.Integer))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("evening", "planned")
    op.drop_column("presence", "team")
