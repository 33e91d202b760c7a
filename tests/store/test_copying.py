"""Copying a store from PostgreSQL to SQLite and back: every row, every score, and the numbers that come next."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Connection, select, text, update

from scorekeeper.actions import maintenance
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.maintenance import Copied, copy_store
from scorekeeper.cli import main
from scorekeeper.store import Club, Game, Member, Version, db
from scorekeeper.store import copying as stores
from scorekeeper.web import create_app
from tests import postgres
from tests.company import Company
from tests.conftest import put_away

pytestmark = pytest.mark.postgres
NAMES = ["Ann", "Ben", "Cal", "Dot"]


@pytest.fixture
def address(app: Flask, client: FlaskClient) -> str:
    """A store with a club that has played, and a game of its own."""
    with app.app_context():
        company = Company()
        company.season("Winter")
        company.play(company.event("2026-01-13"), "Ann Ben Cal Dot")
    assert client.post("/new/original", data={"players": NAMES}).status_code == 303
    return postgres.address_for(app.instance_path)


def new_database() -> str:
    return postgres.create_database(f"copy_{secrets.token_hex(8)}")


def refused(result: Copied | Refusal) -> str:
    assert isinstance(result, Refusal)
    (message,) = result.messages
    assert "\n" not in message
    return message


def test_there_and_back(app: Flask, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, again = str(tmp_path / "copy.db"), new_database()
    assert main(["copy-store", address, file]) == 0
    assert main(["copy-store", file, again]) == 0
    there, advice, *back = capsys.readouterr().out.splitlines()
    assert [there, advice] == back
    assert advice == "Use the same secret key with the copy. Without it no link opens."
    assert there.endswith("rows copied and compared. All 2 games score the same in the copy.")
    with stores.engine_of(address).connect() as old, stores.engine_of(again).connect() as new:
        assert stores.first_difference(old, new) is None
    copy = create_app({"DATABASE_URL": again, "SECRET_KEY": app.secret_key}, tmp_path / "app")
    with copy.app_context():
        assert db.session.scalars(select(Game.watch_key).order_by(Game.id)).all() == keys_of(app)
        highest = max(db.session.scalars(select(Member.id)))
        db.session.add(Member(club_id=db.session.scalars(select(Club.id)).one(), name="Zoe"))
        db.session.commit()
        assert max(db.session.scalars(select(Member.id))) == highest + 1
    put_away(copy)


def keys_of(app: Flask) -> list[str]:
    with app.app_context():
        return [*db.session.scalars(select(Game.watch_key).order_by(Game.id))]


def test_a_server_with_another_secret_key_gets_no_copy(address: str, tmp_path: Path) -> None:
    """Neither beside its secret key, nor in a database that it has opened."""
    folder, opened = tmp_path / "server", new_database()
    folder.mkdir()
    (folder / "secret_key").write_text("another")
    put_away(create_app({"DATABASE_URL": opened, "SECRET_KEY": "another"}, tmp_path / "app"))
    for place in (str(folder), str(folder / "copy.db"), opened):
        message = refused(copy_store(address, place))
        assert " uses a different secret key, so no link would open there." in message
        assert "SCOREKEEPER_SECRET_KEY" in message


def test_a_server_with_the_same_secret_key_gets_a_copy(app: Flask, address: str, tmp_path: Path) -> None:
    opened = new_database()
    (tmp_path / "secret_key").write_text(str(app.secret_key))
    put_away(create_app({"DATABASE_URL": opened, "SECRET_KEY": app.secret_key}, tmp_path / "app"))
    for place in (str(tmp_path), opened):
        assert isinstance(copy_store(address, place), Copied)


def test_a_failed_copy_is_explained_in_one_line(address: str, tmp_path: Path) -> None:
    file, foreign, old = str(tmp_path / "copy.db"), new_database(), new_database()
    assert isinstance(copy_store(address, file), Copied)
    assert refused(copy_store(address, file)) == f"{file} is not empty. Copy into a new database."
    assert "is not empty" in refused(copy_store(file, address))
    with stores.engine_of(foreign).begin() as connection:
        connection.execute(text("CREATE TABLE somebody (id integer)"))
    assert "is not empty" in refused(copy_store(file, foreign))
    assert refused(copy_store(str(tmp_path / "none"), address)) == f"There is no database at {tmp_path / 'none'}."
    assert "Check that PostgreSQL is running" in refused(copy_store(address, "postgresql://nobody:word@127.0.0.1:1/x"))
    assert "postgresql://" in refused(copy_store(address, "mysql://here/x"))
    message = refused(copy_store(old.replace("scorekeeper@", "scorekeeper:word@"), str(tmp_path / "x.db")))
    assert "are from another release" in message
    assert "word" not in message


def test_text_that_postgres_cannot_hold_is_refused_whole(address: str, tmp_path: Path) -> None:
    file, again = str(tmp_path / "copy.db"), new_database()
    assert isinstance(copy_store(address, file), Copied)
    with stores.engine_of(file).begin() as connection:
        connection.execute(update(Game).values(note="NUL\0"))
    assert "NUL" in refused(copy_store(file, again))
    with stores.engine_of(again).connect() as connection:
        assert not connection.execute(text("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).all()


@pytest.mark.parametrize("change", [(Version, {Version.done: "changed"}), (Club, {Club.name: "Others"})])
def test_a_row_that_arrives_otherwise_is_noticed(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: tuple[Any, dict[Any, str]]
) -> None:
    copy_rows = stores.copy_rows
    monkeypatch.setattr(maintenance.copying, "copy_rows", lambda old, new: copy_rows(old, new) + changed(new, *change))
    message = refused(copy_store(address, str(tmp_path / "copy.db")))
    assert message.startswith(f"Nothing was copied, because the copy differs at {change[0].__tablename__} ")


def changed(connection: Connection, table: Any, values: dict[Any, str]) -> int:
    return connection.execute(update(table).values(values)).rowcount
