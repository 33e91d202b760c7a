"""`make bench`: speed as ratios measured in one run, so that they hold on any machine.

- hands scored a second, for each game;
- what reading, scoring and printing a 20-hand record cost, as a multiple of `json.loads` of it (at most 20 in the bid
  games), for records that were never read before;
- the first control of a page on a slow phone (`bench_browser`);
- a thousand phones that follow one game, and how long a save takes to reach them (`bench_live`);
- two thousand clients that send half a request and wait, and 800 that never read their answer (`bench_slow`);
- saving a hand and showing its page, as multiples of a bare Flask app (`bench_save`, at most 4 and 2.5);
- standings of a season of 100, 1,000 and 10,000 games, and saving a hand in each (`bench_league`, at most twice);
- a club night of 61 people: a draw (`bench_event`, at most 0.2 s), and its page (at most twice the page of 16 people);
- 50 tables that save at once (`bench_tables`, the slowest save at most 10 s);
- what `scorekeeper score` costs to start, as a multiple of `python -c pass` (at most 12).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from scorekeeper.cli.documents import indented_sheet
from scorekeeper.rules import BY_SLUG, GAMES, Sheet, score
from scorekeeper.rules.json_text import process
from tests.bench_browser import opening
from tests.bench_event import event
from tests.bench_league import league
from tests.bench_live import watching
from tests.bench_save import saving
from tests.bench_slow import slow_clients
from tests.bench_tables import tables_at_once
from tests.samples import record

SCORING_LIMIT = 20.0
STARTING_LIMIT = 12.0
ROUNDS = 31
#: Different records of a game, read one after the other.
GAMES_READ = 30


def compared(base: Callable[[], object], work: Callable[[], object], times: int) -> tuple[float, float]:
    """The best time of one call of the work, and the usual ratio of the two, taken in turns."""
    pairs = [(_round(base, times), _round(work, times)) for _ in range(ROUNDS)]
    return min(ours for _, ours in pairs) / times, median(ours / bare for bare, ours in pairs)


def best_times(works: Sequence[Callable[[], object]]) -> list[float]:
    """The processor's time of each work, taken in turns: the best, when nothing else ran."""
    rounds = [[_processor_time(work) for work in works] for _ in range(ROUNDS)]
    return [min(times) for times in zip(*rounds, strict=True)]


def _processor_time(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def _round(work: Callable[[], object], times: int) -> float:
    begin = time.perf_counter()
    for _ in range(times):
        work()
    return time.perf_counter() - begin


def scoring() -> bool:
    """Every game's speed; false if a bid game costs too much."""
    print(f"{'':<18} {'hands':>9}   as multiples of json.loads: {'scored':>6} {'printed':>8} {'as a line':>10}")
    print(f"{'game':<12} {'hands':>5} {'a second':>9}")
    fine = True
    for game in GAMES:
        texts = [json.dumps(record(game.slug, seed=seed)).encode() for seed in range(GAMES_READ)]
        documents = [json.loads(text) for text in texts]
        if not all(isinstance(score(document), Sheet) for document in documents):
            raise SystemExit(f"a sample of {game.slug} is wrong")
        works = {json.loads: texts, score: documents, print_whole: texts, print_line: texts}
        reading, working, *printing = best_times([partial(_all, *work) for work in works.items()])
        scored, printed, line = (seconds / reading for seconds in (working, *printing))
        hands = sum(len(document["hands"]) for document in documents)
        limited = BY_SLUG[game.slug].auction is not None
        limit = f"  at most {SCORING_LIMIT:.0f}" if limited else ""
        print(f"{game.slug:<12} {hands // GAMES_READ:>5} {hands / working:>9,.0f} {'':>28}", end="")
        print(f"{scored:>7.1f} {printed:>8.1f} {line:>10.1f}{limit}")
        fine = fine and not (limited and max(printed, line) > SCORING_LIMIT)
    return fine


def _all(work: Callable[[Any], object], inputs: list[Any]) -> None:
    for one in inputs:
        work(one)


def print_whole(text: bytes) -> bytes:
    """What `scorekeeper score` prints."""
    return indented_sheet(_sheet(text)).encode("utf-8", "backslashreplace")


def print_line(text: bytes) -> bytes:
    """What `scorekeeper score --lines` prints."""
    return json.dumps(_sheet(text).as_json()).encode("utf-8", "backslashreplace")


def _sheet(text: bytes) -> Sheet:
    sheet = process(text, score)
    assert isinstance(sheet, Sheet)
    return sheet


def starting() -> bool:
    """The start of the command line against the bare interpreter."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "record.json")
        file.write_text(json.dumps(record("original")))
        # Without compiled modules on disk every start compiles them anew.
        world = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        run = partial(subprocess.run, check=True, stdout=subprocess.DEVNULL, env=world)
        command = [sys.executable, "-m", "scorekeeper", "score", str(file)]
        ours, ratio = compared(partial(run, [sys.executable, "-c", "pass"]), partial(run, command), times=1)
    print(f"\nstart of `scorekeeper score`: {ours * 1000:.0f} ms, {ratio:.1f} × `python -c pass` (at most 12)")
    return ratio <= STARTING_LIMIT


if __name__ == "__main__":
    results = [
        scoring(),
        starting(),
        saving(),
        opening(),
        watching(),
        slow_clients(),
        league(),
        event(),
        tables_at_once(),
    ]
    sys.exit(0 if all(results) else "bench: a limit was passed")
