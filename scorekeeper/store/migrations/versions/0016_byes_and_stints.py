"""Partnerships that sit out, who played which hands of a club's table, and for whom a substitute's game counts."""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Byes are single players' and earlier tables say nothing, so old nights count as they did."""
    op.add_column("bye", sa.Column("partners", sa.JSON, nullable=False, server_default="[]"))
    op.add_column("seating", sa.Column("left_seats", sa.JSON))
    _rewrite_schemes(_name_counted)


def downgrade() -> None:
    """Games count for substitutes or for nobody, and byes for single players."""
    _rewrite_schemes(_say_whether_counted)
    op.execute("ALTER TABLE seating DROP COLUMN left_seats")
    op.execute("ALTER TABLE bye DROP COLUMN partners")


def _rewrite_schemes(rewrite: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    connection = op.get_bind()
    season = sa.table("season", sa.column("id", sa.String), sa.column("scheme", sa.JSON))
    for season_id, scheme in connection.execute(sa.select(season.c.id, season.c.scheme)).all():
        connection.execute(sa.update(season).where(season.c.id == season_id).values(scheme=rewrite(scheme)))


def _name_counted(scheme: dict[str, Any]) -> dict[str, Any]:
    counts = scheme.pop("substitutes_count", False)
    return scheme | {"substitutes": "substitute" if counts else "nobody"}


def _say_whether_counted(scheme: dict[str, Any]) -> dict[str, Any]:
    counted = scheme.pop("substitutes", "nobody")
    return scheme | {"substitutes_count": counted == "substitute"}
