"""Seasons that counted a substitute's game for the substitute, or for nobody, still do; old tables say no more."""

from __future__ import annotations

import json
from pathlib import Path

from alembic import command
from alembic.config import Config
from flask import Flask
from sqlalchemy import text

from scorekeeper.league import codec
from scorekeeper.store import Bye, NightTable, Season, db
from scorekeeper.store import database as database_module
from scorekeeper.store.database import migrate

OLD = (("a", True), ("b", False), ("c", None))
NOW = "2026-01-01 00:00:00"


def downgrade() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(database_module.__file__).parent / "migrations"))
    with db.engine.connect() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0015")
        connection.commit()


SEASON = (
    "INSERT INTO season (id, club_id, name, starts, ends, counting, scheme, handicaps, lots, initials, created_at,"
    " revision) VALUES (:key, 'c', '2026', '2026-01-01', '2026-12-31', 'date', :scheme, '{}', '[]', false, :now, 0)"
)
ROWS = (
    "INSERT INTO night (id, club_id, date, name, created_at, revision) VALUES ('n', 'c', '2026-01-13', 'N', :now, 0)",
    "INSERT INTO member (id, club_id, name, role, joined_at, erased) VALUES (1, 'c', 'Ann', 'member', :now, false)",
    "INSERT INTO round (id, night_id, number, method, quality, made_at) VALUES (1, 'n', 1, 'swiss', '', :now)",
    "INSERT INTO seating (id, round_id, number, seats, substitutes) VALUES (1, 1, 1, '[2,3,4,5]', '[]')",
    "INSERT INTO bye (round_id, member_id) VALUES (1, 1)",
)


def insert_old_rows() -> None:
    with db.engine.begin() as connection:
        connection.execute(text("INSERT INTO club (id, name, created_at) VALUES ('c', 'Rooks', :now)"), {"now": NOW})
        for key, counts in OLD:
            scheme = {"counts": "wins"} | ({} if counts is None else {"substitutes_count": counts})
            connection.execute(text(SEASON), {"key": key, "scheme": json.dumps(scheme), "now": NOW})
        for statement in ROWS:
            connection.execute(text(statement), {"now": NOW} if ":now" in statement else {})


def test_old_seasons_and_tables_count_as_before(app: Flask) -> None:
    with app.app_context():
        downgrade()
        insert_old_rows()
        migrate(app)
        schemes = {season.id: codec.read_scheme(season.scheme) for season in db.session.query(Season)}
        assert {key: scheme.substitutes for key, scheme in schemes.items()} == {
            "a": "substitute",
            "b": "nobody",
            "c": "nobody",
        }
        table = db.session.query(NightTable).one()
        assert (table.left_seats, table.played, table.drawn) == (None, set(), [2, 3, 4, 5])
        assert db.session.query(Bye).one().partners == []
        db.session.remove()
        downgrade()
        with db.engine.connect() as connection:
            stored = dict(connection.execute(text("SELECT id, CAST(scheme AS TEXT) FROM season")).all())
        assert [json.loads(stored[key])["substitutes_count"] for key in "abc"] == [True, False, False]
        migrate(app)
