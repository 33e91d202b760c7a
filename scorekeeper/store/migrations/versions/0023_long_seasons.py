"""Indexes by which the latest nights of a long season and the number of its games are read without reading them all."""

from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """The nights of a season in order of time, and its results that count."""
    op.create_index("ix_night_season_id_date", "night", ["season_id", "date", "id"])
    op.drop_index("ix_night_season_id", "night")
    op.create_index("ix_result_season_id_counted", "result", ["season_id", "counted"])


def downgrade() -> None:
    """The nights of a season in no order."""
    op.drop_index("ix_result_season_id_counted", "result")
    op.create_index("ix_night_season_id", "night", ["season_id"])
    op.drop_index("ix_night_season_id_date", "night")
