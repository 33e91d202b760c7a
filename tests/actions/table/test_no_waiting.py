"""Tables do not wait for each other while one of them is read.

In Python 3.11 `functools.cached_property` holds one lock for all objects of a class: a table waiting for a connection
kept every other from going on, and those held the connections. 50 tables that saved at once stood still.
"""

from __future__ import annotations

import ast
import threading
from pathlib import Path
from typing import Any

import pytest

import scorekeeper
from scorekeeper.actions.table import access
from scorekeeper.actions.table.games import sample_table

PATIENCE = 30


def test_a_waiting_table_does_not_block_other_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, quick = (sample_table("original", 4, {}) for _ in range(2))
    reading, answered, done = threading.Event(), threading.Event(), threading.Event()

    def read(game: Any, until: object) -> dict[int, Any]:
        if game is slow.game:
            reading.set()
            answered.wait(PATIENCE)
        return {}

    monkeypatch.setattr(access, "versions_in_force", read)
    first = threading.Thread(target=lambda: slow.in_force)
    first.start()
    assert reading.wait(PATIENCE)
    second = threading.Thread(target=lambda: (quick.in_force, done.set()))
    second.start()
    is_done = done.wait(5)
    answered.set()
    first.join()
    second.join()
    assert is_done


def test_reading_functions_compute_without_a_lock() -> None:
    """The pure rooms may: they wait for nobody."""
    rooms = [Path(scorekeeper.__file__).parent / room for room in ("store", "actions", "web", "cli")]
    for path in (path for room in rooms for path in room.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "functools":
                assert "cached_property" not in [name.name for name in node.names], path
