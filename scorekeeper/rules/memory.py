"""What was computed lately: the value used least recently is forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class Memory(Generic[V]):
    """Values by the bytes from which they were computed."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[bytes, V] = OrderedDict()
        self._lock = Lock()

    def get(self, key: bytes) -> V | None:
        """The value, if it is remembered."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: bytes, value: V) -> None:
        """Remember a value."""
        with self._lock:
            self._values[key] = value
            if len(self._values) > self._most:
                self._values.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
