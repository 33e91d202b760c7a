"""Admission to the database: bounded queues, early refusals, and places that always become free again."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from scorekeeper.store import admission, db
from scorekeeper.store.admission import BusyError, Gate, Gates, waiting_at_most
from scorekeeper.store.transaction import begin_counting, begin_writing

NEW_GAME = {"dealer": "0", "players": ["Ann", "Ben", "Cal", "Dot"]}


@pytest.fixture
def tight(app: Flask) -> Iterator[Gates]:
    """One reader, one writer, and nobody may wait."""
    usual, gates = app.extensions["gates"], Gates(Gate(1, 0), Gate(1, 0), Gate(1, 0))
    app.extensions["gates"] = gates
    yield gates
    app.extensions["gates"] = usual


@contextmanager
def occupied(gate: Gate) -> Iterator[None]:
    gate.enter()
    yield
    gate.leave()


def test_a_full_queue_refuses_at_once() -> None:
    gate = Gate(1, 1)
    with occupied(gate):
        waiter = threading.Thread(target=gate.enter)
        waiter.start()
        while gate._room.acquire(blocking=False):
            gate._room.release()
        with pytest.raises(BusyError, match="full"):
            gate.enter()
    waiter.join()
    gate.leave()
    with occupied(gate):
        pass


def test_waiting_ends_after_its_time() -> None:
    gate = Gate(1, 5)
    with occupied(gate):
        for _ in range(10):
            with waiting_at_most(0.001), pytest.raises(BusyError, match="no place"):
                gate.enter()
    with occupied(gate):
        pass


def test_a_refused_request_gets_503_and_can_be_sent_again(tight: Gates, client: FlaskClient) -> None:
    with occupied(tight.writers):
        answer = client.post("/new/original", data=NEW_GAME)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        # Readers do not wait for writers, and health checks wait for nobody.
        assert client.get("/").status_code == 200
        with occupied(tight.readers):
            assert client.get("/ready").status_code == 200
    table = client.post("/new/original", data=NEW_GAME)
    assert table.status_code == 303
    with occupied(tight.readers):
        assert client.get(table.location).status_code == 503
    assert client.get(table.location).status_code == 200


@pytest.mark.usefixtures("in_app")
def test_every_end_of_a_transaction_frees_its_place(tight: Gates, monkeypatch: pytest.MonkeyPatch) -> None:
    for end in (db.session.commit, db.session.rollback, db.session.close, db.session.remove):
        for begin in (begin_writing, lambda: begin_counting(["0" * 8]), lambda: db.session.execute(text("SELECT 1"))):
            begin()
            end()
            for gate in (tight.readers, tight.writers, tight.counters):
                with occupied(gate):
                    pass

    def fail(*_: object) -> None:
        raise OperationalError("", {}, sqlite3.OperationalError("the server has gone"))

    begin_writing()
    with monkeypatch.context() as patch:
        patch.setattr(admission.FlaskSession, "close", fail)
        db.session.remove()
    with occupied(tight.writers):
        pass


def test_a_reader_becomes_a_writer_without_holding_two_places(tight: Gates, in_app: Flask) -> None:
    db.session.execute(text("SELECT 1"))
    begin_writing()
    with occupied(tight.readers):
        begin_writing()
        db.session.commit()
    with occupied(tight.writers):
        pass
