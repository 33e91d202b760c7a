"""What costs much is made once, however many ask for it at the same time, as after a restart."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def one_at_a_time(make: Callable[P, R]) -> Callable[P, R]:
    """Let one thread call a function that remembers its values; the others wait, and find the value made."""
    lock = Lock()

    @wraps(make)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        with lock:
            return make(*args, **kwargs)

    return call
