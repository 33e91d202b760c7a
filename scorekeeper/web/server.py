"""The server: gunicorn with threads, stopped quickly."""

from __future__ import annotations

import os
import resource
import signal
from threading import Thread
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from scorekeeper.web.app import MOST_STREAMS, create_app

#: Threads kept free for pages, however many phones follow.
FOR_PAGES = 40
#: Open files beside the phones' lines: the database, the listening socket, what is read.
FILES_BESIDE = 200
SETTINGS = {
    "worker_class": "gthread",
    # A phone that follows holds a thread; threads are made when they are needed.
    "threads": MOST_STREAMS + FOR_PAGES,
    "worker_connections": 2 * MOST_STREAMS,
    # Streams are ended at a stop; a phone that does not listen is not waited for.
    "graceful_timeout": 2,
    "control_socket_disable": True,
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
    print(f"The score keeper is at http://{shown}:{port} (Ctrl-C stops it)", flush=True)
    _more_files(MOST_STREAMS + FOR_PAGES + FILES_BESIDE)
    _Server({**SETTINGS, "bind": f"{shown}:{port}", "workers": workers}, proxies).run()
    return 0


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
