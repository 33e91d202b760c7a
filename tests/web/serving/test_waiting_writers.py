"""Another program holds the write lock while a hall saves: reading goes on, and every save gets a true answer."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

from scorekeeper.store.transaction import STORE_LOCK
from tests import postgres
from tests.bench_live import running
from tests.bench_slow import await_server, fetch
from tests.budget import IS_WHOLE
from tests.fuzz.test_kills import HEADERS, RECORD

SAVES = 60
#: Seconds for which the lock is held, and in which every page must answer meanwhile.
HELD, PAGE_SECONDS = 8.0 if IS_WHOLE else 4.0, 1.0
PATIENCE = 60
FACTS = {"bidder": 0, "bid": 120, "trump": "red", "captured": [60, 60]}


@contextmanager
def write_lock(folder: Path) -> Iterator[None]:
    """Hold the lock that every save needs, from another program."""
    if postgres.is_chosen():
        import psycopg

        with psycopg.connect(postgres.address_for(folder)) as other:
            other.execute(f"SELECT pg_advisory_xact_lock({STORE_LOCK})")
            yield
            other.rollback()
    else:
        with closing(sqlite3.connect(folder / "scorekeeper.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")


class Phone:
    """A phone that sends every entry once."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, ""

    def post(self, path: str, body: object) -> tuple[int, str, str]:
        """Status, Retry-After and text of the answer."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as line:
            headers = HEADERS | {"Origin": f"http://127.0.0.1:{self.port}", "Cookie": self.cookie}
            line.request("POST", path, json.dumps(body), headers)
            answer = line.getresponse()
            self.cookie = answer.getheader("Set-Cookie", self.cookie).partition(";")[0]
            return answer.status, answer.getheader("Retry-After", ""), answer.read().decode()

    def save(self, game_id: str) -> tuple[int, str, str]:
        """Save the first hand of a game."""
        return self.post(f"/t/{game_id}/sync", {"hand": 1, "base": 0, "token": game_id, "facts": FACTS})


def open_requests(port: int) -> int:
    """The requests that the server is answering, other than this one."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line:
        line.request("GET", "/metrics")
        page = line.getresponse().read().decode()
    return int(float(page.split("\nscorekeeper_open_requests ")[1].split()[0])) - 1


def test_reading_goes_on_while_saves_wait_for_another_program(tmp_path: Path) -> None:
    games = [f"{number:022}" for number in range(SAVES)]
    with running(tmp_path) as (port, _), ThreadPoolExecutor(SAVES) as crowd:
        await_server(port)
        phone = Phone(port)
        for game_id in games:
            assert '"saved"' in phone.post("/sync/start", {"id": game_id, "record": RECORD})[2]
        took: dict[str, float] = {}
        with write_lock(tmp_path):
            saves = [crowd.submit(phone.save, game_id) for game_id in games]
            while open_requests(port) < SAVES:
                assert not any(save.done() for save in saves)
            end = time.monotonic() + HELD
            while time.monotonic() < end:
                for path in ("/ready", "/", "/rules", f"/t/{games[0]}/offline.json"):
                    status, seconds = fetch(port, path, phone.cookie)
                    assert status == b"HTTP/1.1 200 OK", path
                    took[path] = max(seconds, took.get(path, 0.0))
            assert open_requests(port) == SAVES
        answers = [save.result() for save in saves]
        assert {status for status, _, _ in answers} <= {200, 503}
        for game_id, (status, retry_after, text) in zip(games, answers, strict=True):
            # What was refused was not saved and can be sent again; what was saved is there.
            assert json.loads(text)["state"] == "saved" if status == 200 else retry_after, text
            again = phone.save(game_id)
            state = json.loads(again[2])["state"]
            assert state == ("again" if status == 200 else "saved")
    assert max(took.values()) < PAGE_SECONDS, took


def test_hundreds_of_pages_at_once_all_succeed(tmp_path: Path) -> None:
    with running(tmp_path) as (port, _), ThreadPoolExecutor(100) as crowd:
        await_server(port)
        phone, game_id = Phone(port), f"{0:022}"
        assert '"saved"' in phone.post("/sync/start", {"id": game_id, "record": RECORD})[2]
        pages = [crowd.submit(fetch, port, f"/t/{game_id}", phone.cookie) for _ in range(500)]
        assert {page.result()[0] for page in pages} == {b"HTTP/1.1 200 OK"}
