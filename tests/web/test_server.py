"""The real server with two processes: all phones hear of a save, and a stop ends their streams in order."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

PATIENCE = 60
STREAMS = 4
NAMES = ["Ann", "Ben", "Cal", "Dot"]


class Browser:
    """A browser without script, with its cookies."""

    def __init__(self, port: int) -> None:
        self.address, self.cookies = f"http://127.0.0.1:{port}", CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies))

    def open(self, path: str, form: dict[str, object] | None = None) -> tuple[str, str]:
        """Where it ends up, and the page."""
        data = urlencode(form, doseq=True).encode() if form else None
        with self.opener.open(self.address + path, data, timeout=PATIENCE) as answer:
            return answer.url.removeprefix(self.address), answer.read().decode()

    def follow(self, path: str) -> socket.socket:
        """An open stream."""
        line = socket.create_connection(("127.0.0.1", int(self.address.rpartition(":")[2])), PATIENCE)
        cookie = "; ".join(f"{item.name}={item.value}" for item in self.cookies)
        line.sendall(f"GET {path}/events HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode())
        return line


def until(line: socket.socket, words: bytes) -> None:
    """Read until these words came; a stream that ends before fails."""
    got = b""
    while words not in got:
        more = line.recv(4096)
        assert more, got
        got += more


def hidden(page: str) -> dict[str, object]:
    return dict(re.findall(r'name="(csrf_token|stage|hand|base|token)" value="([^"]*)"', page))


def test_two_processes_tell_all_phones_and_stop_in_order(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    world = os.environ | {"SCOREKEEPER_INSTANCE": str(tmp_path)}
    command = [sys.executable, "-m", "scorekeeper", "run", "--port", str(port), "--workers", "2"]
    with subprocess.Popen(command, env=world, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        try:
            assert server.stdout
            assert b"The score keeper is at" in server.stdout.readline()
            browser = Browser(port)
            page = first_page(browser)
            table, page = browser.open("/new/original", hidden(page) | {"dealer": "0", "players": NAMES})
            lines = [browser.follow(table) for _ in range(STREAMS)]
            for line in lines:
                until(line, b"data: 0\n\n")
            browser.open(f"{table}/hand", hidden(page) | {"bidder": "1", "bid": "95", "trump": "green"})
            for line in lines:
                until(line, b"data: 1\n\n")
        finally:
            server.send_signal(signal.SIGTERM)
        for line in lines:
            # The end of a chunked answer, not a line that was cut.
            until(line, b"0\r\n\r\n")
            line.close()
        server.wait(PATIENCE)


def first_page(browser: Browser) -> str:
    """The page of a new game, as soon as the server listens."""
    while True:
        try:
            return browser.open("/new/original")[1]
        except OSError:
            continue
