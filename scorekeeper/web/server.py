"""The server: gunicorn with threads, stopped quickly."""

from __future__ import annotations

import os
import resource
import signal
import sys
from threading import Thread
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from scorekeeper.actions.backups import START_ERRORS, describe_failure, finish_writing
from scorekeeper.web.app import MOST_STREAMS, create_app
from scorekeeper.web.paths import database_address, instance
from scorekeeper.web.serving.server_log import ServerLog
from scorekeeper.web.serving.worker import Worker

#: Threads kept free for pages, however many phones follow.
FOR_PAGES = 40
#: Open files beside the phones' lines: the database, the listening socket, what is read.
FILES_BESIDE = 200
LOST = "If games are missing, restore a backup with “scorekeeper restore FILE”."
SETTINGS = {
    "worker_class": Worker,
    "logger_class": ServerLog,
    # A phone that follows holds a thread; threads are made when they are needed.
    "threads": MOST_STREAMS + FOR_PAGES,
    "worker_connections": 2 * MOST_STREAMS,
    # Streams are ended at a stop; a phone that does not listen is not waited for.
    "graceful_timeout": 2,
    "control_socket_disable": True,
    "on_exit": lambda server: finish_writing(instance()),
    "post_worker_init": lambda worker: _end_streams_at_stop(worker.wsgi),
    "loglevel": "warning",
}


class _Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no type hints
    """Gunicorn without its own command line."""

    def __init__(self, settings: dict[str, Any], proxies: int) -> None:
        self.settings = settings
        self.proxies = proxies
        super().__init__()

    def load_config(self) -> None:
        for name, value in self.settings.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Flask:
        return create_app({"PROXIES": self.proxies})


def serve(host: str, port: int, workers: int = 2, proxies: int = 0) -> int:
    """Serve until interrupted."""
    # What people play is nobody else's business on a shared machine.
    os.umask(0o077)
    shown = f"[{host}]" if ":" in host else host
    if problem := _open_once():
        print(f"scorekeeper: {problem}", file=sys.stderr)
        return 1
    print(f"The score keeper is at http://{shown}:{port} (Ctrl-C stops it)", flush=True)
    _more_files(MOST_STREAMS + FOR_PAGES + FILES_BESIDE)
    _Server({**SETTINGS, "bind": f"{shown}:{port}", "workers": workers}, proxies).run()
    return 0


def _open_once() -> str:
    """Bring the database up to date before any process serves; what keeps it from opening, in one line."""
    folder = instance()
    is_in_folder = not database_address()
    if is_in_folder and (folder / "secret_key").exists() and not (folder / "scorekeeper.db").exists():
        print(f"scorekeeper: {folder} has a secret key but no database, so a new one is made. {LOST}", file=sys.stderr)
    try:
        create_app()
    except START_ERRORS as error:
        return describe_failure(error)
    return ""


def _more_files(wanted: int) -> None:
    """Many systems allow a process some thousand open files only if it asks."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


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
