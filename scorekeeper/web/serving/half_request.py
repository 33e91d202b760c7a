"""A request of which a part has arrived: whether it is whole, and how long it may take."""

from __future__ import annotations

import re
import socket
import struct
from time import monotonic
from typing import Any

from gunicorn import http

#: More than this is no head of a request.
LARGEST_HEAD = 65_536
#: Seconds in which a head has to arrive, and bytes a second that are expected of a body.
HEAD_SECONDS = 10
BYTES_A_SECOND = 1_000
#: Seconds that a connection stays open between two requests.
IDLE_SECONDS = 5
#: Seconds without any progress after which a thread waits no longer for a client to send or to read.
STALL_SECONDS = 20

HEAD_END = b"\r\n\r\n"
LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,15})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
CHUNKED = re.compile(rb"^transfer-encoding:", re.IGNORECASE | re.MULTILINE)
EXPECTS = re.compile(rb"^expect:[ \t]*100-continue", re.IGNORECASE | re.MULTILINE)


class LongHeadError(ValueError):
    """A head without end."""


class Connection:
    """A client's connection: its socket, and what has arrived of its next request."""

    def __init__(self, cfg: Any, sock: socket.socket, client: Any, server: Any) -> None:
        self.sock, self.client, self.server = sock, client, server
        self.parser = http.get_parser(cfg, sock, client)
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
        return self.is_whole or size > largest

    def _read_head(self) -> bool:
        end = self.received.find(HEAD_END)
        if end < 0 and len(self.received) > LARGEST_HEAD:
            raise LongHeadError
        if end < 0:
            return False
        head = bytes(self.received[: end + 2])
        self._body_at = self._chunk_at = end + len(HEAD_END)
        self._is_chunked = CHUNKED.search(head) is not None
        length = LENGTH.search(head)
        self._end = 0 if self._is_chunked else self._body_at + (int(length[1]) if length else 0)
        if EXPECTS.search(head) and self._end != len(self.received):
            self.try_send(b"HTTP/1.1 100 Continue\r\n\r\n")
        return True

    def _chunks_end(self) -> int:
        """Where a body in chunks ends; 0 if its end has not arrived. What is no chunk is left to the parser."""
        while (line := self.received.find(b"\r\n", self._chunk_at)) >= 0:
            try:
                size = int(bytes(self.received[self._chunk_at : line]).partition(b";")[0], 16)
            except ValueError:
                return len(self.received)
            if size <= 0:
                end = self.received.find(HEAD_END, line)
                return end + len(HEAD_END) if end >= 0 else 0
            if line + size + 4 > len(self.received):
                return 0
            self._chunk_at = line + size + 4
        return 0

    def prepare(self) -> None:
        """Give what has arrived to the parser; what belongs to the next request stays."""
        self.sock.setblocking(True)
        size = self._end if self.is_whole else len(self.received)
        self.parser.unreader.unread(bytes(self.received[:size]))
        del self.received[:size]

    def try_send(self, answer: bytes) -> None:
        """Send a short answer if the client takes it at once."""
        try:
            self.sock.send(answer, socket.MSG_DONTWAIT)
        except OSError:
            return
