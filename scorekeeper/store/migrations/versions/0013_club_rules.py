"""Rules that a club saved under a name."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "club_rules",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("club_id", sa.String(32), sa.ForeignKey("club.id"), nullable=False),
        sa.Column("slug", sa.String(20), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("club_id", "slug", "name"),
    )


def downgrade() -> None:
    """Forget the rules of the clubs; games keep their options."""
    op.drop_table("club_rules")
