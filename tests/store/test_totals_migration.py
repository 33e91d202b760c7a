"""A season stored before totals had columns of their own keeps its totals, ratings and meetings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from flask import Flask
from sqlalchemy import text

from scorekeeper.store import Club, Night, Season, db
from scorekeeper.store import database as database_module
from scorekeeper.store.database import migrate
from scorekeeper.store.queries import season as season_queries

#: Two nights in which 1 won against 2, and a third game that they shared.
EARLIER = {"tallies": [], "as_substitute": [], "meetings": [[["1"], [[["2"], 1, 1]]], [["2"], [[["1"], 1, 0]]]]}
LATER = {"tallies": [], "as_substitute": [], "meetings": [[["1"], [[["2"], 2, "3/2"]]], [["2"], [[["1"], 2, "1/2"]]]]}
RATED = [["1", 27.0, 8.0, 1], ["2", 23.0, 8.0, 1]]
LADDER = [["1", 28.5, 7.5, 3], ["2", 21.5, 7.5, 3]]


@pytest.fixture
def old_season(app: Flask) -> Iterator[str]:
    with app.app_context():
        _downgrade()
        with db.engine.begin() as connection:
            for statement, values in _rows():
                connection.execute(text(statement), values)
        migrate(app)
        yield "s"


def _downgrade() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(database_module.__file__).parent / "migrations"))
    with db.engine.connect() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0006")
        connection.commit()


def _rows() -> Iterator[tuple[str, dict[str, object]]]:
    now = "2026-01-01 00:00:00"
    yield "INSERT INTO club (id, name, created_at) VALUES ('c', 'Rooks', :now)", {"now": now}
    yield (
        "INSERT INTO season (id, club_id, name, starts, ends, counting, scheme, handicaps, lots, initials, created_at,"
        " revision) VALUES ('s', 'c', '2026', '2026-01-01', '2026-12-31', 'date', '{}', '{}', '[]', false, :now, 0)",
        {"now": now},
    )
    for key, day, book, summed in (("a", "2026-01-13", EARLIER, True), ("b", "2026-01-20", LATER, False)):
        yield (
            "INSERT INTO night (id, club_id, season_id, date, name, created_at, revision, book, summed, apart)"
            " VALUES (:key, 'c', 's', :day, 'Night', :now, 0, :book, :summed, false)",
            {"key": key, "day": day, "now": now, "book": json.dumps(book), "summed": summed},
        )
    sums = {"players": {"held": 1, "accounts": []}, "rated:a": RATED, "ladder": LADDER, "met:1": [], "met:2": []}
    for part, plain in sums.items():
        yield (
            "INSERT INTO season_sum (season_id, part, plain) VALUES ('s', :part, :plain)",
            {"part": part, "plain": json.dumps(plain)},
        )


def test_ratings_move_to_their_nights(old_season: str) -> None:
    assert db.session.get(Club, "c") is not None
    assert [night.ratings for night in db.session.query(Night).order_by(Night.date)] == [RATED, LADDER]


def test_totals_of_nights_and_of_the_season_stay(old_season: str) -> None:
    assert [night.totals for night in db.session.query(Night).order_by(Night.date)] == [EARLIER, LATER]
    assert season_queries.season_totals(old_season, "players") == {"held": 1, "accounts": []}
    assert season_queries.season_totals(old_season, "pairs") is None
    assert db.session.query(Season).one().name == "2026"


def test_meetings_are_counted_once_for_two(old_season: str) -> None:
    # 1 against 2: one game won, then one won and one shared; five half games ahead of six.
    assert season_queries.meetings(old_season) == {("1", "2"): (3, 5)}
