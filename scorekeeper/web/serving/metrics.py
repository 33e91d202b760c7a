"""Prometheus metrics, summed over all processes of the server. They contain no names, keys or addresses."""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import TYPE_CHECKING

from scorekeeper.actions.table.changes import game_saved

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

#: The library reads this on import: the folder in which processes share their metrics.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
#: Histogram buckets, in seconds.
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


def share_figures() -> None:
    """Create a folder for the metrics of several processes. Call before the first `Metrics`."""
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="scorekeeper-")


def remove_figures() -> None:
    """Delete the shared folder after the last process."""
    shutil.rmtree(os.environ.pop(FOLDER), ignore_errors=True)


def forget_process(process_id: int) -> None:
    """Drop the gauges of a process that ended, and keep its counters."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(process_id)  # type: ignore[no-untyped-call]


class Metrics:
    """The metrics of an app."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "scorekeeper_requests", "Requests answered.", ["method", "route", "status"], registry=registry
        )
        self.seconds = Histogram(
            "scorekeeper_request_seconds",
            "Seconds until an answer.",
            ["route"],
            buckets=BOUNDS,
            registry=registry,
        )
        self.saves = Counter("scorekeeper_saves", "Saved changes of games.", registry=registry)
        self.streams, self.requests_now = (
            Gauge(f"scorekeeper_{name}", text, registry=registry, multiprocess_mode="livesum")
            for name, text in (
                ("open_streams", "Pages that follow something."),
                ("open_requests", "Requests that are being answered, streams included."),
            )
        )
        #: Open requests of this process.
        self.open_requests = 0
        game_saved.connect(self._count_save)

    def _count_save(self, _: object) -> None:
        self.saves.inc()

    def record(self, method: str, route: str, status: str, seconds: float) -> None:
        """Count a request."""
        self.requests.labels(method, route, status).inc()
        self.seconds.labels(route).observe(seconds)

    def text(self, streams: int) -> bytes:
        """All metrics in the Prometheus text format."""
        from prometheus_client import generate_latest

        self.streams.set(streams)
        self.requests_now.set(self.open_requests)
        return generate_latest(self._all_processes() if FOLDER in os.environ else self.registry)

    def _all_processes(self) -> CollectorRegistry:
        from prometheus_client import CollectorRegistry
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return registry
