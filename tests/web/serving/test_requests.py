"""Requests that arrive in parts, late, or malformed: what the real server answers and logs."""

from __future__ import annotations

import socket
from io import BytesIO
from pathlib import Path
from typing import Any

import gevent
import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper.web.http import request_limits
from tests.bench_live import running
from tests.bench_slow import await_server

KEY = "S3cretKeyOfTheScorer"
GET = b"GET /about HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
RECORD = b'{"format": "rook-record/1", "game": "original", "players": ["Ann", "Ben", "Cal", "Dot"], "hands": []}'


class Line:
    """A connection to the server."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 30)
        self.answers = self.socket.makefile("rb")

    def send(self, *parts: bytes) -> None:
        for part in parts:
            self.socket.sendall(part)

    def status(self) -> int:
        """Read one answer; its status."""
        status, length = int(self.answers.readline().split()[1]), 0
        while (header := self.answers.readline().strip().lower()) != b"":
            if header.startswith(b"content-length:"):
                length = int(header.split(b":")[1])
        self.answers.read(length)
        return status

    def close(self) -> None:
        self.answers.close()
        self.socket.close()


def test_requests_in_parts_are_answered_and_malformed_requests_are_refused(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("w") as errors, running(tmp_path, errors=errors.fileno()) as (port, _):
        await_server(port)
        line = Line(port)
        # Two requests at once, one in small parts, one in chunks: all on one connection.
        line.send((GET + b"\r\n") * 2)
        assert [line.status(), line.status()] == [200, 200]
        line.send(POST[:20], POST[20:], b"Content-Length: %d\r\n\r\n" % len(RECORD), RECORD[:9], RECORD[9:])
        assert line.status() == 200
        line.send(CHUNKED + b"%x\r\n%s\r\n0\r\n\r\n" % (len(RECORD), RECORD))
        assert line.status() == 200
        # More than we take is refused before it has arrived, and the refusal arrives.
        line.send(POST + b"Content-Length: 9000000\r\n\r\n", *[b"1" * 1_000_000] * 9)
        assert line.status() == 413
        line.close()
        for text, status in (
            (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", 414),
            (GET + b"X-Long: " + b"a" * 70_000 + b"\r\n\r\n", 431),
            (f"GET /t/{KEY} HTTP/9.9\r\n\r\n".encode(), 400),
            (f"GET /t/{KEY}\r\n\r\n".encode(), 400),
            # Where a request ends must be beyond doubt.
            (POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            (POST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n123456", 400),
            (CHUNKED + b"three\r\n", 400),
        ):
            line = Line(port)
            line.send(text)
            assert line.status() == status, text[:80]
            line.close()
    assert KEY not in log.read_text()


def ask(app: Flask, stream: Any, length: int) -> tuple[str, Any]:
    environ = EnvironBuilder("/api/score", method="POST", content_type="application/json").get_environ()
    _, status, headers = run_wsgi_app(app, environ | {"wsgi.input": stream, "CONTENT_LENGTH": str(length)})
    return status[:3], headers


def test_a_body_that_arrives_too_slowly_is_refused(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(BytesIO):
        def read(self, *_: object) -> bytes:
            gevent.sleep(60)
            return b""

    monkeypatch.setattr(request_limits, "BODY_SECONDS", 0.01)
    assert ask(app, Slow(), 100)[0] == "408"


def test_a_body_that_was_cut_off_never_reaches_the_app(app: Flask) -> None:
    assert ask(app, BytesIO(RECORD), len(RECORD) + 1)[0] == "400"
    assert ask(app, BytesIO(RECORD), len(RECORD))[0] == "200"


def test_large_bodies_that_are_still_arriving_cannot_fill_the_memory(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_limits, "MOST_ARRIVING", request_limits.SMALL_BODY)
    body = RECORD + b" " * request_limits.SMALL_BODY
    status, headers = ask(app, BytesIO(body), len(body))
    assert (status, headers["Retry-After"]) == ("503", "5")
    # What a table sends is small and always read.
    assert ask(app, BytesIO(RECORD), len(RECORD))[0] == "200"
    monkeypatch.undo()
    assert ask(app, BytesIO(body), len(body))[0] == "200"
