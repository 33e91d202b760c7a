"""Hashing takes 32 MB: however many sign in at once, a server needs no more memory than a few hashes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

AT_ONCE = 12
MOST_MEGABYTES = 180
#: In a process of its own, whose largest size is its own: everybody signs in at the same moment.
CROWD = f"""
import resource, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from scorekeeper.actions.account.accounts import sign_in, sign_up
from scorekeeper.web import create_app
app = create_app({{}}, Path(sys.argv[1]))
size = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
with app.app_context():
    sign_up("Ann", "a good password")
before, start = size(), Barrier({AT_ONCE})
def come(number):
    start.wait()
    with app.app_context():
        return hasattr(sign_in("Ann" if number % 2 else "Zoe", "a good password", f"192.0.2.{{number}}"), "epoch")
with ThreadPoolExecutor({AT_ONCE}) as crowd:
    print(sum(crowd.map(come, range({AT_ONCE}))), size() - before)
"""


def test_a_crowd_that_signs_in_takes_the_memory_of_a_few(tmp_path: Path) -> None:
    output = subprocess.run(
        [sys.executable, "-c", CROWD, str(tmp_path)], capture_output=True, text=True, check=True
    ).stdout
    right, megabytes = map(int, output.split())
    assert right == AT_ONCE // 2
    assert megabytes < MOST_MEGABYTES
