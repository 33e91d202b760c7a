"""The database: careful settings, migrations, several processes and several phones at once."""

from __future__ import annotations

import http.client
import secrets
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Barrier, Thread
from time import sleep
from typing import Any
from urllib.parse import urlencode

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import JSON, Column, Connection, inspect, text
from sqlalchemy.exc import IntegrityError
from werkzeug.serving import make_server

from scorekeeper.store import Game, Grant, db
from scorekeeper.store import database as database_module
from scorekeeper.store.base import Base
from scorekeeper.store.database import migrate
from scorekeeper.store.transaction import writing_options
from scorekeeper.web import create_app
from scorekeeper.web.paths import secret_key
from tests import postgres

TABLES = {
    *("device", "dispute", "game", "grant", "name_change", "saved_rules", "version"),
    *("account", "announcement", "club", "club_log", "club_rules", "member", "sign_up"),
    *("season", "event", "entrant", "entrant_member", "round", "event_table", "seat", "bye", "forfeit"),
    *("result", "placing", "confirmation", "protest", "secret_mark", "throttle"),
}
NAMES = ["Ann", "Ben", "Cal", "Dot"]


@pytest.fixture
def in_app(app: Flask) -> Iterator[Flask]:
    with app.app_context():
        yield app


def differences(connection: Connection) -> list[object]:
    options = {"compare_type": True, "compare_server_default": _defaults_differ}
    return list(compare_metadata(MigrationContext.configure(connection, opts=options), Base.metadata))


def _defaults_differ(context: MigrationContext, _old: object, new: Column[Any], *defaults: Any) -> bool | None:
    """PostgreSQL does not compare JSON; None lets Alembic compare."""
    stored, _, wanted = defaults
    if isinstance(new.type, JSON) and stored is not None:
        return str(stored).removesuffix("::json").strip("'") != wanted.strip("'")
    return None


@pytest.mark.sqlite
def test_every_connection_is_careful(in_app: Flask) -> None:
    connections = [db.engine.raw_connection() for _ in range(6)]
    try:
        for connection in connections:
            got = [
                connection.cursor().execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            ]
            assert got == ["wal", 2, 1, 1_000]
    finally:
        for connection in connections:
            connection.close()


def test_a_grant_needs_its_game(in_app: Flask) -> None:
    db.session.add(Grant(device_id="nobody", game_id="nothing", role="scorer", key="k"))
    with pytest.raises(IntegrityError):
        db.session.commit()


def test_migrations_make_exactly_the_tables_of_the_models(in_app: Flask) -> None:
    with db.engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == TABLES | {"alembic_version"}
        assert differences(connection) == []


def test_migrations_go_down_and_up_again(in_app: Flask) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(database_module.__file__).parent / "migrations"))
    with db.engine.connect() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        connection.commit()
        assert set(inspect(connection).get_table_names()) == {"alembic_version"}
    migrate(in_app)
    with db.engine.connect() as connection:
        assert differences(connection) == []


def test_opening_again_keeps_the_data(tmp_path: Path) -> None:
    for _ in range(2):
        app = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False}, tmp_path)
        client = app.test_client()
        assert client.post("/new/original", data={"players": NAMES}).status_code == 303
        with app.app_context():
            counted = db.session.query(Game).count()
            db.session.remove()
            db.engine.dispose()
    assert counted == 2


#: Processes that begin in the same moment, as the workers of a server do.
START = """
import os
from scorekeeper.web import create_app

children = []
for _ in range(5):
    child = os.fork()
    if not child:
        app = create_app()
        os.write(1, f"{app.secret_key} {app.test_client().get('/').status}\\n".encode())
        os._exit(0)
    children.append(child)
assert all(os.waitpid(child, 0)[1] == 0 for child in children)
"""


def test_several_processes_start_at_once_on_an_empty_folder(tmp_path: Path) -> None:
    folder = tmp_path / "instance"
    environment = postgres.environment(folder)
    done = subprocess.run(
        [sys.executable, "-c", START], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"{(folder / 'secret_key').read_text()} 200 OK"] * 5
    assert {entry.name for entry in folder.iterdir()} - {"scorekeeper.db-wal", "scorekeeper.db-shm"} == {
        "secret_key",
        *(() if postgres.is_chosen() else ("scorekeeper.db", "setup.lock")),
    }
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_secret_key_is_created_once_and_readable_only_by_its_owner(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(secret_key, [tmp_path] * 8))
    assert keys == {secret_key(tmp_path)}
    assert len(keys.pop()) >= 32
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert [entry.name for entry in tmp_path.iterdir()] == ["secret_key"]


def start(client: FlaskClient) -> str:
    return client.post("/new/original", data={"players": NAMES}).headers["Location"]


def joined(app: Flask, url: str) -> FlaskClient:
    """Another phone that scores."""
    phone = app.test_client()
    with app.app_context():
        game = db.session.get(Game, url.rpartition("/")[2])
        assert game is not None
        key = game.scorer_key
    assert phone.get(f"{url}/join/{key}/open").status_code == 303
    return phone


def hand(number: int, bidder: int, token: str) -> dict[str, str]:
    return {
        "stage": "whole",
        "hand": str(number),
        "base": "0",
        "token": token,
        "bidder": str(bidder),
        "bid": "70",
        "trump": "red",
        f"captured[{bidder}]": "70",
    }


@pytest.fixture
def port(app: Flask) -> Iterator[int]:
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def test_two_phones_save_the_same_hand_at_once(app: Flask, client: FlaskClient, port: int) -> None:
    url = start(client)
    phones = [client, joined(app, url)]
    both = Barrier(2)

    def save(phone: int, number: int) -> tuple[int, str]:
        cookie = phones[phone].get_cookie("session")
        assert cookie is not None
        headers = {"Cookie": f"session={cookie.value}", "Content-Type": "application/x-www-form-urlencoded"}
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as line:
            both.wait()
            line.request("POST", f"{url}/hand", urlencode(hand(number, phone, f"{phone}-{number}")), headers)
            answer = line.getresponse()
            return answer.status, answer.read().decode()

    with ThreadPoolExecutor(2) as pool:
        for number in range(1, 5):
            answers = list(pool.map(save, (0, 1), (number, number)))
            assert sorted(status for status, _ in answers) == [303, 409]
            loser = next(text for status, text in answers if status == 409)
            assert "Nothing is lost" in loser
            winner = [status for status, _ in answers].index(303)
            record = client.get(f"{url}/record.json").get_json()
            assert len(record["hands"]) == number
            assert record["hands"][-1]["bidder"] == winner


def test_the_same_form_sent_twice_at_once_is_saved_once(app: Flask, client: FlaskClient) -> None:
    url = start(client)
    phones = [client, joined(app, url)]
    both = Barrier(2)

    def save(phone: FlaskClient) -> int:
        both.wait()
        return phone.post(f"{url}/hand", data=hand(1, 0, "the-same")).status_code

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(save, phones)) == [303, 303]
    assert len(client.get(f"{url}/record.json").get_json()["hands"]) == 1


@contextmanager
def another_writer(app: Flask) -> Iterator[None]:
    """Somebody else holds the write lock and has changed something."""
    with app.app_context():
        writing = db.engine.connect().execution_options(**writing_options(db.engine.dialect.name))
    with writing as other:
        other.execute(text("UPDATE device SET name = 'busy'"))
        yield
        other.rollback()


def test_a_page_is_read_while_somebody_writes(app: Flask, client: FlaskClient) -> None:
    url = start(client)
    with another_writer(app):
        assert client.get(url).status_code == 200


def test_twenty_phones_that_follow_a_link_at_once_take_turns(app: Flask, client: FlaskClient, port: int) -> None:
    """Another process writes for longer than some of them waited before."""
    url, count = start(client), 20
    with app.app_context():
        key = db.session.query(Game).one().watch_key

    def follow(_: int) -> int:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as line:
            line.request("GET", f"{url}/join/{key}/open")
            return line.getresponse().status

    with ThreadPoolExecutor(count) as pool:
        with another_writer(app):
            answers = pool.map(follow, range(count))
            sleep(6)
        assert [*answers] == [303] * count
    with app.app_context():
        assert db.session.query(Grant).count() == 1 + count


@pytest.mark.sqlite
def test_a_link_is_followed_while_somebody_writes(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another phone saves between this one's look at the game and its own note that it came."""
    url, phone = start(client), app.test_client()
    with app.app_context():
        key = db.session.query(Game).one().watch_key
    compare = secrets.compare_digest
    file = Path(app.instance_path, "scorekeeper.db")

    def interrupted(one: str | bytes, two: str | bytes) -> bool:
        with closing(sqlite3.connect(file, isolation_level=None, timeout=0)) as other:
            try:
                other.execute("UPDATE device SET name = name")
            except sqlite3.OperationalError:
                return compare(one, two)
        return compare(one, two)

    monkeypatch.setattr(secrets, "compare_digest", interrupted)
    assert phone.get(f"{url}/join/{key}/open").status_code == 303
