"""A line in front of the server that counts the bytes which travel to the phone."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class CountingLine:
    """Forwards every connection to the server, and counts what comes back on each."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        #: All that the server has sent, connection by connection.
        self.received: list[bytearray] = []
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def bytes(self) -> int:
        """Everything that has traveled to the phone, headers included."""
        return sum(map(len, self.received))

    def _accept(self) -> None:
        while True:
            try:
                phone, _ = self._listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._target))
            self._open += [phone, server]
            answer = bytearray()
            self.received.append(answer)
            threading.Thread(target=_forward, args=(phone, server, None), daemon=True).start()
            threading.Thread(target=_forward, args=(server, phone, answer), daemon=True).start()

    def close(self) -> None:
        """End every connection."""
        for connection in (self._listener, *self._open):
            connection.close()


def _forward(source: socket.socket, target: socket.socket, record: bytearray | None) -> None:
    try:
        while data := source.recv(65536):
            if record is not None:
                record += data
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


@contextmanager
def counting_line(port: int) -> Iterator[CountingLine]:
    """A line to this port, closed at the end."""
    line = CountingLine(port)
    try:
        yield line
    finally:
        line.close()
