"""What a save, a preview and a page cost: SQL statements and scorings, counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from scorekeeper.actions import stored_game
from scorekeeper.actions.table import games, hands
from scorekeeper.rules import score
from scorekeeper.store import Game, db
from tests.conftest import forget_requests

NAMES = ["Ann", "Ben", "Cal", "Dot"]
#: The game with the right to it, its versions, the new version, the game's revision. Begin and commit come on top:
#: the driver is told them, and nothing is read or written by them.
MOST_STATEMENTS = 4


@dataclass
class Cost:
    """What was done while it was counted."""

    statements: list[str] = field(default_factory=list)
    scorings: int = 0


@pytest.fixture
def table(client: FlaskClient) -> str:
    """A game with two hands."""
    url = client.post("/new/original", data={"players": NAMES}).headers["Location"]
    for number in (1, 2):
        assert client.post(f"{url}/hand", data=hand(number)).status_code == 303
    return url


def hand(number: int, bid: int = 70) -> dict[str, str]:
    """A hand that South and North have made, as a form sends it."""
    own = {"stage": "whole", "hand": str(number), "base": "0", "token": f"form-{number}"}
    return own | {"bidder": "0", "bid": str(bid), "trump": "red", "captured[0]": "75"}


#: How a transaction begins, and how PostgreSQL locks and calls.
UNCOUNTED = ("BEGIN", "SET ", "SELECT pg_", "NOTIFY")


@contextmanager
def counted(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cost]:
    """Count statements, and scorings in every module that scores stored games."""
    cost = Cost()

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith(UNCOUNTED):
            cost.statements.append(statement)

    def counting(record: object) -> object:
        cost.scorings += 1
        return score(record)

    forget_requests(app)
    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    with monkeypatch.context() as patch:
        for module in (stored_game, games, hands):
            patch.setattr(module, "score", counting)
        yield cost
    event.remove(engine, "before_cursor_execute", note)


@pytest.mark.sqlite
def test_a_save_scores_once_in_few_statements(
    app: Flask, client: FlaskClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with counted(app, monkeypatch) as cost:
        assert client.post(f"{table}/hand", data=hand(3)).status_code == 303
    assert cost.scorings == 1
    assert 1 <= len(cost.statements) <= MOST_STATEMENTS, cost.statements


@pytest.mark.sqlite
def test_a_correction_costs_no_more(
    app: Flask, client: FlaskClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with counted(app, monkeypatch) as cost:
        data = hand(1, bid=75) | {"base": "1", "token": "another"}
        assert client.post(f"{table}/hand", data=data).status_code == 303
    assert cost.scorings == 1
    assert 1 <= len(cost.statements) <= MOST_STATEMENTS, cost.statements


def test_the_preview_scores_once_and_writes_nothing(
    app: Flask, client: FlaskClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with counted(app, monkeypatch) as cost:
        assert "+75" in client.post(f"{table}/preview", data=hand(3)).text
    assert cost.scorings == 1
    assert all(statement.startswith("SELECT") for statement in cost.statements)
    assert len(cost.statements) <= MOST_STATEMENTS


def test_the_page_scores_once(app: Flask, client: FlaskClient, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with counted(app, monkeypatch) as cost:
        assert "<b>Hand 3</b>" in client.get(table).text
    assert cost.scorings == 1
    assert len(cost.statements) <= MOST_STATEMENTS


def test_a_second_phone_costs_a_save_nothing(
    app: Flask, client: FlaskClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who entered the hands before is not asked for."""
    with app.app_context():
        key = db.session.query(Game).one().scorer_key
    other = app.test_client()
    other.get(f"{table}/join/{key}/open")
    with counted(app, monkeypatch) as cost:
        assert other.post(f"{table}/hand", data=hand(3)).status_code == 303
    assert not any(re.search(r"(FROM|JOIN) device\b", statement) for statement in cost.statements)
