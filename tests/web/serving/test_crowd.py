"""Crowds on one process with few files: watching phones, and clients that send half a request and wait."""

from __future__ import annotations

import asyncio
import resource
from pathlib import Path

import pytest

from scorekeeper.web.server import capacity_for
from tests.bench_live import (
    STOP_LIMIT,
    Table,
    Watchers,
    answering,
    fetched_by_all,
    prepared,
    processes,
    run_to_its_end,
    running,
    saved,
    stop_time,
)
from tests.bench_slow import HALVES, fetch, half_sent

#: Under this limit a process holds 200 watching phones and 300 clients that have not sent a whole request.
FILES = 800
WATCHERS = 100
SLOW = 100
PATIENCE = 60
#: No client has a thread of its own.
MOST_THREADS = 15


@pytest.mark.parametrize(
    ("files", "capacity"), [(20_000, (5_000, 1_000)), (3_200, (3_000, 1_000)), (1_024, (824, 274)), (100, (20, 6))]
)
def test_a_process_serves_as_many_phones_as_it_may_open_files(files: int, capacity: tuple[int, int]) -> None:
    assert capacity_for(files) == capacity


def test_slow_clients_block_nobody_and_a_save_reaches_everyone(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    table = prepared(tmp_path, WATCHERS)
    log = tmp_path / "log"
    with log.open("w") as errors, running(tmp_path, f"-n {FILES}", errors.fileno()) as (port, server):
        run_to_its_end(_follow_in_a_crowd(port, server, table))
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    limit = "only 800 open files are allowed (ulimit -Hn)"
    line = f"{limit}, so one process can serve only 200 watching phones instead of 1,000."
    assert log.read_text() == f"scorekeeper: {line}\n"


async def _follow_in_a_crowd(port: int, server: int, table: Table) -> None:
    await answering(port)
    workers = processes(server)
    watchers = Watchers(port, table)
    await watchers.open()
    for revision, text in enumerate(HALVES.values(), 1):
        with half_sent(port, SLOW, text), half_sent(port, SLOW, text), half_sent(port, SLOW, text):
            status, seconds = await asyncio.to_thread(fetch, port)
            assert (status, seconds < PATIENCE / 4) == (b"HTTP/1.1 200 OK", True), text
            await saved(port, table)
            assert len(await watchers.all_heard(revision)) == WATCHERS
    await asyncio.to_thread(fetched_by_all, port, table)
    assert processes(server) == workers
    threads = [path for pid in workers for path in Path(f"/proc/{pid}/task").iterdir()]
    assert len(threads) < MOST_THREADS
    # Streams are open: all are ended, in time.
    assert await stop_time(server) < STOP_LIMIT
    ends = await asyncio.gather(*watchers.tasks, return_exceptions=True)
    watchers.close()
    assert all(isinstance(end, ValueError | asyncio.IncompleteReadError) for end in ends), ends
