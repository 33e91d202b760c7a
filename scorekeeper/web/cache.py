"""What a process keeps so that it is built once, however many phones ask for it."""

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

#: Pages of games that a process keeps.
MOST_PAGES = 64
#: Stands for a page that is different for every phone.
NOT_SHARED = ""

V = TypeVar("V")


class Cache(Generic[V]):
    """The latest values by key. Of many requests for the same value, one builds it and the others wait."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, V] = OrderedDict()
        self._building: dict[Hashable, Lock] = {}
        self._lock = Lock()

    def get(self, key: Hashable) -> V | None:
        """The value, if there is one."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: V) -> None:
        """Keep a value; the one that was not asked for longest goes."""
        with self._lock:
            self._values[key] = value
            if len(self._values) > self._most:
                self._values.popitem(last=False)

    def get_or_build(self, key: Hashable, build: Callable[[], V | None]) -> V | None:
        """The value, built if necessary. None is not kept."""
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
    """Pages of games that look the same to all phones that watch."""
    cache: Cache[str] = current_app.extensions["shared_pages"]
    return cache


def page_keys(game_id: str) -> Callable[[int], Hashable]:
    """By the revision of a game, everything that its page depends on; links in it carry the host that was asked."""
    root, chosen = request.url_root, all_chosen(request.cookies)
    return lambda revision: (game_id, revision, root, chosen)


def shared_page(game_id: str, revision: int) -> str | None:
    """The page of a revision, if it was built already and is the same for all phones that watch."""
    return shared_pages().get(page_keys(game_id)(revision)) or None


def share_page(game_id: str, revision: int, page: str) -> None:
    """Keep a page for all phones that watch, or note that every phone has its own."""
    shared_pages().put(page_keys(game_id)(revision), page)


def render_widget(widget: Widget) -> Markup:
    """A widget with all its parts as HTML."""
    return render_piece(f"widgets/{widget.partial}.html", widget=widget)


def render_piece(template: str, **values: Any) -> Markup:
    """A template that uses nothing but these values, as HTML: most hands of a page were there before."""
    # Links begin with the path under which the app is mounted.
    return _render(template, pickle.dumps(values), request.script_root)


@lru_cache(maxsize=4000)
def _render(template: str, pickled: bytes, _script_root: str) -> Markup:
    values = pickle.loads(pickled)  # written a moment ago, by us
    return Markup(current_app.jinja_env.get_template(template).render(values))
