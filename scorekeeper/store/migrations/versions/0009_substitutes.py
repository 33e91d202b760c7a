"""Substitutes of club nights in the history of names."""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Say which member left a seat."""
    op.execute("ALTER TABLE name_change ADD COLUMN member_id INTEGER REFERENCES member (id)")


def downgrade() -> None:
    """Forget it; the names stay."""
    with op.batch_alter_table("name_change") as table:
        table.drop_column("member_id")
