"""Devices, games, grants, and versions of hands."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "device",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("slug", sa.String(20), nullable=False),
        sa.Column("players", sa.JSON, nullable=False),
        sa.Column("dealer", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("date", sa.String(200)),
        sa.Column("note", sa.String),
        sa.Column("scorer_key", sa.String(32), nullable=False),
        sa.Column("watch_key", sa.String(32), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("changed_at", TIME, nullable=False),
        sa.Column("deleted_at", TIME),
        sa.Column("revision", sa.Integer, nullable=False),
    )
    op.create_table(
        "grant",
        sa.Column("device_id", sa.String(32), sa.ForeignKey("device.id"), primary_key=True),
        sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
    )
    op.create_index("ix_grant_game_id", "grant", ["game_id"])
    op.create_table(
        "version",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("facts", sa.JSON),
        sa.Column("done", sa.String(10), nullable=False),
        sa.Column("token", sa.String(40), nullable=False),
        sa.Column("device_id", sa.String(32), sa.ForeignKey("device.id"), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.UniqueConstraint("game_id", "hand", "number", name="uq_version_game_id_hand_number"),
        sa.UniqueConstraint("game_id", "token", "hand", name="uq_version_game_id_token_hand"),
    )
    op.create_index("ix_version_game_id", "version", ["game_id"])


def downgrade() -> None:
    """Drop the tables."""
    for table in ("version", "grant", "game", "device"):
        op.drop_table(table)
