"""The server: gunicorn with threads, stopped quickly."""

from __future__ import annotations

import gc
import os
import signal
import sys
from threading import Thread
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from scorekeeper.actions.maintenance import START_ERRORS, describe_failure, finish_writing
from scorekeeper.web.app import create_app
from scorekeeper.web.paths import database_address, instance
from scorekeeper.web.serving.capacity import MOST_STREAMS, Capacity, capacity_for, raise_file_limit
from scorekeeper.web.serving.metrics import forget_process, remove_figures, share_figures
from scorekeeper.web.serving.network import in_url, phone_address, print_addresses
from scorekeeper.web.serving.server_log import ServerLog
from scorekeeper.web.serving.worker import Worker

LOST = "If games are missing, restore a backup with “scorekeeper restore FILE”."
SETTINGS = {
    "worker_class": Worker,
    "logger_class": ServerLog,
    # Streams are ended at a stop; a phone that does not listen is not waited for.
    "graceful_timeout": 2,
    "control_socket_disable": True,
    "on_exit": lambda server: _finish(),
    "child_exit": lambda server, worker: forget_process(worker.pid),
    "post_worker_init": lambda worker: _begin(worker.wsgi),
    "loglevel": "warning",
}


class _Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no type hints
    """Gunicorn without its own command line."""

    def __init__(self, settings: dict[str, Any], app_settings: dict[str, Any]) -> None:
        self.settings, self.app_settings = settings, app_settings
        super().__init__()

    def load_config(self) -> None:
        for name, value in self.settings.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Flask:
        return create_app(self.app_settings)


def serve(host: str, port: int, workers: int = 2, proxies: int = 0) -> int:
    """Serve until interrupted."""
    # What people play is nobody else's business on a shared machine.
    os.umask(0o077)
    share_figures()
    if problem := _open_once():
        remove_figures()
        print(f"scorekeeper: {problem}", file=sys.stderr)
        return 1
    print_addresses(host, port)
    capacity = _size()
    sizes = {"threads": capacity.threads, "worker_connections": capacity.connections}
    app_settings: dict[str, Any] = {"PROXIES": proxies, "PHONE_ADDRESS": "" if proxies else phone_address(host, port)}
    if capacity.streams < MOST_STREAMS:
        app_settings["MOST_STREAMS"] = capacity.streams
    _Server({**SETTINGS, **sizes, "bind": f"{in_url(host)}:{port}", "workers": workers}, app_settings).run()
    return 0


def _open_once() -> str:
    """Bring the database up to date before any process serves; what keeps it from opening, in one line."""
    folder = instance()
    is_in_folder = not database_address()
    if is_in_folder and (folder / "secret_key").exists() and not (folder / "scorekeeper.db").exists():
        print(
            f"scorekeeper: {folder} has a secret key but no database. Creating a new database. {LOST}", file=sys.stderr
        )
    try:
        create_app()
    except START_ERRORS as error:
        return describe_failure(error)
    return ""


def _size() -> Capacity:
    """What each process holds; fewer phones than usual are said in one line."""
    files = raise_file_limit()
    capacity = capacity_for(files)
    if capacity.streams < MOST_STREAMS:
        message = (
            f"only {files:,} open files are allowed (ulimit -Hn), so one process can serve only {capacity.streams}"
        )
        print(f"scorekeeper: {message} watching phones instead of {MOST_STREAMS:,}.", file=sys.stderr)
    return capacity


def _begin(app: Flask) -> None:
    """Make a process ready."""
    _end_streams_at_stop(app)
    # What is loaded by now stays for good: the collector need not look at it, least of all at the end, for a second.
    gc.freeze()


def _finish() -> None:
    """After the last process."""
    finish_writing(instance())
    remove_figures()
    gc.freeze()


def _end_streams_at_stop(app: Flask) -> None:
    """A stream has no end of its own: when this process is told to stop, its phones are sent to the next one."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        usual = signal.getsignal(number)

        def stop(received: int, frame: Any, usual: Any = usual) -> None:
            # Not in the handler itself, which may have interrupted whoever holds a lock.
            Thread(target=app.extensions["hub"].close, daemon=True).start()
            if callable(usual):
                usual(received, frame)

        signal.signal(number, stop)
