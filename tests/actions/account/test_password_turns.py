"""Hashing takes 32 MB: however many sign in at once, a server needs no more memory than a few hashes."""

from __future__ import annotations

import subprocess
import sys

AT_ONCE = 12
MOST_MEGABYTES = 180
#: In a process of its own, whose largest size is its own: everybody signs in at the same moment.
CROWD = f"""
import resource
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from scorekeeper.actions.account.passwords import check_password, hash_password
size = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
stored, before, start = hash_password("a good password"), size(), Barrier({AT_ONCE})
def sign_in(number):
    start.wait()
    return check_password(stored if number % 2 else None, "a good password")
with ThreadPoolExecutor({AT_ONCE}) as crowd:
    print(sum(crowd.map(sign_in, range({AT_ONCE}))), size() - before)
"""


def test_a_crowd_that_signs_in_takes_the_memory_of_a_few() -> None:
    output = subprocess.run([sys.executable, "-c", CROWD], capture_output=True, text=True, check=True).stdout
    right, megabytes = map(int, output.split())
    assert right == AT_ONCE // 2
    assert megabytes < MOST_MEGABYTES
