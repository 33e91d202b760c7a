"""The page of a table that all who watch share: what it is remembered by, and that it may be shared."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from flask import current_app, request

from scorekeeper.web.http.page_cache import NOT_SHARED, PageCache
from scorekeeper.web.http.shared_answers import SHARED
from scorekeeper.web.preferences import all_chosen


def shared_pages() -> PageCache[str]:
    """The pages of this process."""
    cache: PageCache[str] = current_app.extensions["page_cache"]
    return cache


def page_keys(game_id: str) -> Callable[[int], Hashable]:
    """By the revision of a game, everything that its page depends on; links in it carry the host that was asked."""
    root, chosen = request.url_root, all_chosen(request.cookies)
    return lambda revision: (game_id, revision, root, chosen)


def shared_page(game_id: str, revision: int) -> str | None:
    """The page of a revision, if it was made already and all who watch may be shown it."""
    page = shared_pages().get(page_keys(game_id)(revision)) or None
    if page is not None:
        request.environ[SHARED] = revision
    return page


def share_page(game_id: str, revision: int, page: str) -> None:
    """Remember a page and let all who watch have this answer; or remember that everybody has their own."""
    shared_pages().put(page_keys(game_id)(revision), page)
    if page != NOT_SHARED:
        request.environ[SHARED] = revision
