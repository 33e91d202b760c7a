"""Disputes and their rulings, beside the game they came up in."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "dispute",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("asked", sa.String, nullable=False),
        sa.Column("answers", sa.JSON, nullable=False),
        sa.Column("verdict", sa.String, nullable=False),
        sa.Column("effect", sa.String, nullable=False),
        sa.Column("rule", sa.String(60), nullable=False),
        sa.Column("applied", sa.Boolean, nullable=False),
        sa.Column("token", sa.String(40), nullable=False),
        sa.Column("device_id", sa.String(32), sa.ForeignKey("device.id"), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_dispute_game_id", "dispute", ["game_id"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("dispute")
