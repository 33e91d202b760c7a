"""A server that was started again: all phones come back at once, from one address, and nobody is kept out."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.bench_live import Table, Watchers, answering, fetched_by_all, prepared, run_to_its_end, running, saved

PHONES = 200


@pytest.mark.early
def test_all_phones_come_back_to_a_server_that_was_started_again(tmp_path: Path) -> None:
    table = prepared(tmp_path, PHONES)
    for revision in (1, 2):
        with running(tmp_path) as (port, server):
            run_to_its_end(_come_and_hear(port, server, table, revision))


async def _come_and_hear(port: int, server: int, table: Table, revision: int) -> None:
    """All open their streams in the same moment, hear of a save and fetch the page; then the server stops."""
    await answering(port)
    watchers = Watchers(port, table)
    await watchers.open()
    await saved(port, table)
    assert len(await watchers.all_heard(revision)) == PHONES
    await asyncio.to_thread(fetched_by_all, port, table)
    os.kill(server, signal.SIGTERM)
    await asyncio.gather(*watchers.tasks, return_exceptions=True)
    watchers.close()
