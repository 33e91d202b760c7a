"""PostgreSQL: writers meet where they must, calls reach every process, lost connections lose nothing."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLateError
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic, time

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from scorekeeper.actions.throttle import wait_for
from scorekeeper.cli import main
from scorekeeper.store import Device, Game, db
from scorekeeper.store.live import hub as hub_module
from scorekeeper.store.postgres import AddressError, postgres_url
from scorekeeper.store.queries.throttle import Bucket, subject_of, write_buckets
from scorekeeper.store.tables.server import ThrottleBucket
from scorekeeper.store.transaction import begin_counting, begin_writing, writing_options
from scorekeeper.web import create_app
from tests import postgres
from tests.conftest import put_away
from tests.rows import each_row
from tests.store.test_database import hand
from tests.web.table.test_live import Stream, joined, served

pytestmark = pytest.mark.postgres
NAMES = ["Ann", "Ben", "Cal", "Dot"]


def start(client: FlaskClient) -> str:
    return client.post("/new/original", data={"players": NAMES}).headers["Location"]


def administer(app: Flask, statement: str) -> None:
    """Do something to the app's database from outside."""
    with psycopg.connect(os.environ[postgres.SERVER].format("postgres"), autocommit=True) as connection:
        name = postgres.address_for(app.instance_path).partition("?")[0].rpartition("/")[2]
        connection.execute(statement.format(name))


CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}'"


@contextmanager
def writer(app: Flask, game_id: str | None = None) -> Iterator[None]:
    """Somebody who holds the lock of a game, or of everything."""
    with app.app_context():
        connecting = db.engine.connect().execution_options(**writing_options("postgresql", game_id))
    with connecting as connection, connection.begin():
        yield


@each_row("spelled", ["postgres", "postgresql", "postgresql+psycopg"])
def test_both_spellings_of_the_address_work(spelled: str) -> None:
    assert postgres_url(f"{spelled}://rook@db/rook").drivername == "postgresql+psycopg"


@pytest.mark.parametrize("address", ["mysql://db/rook", "rook", "postgresql://db:port/rook"])
def test_another_address_is_refused_in_one_line(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(AddressError):
        postgres_url(address)
    monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    assert main(["club", "list"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_an_unreachable_server_is_explained_in_one_line_and_backups_need_pg_dump(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://rook:word@127.0.0.1:1/rook")
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    for command, word in (
        (["club", "list"], "DATABASE_URL"),
        (["backup", str(tmp_path / "x")], "pg_dump"),
        (["restore", str(tmp_path / "x")], "pg_restore"),
    ):
        assert main(command) == 1
        error = capsys.readouterr().err
        assert len(error.splitlines()) == 1
        assert word in error
        assert "word" not in error


def test_different_games_save_in_parallel_and_one_game_in_turn(app: Flask, client: FlaskClient) -> None:
    locked, free = start(client), start(client)
    with ThreadPoolExecutor(1) as pool:
        with writer(app, locked.rpartition("/")[2]):
            assert client.post(f"{free}/hand", data=hand(1, 0, "free")).status_code == 303
            late = pool.submit(client.post, f"{locked}/hand", data=hand(1, 0, "late"))
            with pytest.raises(TooLateError):
                late.result(timeout=1)
        assert late.result(timeout=30).status_code == 303


def test_a_lock_on_everything_and_game_locks_exclude_each_other(app: Flask, client: FlaskClient) -> None:
    url = start(client)
    with ThreadPoolExecutor(1) as pool:
        with writer(app):
            late = pool.submit(client.post, f"{url}/hand", data=hand(1, 0, "late"))
            with pytest.raises(TooLateError):
                late.result(timeout=1)
        assert late.result(timeout=30).status_code == 303
        with writer(app, url.rpartition("/")[2]):
            late = pool.submit(client.post, "/new/original", data={"players": NAMES})
            with pytest.raises(TooLateError):
                late.result(timeout=1)
        assert late.result(timeout=30).status_code == 303


def test_counting_a_try_waits_for_no_save(app: Flask, client: FlaskClient) -> None:
    """Wrong passwords, new games and crowds are counted while somebody holds the lock of everything."""
    started = start(client)
    wrong = {"name": "Ann", "password": "a wrong password"}
    with writer(app), ThreadPoolExecutor(1) as pool:
        guesses = [pool.submit(client.post, "/account/in", data=wrong) for _ in range(6)]
        assert [guess.result(timeout=10).status_code for guess in guesses] == [422] * 5 + [429]
    with writer(app, started.rpartition("/")[2]), ThreadPoolExecutor(1) as pool:
        assert (
            pool.submit(client.post, "/account/in", data=wrong | {"name": "Ben"}).result(timeout=10).status_code == 422
        )


def test_old_counts_are_forgotten_by_one_while_another_counts_them(app: Flask) -> None:
    """Two who count after a long time find each other's old counts, and neither waits for the other."""
    limit, others = "sign-ups", ("192.0.2.1", "192.0.2.2")
    with app.app_context():
        for address in others:
            assert wait_for((limit, address)) == 0
        db.session.execute(update(ThrottleBucket).values(at=0))
        db.session.commit()
        subject = subject_of(limit, others[0])
        begin_counting([subject])
        db.session.execute(update(ThrottleBucket).where(ThrottleBucket.subject == subject).values(at=time()))
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(_count, app, limit, others[1]).result(timeout=10) == 0
        write_buckets({subject: Bucket(9.0, time())}, time())
        db.session.commit()


def _count(app: Flask, limit: str, address: str) -> float:
    with app.app_context():
        return wait_for((limit, address))


def test_a_page_is_read_in_one_snapshot(app: Flask, client: FlaskClient) -> None:
    url = start(client)
    with app.app_context():
        game = db.session.get_one(Game, url.rpartition("/")[2])
        assert game.revision == 0
        with ThreadPoolExecutor(1) as pool:
            saved = pool.submit(client.post, f"{url}/hand", data=hand(1, 0, "meanwhile"))
            assert saved.result(timeout=30).status_code == 303
        # What is read now belongs to the revision that was read before.
        assert len(game.versions) == 0


def test_a_lost_connection_misses_no_change(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The hub's own connection is cut, and a hand is saved before it is back."""
    monkeypatch.setattr(hub_module, "REST", 2.0)
    url = start(client)
    with served(app) as port, closing(Stream(port, joined(app, url), url)) as stream:
        assert stream.next() == ("revision", "0")
        administer(app, CUT)
        assert client.post(f"{url}/hand", data=hand(1, 0, "meanwhile")).status_code == 303
        assert stream.next() == ("revision", "1")
    assert "cannot look for changes" in caplog.text


def test_an_unreachable_database_gets_503_until_it_returns(app: Flask, client: FlaskClient) -> None:
    url = start(client)
    administer(app, 'ALTER DATABASE "{}" ALLOW_CONNECTIONS false')
    administer(app, CUT)
    try:
        for answer in (client.get(url), client.post(f"{url}/hand", data=hand(1, 0, "lost")), client.get("/api" + url)):
            assert answer.status_code == 503
            assert answer.headers["Retry-After"]
    finally:
        administer(app, 'ALTER DATABASE "{}" ALLOW_CONNECTIONS true')
    assert client.post(f"{url}/hand", data=hand(1, 0, "saved")).status_code == 303


def test_nul_and_overlong_text_never_cause_a_server_error(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = start(client)
    assert client.get("/t/%00").status_code == 404
    assert client.get(f"{url}/join/%00/open").status_code == 404
    assert client.get(url, query_string={"back": "\0"}).status_code == 200
    assert client.post(f"{url}/hand", data=hand(1, 0, "a\0b")).status_code == 303
    named = client.post("/new/original", data={"players": ["Ann\0", "Ben", "Cal", "Dot"], "dealer": "0"})
    assert ">Ann<" in client.get(named.headers["Location"]).text
    record = {"format": "rook-record/1", "game": "original", "players": NAMES, "hands": [], "note": "\0"}
    assert client.post("/api/t", json=record).status_code == 422
    endpoint, _ = app.url_map.bind("").match("/")
    monkeypatch.setitem(app.view_functions, endpoint, _store_too_much)
    assert client.get("/").status_code == 400


def _store_too_much() -> str:
    """A text that no check of ours has shortened."""
    begin_writing()
    db.session.add(Device(id="x", name="x" * 61))
    db.session.commit()
    return ""


def test_text_sorts_by_code_point_in_any_server_locale(app: Flask) -> None:
    with app.app_context():
        for name in ("b", "A", "a", "B", "_"):
            db.session.add(Device(id=f"id-{name}", name=name))
        db.session.commit()
        assert [*db.session.scalars(db.select(Device.name).order_by(Device.name))] == ["A", "B", "_", "a", "b"]


def test_a_save_at_one_server_reaches_a_watcher_at_another_within_a_second(app: Flask, tmp_path: Path) -> None:
    """Two servers in two folders, as on two machines: they share the database and the secret key."""
    address = postgres.create_database(f"two_{secrets.token_hex(8)}")
    apps = [create_app({"DATABASE_URL": address, "SECRET_KEY": "shared"}, tmp_path / name) for name in ("one", "two")]
    for one in apps:
        one.config["WTF_CSRF_ENABLED"] = False
    client = apps[0].test_client()
    url = start(client)
    watcher = joined(apps[1], url)
    with served(apps[1]) as port, closing(Stream(port, watcher, url)) as stream:
        assert stream.next() == ("revision", "0")
        arguments = [sys.executable, "-c", SAVE, str(tmp_path / "one"), device_of(client), url.rpartition("/")[2]]
        environment = os.environ | {"DATABASE_URL": address, "SCOREKEEPER_SECRET_KEY": "shared"}
        saving = subprocess.run(arguments, env=environment, capture_output=True, check=True, text=True, timeout=60)
        assert stream.next() == ("revision", "1")
        assert monotonic() - float(saving.stdout) < 1
    for one in apps:
        put_away(one)


#: Another process saves, says when, and ends at once.
SAVE = """
import os, sys
from pathlib import Path
from time import monotonic
from scorekeeper.actions.table import access, hands
from scorekeeper.web import create_app

folder, device, game = sys.argv[1:]
with create_app({}, Path(folder)).test_request_context(method="POST"):
    facts = {"bidder": 1, "bid": 95, "trump": "green", "open": True}
    change = hands.HandChange(1, 0, facts, "other")
    assert isinstance(hands.save(access.require_scorer(device, game), change), hands.Saved)
    print(monotonic(), flush=True)
    os._exit(0)
"""


def device_of(client: FlaskClient) -> str:
    with client.session_transaction() as session:
        return str(session["device"])


def test_the_temporary_server_of_the_tests_ends_with_its_command() -> None:
    say = "import os; print(os.environ['SCOREKEEPER_TEST_POSTGRES'], flush=True); import time; time.sleep(600)"
    command = [sys.executable, "-m", "tests.postgres", sys.executable, "-c", say]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        address = process.stdout.readline().strip()
        folder = Path(address.partition("host=")[2])
        with psycopg.connect(address.format("postgres")) as connection:
            (server,) = (
                connection.execute("SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'").fetchone()
                or ()
            )
        process.terminate()
        # The end of its command closes the last copy of this pipe.
        assert process.stdout.read() == ""
    assert process.returncode == 128 + signal.SIGTERM
    assert not folder.exists()
    assert not Path(f"/proc/{server}").exists()
