"""How much the tests try: little in `make test`, which people run before every commit, and a lot in `make test-all`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

#: Set by `make test-all`.
VARIABLE = "TEST_ALL"
IS_WHOLE = bool(os.environ.get(VARIABLE))
#: Examples of a random test that says nothing else.
USUAL = 100
#: `make test` tries one of so many.
SHARE = 4


def examples(whole: int) -> int:
    """So many examples in `make test-all`, and fewer in `make test`."""
    return whole if IS_WHOLE else max(whole // SHARE, 5)


def long_after(number: int, rows: Iterable[Any]) -> list[Any]:
    """Parameters of which `make test` tries the first, and `make test-all` all."""
    return [row if index < number else _long(row) for index, row in enumerate(rows)]


def _long(row: Any) -> Any:
    return pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=pytest.mark.long)


settings.register_profile("suite", max_examples=examples(USUAL), deadline=None)
settings.load_profile("suite")
