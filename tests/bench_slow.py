"""Part of `make bench`: clients that send half a request or never read their answer, and how long others wait."""

from __future__ import annotations

import resource
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench_live import memory, processes, running

CLIENTS = 2000
#: Seconds in which a page has to come meanwhile, and after which a client gives up.
PAGE_LIMIT = 0.05
PATIENCE = 30
#: Clients that ask for something large and never read it; megabytes of the server, and seconds of a health check.
UNREADING, MEMORY_LIMIT, HEALTH_LIMIT = 800, 400, 2.0
LARGE = b"GET /offline/kits.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
PAGES = 20
POST = b"POST /api/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
#: What is sent, and never continued.
HALVES = {
    "nothing": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "half a body": POST + b"Content-Length: 5000\r\n\r\n{",
    "half a chunk": POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    "a request, and the client never closes": b"GET /about HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
}


@contextmanager
def half_sent(port: int, count: int, text: bytes) -> Iterator[None]:
    """So many clients that have sent this, and stay."""
    clients = []
    try:
        for _ in range(count):
            clients.append(socket.create_connection(("127.0.0.1", port), PATIENCE))
            clients[-1].sendall(text)
        yield
    finally:
        for client in clients:
            client.close()


def fetch(port: int, path: str = "/about", cookie: str = "") -> tuple[bytes, float]:
    """The first line of a page, and how long it took."""
    begin = time.perf_counter()
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
        line.sendall(head.encode())
        answer = b""
        while more := line.recv(65_536):
            answer += more
    return answer.partition(b"\r\n")[0], time.perf_counter() - begin


def _seconds_for_a_page(port: int) -> float:
    """How long a page takes; whoever gives up has waited long enough."""
    try:
        return fetch(port)[1]
    except OSError:
        return PATIENCE


def await_server(port: int) -> None:
    """Wait until the server is there."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            fetch(port)
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def half_sending() -> bool:
    """Two thousand clients of each kind; false if a page takes too long or a process dies."""
    fine = True
    with tempfile.TemporaryDirectory() as name, running(Path(name)) as (port, server):
        await_server(port)
        workers = processes(server)
        print(f"\n{CLIENTS:,} clients send this and wait, 1 worker; a page meanwhile:")
        for kind, text in HALVES.items():
            with half_sent(port, CLIENTS, text):
                seconds = sorted(_seconds_for_a_page(port) for _ in range(PAGES))
            is_same = processes(server) == workers
            print(f"{kind}: p50 {seconds[PAGES // 2] * 1000:.0f} ms, slowest {seconds[-1] * 1000:.0f} ms", end="")
            print("" if is_same else ", and a process died")
            fine = fine and is_same and seconds[PAGES // 2] <= PAGE_LIMIT
    return fine


def not_reading() -> bool:
    """Hundreds of clients that read nothing of a large answer; false if they take much memory or time."""
    with tempfile.TemporaryDirectory() as name, running(Path(name)) as (port, server):
        await_server(port)
        fetch(port, "/offline/kits.json")
        alone = memory(server) / 1024
        with half_sent(port, UNREADING, LARGE):
            # In turn after all the others.
            status, seconds = fetch(port, "/health")
            most = memory(server) / 1024
    print(
        f"\n{UNREADING} clients never read their answer: {alone:.0f} MB without them, {most:.0f} MB with them", end=" "
    )
    print(f"(at most {MEMORY_LIMIT}), /health in {seconds:.2f} s (at most {HEALTH_LIMIT:.0f})")
    return status.endswith(b" 200 OK") and most <= MEMORY_LIMIT and seconds <= HEALTH_LIMIT


def slow_clients() -> bool:
    """All of it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    results = [half_sending(), not_reading()]
    return all(results)


if __name__ == "__main__":
    sys.exit(0 if slow_clients() else "bench: a limit was passed")
