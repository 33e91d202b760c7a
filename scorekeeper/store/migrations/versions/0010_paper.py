"""Totals that a game has brought over from paper."""

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make room for them beside the record, until the first hand carries them."""
    op.execute("ALTER TABLE game ADD COLUMN paper JSON")


def downgrade() -> None:
    """Forget those that no hand carries yet."""
    op.execute("ALTER TABLE game DROP COLUMN paper")
