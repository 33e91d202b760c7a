"""A request of which a part has arrived: whether it is whole, and how long it may take."""

from __future__ import annotations

import re
import socket
import struct
from time import monotonic
from typing import Any

from gunicorn import http

#: More than this is no head of a request, nor what may follow its last chunk.
LARGEST_HEAD = 65_536
#: No client sends a body of ours in more chunks, nor a longer line before one.
MOST_CHUNKS, LONGEST_SIZE = 10_000, 100
#: Digits of a length that is far too large already.
MOST_DIGITS = 15
#: Seconds in which a head has to arrive, and bytes a second that are expected of a body.
HEAD_SECONDS = 10
BYTES_A_SECOND = 1_000
#: Seconds that a connection stays open between two requests.
IDLE_SECONDS = 5
#: Seconds without any progress after which a thread waits no longer for a client to send or to read.
STALL_SECONDS = 20

HEAD_END = b"\r\n\r\n"
LENGTH = re.compile(rb"^content-length:[ \t]*0*(\d+)[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
CHUNKED = re.compile(rb"^transfer-encoding:", re.IGNORECASE | re.MULTILINE)
EXPECTS = re.compile(rb"^expect:[ \t]*100-continue", re.IGNORECASE | re.MULTILINE)
SIZE = re.compile(rb"([0-9a-fA-F]{1,15})(?:[ \t]*;[^\r\n]*)?")

BAD = "400 Bad Request"
LATE = "408 Request Timeout"
TOO_LARGE = "413 Content Too Large"
LONG_HEAD = "431 Request Header Fields Too Large"


class RefusedError(ValueError):
    """A request that no thread needs to look at; the message is its HTTP status."""


class Connection:
    """A client's connection: its socket, and what has arrived of its next request."""

    def __init__(self, cfg: Any, sock: socket.socket, client: Any, server: Any) -> None:
        self.sock, self.client, self.server = sock, client, server
        # It reads what has arrived, never from the socket: whatever a head promises, no thread waits for a client.
        self.parser = http.get_parser(cfg, (), client)
        self.received = bytearray()
        #: Whether the answer needs nothing more from the client.
        self.is_whole = True
        #: The answer was sent before the client was through; the rest is thrown away.
        self.is_draining = False
        self.await_request()
        sock.setblocking(False)
        seconds = struct.pack("ll", STALL_SECONDS, 0)
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            sock.setsockopt(socket.SOL_SOCKET, option, seconds)

    @property
    def address(self) -> str:
        """The address of the client."""
        return str(self.client[0]) if isinstance(self.client, tuple) else ""

    def await_request(self) -> None:
        """Begin with the next request."""
        self.begun = monotonic()
        self._body_at = self._end = self._chunk_at = 0
        self._is_chunked = False
        #: Where the chunks of a body lie.
        self._chunks: list[slice] = []

    def deadline(self) -> float:
        """Until when the request has to be whole."""
        if not self.received and not self.is_draining:
            return self.begun + (IDLE_SECONDS if self.parser.req_count else HEAD_SECONDS)
        return self.begun + HEAD_SECONDS + len(self.received) / BYTES_A_SECOND

    def is_complete(self, largest: int) -> bool:
        """Whether a thread can answer: all has arrived, or more is announced than we take."""
        if not self._body_at and not self._read_head():
            return False
        if self._is_chunked and not self._end:
            self._end = self._chunks_end()
        size = max(self._end, len(self.received)) - self._body_at
        self.is_whole = bool(self._end) and len(self.received) >= self._end
        if self._is_chunked and not self.is_whole and size > largest:
            raise RefusedError(TOO_LARGE)
        return self.is_whole or size > largest

    def _read_head(self) -> bool:
        end = self.received.find(HEAD_END)
        if end < 0 and len(self.received) > LARGEST_HEAD:
            raise RefusedError(LONG_HEAD)
        if end < 0:
            return False
        head = bytes(self.received[: end + 2])
        self._body_at = self._chunk_at = end + len(HEAD_END)
        self._is_chunked = CHUNKED.search(head) is not None
        length = LENGTH.search(head)
        self._end = 0 if self._is_chunked else self._body_at + (int(length[1][:MOST_DIGITS]) if length else 0)
        if EXPECTS.search(head) and self._end != len(self.received):
            self.try_send(b"HTTP/1.1 100 Continue\r\n\r\n")
        return True

    def _chunks_end(self) -> int:
        """Where a body in chunks ends; 0 if its end has not arrived."""
        while (line := self.received.find(b"\r\n", self._chunk_at, self._chunk_at + LONGEST_SIZE)) >= 0:
            size = SIZE.fullmatch(self.received, self._chunk_at, line)
            if size is None or len(self._chunks) == MOST_CHUNKS:
                raise RefusedError(BAD)
            begin, end = line + 2, line + 2 + int(size[1], 16)
            if begin == end:
                return self._trailers_end(line)
            if end + 2 > len(self.received):
                return 0
            if self.received[end : end + 2] != b"\r\n":
                raise RefusedError(BAD)
            self._chunks.append(slice(begin, end))
            self._chunk_at = end + 2
        if len(self.received) > self._chunk_at + LONGEST_SIZE:
            raise RefusedError(BAD)
        return 0

    def _trailers_end(self, line: int) -> int:
        """Where the headers after the last chunk end, which nobody reads."""
        end = self.received.find(HEAD_END, line, line + LARGEST_HEAD)
        if end < 0 and len(self.received) > line + LARGEST_HEAD:
            raise RefusedError(LONG_HEAD)
        return end + len(HEAD_END) if end >= 0 else 0

    def prepare(self) -> None:
        """Give what has arrived to the parser; what belongs to the next request stays."""
        self.sock.setblocking(True)
        size = self._end if self.is_whole else len(self.received)
        self.parser.unreader.unread(self._in_one_chunk() if self._is_chunked else bytes(self.received[:size]))
        del self.received[:size]

    def _in_one_chunk(self) -> bytes:
        """The request with a body of one chunk: for every chunk, the parser copies all that follow."""
        body = b"".join(self.received[chunk] for chunk in self._chunks)
        chunk = b"%x\r\n%b\r\n" % (len(body), body) if body else b""
        return bytes(self.received[: self._body_at]) + chunk + b"0\r\n\r\n"

    def is_used_up(self) -> bool:
        """Whether the parser has read all it was given; otherwise it and we disagree where the request ended."""
        return not self.parser.unreader.buf.getbuffer().nbytes

    def drain(self) -> None:
        """Nothing more is answered; what else arrives is thrown away."""
        self.received.clear()
        self.is_draining = True
        self.sock.shutdown(socket.SHUT_WR)

    def refuse(self, status: str) -> None:
        """Answer without a page."""
        self.try_send(f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".encode())

    def try_send(self, answer: bytes) -> None:
        """Send a short answer if the client takes it at once."""
        try:
            self.sock.send(answer, socket.MSG_DONTWAIT)
        except OSError:
            return
