"""What costs much is made once, however many ask for it at the same time, as after a restart."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import wraps
from threading import Lock
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
V = TypeVar("V")


def one_at_a_time(make: Callable[P, R]) -> Callable[P, R]:
    """Let one thread call a function that remembers its values; the others wait, and find the value made."""
    lock = Lock()

    @wraps(make)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        with lock:
            return make(*args, **kwargs)

    return call


@dataclass
class _Place(Generic[V]):
    """Where a value will be, and who makes it."""

    making: Lock = field(default_factory=Lock)
    values: list[V] = field(default_factory=list)


class MadeOnce(Generic[V]):
    """The latest values by what they are made from; who asks for one value does not wait for another."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._places: OrderedDict[Hashable, _Place[V]] = OrderedDict()
        self._lock = Lock()

    def get_or_make(self, key: Hashable, make: Callable[[], V]) -> V:
        """The value; of many who ask for it at once, one makes it and the others wait."""
        with self._lock:
            place = self._places.setdefault(key, _Place())
            self._places.move_to_end(key)
            if len(self._places) > self._most:
                self._places.popitem(last=False)
        with place.making:
            if not place.values:
                place.values.append(make())
            return place.values[0]
