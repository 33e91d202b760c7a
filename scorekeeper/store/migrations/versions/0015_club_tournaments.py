"""Tournaments: entries, drawn rounds, and games at tables."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "tournament",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("club_id", sa.String(32), sa.ForeignKey("club.id"), nullable=False, index=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("date", sa.Date, nullable=False),
        sa.Column("slug", sa.String(20), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("plan", sa.JSON, nullable=False),
        sa.Column("entry_size", sa.Integer, nullable=False),
        sa.Column("hands", sa.Integer),
        sa.Column("minutes", sa.Integer),
        sa.Column("seeding", sa.String(10), nullable=False),
        sa.Column("season_id", sa.String(32), sa.ForeignKey("season.id")),
        sa.Column("prizes", sa.JSON, nullable=False),
        sa.Column("forfeits", sa.JSON, nullable=False),
        sa.Column("public_key", sa.String(32), unique=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("started_at", TIME),
        sa.Column("revision", sa.Integer, nullable=False),
    )
    op.create_table(
        "tournament_entry",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("tournament_id", sa.String(32), sa.ForeignKey("tournament.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.String(60)),
        sa.Column("members", sa.JSON, nullable=False),
        sa.Column("seed", sa.Integer),
        sa.Column("joined", sa.Integer, nullable=False),
        sa.Column("withdrawn_at", TIME),
        sa.UniqueConstraint("tournament_id", "number"),
    )
    op.create_table(
        "tournament_round",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("tournament_id", sa.String(32), sa.ForeignKey("tournament.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("matches", sa.JSON, nullable=False),
        sa.Column("byes", sa.JSON, nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.UniqueConstraint("tournament_id", "number"),
    )
    op.create_table(
        "tournament_game",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("tournament_id", sa.String(32), sa.ForeignKey("tournament.id"), nullable=False, index=True),
        sa.Column("match", sa.String(12), nullable=False),
        sa.Column("leg", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), nullable=False, unique=True),
        sa.Column("sides", sa.JSON, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("totals", sa.JSON),
        sa.Column("stopped", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("started_at", TIME, nullable=False),
    )


def downgrade() -> None:
    """Forget the tournaments; their games stay as games."""
    for table in ("tournament_game", "tournament_round", "tournament_entry", "tournament"):
        op.drop_table(table)
