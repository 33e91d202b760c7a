"""Saves of many tables on both databases, in one run: `python -m tests.postgres python -m tests.bench_postgres`.

Every writer is a thread with a game of its own and saves hands one after the other; then six of them share one game.
"""

from __future__ import annotations

import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

from flask import Flask

from scorekeeper.actions.table import access, games, hands
from scorekeeper.store import Game, db
from scorekeeper.web import create_app
from tests import postgres

HEAD = {"format": "rook-record/1", "game": "original", "players": ["Ann", "Ben", "Cal", "Dot"], "hands": []}
SAVES = 20


def start(app: Flask) -> tuple[str, str]:
    """A device and a game of its own."""
    with app.test_request_context(method="POST"):
        device = access.device(None, "A phone").id
        game = games.start(device, HEAD)
        assert isinstance(game, Game)
        return device, game.id


def save(app: Flask, device: str, game_id: str, writer: int) -> None:
    """Save hands, one after the other."""
    for number in range(SAVES):
        facts = {"bidder": (writer + number) % 2, "bid": 120, "trump": "red", "captured": [60, 60]}
        with app.test_request_context(method="POST"):
            table = access.require_scorer(device, game_id)
            assert isinstance(hands.add(table, facts, f"{writer}-{number}", None), hands.Saved)
            db.session.remove()


def saves_per_second(app: Flask, writers: int, is_shared: bool) -> float:
    """Saves of so many writers at once, each at its own game, or all at one."""
    tables = [start(app)] * writers if is_shared else [start(app) for _ in range(writers)]
    begun = perf_counter()
    with ThreadPoolExecutor(writers) as pool:
        for done in [pool.submit(save, app, *tables[number], number) for number in range(writers)]:
            done.result()
    return writers * SAVES / (perf_counter() - begun)


def main() -> None:
    """Print a line for each case."""
    with tempfile.TemporaryDirectory() as folder:
        apps = {
            "SQLite": create_app({}, Path(folder, "sqlite")),
            "PostgreSQL": create_app({"DATABASE_URL": postgres.address_for(folder)}, Path(folder, "postgres")),
        }
        for text, writers, is_shared in (("1 table", 1, False), ("6 tables", 6, False), ("6 writers, 1 game", 6, True)):
            for name, app in apps.items():
                print(f"{text:>20} {name:>12} {saves_per_second(app, writers, is_shared):8.0f} saves/s", flush=True)
        for app in apps.values():
            with app.app_context():
                db.engine.dispose()


if __name__ == "__main__":
    main()
