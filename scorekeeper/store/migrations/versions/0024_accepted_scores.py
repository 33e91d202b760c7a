"""Who accepts a result accepts a score, whatever else of the game changes later."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Store the accepted score; results that were accepted before are asked for again."""
    with op.batch_alter_table("confirmation") as batch:
        batch.add_column(sa.Column("score", sa.String(), nullable=False, server_default=""))
        batch.drop_column("game_revision")
    with op.batch_alter_table("confirmation") as batch:
        batch.alter_column("score", server_default=None)
    with op.batch_alter_table("result") as batch:
        batch.drop_column("game_revision")


def downgrade() -> None:
    """Store revisions of games instead."""
    for table in ("result", "confirmation"):
        with op.batch_alter_table(table) as batch:
            batch.add_column(sa.Column("game_revision", sa.Integer(), nullable=False, server_default="0"))
        with op.batch_alter_table(table) as batch:
            batch.alter_column("game_revision", server_default=None)
    with op.batch_alter_table("confirmation") as batch:
        batch.drop_column("score")
