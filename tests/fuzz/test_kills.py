"""The real server is killed again and again while several phones save: no hand that was answered is lost or doubled.

A phone sends a change until it is answered, as the page's script does. A few kills in the suite, 200 in `make soak`.
"""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests import postgres
from tests.budget import IS_WHOLE
from tests.conftest import Figures

KILLS = int(os.environ.get("SOAK_KILLS", "8" if IS_WHOLE else "2"))
#: Every so many times the server is asked to stop instead.
POLITE = 5
GAMES, WRITERS = 2, 4
#: Hands that are saved between two kills, at least.
SAVES = 8
#: Hands of a game before the next is started.
LONGEST = 400
PATIENCE = 60
RECORD = {"format": "rook-record/1", "game": "original", "players": ["Ann", "Ben", "Cal", "Dot"], "hands": []}
HEADERS = {"X-Rook": "sync", "Content-Type": "application/json", "Connection": "close"}


class Server:
    """The server as people run it, with two processes, at an address that stays the same."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.world = os.environ | {"SCOREKEEPER_INSTANCE": str(folder)}
        if postgres.is_chosen():
            self.world["DATABASE_URL"] = postgres.address_for(folder)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it in a group of its own, so that all its processes can be killed at once."""
        command = [sys.executable, "-m", "scorekeeper", "run", "--port", str(self.port), "--workers", "2"]
        self.process = subprocess.Popen(
            command, env=self.world, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )

    def kill(self) -> None:
        """As if the power had failed."""
        assert self.process
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self) -> None:
        """Ask it to stop; it ends in order."""
        assert self.process
        self.process.terminate()
        assert self.process.wait(PATIENCE) == 0


class Phone:
    """A phone that sends until it is answered."""

    def __init__(self, server: Server) -> None:
        self.server, self.cookie = server, ""

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """The answer to a request, if it takes until the next start of the server."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                status, text = self._ask_once(method, path, json.dumps(body).encode() if body is not None else b"")
            except (OSError, HTTPException):
                status, text = 0, ""
            # Down, busy or just starting: send it again.
            if status not in (0, 429, 502, 503):
                assert status in (200, 303), (status, text[:500])
                return json.loads(text) if text.startswith("{") else text
            time.sleep(0.05)
        raise AssertionError(f"no answer to {method} {path} in {PATIENCE} seconds")

    def _ask_once(self, method: str, path: str, body: bytes) -> tuple[int, str]:
        line = HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        try:
            origin = {"Origin": f"http://127.0.0.1:{self.server.port}"}
            line.request(method, path, body, HEADERS | origin | ({"Cookie": self.cookie} if self.cookie else {}))
            answer = line.getresponse()
            text = answer.read().decode()
            cookie = answer.getheader("Set-Cookie", "").partition(";")[0]
            self.cookie = cookie if cookie.startswith("session=") else self.cookie
            return answer.status, text
        finally:
            line.close()


class Event:
    """Tables at which several phones save hands, until it ends."""

    def __init__(self, server: Server) -> None:
        self.server, self.over, self.lock = server, threading.Event(), threading.Lock()
        self.phone, self.names = Phone(server), count(1)
        #: What was answered as saved: the notes of the hands of each game.
        self.answered: dict[str, list[str]] = {}
        self.problems: list[BaseException] = []

    def start_game(self) -> str:
        """A game that all writers keep the score of, by one phone's cookie."""
        game_id = f"{next(self.names):022}"
        assert self.phone.ask("POST", "/sync/start", {"id": game_id, "record": RECORD})["state"] == "saved"
        self.answered[game_id] = []
        return game_id

    @property
    def saves(self) -> int:
        return sum(map(len, self.answered.values()))

    def write(self, number: int, tables: list[str]) -> None:
        """One writer: hands at its table, one after the other."""
        try:
            phone = Phone(self.server)
            phone.cookie = self.phone.cookie
            for hand in count():
                if self.over.is_set():
                    return
                self._save(phone, tables, number % GAMES, f"hand {hand} of writer {number}")
        except BaseException as problem:
            self.problems.append(problem)

    def _save(self, phone: Phone, tables: list[str], table: int, note: str) -> None:
        """Send a hand until it is saved; where another writer was first, it becomes the next hand."""
        with self.lock:
            if len(self.answered[tables[table]]) >= LONGEST:
                tables[table] = self.start_game()
            game_id = tables[table]
        following = len(self.answered[game_id]) + 1
        for attempt in count():
            facts = {"passed_out": True, "note": note}
            entry = {"hand": following, "base": 0, "token": f"{note}.{attempt}", "facts": facts}
            answer = phone.ask("POST", f"/t/{game_id}/sync", entry)
            if answer["state"] in ("saved", "again"):
                with self.lock:
                    self.answered[game_id].append(note)
                return
            assert answer["state"] in ("conflict", "refused"), answer
            following = answer["game"]["next_hand"] if "game" in answer else 1

    def wait_for(self, saves: int) -> None:
        """Wait until so many more hands are saved."""
        wanted, deadline = self.saves + saves, time.monotonic() + PATIENCE
        while self.saves < wanted and not self.problems:
            assert time.monotonic() < deadline, "no hand was saved any more"
            time.sleep(0.002)


@pytest.fixture
def server(tmp_path: Path) -> Any:
    server = Server(tmp_path)
    server.start()
    yield server
    if server.process is not None and server.process.poll() is None:
        server.kill()


@pytest.mark.early
def test_no_confirmed_hand_is_lost_or_duplicated(server: Server, figures: Figures) -> None:
    event, dice = Event(server), random.Random(1910)
    tables = [event.start_game() for _ in range(GAMES)]
    writers = [threading.Thread(target=event.write, args=(number, tables)) for number in range(WRITERS)]
    for writer in writers:
        writer.start()
    try:
        for number in range(1, KILLS + 1):
            event.wait_for(dice.randint(SAVES, 3 * SAVES))
            # Anywhere in the next requests.
            time.sleep(dice.random() / 50)
            server.stop() if number % POLITE == 0 else server.kill()
            server.start()
        event.wait_for(SAVES)
    finally:
        event.over.set()
        for writer in writers:
            writer.join()
    assert not event.problems, event.problems
    lost, doubled = Counter[str](), Counter[str]()
    for game_id, answered in event.answered.items():
        stored = stored_notes(event.phone, game_id)
        lost += Counter(answered) - Counter(stored)
        doubled += Counter(stored) - Counter(answered)
    figures(kills=KILLS, answered=event.saves, lost=lost.total(), doubled=doubled.total())
    assert (lost, doubled) == (Counter(), Counter())
    server.stop()


def stored_notes(phone: Phone, game_id: str) -> list[str]:
    """The notes of the stored hands, which have numbers without gaps."""
    stored = phone.ask("GET", f"/api/t/{game_id}/versions")
    numbers = [(row["hand"], row["version"]) for row in stored["versions"]]
    assert numbers == [(hand + 1, 1) for hand in range(stored["revision"])]
    return [row["facts"]["note"] for row in stored["versions"]]
