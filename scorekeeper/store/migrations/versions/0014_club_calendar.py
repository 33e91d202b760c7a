"""Announced nights with sign-ups, permanent table codes, newcomers at the door, and who corrects closed nights."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

COLUMNS = (("club", "table_key"), ("club", "calendar_key"), ("member", "waiting_at"), ("member", "calendar_key"))


def upgrade() -> None:
    """Create the tables and columns; nobody waits, and nothing is announced."""
    for table, column in COLUMNS:
        op.execute(f"ALTER TABLE {table} ADD COLUMN {column} VARCHAR(32)")
    op.execute('ALTER TABLE "grant" ADD COLUMN member_id INTEGER REFERENCES member (id)')
    op.create_table(
        "announcement",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("club_id", sa.String(32), sa.ForeignKey("club.id"), nullable=False, index=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("date", sa.Date, nullable=False),
        sa.Column("starts", sa.Time, nullable=False),
        sa.Column("ends", sa.Time),
        sa.Column("zone", sa.String(60)),
        sa.Column("place", sa.String(120), nullable=False),
        sa.Column("note", sa.String(500), nullable=False),
        sa.Column("night_id", sa.String(32), sa.ForeignKey("night.id"), index=True),
        sa.Column("canceled_at", sa.DateTime(timezone=True)),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "sign_up",
        sa.Column("announcement_id", sa.String(32), sa.ForeignKey("announcement.id"), primary_key=True),
        sa.Column("member_id", sa.Integer, sa.ForeignKey("member.id"), primary_key=True, index=True),
        sa.Column("answer", sa.String(10), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    """Forget the calendar and the codes; a newcomer who waits becomes a member."""
    op.drop_table("sign_up")
    op.drop_table("announcement")
    with op.batch_alter_table("grant") as table:
        table.drop_column("member_id")
    for table_name, column in COLUMNS:
        op.execute(f"ALTER TABLE {table_name} DROP COLUMN {column}")
