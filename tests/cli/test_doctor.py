"""The doctor finds every kind of planted damage, and nothing in a sound database."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.web import create_app
from tests.cli.terminal import run
from tests.company import Company, hand
from tests.conftest import put_away

REPAIR = "scorekeeper: Make a copy of the database, then restore a backup with “scorekeeper restore FILE”."


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a season of one night with two games."""
    folder = tmp_path_factory.mktemp("sound")
    app: Flask = create_app({"TESTING": True}, folder)
    with app.app_context():
        company = Company()
        company.season()
        event = company.event("2026-01-06")
        company.play(event, "Ann Ben Cal Dot")
        company.change(company.play(event, "Ann Cal Ben Dot", number=2), 3, hand(100))
    put_away(app)
    return folder


@pytest.fixture
def database(sound: Path, tmp_path: Path) -> Path:
    """A copy to be damaged."""
    file = tmp_path / "scorekeeper.db"
    with closing(sqlite3.connect(sound / file.name)) as old, closing(sqlite3.connect(file)) as new:
        old.backup(new)
    shutil.copy(sound / "secret_key", tmp_path)
    return file


def doctor(database: Path) -> tuple[int, str, str]:
    """The status, the report and the complaints."""
    answer = run("doctor", environment={"SCOREKEEPER_INSTANCE": str(database.parent)})
    return answer.returncode, answer.stdout.decode(), answer.stderr.decode()


def test_nothing_is_wrong_with_a_sound_database(database: Path) -> None:
    before = database.read_bytes()
    status, report, complaints = doctor(database)
    assert (status, complaints) == (0, "")
    assert "1 databases checked: no problems." in report
    assert "2 games checked: no problems." in report
    assert "1 seasons checked: no problems." in report
    assert database.read_bytes() == before


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        ("UPDATE version SET number = 7 WHERE id = (SELECT max(id) FROM version)", "are missing or out of order."),
        ("UPDATE version SET hand = 9 WHERE id = (SELECT max(id) FROM version)", "are missing."),
        (
            "UPDATE game SET revision = 0",
            "is lower than the number of its changes.",
        ),
        ("UPDATE version SET facts = '{\"bid\": 500}'", "can no longer be scored: "),
        ("UPDATE version SET facts = '{\"bid\": '", "can't be read: JSONDecodeError."),
        ("UPDATE game SET slug = 'chess'", "can no longer be scored: "),
        ("UPDATE game SET watch_key = scorer_key || 'A'", "can't be read: BrokenSealError."),
        ("UPDATE season SET public_key = 'A'", "The database can't be read: BrokenSealError."),
        ("UPDATE game SET names_number = 3", "Name changes in game"),
        ("DELETE FROM device", "Rows of “version” point to missing rows of “device”."),
        ("UPDATE placing SET points = points + 5", "does not match its record."),
        ("UPDATE event SET totals = '{}'", "do not match its results."),
    ],
)
def test_planted_damage_is_reported(database: Path, damage: str, complaint: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executescript(damage)
    status, _, complaints = doctor(database)
    assert status == 1
    assert complaint in complaints
    assert complaints.splitlines()[-1] == REPAIR


def test_a_damaged_file_is_found(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_version_game_id'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    content = bytearray(database.read_bytes())
    content[(page - 1) * size + 8 : page * size] = b"\xff" * (size - 8)
    database.write_bytes(content)
    status, _, complaints = doctor(database)
    assert status == 1
    assert "damaged" in complaints or "can't be read" in complaints
