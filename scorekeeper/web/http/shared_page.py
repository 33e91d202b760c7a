"""The page of a table that all who watch share: what it is remembered by, and that it may be shared."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from flask import current_app, request

from scorekeeper.web.http.page_cache import PageCache
from scorekeeper.web.http.shared_answers import SHARED
from scorekeeper.web.preferences.choices import all_chosen


def shared_pages() -> PageCache[str]:
    """The pages of this process."""
    cache: PageCache[str] = current_app.extensions["page_cache"]
    return cache


def page_keys(game_id: str) -> Callable[[int], Hashable]:
    """By the revision of a game, everything that its page depends on; links in it carry the host that was asked."""
    root, chosen = request.url_root, all_chosen(request.cookies)
    return lambda revision: (game_id, revision, root, chosen)


def mark_shared(revision: int) -> None:
    """Let the answer to this request be given to all who watch."""
    request.environ[SHARED] = revision
