"""One process of the server: gunicorn's worker with threads."""

from __future__ import annotations

import socket
from typing import Any

from gunicorn import util
from gunicorn.http.errors import LimitRequestHeaders, ParseException
from gunicorn.workers.gthread import ThreadWorker


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no type hints
    """A worker that logs no address of a request, which may hold a key."""

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
