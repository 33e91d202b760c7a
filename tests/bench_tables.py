"""Part of `make bench`: 50 tables save at once on the real server; saves a second, and the slowest of them."""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.fuzz.test_kills import RECORD, Phone, Server

TABLES, SAVES = 50, 10
#: Seconds that the slowest save may take.
SLOWEST_LIMIT = 10.0


def play(server: Server, number: int, go: threading.Barrier, took: list[float]) -> None:
    """One table: its game, then its hands one after the other."""
    phone, game_id = Phone(server), f"{number:022}"
    assert phone.ask("POST", "/sync/start", {"id": game_id, "record": RECORD})["state"] == "saved"
    go.wait()
    for hand in range(1, SAVES + 1):
        # Nobody gets far enough to win.
        facts = {"bidder": hand % 4, "bid": 120, "trump": "red", "captured": [60, 60]}
        begin = time.perf_counter()
        answer = phone.ask("POST", f"/t/{game_id}/sync", {"hand": hand, "base": 0, "token": str(hand), "facts": facts})
        took.append(time.perf_counter() - begin)
        assert answer["state"] == "saved", answer


def tables_at_once() -> bool:
    """Print saves a second and the slowest save; false if one waits far longer than the others."""
    with tempfile.TemporaryDirectory() as name:
        server, took = Server(Path(name)), list[float]()
        server.start()
        try:
            go = threading.Barrier(TABLES + 1)
            tables = [threading.Thread(target=play, args=(server, number, go, took)) for number in range(TABLES)]
            for table in tables:
                table.start()
            go.wait()
            begin = time.perf_counter()
            for table in tables:
                table.join()
            lasted = time.perf_counter() - begin
        finally:
            server.stop()
    usual, slowest = sorted(took)[len(took) // 2], max(took)
    print(
        f"\n{TABLES} tables at once: {len(took) / lasted:.0f} saves a second, usually {usual * 1000:.0f} ms,", end=" "
    )
    print(f"the slowest {slowest:.1f} s (at most {SLOWEST_LIMIT:.0f})")
    return len(took) == TABLES * SAVES and slowest <= SLOWEST_LIMIT


if __name__ == "__main__":
    sys.exit(0 if tables_at_once() else "bench: a limit was passed")
