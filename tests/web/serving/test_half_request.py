"""Requests that arrive in parts: when they are whole, and what the real server answers."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, thread_time

import pytest
from gunicorn.config import Config

from scorekeeper.web.serving.half_request import LARGEST_HEAD, MOST_CHUNKS, Connection, RefusedError
from tests.bench_live import running
from tests.bench_slow import await_server

GET = b"GET /about HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
RECORD = b'{"format": "rook-record/1", "game": "original", "players": ["Ann", "Ben", "Cal", "Dot"], "hands": []}'
LARGEST = 1000


@pytest.fixture
def pair() -> Iterator[tuple[Connection, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield Connection(Config(), ours, ("192.0.2.1", 5), ("127.0.0.1", 80)), theirs


@pytest.mark.parametrize(
    ("text", "is_complete", "is_whole"),
    [
        (b"", False, False),
        (GET, False, False),
        (GET + b"\r\n", True, True),
        (GET + b"\r\n" + GET, True, True),
        (POST + b"Content-Length: 3\r\n\r\n", False, False),
        (POST + b"Content-Length: 3\r\n\r\n12", False, False),
        (POST + b"content-length:3\r\n\r\n123", True, True),
        (POST + b"Content-Length: 0000000000000000003\r\n\r\n12", False, False),
        (POST + b"Content-Length: 0000000000000000003\r\n\r\n123", True, True),
        (POST + b"Content-Length: 0\r\n\r\n", True, True),
        (POST + b"Content-Length: 98765432109876543210\r\n\r\n", True, False),
        (POST + b"Content-Length: 1001\r\n\r\n", True, False),
        (CHUNKED, False, False),
        (CHUNKED + b"3\r\n12", False, False),
        (CHUNKED + b"3\r\n123\r\n", False, False),
        (CHUNKED + b"3\r\n\r\n\r\r\n", False, False),
        (CHUNKED + b"3;a=b\r\n123\r\n0\r\n", False, False),
        (CHUNKED + b"3;a=b\r\n123\r\n0\r\n\r\n", True, True),
        (CHUNKED + b"3\r\n123\r\n0\r\nSum: 5\r\n\r\n", True, True),
    ],
)
def test_a_request_is_whole(
    pair: tuple[Connection, socket.socket], text: bytes, is_complete: bool, is_whole: bool
) -> None:
    connection, _ = pair
    for byte in text:
        # It is looked at after every byte, as the bytes come in.
        connection.is_complete(LARGEST)
        connection.received.append(byte)
    assert connection.is_complete(LARGEST) is is_complete
    if is_complete:
        assert connection.is_whole is is_whole


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (b"GET /" + b"a" * LARGEST_HEAD, 431),
        (CHUNKED + b"0\r\n" + b"a" * LARGEST_HEAD, 431),
        (CHUNKED + b"3e9\r\n" + b"1" * 1001, 413),
        (CHUNKED + b"three\r\n", 400),
        (CHUNKED + b"\r\n", 400),
        (CHUNKED + b"-3\r\n123\r\n", 400),
        (CHUNKED + b"1_0\r\n" + b"1" * 16 + b"\r\n", 400),
        (CHUNKED + b"3\r\n12345\r\n", 400),
        (CHUNKED + b"3;" + b"a" * 101, 400),
        (CHUNKED + b"1\r\n1\r\n" * (MOST_CHUNKS + 1), 400),
    ],
)
def test_malformed_requests_are_refused(pair: tuple[Connection, socket.socket], text: bytes, status: int) -> None:
    connection, _ = pair
    connection.received += text
    with pytest.raises(RefusedError, match=str(status)):
        connection.is_complete(LARGEST)


def test_many_small_chunks_are_cheap(pair: tuple[Connection, socket.socket]) -> None:
    connection, _ = pair
    body = RECORD * 90
    connection.received += CHUNKED + b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\nSum: 5\r\n\r\n" + GET
    began = thread_time()
    assert connection.is_complete(LARGEST)
    connection.prepare()
    assert next(connection.parser).body.read() == body
    assert thread_time() - began < 0.2
    assert (connection.is_used_up(), connection.received) == (True, GET)


def test_no_thread_ever_waits_for_a_client(pair: tuple[Connection, socket.socket]) -> None:
    connection, _ = pair
    connection.received += POST + b"Content-Length: 900000\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n"
    assert connection.is_complete(LARGEST)
    connection.prepare()
    assert next(connection.parser).body.read() == b"0\r\n\r\n"


def test_a_body_gets_time_for_its_size(pair: tuple[Connection, socket.socket]) -> None:
    connection, _ = pair
    assert connection.deadline() <= monotonic() + 10
    connection.received += POST + b"Content-Length: 900000\r\n\r\n" + b"1" * 60_000
    assert 60 <= connection.deadline() - connection.begun <= 75


def test_expect_100_continue_is_answered(pair: tuple[Connection, socket.socket]) -> None:
    connection, client = pair
    connection.received += POST + b"Expect: 100-continue\r\nContent-Length: 3\r\n\r\n"
    assert not connection.is_complete(LARGEST)
    assert client.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"


def test_the_server_answers_requests_sent_in_parts(tmp_path: Path) -> None:
    with running(tmp_path, "-n 400") as (port, _):
        await_server(port)
        with socket.create_connection(("127.0.0.1", port), 30) as line:
            answers = line.makefile("rb")
            # Two requests at once, one in small parts, one in chunks: all on one connection.
            line.sendall((GET + b"\r\n") * 2)
            assert [_status(answers), _status(answers)] == [200, 200]
            for part in (POST[:20], POST[20:], b"Content-Length: %d\r\n\r\n" % len(RECORD), RECORD[:9], RECORD[9:]):
                line.sendall(part)
            assert _status(answers) == 200
            line.sendall(CHUNKED + b"%x\r\n%s\r\n0\r\n\r\n" % (len(RECORD), RECORD))
            assert _status(answers) == 200
            # More than we take is refused before it has arrived, and the refusal arrives.
            line.sendall(POST + b"Content-Length: 9000000\r\n\r\n")
            for _ in range(9):
                line.sendall(b"1" * 1_000_000)
            assert _status(answers) == 413
            assert answers.read() == b""
        # Where a request ends is no matter of opinion: nothing more is read after one that ends in two places.
        doubtful = POST + b"Transfer-Encoding: identity\r\n\r\n5\r\nGET /\r\n0\r\n\r\n"
        refused = [(b"GET /" + b"a" * 70_000, 431), (b"no HTTP\r\n\r\n", 400), (doubtful, 422)]
        refused += [(CHUNKED + b"three\r\n" + b"1" * 3_000_000, 400)]
        for text, status in refused:
            with socket.create_connection(("127.0.0.1", port), 30) as line:
                line.sendall(text)
                answers = line.makefile("rb")
                assert (_status(answers), answers.read()) == (status, b"")


def _status(answers: object) -> int:
    """Read one answer; its status."""
    status = int(answers.readline().split()[1])  # type: ignore[attr-defined]
    length = 0
    while (header := answers.readline().strip().lower()) != b"":  # type: ignore[attr-defined]
        if header.startswith(b"content-length:"):
            length = int(header.split(b":")[1])
    answers.read(length)  # type: ignore[attr-defined]
    return status
