"""How long the random tests of this folder go on: once in the suite, for some minutes in `make fuzz`."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

#: The environment variable with the minutes of every test; without it each runs once, always with the same choices.
VARIABLE = "FUZZ_MINUTES"


def rounds(share: float = 1) -> Iterator[int]:
    """The numbers of the rounds: 0 alone, or as many as there is time for, if this has a share of the minutes."""
    end = time.monotonic() + 60 * share * float(os.environ.get(VARIABLE, "0"))
    number = 0
    while number == 0 or time.monotonic() < end:
        yield number
        number += 1
