"""A rule as one table plays it: the figures of the table in the text, and other words where an option changes the rule.

A figure that a table may change stands in the text as `{target=300}`: a name, and the usual figure. `[[rules.table]]`
below a rule holds the words for tables: for all of them, or `when` an option has a value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

#: A figure with the usual one, or by its name alone.
MARK = re.compile(r"\{([a-z_]+)(?:=([^{}]*))?\}")


def usual_text(marked: str) -> str:
    """The text with the usual values."""
    return MARK.sub(lambda mark: mark[2] if mark[2] is not None else mark[0], marked)


def fill_figures(marked: str, figures: Mapping[str, str]) -> str:
    """The text with the figures of a table; one that the table does not have is the usual one."""
    return MARK.sub(lambda mark: figures.get(mark[1], mark[2] or mark[0]), marked)


def fits(when: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Whether a table's options are those that the words are for."""
    return all(_is(options.get(key), wanted) for key, wanted in when.items())


def _is(value: Any, wanted: Any) -> bool:
    """A value as wanted: one of several, set at all or not, or just that."""
    if isinstance(wanted, list):
        return value in wanted
    return bool(value) is wanted if isinstance(wanted, bool) else value == wanted
