"""Rules that somebody saved under a name."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "saved_rules",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("device_id", sa.String(32), sa.ForeignKey("device.id"), nullable=False),
        sa.Column("slug", sa.String(20), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("device_id", "slug", "name"),
    )


def downgrade() -> None:
    """Forget the saved rules; games keep their options."""
    op.drop_table("saved_rules")
