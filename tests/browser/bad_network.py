"""A line in front of the server that goes wrong as networks do: it drops, cuts, loses, trickles and falls silent."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum, auto

PIECE = 256


class Trouble(Enum):
    """What happens to one request."""

    NONE = auto()
    #: The request never reaches the server.
    DROP = auto()
    #: The connection breaks in the middle of the answer.
    CUT = auto()
    #: The server has done its work, and nothing of the answer arrives.
    LOSE = auto()
    #: Neither an answer nor an error, for as long as the line lasts.
    SILENCE = auto()
    #: The answer arrives slowly.
    TRICKLE = auto()


@dataclass(frozen=True)
class Request:
    """The first line and the bytes of a request as they came from the phone."""

    method: str
    path: str
    raw: bytes

    @property
    def is_stream(self) -> bool:
        """Its answer has no end of its own."""
        return "/events" in self.path


@dataclass
class BadLine:
    """Forwards every request to the server, on a connection of its own, and troubles those that `choose` picks."""

    target: int
    choose: Callable[[Request], Trouble] = lambda request: Trouble.NONE
    #: Bytes a second of an answer that trickles.
    rate: int = 2_500
    #: What happened to which request, in order; those without trouble apart.
    log: list[tuple[Trouble, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._closing = threading.Event()
        self._open: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def close(self) -> None:
        """End every connection."""
        self._closing.set()
        for connection in (self._listener, *self._open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._listener.accept()
                self._open.append(phone)
                threading.Thread(target=self._serve, args=(phone,), daemon=True).start()

    def _serve(self, phone: socket.socket) -> None:
        """One request and its answer."""
        with phone, suppress(OSError):
            request = _read_request(phone)
            if request is None:
                return
            trouble = self.choose(request)
            if trouble is not Trouble.NONE:
                self.log.append((trouble, request.path))
            if trouble is Trouble.SILENCE:
                self._closing.wait()
            elif trouble is not Trouble.DROP:
                self._forward(request, phone, trouble)

    def _forward(self, request: Request, phone: socket.socket, trouble: Trouble) -> None:
        with socket.create_connection(("127.0.0.1", self.target)) as server:
            self._open.append(server)
            server.sendall(request.raw)
            if trouble is Trouble.CUT and request.is_stream:
                phone.sendall(server.recv(65536))
                return
            if trouble is Trouble.NONE or request.is_stream:
                _copy(server, phone)
                return
            answer = b"".join(iter(lambda: server.recv(65536), b""))
        if trouble is Trouble.CUT:
            head, end, body = answer.partition(b"\r\n\r\n")
            phone.sendall(head + end + body[: len(body) // 2] if body else b"")
        elif trouble is Trouble.TRICKLE:
            self._trickle(answer, phone)

    def _trickle(self, answer: bytes, phone: socket.socket) -> None:
        for start in range(0, len(answer), PIECE):
            phone.sendall(answer[start : start + PIECE])
            self._closing.wait(PIECE / self.rate)


def _copy(source: socket.socket, target: socket.socket) -> None:
    while data := source.recv(65536):
        target.sendall(data)


def _read_request(phone: socket.socket) -> Request | None:
    """A whole request that asks the server to close its connection afterwards; None if the phone hangs up."""
    raw = b""
    while b"\r\n\r\n" not in raw:
        if not (data := phone.recv(65536)):
            return None
        raw += data
    head, _, body = raw.partition(b"\r\n\r\n")
    length = re.search(rb"(?im)^content-length: *(\d+)", head)
    while length and len(body) < int(length[1]):
        body += phone.recv(65536)
    method, path = head.split(b" ", 2)[:2]
    head = re.sub(rb"(?im)^connection:[^\n]*\n", b"", head + b"\r\n").rstrip() + b"\r\nConnection: close"
    return Request(method.decode(), path.decode(), head + b"\r\n\r\n" + body)


@contextmanager
def bad_line(port: int) -> Iterator[BadLine]:
    """A line to this port, good until `choose` says otherwise, closed at the end."""
    line = BadLine(port)
    try:
        yield line
    finally:
        line.close()
