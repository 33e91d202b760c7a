"""One process of the server: gunicorn's worker with threads, in which only a whole request gets a thread.

A client that sends half a request and waits holds a socket and some bytes, not a thread. When too many do, the
oldest one of the address that has most of them is dropped, so that they keep nobody else out.
"""

from __future__ import annotations

import errno
import socket
from collections import Counter
from concurrent.futures import Future
from selectors import EVENT_READ
from time import monotonic, sleep
from typing import Any

from gunicorn import util
from gunicorn.http.errors import LimitRequestHeaders, NoMoreData, ParseException
from gunicorn.workers.gthread import ThreadWorker

from scorekeeper.web.serving.half_request import LATE, Connection, RefusedError
from scorekeeper.web.serving.metrics import Metrics

#: Of all connections that a process accepts, so many may be without a whole request: one of this number.
WAITING_SHARE = 2
#: Bytes of bodies that a thread need not read, and of all requests that are not whole.
LARGEST_BODY = 2_100_000
MOST_BYTES = 64_000_000
#: Seconds between two looks for connections that took too long, and after which a full process tries again.
LOOK_SECONDS = 0.25
FULL_SECONDS = 0.05
READ_SIZE = 65_536
NO_FILES = (errno.EMFILE, errno.ENFILE)


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no type hints
    """A worker that waits for whole requests without a thread, and logs no address, which may hold a key."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.most_waiting = max(1, self.cfg.worker_connections // WAITING_SHARE)
        #: Connections without a whole request, the oldest first.
        self.waiting: dict[Connection, None] = {}
        self.waiting_by_address: Counter[str] = Counter()
        self.held_bytes = 0
        self.next_look = 0.0

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection; what it sends is read as it comes."""
        try:
            sock, client = listener.accept()
        except OSError as error:
            if error.errno in NO_FILES:
                self._make_room()
            return
        self.nr_conns += 1
        self._wait(Connection(self.cfg, sock, client, listener.getsockname()))

    def _make_room(self) -> None:
        """Without a free file, somebody who has not sent a whole request goes; never the process."""
        self.log.warning("Too many open files")
        if self.waiting:
            self._drop_oldest()
        sleep(FULL_SECONDS)

    def _wait(self, conn: Connection) -> None:
        """Wait until a request is whole; it may be already."""
        conn.await_request()
        self.waiting[conn] = None
        self.waiting_by_address[conn.address] += 1
        self.held_bytes += len(conn.received)
        self.poller.register(conn.sock, EVENT_READ, lambda _: self._read(conn))
        if conn.received:
            self._take(conn, b"")
        else:
            self._read(conn)
        if len(self.waiting) > self.most_waiting or self.held_bytes > MOST_BYTES:
            self._drop_oldest()

    def _read(self, conn: Connection) -> None:
        """Take what has arrived."""
        try:
            arrived = conn.sock.recv(READ_SIZE)
        except BlockingIOError:
            return
        except OSError:
            arrived = b""
        if not arrived:
            self._drop(conn)
        elif not conn.is_draining:
            self._take(conn, arrived)

    def _take(self, conn: Connection, arrived: bytes) -> None:
        """Add to a request; a whole one goes to a thread."""
        conn.received += arrived
        self.held_bytes += len(arrived)
        try:
            is_complete = conn.is_complete(LARGEST_BODY)
        except RefusedError as error:
            conn.refuse(str(error))
            self._drain(conn)
            return
        if is_complete:
            self._forget(conn)
            self.enqueue_req(conn)

    def _drain(self, conn: Connection) -> None:
        """Throw away what else comes: closed at once, the client might not see its answer while it still sends."""
        self.held_bytes -= len(conn.received)
        try:
            conn.drain()
        except OSError:
            self._drop(conn)

    def _forget(self, conn: Connection) -> None:
        """Wait for it no longer."""
        del self.waiting[conn]
        self.waiting_by_address[conn.address] -= 1
        if not self.waiting_by_address[conn.address]:
            del self.waiting_by_address[conn.address]
        self.held_bytes -= len(conn.received)
        self.poller.unregister(conn.sock)

    def _drop(self, conn: Connection) -> None:
        """Close a connection that waits."""
        self._forget(conn)
        self._close(conn)

    def _close(self, conn: Connection) -> None:
        self.nr_conns -= 1
        util.close(conn.sock)

    def _drop_oldest(self) -> None:
        """Of the address with most connections that wait, the oldest one goes."""
        (address, _), *_ = self.waiting_by_address.most_common(1)
        self._drop(next(conn for conn in self.waiting if conn.address == address))

    def murder_keepalived(self, force: bool = False) -> None:
        """Close what took too long, and at a stop whatever has not sent a whole request."""
        now = monotonic()
        if self.alive and now < self.next_look:
            return
        self.next_look = now + LOOK_SECONDS
        self._report()
        for conn in [conn for conn in self.waiting if not self.alive or conn.deadline() < now]:
            if conn.received:
                conn.refuse(LATE)
            self._drop(conn)

    def _report(self) -> None:
        """Say how much this process holds."""
        extensions = self.wsgi.extensions
        metrics: Metrics = extensions["metrics"]
        metrics.streams.set(len(extensions["hub"]))
        metrics.waiting.set(len(self.waiting))
        metrics.queued.set(self.tpool._work_queue.qsize())

    def handle(self, conn: Connection) -> bool:
        """Answer a request, in a thread; whether the connection stays open."""
        req = None
        try:
            conn.prepare()
            req = next(conn.parser)
            if self.handle_request(req, conn) and conn.is_whole:
                conn.parser.finish_body()
                return conn.is_used_up()
        except (NoMoreData, StopIteration, OSError) as error:
            self.log.debug("The client has gone: %s", type(error).__name__)
        except Exception as error:
            self.handle_error(req, conn.sock, conn.client, error)
        return False

    def finish_request(self, conn: Connection, answered: Future[bool]) -> None:
        """Wait for the next request, or close."""
        stays_open = not answered.cancelled() and answered.exception() is None and answered.result()
        try:
            conn.sock.setblocking(False)
            if not conn.is_whole:
                conn.drain()
        except OSError:
            stays_open = False
        if self.alive and (stays_open or conn.is_draining):
            self._wait(conn)
        else:
            self._close(conn)

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: Exception) -> None:
        """Refuse what is no HTTP, and answer what the app did not."""
        name = type(exc).__name__
        if isinstance(exc, ParseException):
            self.log.info("Not a valid request: %s", name)
            is_long = isinstance(exc, LimitRequestHeaders)
            status, reason = (431, "Request Header Fields Too Large") if is_long else (400, "Bad Request")
        else:
            self.log.error("The server failed: %s", name)
            status, reason = 500, "Internal Server Error"
        try:
            util.write_error(client, status, reason, "")
        except OSError:
            self.log.debug("The client has gone")
