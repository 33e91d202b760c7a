"""`make bench`: speed as ratios measured in one run, so that they hold on any machine.

- hands scored a second, for each game;
- what scoring a 20-hand record costs, as a multiple of `json.loads` of it (at most 12 in the bid games);
- the first control of a page on a slow phone (`bench_browser`);
- a thousand phones that follow one game, and how long a save takes to reach them (`bench_live`);
- two thousand clients that send half a request and wait (`bench_slow`);
- saving a hand and showing its page, as multiples of a bare Flask app (`bench_save`, at most 3 and 2.5);
- standings of a season of 100, 1,000 and 10,000 games, and saving a hand in each (`bench_league`, at most twice);
- a club night of 61 people: a draw (`bench_night`, at most 0.2 s), and its page (at most twice the page of 16 people);
- what `scorekeeper score` costs to start, as a multiple of `python -c pass` (at most 12).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

from scorekeeper.rules import BY_SLUG, GAMES, Sheet, score
from tests.bench_browser import opening
from tests.bench_league import league
from tests.bench_live import watching
from tests.bench_night import night
from tests.bench_save import saving
from tests.bench_slow import half_sending
from tests.samples import record

SCORING_LIMIT = 12.0
STARTING_LIMIT = 12.0
ROUNDS = 31


def compared(base: Callable[[], object], work: Callable[[], object], times: int) -> tuple[float, float]:
    """The best time of one call of the work, and the usual ratio of the two, taken in turns."""
    pairs = [(_round(base, times), _round(work, times)) for _ in range(ROUNDS)]
    return min(ours for _, ours in pairs) / times, median(ours / bare for bare, ours in pairs)


def _round(work: Callable[[], object], times: int) -> float:
    begin = time.perf_counter()
    for _ in range(times):
        work()
    return time.perf_counter() - begin


def scoring() -> bool:
    """Every game's speed; false if a bid game costs too much."""
    print(f"{'game':<12} {'hands':>5} {'hands/s':>9} {'× json.loads':>13}")
    fine = True
    for game in GAMES:
        document = record(game.slug)
        text = json.dumps(document)
        if not isinstance(score(document), Sheet):
            raise SystemExit(f"the sample of {game.slug} is wrong: {score(document)}")
        working, ratio = compared(partial(json.loads, text), partial(score, document), times=50)
        hands = len(document["hands"])
        limited = BY_SLUG[game.slug].auction is not None
        print(f"{game.slug:<12} {hands:>5} {hands / working:>9,.0f} {ratio:>13.1f}{'  at most 12' if limited else ''}")
        fine = fine and not (limited and ratio > SCORING_LIMIT)
    return fine


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
    results = [scoring(), starting(), saving(), opening(), watching(), half_sending(), league(), night()]
    sys.exit(0 if all(results) else "bench: a limit was passed")
