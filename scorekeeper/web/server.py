"""The server: gunicorn with its gevent worker. One thread per process serves every connection."""

from __future__ import annotations

import gc
import os
import resource
import signal
import socket
import sys
from collections.abc import Sequence
from time import monotonic
from typing import Any

import gevent
from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger

from scorekeeper.actions.maintenance import START_ERRORS, describe_failure, finish_writing
from scorekeeper.actions.startup import close_database
from scorekeeper.web.app import MOST_STREAMS, create_app
from scorekeeper.web.http.request_limits import measure_greenlets
from scorekeeper.web.paths import database_address, instance
from scorekeeper.web.serving.log import FORMATTERS
from scorekeeper.web.serving.metrics import Metrics, forget_process, remove_figures, share_figures
from scorekeeper.web.serving.network import in_url, phone_address, print_addresses

LOST = "If games are missing, restore a backup with “scorekeeper restore FILE”."
#: Connections that a process accepts at once. Others wait in the system's queue.
MOST_CONNECTIONS = 5_000
#: Open files other than connections: the database, the log, static files.
OTHER_FILES = 200
#: Seconds after which a connection is closed if its client does not read.
STALL_SECONDS = 60
#: Bytes of a response that the system buffers for a client. The default is some megabytes.
SEND_BUFFER = 128_000
#: Seconds that a stop waits for open requests.
STOP_SECONDS = 2


class ServerLog(Logger):  # type: ignore[misc]  # gunicorn has no type hints
    """Gunicorn's error log in the app's format, without URLs, because they may contain a key."""

    def setup(self, cfg: Any) -> None:
        """Replace the formatters."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(FORMATTERS[os.environ.get("SCOREKEEPER_LOG", "text")]())

    def exception(self, msg: str, *args: object, **kwargs: Any) -> None:
        """Log where an error happened, but not the URL of the request. Ignore clients that disconnected."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().exception("The server failed", **kwargs)


SETTINGS = {
    "worker_class": "gevent",
    "logger_class": ServerLog,
    # Warnings about malformed requests quote them, so they may contain a key.
    "loglevel": "error",
    # Seconds in which the head of a request must arrive, and after which an idle connection is closed.
    "keepalive": 10,
    "limit_request_fields": 60,
    "graceful_timeout": STOP_SECONDS,
    "control_socket_disable": True,
    "on_exit": lambda server: _finish(),
    "child_exit": lambda server, worker: forget_process(worker.pid),
    "when_ready": lambda server: _limit_stalls(server.LISTENERS),
    "post_worker_init": lambda worker: _begin(worker.wsgi),
}


class _Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no type hints
    """Gunicorn without its own command line."""

    def __init__(self, settings: dict[str, Any], app_settings: dict[str, Any]) -> None:
        self.settings, self.app_settings = settings, app_settings
        super().__init__()

    def load_config(self) -> None:
        for name, value in self.settings.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        return create_app(self.app_settings)


def serve(host: str, port: int, workers: int = 2, proxies: int = 0) -> int:
    """Serve until interrupted."""
    # Files are private to this user.
    os.umask(0o077)
    share_figures()
    if problem := _open_once():
        remove_figures()
        print(f"scorekeeper: {problem}", file=sys.stderr)
        return 1
    print_addresses(host, port)
    connections, streams = capacity_for(raise_file_limit())
    app_settings = {
        "PROXIES": proxies,
        "PHONE_ADDRESS": "" if proxies else phone_address(host, port),
        "MOST_STREAMS": streams,
    }
    sizes = {"bind": f"{in_url(host)}:{port}", "workers": workers, "worker_connections": connections}
    _Server(SETTINGS | sizes, app_settings).run()
    return 0


def _open_once() -> str:
    """Migrate the database before any process serves. Returns one line about what failed, or an empty string."""
    folder = instance()
    is_in_folder = not database_address()
    if is_in_folder and (folder / "secret_key").exists() and not (folder / "scorekeeper.db").exists():
        print(
            f"scorekeeper: {folder} has a secret key but no database. Creating a new database. {LOST}", file=sys.stderr
        )
    try:
        # Forked processes must not share a connection.
        close_database(create_app())
    except START_ERRORS as error:
        return describe_failure(error)
    return ""


def raise_file_limit() -> int:
    """Raise the limit of open files as far as allowed, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = MOST_CONNECTIONS + OTHER_FILES
    if soft == resource.RLIM_INFINITY:
        return enough
    most = max(soft, enough) if hard == resource.RLIM_INFINITY else hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def capacity_for(files: int) -> tuple[int, int]:
    """Connections and streams of a process with this limit of open files. Prints a warning if it is low."""
    connections = min(MOST_CONNECTIONS, max(files - OTHER_FILES, 20))
    streams = min(MOST_STREAMS, max(connections // 3, 5))
    if streams < MOST_STREAMS:
        print(
            f"scorekeeper: only {files:,} open files are allowed (ulimit -Hn), so one process can serve only "
            f"{streams} watching phones instead of {MOST_STREAMS:,}.",
            file=sys.stderr,
        )
    return connections, streams


def _limit_stalls(listeners: Sequence[Any]) -> None:
    """Limit the cost of clients that do not read. Connections inherit these options from their listener."""
    for listener in listeners:
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALL_SECONDS * 1000)


def _begin(app: Flask) -> None:
    """Prepare a worker process."""
    measure_greenlets()
    stopping: list[gevent.Greenlet] = []

    def stop(*_: object) -> None:
        # Not in the handler itself, which may interrupt code that holds a lock.
        if not stopping:
            stopping.append(gevent.spawn(_stop, app))

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, stop)
    # Exclude everything loaded by now from garbage collection.
    gc.freeze()


def _stop(app: Flask) -> None:
    """Close all streams, finish open requests, and exit without waiting for idle connections."""
    metrics: Metrics = app.extensions["metrics"]
    end = monotonic() + STOP_SECONDS
    app.extensions["hub"].close()
    while metrics.open_requests and monotonic() < end:
        gevent.sleep(0.02)
    sys.exit(0)


def _finish() -> None:
    """Clean up after the last process."""
    finish_writing(instance())
    remove_figures()
    gc.freeze()
