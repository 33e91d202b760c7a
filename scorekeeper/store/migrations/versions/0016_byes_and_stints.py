"""Partnerships that sit out, who played which hands of a club's table, and for whom a substitute's game counts."""

from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Byes are single players' and earlier tables say nothing, so old nights count as they did."""
    op.execute("ALTER TABLE bye ADD COLUMN partners JSON DEFAULT '[]' NOT NULL")
    op.execute("ALTER TABLE seating ADD COLUMN left_seats JSON")
    op.execute(
        "UPDATE season SET scheme = json_remove(json_set(scheme, '$.substitutes', CASE WHEN"
        " json_extract(scheme, '$.substitutes_count') THEN 'substitute' ELSE 'nobody' END), '$.substitutes_count')"
    )


def downgrade() -> None:
    """Games count for substitutes or for nobody, and byes for single players."""
    op.execute(
        "UPDATE season SET scheme = json_remove(json_set(scheme, '$.substitutes_count',"
        " json(iif(json_extract(scheme, '$.substitutes') = 'substitute', 'true', 'false'))), '$.substitutes')"
    )
    op.execute("ALTER TABLE seating DROP COLUMN left_seats")
    op.execute("ALTER TABLE bye DROP COLUMN partners")
