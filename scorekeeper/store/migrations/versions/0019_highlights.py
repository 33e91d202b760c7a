"""The public summary of a night, and members who hide their career."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """No night has a public summary yet, and nobody hides anything."""
    op.add_column("night", sa.Column("public_key", sa.String(32)))
    op.add_column("night", sa.Column("initials", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("member", sa.Column("hides_career", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Links to summaries end, and careers are gone anyway."""
    for table, column in (("member", "hides_career"), ("night", "initials"), ("night", "public_key")):
        op.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
