"""Names that change: spelled otherwise, or another player in the seat."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the table of changes, and count them in their game."""
    op.add_column("game", sa.Column("names_number", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "name_change",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("before", sa.JSON, nullable=False),
        sa.Column("after", sa.JSON, nullable=False),
        sa.Column("undoes", sa.Boolean, nullable=False),
        sa.Column("token", sa.String(40), nullable=False),
        sa.Column("device_id", sa.String(32), sa.ForeignKey("device.id"), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("game_id", "number"),
    )


def downgrade() -> None:
    """Forget who played before; the current names stay."""
    op.drop_table("name_change")
    op.execute("ALTER TABLE game DROP COLUMN names_number")
