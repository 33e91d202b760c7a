"""Part of `make bench`: a thousand phones watch one game on one process that began with 1,024 open files.

All have the new page within half a second of a save, all fetch it within two, no process dies, and with all of their
streams open the server stops within three.
"""

from __future__ import annotations

import asyncio
import os
import re
import resource
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast
from urllib.parse import urlencode

from flask import Flask

from scorekeeper.store import Device, Game, Grant, db
from scorekeeper.store.tables.game import WATCHER
from scorekeeper.web import create_app
from tests import postgres
from tests.conftest import put_away

T = TypeVar("T")

WATCHERS = 1000
WORKERS = 1
#: The soft limit of open files on most systems.
USUAL_FILES = 1024
#: Seconds from the save until the last phone has the new page.
REACHED_LIMIT = 0.5
#: Megabytes of all processes while a thousand phones watch.
MEMORY_LIMIT = 250
#: Seconds of a stop while they watch.
STOP_LIMIT = 3.0
#: Seconds in which all phones fetch the page.
FETCHED_LIMIT = 2.0
#: Seconds after which the bench gives up.
PATIENCE = 120
ROUNDS = 3
NAMES = ["Ann", "Ben", "Cal", "Dot"]


@dataclass(frozen=True)
class Table:
    """A game with its scorer's cookie and its watchers' cookies."""

    url: str
    scorer: str
    watchers: list[str]


def prepared(folder: Path, count: int = WATCHERS) -> Table:
    """A game that so many phones may watch."""
    app = create_app({"WTF_CSRF_ENABLED": False}, folder)
    scorer = app.test_client()
    url = scorer.post("/new/original", data={"players": NAMES}).location
    with scorer.session_transaction() as session:
        session["csrf_token"] = "0" * 40
    cookie = scorer.get_cookie("session")
    assert cookie
    devices = [f"watcher-{number}" for number in range(count)]
    with app.app_context():
        game = db.session.query(Game).one()
        db.session.add_all(Device(id=device, name="A phone") for device in devices)
        db.session.flush()
        db.session.add_all(
            Grant(device_id=device, game_id=game.id, role=WATCHER, key=game.watch_key) for device in devices
        )
        db.session.commit()
    watchers = [_cookie(app, device) for device in devices]
    put_away(app)
    return Table(url, cookie.value, watchers)


def _cookie(app: Flask, device: str) -> str:
    serializer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    return str(serializer.dumps({"device": device, "_permanent": True}))


@contextmanager
def running(
    folder: Path,
    limit: str = f"-Sn {USUAL_FILES}",
    errors: int | None = None,
    workers: int = WORKERS,
    start: Sequence[str] = ("-m", "scorekeeper"),
) -> Iterator[tuple[int, int]]:
    """The real server under a limit of open files: its port and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    world = postgres.environment(folder)
    command = [sys.executable, *start, "run", "--port", str(port), "--workers", str(workers)]
    shell = ["sh", "-c", f'ulimit {limit} && exec "$@"', "sh"]
    server = subprocess.Popen([*shell, *command], env=world, stdout=subprocess.DEVNULL, stderr=errors)
    try:
        yield port, server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


def processes(parent: int) -> list[str]:
    """The ids of the server's processes."""
    return Path(f"/proc/{parent}/task/{parent}/children").read_text().split()


def memory(parent: int) -> int:
    """Kilobytes that the server's processes hold, what they share counted once (PSS)."""
    texts = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in [parent, *processes(parent)]]
    return sum(int(match[1]) for text in texts if (match := re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)))


def processor_seconds(pids: Sequence[str]) -> float:
    """Seconds of the processor that these processes have used."""
    figures = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(user) + int(system) for user, system in (row[11:13] for row in figures)) / os.sysconf("SC_CLK_TCK")


class Watchers:
    """Open streams, and when each phone had the page of which revision."""

    def __init__(self, port: int, table: Table) -> None:
        self.port, self.table = port, table
        self.heard: dict[int, list[float]] = {}
        self.tasks: list[asyncio.Task[None]] = []
        self.writers: list[asyncio.StreamWriter] = []

    async def open(self) -> None:
        """All of them, a hundred at a time."""
        gate = asyncio.Semaphore(100)
        ready = [asyncio.Event() for _ in self.table.watchers]
        pairs = zip(self.table.watchers, ready, strict=True)
        self.tasks = [asyncio.create_task(self._follow(cookie, gate, event)) for cookie, event in pairs]
        await asyncio.gather(*(event.wait() for event in ready))

    async def _follow(self, cookie: str, gate: asyncio.Semaphore, ready: asyncio.Event) -> None:
        async with gate:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            self.writers.append(writer)
            writer.write(_request("GET", f"{self.table.url}/events?page=table", cookie))
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head or b"Content-Encoding: gzip" not in head:
                raise RuntimeError(f"bench: a watcher was refused: {head!r}")
            unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
            await self._event(reader, unpacker)
            ready.set()
        while True:
            event = await self._event(reader, unpacker)
            if mark := re.match(rb"id: (\d+)\nevent: page\n", event):
                self.heard.setdefault(int(mark[1]), []).append(time.perf_counter())

    async def _event(self, reader: asyncio.StreamReader, unpacker: Any) -> bytes:
        """The next whole event."""
        text = b""
        while not text.endswith(b"\n\n"):
            size = int(await reader.readline(), 16)
            text += unpacker.decompress((await reader.readexactly(size + 2))[:-2])
        return text

    async def all_heard(self, revision: int) -> list[float]:
        """When each phone had its page."""
        while len(self.heard.get(revision, ())) < len(self.table.watchers):
            await asyncio.sleep(0.005)
        return self.heard[revision]

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        for writer in self.writers:
            writer.close()


def _request(method: str, path: str, cookie: str, body: str = "", follows: bool = False) -> bytes:
    head = [
        f"{method} {path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Cookie: session={cookie}",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
        *([] if "/events" in path else ["Connection: close"]),
        *(["Accept-Encoding: gzip"] if "/events" in path or follows else []),
        *(["X-Follow: yes"] if follows else []),
    ]
    return ("\r\n".join(head) + "\r\n\r\n" + body).encode()


async def asked(port: int, request: bytes) -> tuple[str, float]:
    """An ordinary answer, and how long it took."""
    begin = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    text = (await reader.read()).decode()
    writer.close()
    return text, time.perf_counter() - begin


def run_to_its_end(work: Coroutine[Any, Any, T]) -> T:
    """Run it in a thread of its own: where browser tests ran before, this thread has a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(work, PATIENCE)).result()


async def answering(port: int) -> None:
    """Wait until the server is there."""
    while True:
        try:
            await asked(port, _request("GET", "/", ""))
            return
        except OSError:
            await asyncio.sleep(0.05)


async def saved(port: int, table: Table) -> float:
    """Save the next moment of the game by its form; the moment at which it was sent."""
    page, _ = await asked(port, _request("GET", table.url, table.scorer))
    form = page.split('class="hand pick"')[1]
    hidden = dict(re.findall(r'name="(csrf_token|stage|hand|base|token)" value="([^"]*)"', form))
    facts = {"bidder": "1", "bid": "95", "trump": "green"} if hidden["stage"] == "bid" else {"captured[1]": "75"}
    begin = time.perf_counter()
    answer, _ = await asked(port, _request("POST", f"{table.url}/hand", table.scorer, urlencode(hidden | facts)))
    if " 303 " not in answer.split("\r\n")[0]:
        raise RuntimeError(f"bench: not saved: {answer[:200]}")
    return begin


async def measured(port: int, server: int, table: Table) -> bool:
    """Open, save, wait; print."""
    await answering(port)
    workers = processes(server)
    alone = memory(server)
    watchers = Watchers(port, table)
    await watchers.open()
    full = memory(server)
    print(f"\n{WATCHERS:,} watching phones, {WORKERS} workers: {alone / 1024:.0f} MB without them,", end=" ")
    print(f"{full / 1024:.0f} MB with them: {(full - alone) / WATCHERS:.0f} KB each")
    worst = []
    for revision in range(1, ROUNDS + 1):
        begin = await saved(port, table)
        late = sorted(moment - begin for moment in await watchers.all_heard(revision))
        worst.append(late[-1])
        p50, p99, last = (
            round(seconds * 1000) for seconds in (late[len(late) // 2], late[len(late) * 99 // 100], late[-1])
        )
        print(f"they have the page of a save: p50 {p50} ms, p99 {p99} ms, the last {last} ms")
    pages = sorted([(await asked(port, _request("GET", table.url, table.scorer)))[1] for _ in range(50)])
    print(f"the table's page meanwhile: p50 {pages[25] * 1000:.0f} ms, slowest of 50 {pages[-1] * 1000:.0f} ms")
    fetched, spent = [], processor_seconds(workers)
    for revision in range(ROUNDS + 1, 2 * ROUNDS + 1):
        # A page that nobody has fetched yet.
        await saved(port, table)
        await watchers.all_heard(revision)
        fetched.append(fetched_by_all(port, table))
    spent = (processor_seconds(workers) - spent) / ROUNDS / WATCHERS
    largest, is_same = memory(server), processes(server) == workers
    stopped = await stop_time(server)
    watchers.close()
    print(f"the last phone in the best of {ROUNDS} saves: {min(worst):.2f} s (at most {REACHED_LIMIT})")
    print(f"all have fetched the page in the best of {ROUNDS} saves: {min(fetched):.2f} s", end=" ")
    print(f"(at most {FETCHED_LIMIT:.0f}); with the save, {spent * 1000:.1f} ms of the processor per phone")
    print(
        "no process died" if is_same else "a process died", end=f", {largest / 1024:.0f} MB (at most {MEMORY_LIMIT}), "
    )
    print(f"stopped with all streams open in {stopped:.2f} s (at most {STOP_LIMIT:.0f})")
    return (
        min(worst) <= REACHED_LIMIT
        and min(fetched) <= FETCHED_LIMIT
        and largest <= MEMORY_LIMIT * 1024
        and stopped <= STOP_LIMIT
        and is_same
    )


async def stop_time(server: int) -> float:
    """Ask the server to stop; seconds until it has ended."""
    begin = time.perf_counter()
    os.kill(server, signal.SIGTERM)
    while Path(f"/proc/{server}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
        if time.perf_counter() - begin > PATIENCE:
            raise RuntimeError("bench: the server does not stop")
        await asyncio.sleep(0.01)
    return time.perf_counter() - begin


def fetched_by_all(port: int, table: Table) -> float:
    """All watchers fetch the page at once; seconds until the last one has it.

    By bare sockets, because whoever plays a thousand phones shares the processor with the server.
    """
    requests = [_request("GET", table.url, cookie, follows=True) for cookie in table.watchers]
    begin = time.perf_counter()
    with selectors.DefaultSelector() as selector:
        for request in requests:
            phone = socket.create_connection(("127.0.0.1", port))
            phone.sendall(request)
            phone.setblocking(False)
            selector.register(phone, selectors.EVENT_READ, bytearray())
        while selector.get_map():
            for key, _ in selector.select(PATIENCE):
                _read_page(selector, key)
    return time.perf_counter() - begin


def _read_page(selector: selectors.BaseSelector, key: selectors.SelectorKey) -> None:
    """Read what has arrived; a page that is whole, or none, ends the connection."""
    phone = cast(socket.socket, key.fileobj)
    piece = phone.recv(65_536)
    key.data.extend(piece)
    if piece:
        return
    head, _, body = bytes(key.data).partition(b"\r\n\r\n")
    length = re.search(rb"\r\nContent-Length: (\d+)", head)
    if not head.startswith(b"HTTP/1.1 200 ") or not length or int(length[1]) != len(body):
        raise RuntimeError(f"bench: a phone got no page: {head[:200]!r}")
    selector.unregister(phone)
    phone.close()


def watching() -> bool:
    """A thousand watchers; false if a save takes too long to reach them."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as name:
        table = prepared(Path(name))
        with running(Path(name)) as (port, server):
            return run_to_its_end(measured(port, server, table))


if __name__ == "__main__":
    sys.exit(0 if watching() else "bench: a limit was passed")
