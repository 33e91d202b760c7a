"""Pages that look the same to all who watch: made once for each change, however many follow it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

#: So many pages are kept in a process; the one not asked for longest goes.
MOST = 64
#: Stands for a page that everybody has in a version of their own.
NOT_SHARED = ""


T = TypeVar("T")


class PageCache(Generic[T]):
    """The latest pages by what they show."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._pages: OrderedDict[Hashable, T] = OrderedDict()
        self._lock, self._making = Lock(), Lock()

    def get(self, key: Hashable) -> T | None:
        """The page, if it was made already."""
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
            return self._pages.get(key)

    def get_or_make(self, key: Hashable, make: Callable[[], T | None]) -> T | None:
        """The page; of many who ask at once, one makes it and the others wait."""
        with self._making:
            page = self.get(key)
            if page is None and (page := make()) is not None:
                self.put(key, page)
            return page

    def put(self, key: Hashable, page: T) -> None:
        """Keep a page."""
        with self._lock:
            self._pages[key] = page
            if len(self._pages) > self._most:
                self._pages.popitem(last=False)
