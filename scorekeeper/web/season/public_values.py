"""What strangers read of a season: computed once for every change, however many read it, and never too much of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

from scorekeeper.league.standings.standings import Rows
from scorekeeper.web.cache import Cache
from scorekeeper.web.season.standings_view import page_rows

V = TypeVar("V")

#: A stranger gets so many rows of a table at most.
MOST_ROWS = 1_000
_made = Cache[Any](most=32)


def made_once(season: Any, what: Hashable, make: Callable[[], V]) -> V:
    """A value that depends on the season and the names of its people alone."""
    names = tuple(member.name for member in season.club.members)
    value = _made.get_or_build((season.id, season.revision, season.initials, names, what), make)
    return cast(V, value)


def public_rows(show: str | None) -> Rows:
    """The rows that a stranger sees."""
    return Rows(MOST_ROWS) if show == "all" else page_rows(show)
