"""A server in trouble: a clock that jumps, a database that is busy, damaged, newer or gone, and the way back."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner

from scorekeeper.store import database
from scorekeeper.store.admission import waiting_at_most
from scorekeeper.web import create_app
from tests.cli import terminal
from tests.conftest import put_away
from tests.web.test_server import Browser, first_page, hidden, until

NEW_GAME = {"dealer": "0", "players": ["Ann", "Ben", "Cal", "Dot"]}
YEARS = 10 * 365 * 86_400
SETTINGS = {"TESTING": True, "WTF_CSRF_ENABLED": False}


def start_game(client: FlaskClient) -> str:
    """The address of a new game."""
    response = client.post("/new/original", data=NEW_GAME)
    assert response.status_code == 303, response.text
    return str(response.headers["Location"])


@pytest.mark.parametrize("jump", [YEARS, -YEARS])
def test_a_clock_jump_loses_no_game(client: FlaskClient, monkeypatch: pytest.MonkeyPatch, jump: int) -> None:
    table = start_game(client)
    signed_at = TimestampSigner.get_timestamp
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda signer: signed_at(signer) + jump)
    assert client.get(table).status_code == 200
    other = start_game(client)
    monkeypatch.undo()
    assert [client.get(address).status_code for address in (table, other)] == [200, 200]


def test_cookies_set_over_https_are_sent_only_over_https(client: FlaskClient) -> None:
    secure = client.post("/new/original", data=NEW_GAME, base_url="https://localhost")
    assert "Secure" in secure.headers["Set-Cookie"]
    assert secure.headers["Strict-Transport-Security"] == "max-age=31536000"
    plain = client.get("/", base_url="http://elsewhere")
    assert "Strict-Transport-Security" not in plain.headers
    assert "camera=()" in plain.headers["Permissions-Policy"]


def test_a_busy_database_gets_503(tmp_path: Path) -> None:
    app = create_app(SETTINGS, tmp_path)
    file = tmp_path / "scorekeeper.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as other, waiting_at_most(0.1):
        other.execute("BEGIN IMMEDIATE")
        page = app.test_client().post("/new/original", data=NEW_GAME)
        api = app.test_client().post("/api/t", json={"format": "rook-record/1", **_record()})
        other.execute("ROLLBACK")
    assert (page.status_code, page.headers["Retry-After"]) == (503, "5")
    assert "Nothing was saved." in page.text
    assert (api.status_code, api.headers["Retry-After"]) == (503, "5")
    assert "Nothing in this request was saved." in api.json["errors"][0]["message"]
    start_game(app.test_client())
    put_away(app)


def _record() -> dict[str, object]:
    return {"game": "original", "players": ["Ann", "Ben", "Cal", "Dot"], "hands": []}


def scorekeeper(folder: Path, *arguments: str, apart: bool = False) -> tuple[int, str, str]:
    """Run a command on the server's data in a folder: its status, output and complaints."""
    command = terminal.run_apart if apart else terminal.run
    done = command(*arguments, environment={"SCOREKEEPER_INSTANCE": str(folder)})
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def filled(folder: Path) -> tuple[Flask, FlaskClient, str]:
    """A server's folder with a game, still open."""
    app = create_app(SETTINGS, folder)
    client = app.test_client()
    return app, client, start_game(client)


def test_a_backup_of_a_running_server_restores_everything(tmp_path: Path) -> None:
    old, new, file = tmp_path / "old", tmp_path / "new", tmp_path / "rook.backup"
    app, client, table = filled(old)
    assert scorekeeper(old, "backup", str(file), apart=True)[0] == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert scorekeeper(new, "restore", str(file))[0] == 0
    restored = create_app(SETTINGS, new)
    # The same cookie opens the same game: the key that signs it came along.
    phone = restored.test_client()
    phone.set_cookie("session", client.get_cookie("session").value)
    assert phone.get(table).status_code == 200
    put_away(app)
    put_away(restored)


def test_restore_copies_the_old_database_first(tmp_path: Path) -> None:
    file = tmp_path / "rook.backup"
    app, client, table = filled(tmp_path / "server")
    scorekeeper(tmp_path / "server", "backup", str(file))
    later = start_game(client)
    assert "before-restore-1.db" in scorekeeper(tmp_path / "server", "restore", str(file), apart=True)[1]
    # The running server goes on with what was restored.
    assert [client.get(address).status_code for address in (table, later)] == [200, 404]
    with closing(sqlite3.connect(tmp_path / "server" / "before-restore-1.db")) as before:
        assert before.execute("SELECT count(*) FROM game").fetchone() == (2,)
    put_away(app)


@pytest.mark.parametrize("content", [b"", b"no backup", b"PK\x05\x06" + b"\0" * 18])
def test_restoring_something_else_changes_nothing(tmp_path: Path, content: bytes) -> None:
    app, client, table = filled(tmp_path / "server")
    (tmp_path / "file").write_bytes(content)
    complaint = f"scorekeeper: {tmp_path / 'file'} is not a score keeper backup.\n"
    assert scorekeeper(tmp_path / "server", "restore", str(tmp_path / "file")) == (1, "", complaint)
    assert client.get(table).status_code == 200
    put_away(app)


def _damage(file: Path) -> None:
    file.write_bytes(b"This is not a database." * 100)


def _make_newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (_damage, "The database is damaged. Restore a backup with “scorekeeper restore FILE”."),
        (_make_newer, "The database was made by a newer release. Install that release, or restore an older backup."),
    ],
)
def test_an_unusable_database_is_explained_in_one_line(tmp_path: Path, harm: object, message: str) -> None:
    put_away(create_app(SETTINGS, tmp_path))
    for leftover in ("scorekeeper.db-wal", "scorekeeper.db-shm"):
        (tmp_path / leftover).unlink(missing_ok=True)
    harm(tmp_path / "scorekeeper.db")  # type: ignore[operator]
    for arguments in (["run", "--port", "0"], ["club", "list"]):
        # The server patches its whole process.
        answer = scorekeeper(tmp_path, *arguments, apart="run" in arguments)
        assert answer == (1, "", f"scorekeeper: {message}\n")


LATER_RELEASE = """
from alembic import op
import sqlalchemy as sa

revision, down_revision = "later", "{head}"


def upgrade():
    op.add_column("game", sa.Column("mood", sa.String))
"""


def test_the_database_is_copied_before_an_update(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_away(create_app(SETTINGS, tmp_path))
    with closing(sqlite3.connect(tmp_path / "scorekeeper.db")) as connection, connection:
        (head,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    assert not list(tmp_path.glob("before-*.db"))
    migrations = tmp_path / "migrations"
    shutil.copytree(Path(database.__file__).parent / "migrations", migrations)
    (migrations / "versions" / "later.py").write_text(LATER_RELEASE.format(head=head))
    monkeypatch.setattr(ScriptDirectory, "from_config", lambda _: ScriptDirectory(str(migrations)))
    put_away(create_app(SETTINGS, tmp_path))
    revisions = {}
    for name in ("scorekeeper.db", "before-later.db"):
        with closing(sqlite3.connect(tmp_path / name)) as connection:
            (revisions[name],) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    assert revisions == {"scorekeeper.db": "later", "before-later.db": head}


def test_files_are_readable_only_by_their_owner(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    assert scorekeeper(folder, "club", "list")[0] == 0
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}
    assert modes.pop("made") == 0o700
    assert set(modes.values()) == {0o600}, modes


def test_a_stopped_server_leaves_one_complete_file(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    world = os.environ | {"SCOREKEEPER_INSTANCE": str(tmp_path)}
    command = [sys.executable, "-m", "scorekeeper", "run", "--port", str(port), "--workers", "1"]
    with subprocess.Popen(command, env=world, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout
        server.stdout.readline()
        browser = Browser(port)
        table, _ = browser.open("/new/original", hidden(first_page(browser)) | NEW_GAME)
        line = browser.follow(table)
        until(line, b"data: 0\n\n")
        server.send_signal(signal.SIGTERM)
        server.wait(60)
        line.close()
    with closing(sqlite3.connect(f"{(tmp_path / 'scorekeeper.db').as_uri()}?immutable=1", uri=True)) as connection:
        assert connection.execute("SELECT count(*) FROM game").fetchone() == (1,)
