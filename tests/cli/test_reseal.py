"""Another secret key: the server does not start with it, and a command lets its owner go on."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.store import Club, Event, Game, Grant, Season, db
from scorekeeper.web import create_app
from tests import postgres
from tests.cli.terminal import run
from tests.company import Company
from tests.conftest import put_away

SETTINGS = {"TESTING": True, "WTF_CSRF_ENABLED": False}
OTHER = (
    "scorekeeper: The database was used with a different secret key. Put that key back (the file secret_key, or "
    "SCOREKEEPER_SECRET_KEY), or see “scorekeeper reseal --help”.\n"
)
RESEALED = "Done. All links still work with the new secret key.\n"
RENEWED = "Done. Every link was replaced. Share the new links from the club's pages.\n"
#: What each link leads to.
OPEN = {"score": 303, "watch": 303, "season": 200, "check-in": 200}
UNCHANGED = "Nothing to do: the database already uses this secret key.\n"


@dataclass
class Server:
    """A folder with a club and a game that two phones share, whose secret key was replaced."""

    folder: Path
    links: dict[str, str]
    old_secret: Path

    def command(self, *words: str) -> tuple[int, str, str]:
        answer = run(*words, environment=postgres.environment(self.folder))
        return answer.returncode, answer.stdout.decode(), answer.stderr.decode()

    def opened(self) -> tuple[dict[str, int], dict[str, str]]:
        """What the links from before lead to, and what they are now."""
        app = create_app(SETTINGS, self.folder)
        client: FlaskClient = app.test_client()
        statuses = {name: client.get(path).status_code for name, path in self.links.items()}
        links = links_of(app)
        put_away(app)
        return statuses, links


def links_of(app: Flask) -> dict[str, str]:
    with app.app_context():
        game = db.session.scalars(select(Game)).one()
        # The phone that began the game still has its right.
        assert game.id in db.session.scalars(select(Grant.game_id).where(Grant.key == game.scorer_key)).all()
        event, season = db.session.scalars(select(Event)).one(), db.session.scalars(select(Season)).one()
        club = db.session.scalars(select(Club)).one()
        assert (club.invite_key, event.screen_key) == (None, None)
        return {
            "score": f"/t/{game.id}/join/{game.scorer_key}/open",
            "watch": f"/t/{game.id}/join/{game.watch_key}/open",
            "season": f"/s/{season.public_key}",
            "check-in": f"/event/in/{event.checkin_key}",
        }


@pytest.fixture
def server(tmp_path: Path) -> Server:
    folder, old_secret = tmp_path / "server", tmp_path / "old"
    app = create_app(SETTINGS, folder)
    with app.app_context():
        company = Company()
        company.season().public_key = "SeasonSeasonSeason1234"
        event = company.event("2026-01-13")
        event.checkin_key = "DoorDoorDoorDoor123456"
        db.session.commit()
        company.seat(event, "Ann Ben Cal Dot")
    links = links_of(app)
    put_away(app)
    (folder / "secret_key").replace(old_secret)
    (folder / "secret_key").write_text("a new secret key")
    return Server(folder, links, old_secret)


def test_another_secret_key_is_said_in_one_line(server: Server) -> None:
    for words in (["club", "list"], ["doctor"]):
        assert server.command(*words) == (1, "", OTHER)
    # In a process of its own, which the server changes for its purposes.
    command = [sys.executable, "-m", "scorekeeper", "run", "--port", "0"]
    world = postgres.environment(server.folder)
    started = subprocess.run(command, env=world, capture_output=True, text=True, check=False)
    assert (started.returncode, started.stdout, started.stderr) == (1, "", OTHER)
    (server.folder / "secret_key").write_text(server.old_secret.read_text())
    assert server.opened() == (OPEN, server.links)


def test_links_stay_with_the_old_secret_key(server: Server, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_bytes(b"some other secret key \xff")
    complaint = f"scorekeeper: {wrong} does not contain the old secret key of this database.\n"
    assert server.command("reseal", "--old", str(wrong)) == (1, "", complaint)
    assert server.command("club", "list") == (1, "", OTHER)
    # As an editor writes it.
    server.old_secret.write_text(f"{server.old_secret.read_text()}\n")
    assert server.command("reseal", "--old", str(server.old_secret)) == (0, RESEALED, "")
    assert server.opened() == (OPEN, server.links)
    assert server.command("reseal", "--lost") == (0, UNCHANGED, "")
    assert server.opened()[1] == server.links


def test_links_are_new_if_the_secret_key_is_lost(server: Server) -> None:
    assert server.command("reseal", "--lost") == (0, RENEWED, "")
    statuses, links = server.opened()
    assert statuses == dict.fromkeys(OPEN, 404)
    assert len({*links.values(), *server.links.values()}) == 8
    renewed = Server(server.folder, links, server.old_secret)
    assert renewed.opened() == (OPEN, links)


def test_a_second_machine_needs_the_same_secret_key(tmp_path: Path) -> None:
    """Also before anything was stored."""
    put_away(create_app(SETTINGS, tmp_path))
    environment = postgres.environment(tmp_path) | {"SCOREKEEPER_SECRET_KEY": "another"}
    answer = run("club", "list", environment=environment)
    assert (answer.returncode, answer.stderr.decode()) == (1, OTHER)


@pytest.mark.sqlite
def test_a_backup_has_the_secret_key_that_is_in_use(tmp_path: Path) -> None:
    old, new, file = tmp_path / "old", tmp_path / "new", tmp_path / "backup"
    used = {"SCOREKEEPER_INSTANCE": str(old), "SCOREKEEPER_SECRET_KEY": "12345"}
    assert run("club", "list", environment=used).returncode == 0
    assert not (old / "secret_key").exists()
    assert run("backup", str(file), environment=used).returncode == 0
    elsewhere = {"SCOREKEEPER_INSTANCE": str(new)}
    assert run("club", "list", environment=elsewhere).returncode == 0
    before = (new / "secret_key").read_text()
    assert run("restore", str(file), environment=elsewhere).returncode == 0
    assert (new / "secret_key").read_text() == "12345"
    assert run("club", "list", environment=elsewhere).returncode == 0
    # What was there before opens with its own.
    assert (new / "before-restore-1.secret_key").read_text() == before
