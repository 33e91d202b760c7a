"""Pages that look the same to all who watch: made once for each change, however many follow it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock

#: So many pages are kept in a process; the one not asked for longest goes.
MOST = 64


class PageCache:
    """The latest pages by what they show."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._pages: OrderedDict[Hashable, str] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> str | None:
        """The page, if it was made already."""
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
            return self._pages.get(key)

    def put(self, key: Hashable, page: str) -> None:
        """Keep a page."""
        with self._lock:
            self._pages[key] = page
            if len(self._pages) > self._most:
                self._pages.popitem(last=False)
