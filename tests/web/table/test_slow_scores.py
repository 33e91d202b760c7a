"""While the rules are asked about one table, other tables save; and nothing is saved from what is out of date."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.table import hands
from scorekeeper.store import Game, db
from scorekeeper.store.transaction import MOST_TRIES

PATIENCE = 60
NAMES = ["Ann", "Ben", "Cal", "Dot"]
SLOW = 115


def hand(number: int, bid: int, base: int = 0, **more: str) -> dict[str, str]:
    own = {"stage": "whole", "hand": str(number), "base": str(base), "token": f"{number}-{bid}-{base}"}
    return own | {"bidder": "1", "bid": str(bid), "trump": "green", "captured[0]": "60", "captured[1]": "60"} | more


def start(client: FlaskClient) -> str:
    return client.post("/new/original", data={"players": NAMES, "dealer": "0"}).location or ""


def revision(app: Flask, table: str) -> int:
    with app.app_context():
        return db.session.get_one(Game, table.rpartition("/")[2]).revision


class SlowRules:
    """The rules take as long as the test wants for a record whose last bid is `SLOW`."""

    def __init__(self, score: Callable[[Any], Any]) -> None:
        self.score, self.asked, self.answer = score, threading.Semaphore(0), threading.Semaphore(0)

    def __call__(self, record: Any) -> Any:
        if record["hands"] and record["hands"][-1].get("bid") == SLOW:
            self.asked.release()
            assert self.answer.acquire(timeout=PATIENCE)
        return self.score(record)


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> SlowRules:
    slow = SlowRules(hands.score)
    monkeypatch.setattr(hands, "score", slow)
    return slow


@pytest.fixture
def sender() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as threads:
        yield threads


def sent(sender: ThreadPoolExecutor, rules: SlowRules, client: FlaskClient, path: str, **form: Any) -> Future[Any]:
    """A request whose rules are being asked now."""
    answer = sender.submit(client.post, path, **form)
    assert rules.asked.acquire(timeout=PATIENCE)
    return answer


def test_other_tables_save_while_one_is_scored(app: Flask, sender: ThreadPoolExecutor, rules: SlowRules) -> None:
    slow, quick = app.test_client(), app.test_client()
    table, other = start(slow), start(quick)
    answer = sent(sender, rules, slow, f"{table}/hand", data=hand(1, SLOW))
    assert sender.submit(quick.post, f"{other}/hand", data=hand(1, 100)).result(PATIENCE).status_code == 303
    assert not answer.done()
    rules.answer.release()
    assert answer.result(PATIENCE).status_code == 303
    assert (revision(app, table), revision(app, other)) == (1, 1)


def test_a_hand_that_another_phone_saved_first_is_a_conflict(
    app: Flask, client: FlaskClient, sender: ThreadPoolExecutor, rules: SlowRules
) -> None:
    table = start(client)
    answer = sent(sender, rules, client, f"{table}/hand", data=hand(1, SLOW))
    assert client.post(f"{table}/hand", data=hand(1, 100)).status_code == 303
    # The page shows what both versions are worth.
    rules.answer.release(5)
    refused = answer.result(PATIENCE)
    assert (refused.status_code, "Mine is the next hand" in refused.text) == (409, True)
    assert revision(app, table) == 1


def test_a_correction_is_scored_with_hands_saved_since(
    app: Flask, client: FlaskClient, sender: ThreadPoolExecutor, rules: SlowRules
) -> None:
    table = start(client)
    assert client.post(f"{table}/hand", data=hand(1, 100)).status_code == 303
    answer = sent(sender, rules, client, f"{table}/hand", data=hand(2, SLOW))
    assert client.post(f"{table}/hand", data=hand(1, 80, base=1)).status_code == 303
    rules.answer.release(2)
    assert answer.result(PATIENCE).status_code == 303
    assert rules.asked.acquire(blocking=False)
    assert revision(app, table) == 3
    sheet = client.get(f"/api{table}").json["sheet"]
    # Ben and Dot bid 80 and took 60, then bid 115 and took 60: both bids are lost.
    assert [row["points"] for row in sheet["hands"]] == [[60, -80], [60, -115]]


def test_a_link_reset_during_a_save_saves_nothing(
    app: Flask, client: FlaskClient, sender: ThreadPoolExecutor, rules: SlowRules
) -> None:
    table, other = start(client), app.test_client()
    link = client.get(f"{table}/share").text.split(f"{table}/join/")[1][:22]
    assert other.get(f"{table}/join/{link}/open").status_code == 303
    answer = sent(sender, rules, other, f"{table}/hand", data=hand(1, SLOW))
    assert client.post(f"{table}/share", data={"role": "scorer"}).status_code == 303
    rules.answer.release(2)
    assert answer.result(PATIENCE).status_code in (403, 404)
    assert client.get(f"/api{table}").json["sheet"]["hands"] == []


def test_a_save_that_is_always_too_late_gets_its_turn(
    app: Flask, client: FlaskClient, sender: ThreadPoolExecutor, rules: SlowRules
) -> None:
    table = start(client)
    assert client.post(f"{table}/hand", data=hand(1, 100)).status_code == 303
    answer = sent(sender, rules, client, f"{table}/hand", data=hand(2, SLOW))
    for base in range(1, MOST_TRIES + 1):
        assert client.post(f"{table}/hand", data=hand(1, 70 + 5 * base, base)).status_code == 303
        rules.answer.release()
        assert rules.asked.acquire(timeout=PATIENCE)
    rules.answer.release()
    assert answer.result(PATIENCE).status_code == 303
    assert revision(app, table) == MOST_TRIES + 2


def test_many_writers_of_one_game_leave_no_gap(app: Flask, client: FlaskClient) -> None:
    table, writers, saves = start(client), 6, 5

    def write(writer: int) -> None:
        for number in range(saves):
            facts = {"passed_out": True, "note": f"{writer}-{number}"}
            while True:
                copy = client.get(f"{table}/offline.json").json
                entry = {"hand": copy["next_hand"], "base": 0, "facts": facts, "token": f"{writer}-{number}"}
                sync = {"json": entry, "headers": {"Origin": "http://localhost", "X-Rook": "yes"}}
                answer = client.post(f"{table}/sync", **sync)
                assert answer.status_code == 200, answer.status_code
                if answer.json["state"] == "saved":
                    break
                assert answer.json["state"] == "conflict", answer.json

    with ThreadPoolExecutor(writers) as pool:
        list(pool.map(write, range(writers)))
    versions = client.get(f"/api{table}/versions").json
    assert versions["revision"] == writers * saves
    assert [version["hand"] for version in versions["versions"]] == [*range(1, writers * saves + 1)]
