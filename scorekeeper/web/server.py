"""The server: gunicorn with threads, stopped quickly."""

from __future__ import annotations

import os
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from scorekeeper.web.app import create_app

SETTINGS = {
    "worker_class": "gthread",
    "workers": 1,
    "threads": 64,
    "graceful_timeout": 2,
    "control_socket_disable": True,
    "loglevel": "warning",
}


class _Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no type hints
    """Gunicorn without its own command line."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self.settings = settings
        super().__init__()

    def load_config(self) -> None:
        for name, value in self.settings.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Flask:
        return create_app()


def serve(host: str, port: int) -> int:
    """Serve until interrupted."""
    # What people play is nobody else's business on a shared machine.
    os.umask(0o077)
    shown = f"[{host}]" if ":" in host else host
    print(f"The score keeper is at http://{shown}:{port} (Ctrl-C stops it)", flush=True)
    _Server({**SETTINGS, "bind": f"{shown}:{port}"}).run()
    return 0
