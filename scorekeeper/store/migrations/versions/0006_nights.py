"""One word for one thing: evenings are nights, and organizers are spelled the American way."""

from alembic import op

revision = "0006"
down_revision = "0005"

#: Tables that point at a night.
POINTING = ("presence", "round", "result")
#: Indexes that carried the old word, with their columns.
INDEXES = (("night", "club_id"), ("night", "season_id"), ("result", "night_id"))


def upgrade() -> None:
    """Rename the table, its keys and indexes, and the role."""
    for table, column in INDEXES:
        old = f"{table}_{column}".replace("night", "evening")
        op.drop_index(f"ix_{old}", table_name=table.replace("night", "evening"))
    op.rename_table("evening", "night")
    for table in POINTING:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN evening_id TO night_id")
    for table, column in INDEXES:
        op.create_index(f"ix_{table}_{column}", table, [column])
    op.execute("UPDATE member SET role = 'organizer' WHERE role = 'organiser'")


def downgrade() -> None:
    """Rename them back."""
    op.execute("UPDATE member SET role = 'organiser' WHERE role = 'organizer'")
    for table, column in INDEXES:
        op.drop_index(f"ix_{table}_{column}", table_name=table)
    for table in POINTING:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN night_id TO evening_id")
    op.rename_table("night", "evening")
    for table, column in INDEXES:
        old = f"{table}_{column}".replace("night", "evening")
        op.create_index(f"ix_{old}", table.replace("night", "evening"), [column.replace("night", "evening")])
