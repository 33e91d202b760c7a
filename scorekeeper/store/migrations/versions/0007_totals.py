"""Totals of nights in columns of their own; meetings in a table instead of parts of sums."""

import json
from collections import Counter
from fractions import Fraction

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

#: The night in which the latest counted game of a season was played.
LATEST = "SELECT id FROM night WHERE season_id = season_sum.season_id AND book IS NOT NULL ORDER BY date DESC, id DESC"


def upgrade() -> None:
    """Rename what stays, move ratings to their nights, and count meetings."""
    op.execute(f"UPDATE season_sum SET part = 'rated:' || ({LATEST} LIMIT 1) WHERE part = 'ladder'")
    op.execute("ALTER TABLE night RENAME COLUMN book TO totals")
    op.execute("ALTER TABLE night ADD COLUMN ratings JSON")
    op.execute(
        "UPDATE night SET ratings = (SELECT plain FROM season_sum WHERE part = 'rated:' || night.id) "
        "WHERE totals IS NOT NULL"
    )
    op.execute("ALTER TABLE night DROP COLUMN summed")
    op.execute("DELETE FROM season_sum WHERE part NOT IN ('players', 'pairs')")
    op.rename_table("season_sum", "season_total")
    op.execute("ALTER TABLE season_total RENAME COLUMN part TO kind")
    _create_meetings()


def _create_meetings() -> None:
    table = op.create_table(
        "season_meeting",
        sa.Column("season_id", sa.String(32), sa.ForeignKey("season.id"), primary_key=True),
        sa.Column("entrant", sa.String(120), primary_key=True),
        sa.Column("opponent", sa.String(120), primary_key=True),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("half_games_ahead", sa.Integer, nullable=False),
    )
    games: Counter[tuple[str, str, str]] = Counter()
    ahead: Counter[tuple[str, str, str]] = Counter()
    nights = op.get_bind().execute(sa.text("SELECT season_id, totals FROM night WHERE totals IS NOT NULL"))
    for season_id, totals in nights:
        # PostgreSQL has read the JSON already.
        plain = json.loads(totals) if isinstance(totals, str) else totals
        for entrant, opponents in plain["meetings"]:
            for opponent, met, won in opponents:
                if tuple(entrant) < tuple(opponent):
                    key = (season_id, "+".join(entrant), "+".join(opponent))
                    games[key] += met
                    ahead[key] += int(2 * Fraction(won))
    rows = [(*key, games[key], ahead[key]) for key in games]
    columns = ("season_id", "entrant", "opponent", "games", "half_games_ahead")
    op.bulk_insert(table, [dict(zip(columns, row, strict=True)) for row in rows])


def downgrade() -> None:
    """Restore the old columns; the command `club rebuild` of the older version computes what they held."""
    op.drop_table("season_meeting")
    op.execute("DELETE FROM season_total")
    op.execute("ALTER TABLE season_total RENAME COLUMN kind TO part")
    op.rename_table("season_total", "season_sum")
    op.execute("ALTER TABLE night DROP COLUMN ratings")
    op.execute("UPDATE night SET totals = NULL")
    op.execute("ALTER TABLE night RENAME COLUMN totals TO book")
    op.add_column("night", sa.Column("summed", sa.Boolean, nullable=False, server_default=sa.false()))
