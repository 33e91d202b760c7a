"""Accounts, clubs, members; seasons, evenings, rounds and tables; results, confirmations, protests."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    _make_clubs()
    _make_seasons()
    _make_nights()
    _make_results()


def downgrade() -> None:
    """Drop them, those that point elsewhere first."""
    for table in ("protest", "confirmation", "result", "bye", "seating", "round", "presence", "evening"):
        op.drop_table(table)
    for table in ("season_sum", "season", "club_log", "member", "club", "account"):
        op.drop_table(table)


def _key(name: str, target: str, **options: Any) -> sa.Column[Any]:
    """A column that points to another table."""
    kind = sa.Integer if target in ("member", "round", "result") else sa.String(32)
    return sa.Column(name, kind, sa.ForeignKey(f"{target}.id"), **options)


def _make_clubs() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("folded", sa.String, nullable=False),
        sa.Column("password", sa.String, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.UniqueConstraint("folded", name="uq_account_folded"),
    )
    op.create_table(
        "club",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("invite_key", sa.String(32)),
        sa.Column("created_at", TIME, nullable=False),
    )
    op.create_table(
        "member",
        sa.Column("id", sa.Integer, primary_key=True),
        _key("club_id", "club", nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        _key("account_id", "account"),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("joined_at", TIME, nullable=False),
        sa.Column("left_at", TIME),
        sa.Column("erased", sa.Boolean, nullable=False),
        sa.UniqueConstraint("club_id", "account_id", name="uq_member_club_id_account_id"),
    )
    op.create_index("ix_member_account_id", "member", ["account_id"])
    op.create_table(
        "club_log",
        sa.Column("id", sa.Integer, primary_key=True),
        _key("club_id", "club", nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("about", sa.String(32)),
        sa.Column("said", sa.JSON, nullable=False),
        _key("member_id", "member"),
        sa.Column("at", TIME, nullable=False),
    )
    op.create_index("ix_club_log_club_id", "club_log", ["club_id"])


def _make_seasons() -> None:
    op.create_table(
        "season",
        sa.Column("id", sa.String(32), primary_key=True),
        _key("club_id", "club", nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("starts", sa.Date, nullable=False),
        sa.Column("ends", sa.Date, nullable=False),
        sa.Column("slug", sa.String(20)),
        sa.Column("options", sa.JSON),
        sa.Column("counting", sa.String(10), nullable=False),
        sa.Column("scheme", sa.JSON, nullable=False),
        sa.Column("handicaps", sa.JSON, nullable=False),
        sa.Column("lots", sa.JSON, nullable=False),
        sa.Column("closed_at", TIME),
        sa.Column("archived_at", TIME),
        sa.Column("public_key", sa.String(32)),
        sa.Column("initials", sa.Boolean, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
    )
    op.create_index("ix_season_club_id", "season", ["club_id"])
    op.create_table(
        "season_sum",
        _key("season_id", "season", primary_key=True),
        sa.Column("part", sa.String(60), primary_key=True),
        sa.Column("plain", sa.JSON, nullable=False),
    )


def _make_nights() -> None:
    op.create_table(
        "evening",
        sa.Column("id", sa.String(32), primary_key=True),
        _key("club_id", "club", nullable=False),
        _key("season_id", "season"),
        sa.Column("date", sa.Date, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("slug", sa.String(20)),
        sa.Column("options", sa.JSON),
        sa.Column("checkin_key", sa.String(32)),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("closed_at", TIME),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("book", sa.JSON),
        sa.Column("summed", sa.Boolean, nullable=False),
    )
    op.create_index("ix_evening_club_id", "evening", ["club_id"])
    op.create_index("ix_evening_season_id", "evening", ["season_id"])
    op.create_table(
        "presence",
        _key("evening_id", "evening", primary_key=True),
        _key("member_id", "member", primary_key=True),
        _key("device_id", "device"),
        sa.Column("arrived_at", TIME, nullable=False),
        sa.Column("left_at", TIME),
    )
    op.create_index("ix_presence_member_id", "presence", ["member_id"])
    op.create_table(
        "round",
        sa.Column("id", sa.Integer, primary_key=True),
        _key("evening_id", "evening", nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("method", sa.String(20), nullable=False),
        sa.Column("quality", sa.String, nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.UniqueConstraint("evening_id", "number", name="uq_round_evening_id_number"),
    )
    op.create_table(
        "seating",
        sa.Column("id", sa.Integer, primary_key=True),
        _key("round_id", "round", nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        _key("game_id", "game"),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("substitutes", sa.JSON, nullable=False),
        sa.UniqueConstraint("round_id", "number", name="uq_seating_round_id_number"),
        sa.UniqueConstraint("game_id", name="uq_seating_game_id"),
    )
    op.create_table(
        "bye",
        _key("round_id", "round", primary_key=True),
        _key("member_id", "member", primary_key=True),
    )
    op.create_index("ix_bye_member_id", "bye", ["member_id"])


def _make_results() -> None:
    op.create_table(
        "result",
        sa.Column("id", sa.Integer, primary_key=True),
        _key("game_id", "game", nullable=False),
        _key("club_id", "club", nullable=False),
        _key("season_id", "season"),
        _key("evening_id", "evening"),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("date", sa.Date, nullable=False),
        sa.Column("plain", sa.JSON, nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.Column("stopped", sa.Boolean, nullable=False),
        sa.Column("game_revision", sa.Integer, nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.UniqueConstraint("game_id", name="uq_result_game_id"),
    )
    op.create_index("ix_result_season_id_date", "result", ["season_id", "date"])
    op.create_index("ix_result_club_id", "result", ["club_id"])
    op.create_index("ix_result_evening_id", "result", ["evening_id"])
    op.create_table(
        "confirmation",
        _key("result_id", "result", primary_key=True),
        _key("member_id", "member", primary_key=True),
        sa.Column("game_revision", sa.Integer, nullable=False),
        _key("device_id", "device"),
        sa.Column("at", TIME, nullable=False),
    )
    op.create_index("ix_confirmation_member_id", "confirmation", ["member_id"])
    op.create_table(
        "protest",
        sa.Column("id", sa.Integer, primary_key=True),
        _key("result_id", "result", nullable=False),
        _key("member_id", "member", nullable=False),
        _key("device_id", "device"),
        sa.Column("hand", sa.Integer),
        sa.Column("words", sa.String, nullable=False),
        *(sa.Column(name, sa.String) for name in ("asked", "verdict", "effect")),
        sa.Column("rule", sa.String(60)),
        sa.Column("state", sa.String(10), nullable=False),
        _key("decided_by", "member"),
        sa.Column("decided_at", TIME),
        sa.Column("decided_words", sa.String),
        sa.Column("at", TIME, nullable=False),
    )
    op.create_index("ix_protest_result_id", "protest", ["result_id"])
    op.create_index("ix_protest_member_id", "protest", ["member_id"])
