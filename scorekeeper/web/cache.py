"""Caches of a process: values are built once, even if many phones ask at the same time."""

from __future__ import annotations

import pickle
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from threading import Lock
from typing import Any, Generic, TypeVar

from flask import current_app, request
from markupsafe import Markup

from scorekeeper.web.forms.widgets import Widget
from scorekeeper.web.preferences import all_chosen

#: Pages of games in the cache.
MOST_PAGES = 64
#: Marks a page that differs between phones.
NOT_SHARED = ""

V = TypeVar("V")


class Cache(Generic[V]):
    """A least-recently-used cache. Of many concurrent requests for a value, one builds it and the others wait."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, V] = OrderedDict()
        self._building: dict[Hashable, Lock] = {}
        self._lock = Lock()

    def get(self, key: Hashable) -> V | None:
        """The value, or None."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: V) -> None:
        """Store a value, and drop the least recently used one if the cache is full."""
        with self._lock:
            self._values[key] = value
            if len(self._values) > self._most:
                self._values.popitem(last=False)

    def get_or_build(self, key: Hashable, build: Callable[[], V | None]) -> V | None:
        """The value, built if necessary. None is not cached."""
        with self._lock:
            building = self._building.setdefault(key, Lock())
        with building:
            value = self.get(key)
            if value is None and (value := build()) is not None:
                self.put(key, value)
        with self._lock:
            self._building.pop(key, None)
        return value


def shared_pages() -> Cache[str]:
    """Pages of games that are the same for all watching phones."""
    cache: Cache[str] = current_app.extensions["shared_pages"]
    return cache


def page_keys(game_id: str) -> Callable[[int], Hashable]:
    """The cache key of a game's page, by revision. It includes the host, because the page has links."""
    root, chosen = request.url_root, all_chosen(request.cookies)
    return lambda revision: (game_id, revision, root, chosen)


def shared_page(game_id: str, revision: int) -> str | None:
    """The page of a revision, if it is cached and the same for all watching phones."""
    return shared_pages().get(page_keys(game_id)(revision)) or None


def share_page(game_id: str, revision: int, page: str) -> None:
    """Cache a page for all watching phones, or note that every phone has its own."""
    shared_pages().put(page_keys(game_id)(revision), page)


def render_widget(widget: Widget) -> Markup:
    """Render a widget and its parts as HTML."""
    return render_piece(f"widgets/{widget.partial}.html", widget=widget)


def render_piece(template: str, **values: Any) -> Markup:
    """Render a template that depends only on these values. Cached, because most hands of a page do not change."""
    # Links start with the path under which the app is mounted.
    return _render(template, pickle.dumps(values), request.script_root)


@lru_cache(maxsize=4000)
def _render(template: str, pickled: bytes, _script_root: str) -> Markup:
    values = pickle.loads(pickled)  # pickled by `render_piece`
    return Markup(current_app.jinja_env.get_template(template).render(values))
