"""One test over a table of rows: every row runs, and all that fail are reported by name."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

#: Failures of a row; `pytest.fail` and `pytest.raises` raise the second.
FAILURES = (Exception, BaseExceptionGroup, pytest.fail.Exception)
LONGEST_NAME = 120

Test = Callable[..., None]
Ids = Callable[[Any], str] | Sequence[str] | None


class RowsFailed(BaseExceptionGroup):
    """The failures of a table, each with the name of its row as a note."""


@dataclass(frozen=True)
class Row:
    """One row of a table: its values, and its name if it was given one."""

    values: tuple[Any, ...]
    id: str | None

    def name(self, ids: Ids) -> str:
        """The given name, or one made of the values."""
        describe = ids if callable(ids) else str
        return " ".join((self.id or ", ".join(str(describe(value)) for value in self.values)).split())[:LONGEST_NAME]


def each_row(
    names: str | tuple[str, ...],
    values: Iterable[Any],
    ids: Ids = None,
    group: Callable[..., str] | None = None,
) -> Callable[[Test], Test]:
    """Run a test for every row of a table, as `pytest.mark.parametrize` does, but as one test.

    A worker collects one item instead of hundreds. Fixtures are set up once for all rows.
    With `group`, which names the group of a row, there is one test for each group.
    """
    keys = tuple(name.strip() for name in names.split(",")) if isinstance(names, str) else names
    table = [_row(len(keys), value) for value in values]
    assert table, f"no rows for {keys}"
    if isinstance(ids, Sequence):
        table = [Row(row.values, id_) for row, id_ in zip(table, ids, strict=True)]
    groups: dict[str, list[Row]] = {}
    for row in table:
        groups.setdefault(group(*row.values) if group else "", []).append(row)

    def decorate(test: Test) -> Test:
        signature = inspect.signature(test)

        @functools.wraps(test)
        def run(rows_of: str = "", **fixtures: Any) -> None:
            _run_all(groups[rows_of], lambda row: test(**fixtures, **dict(zip(keys, row.values, strict=True))), ids)

        others = [parameter for name, parameter in signature.parameters.items() if name not in keys]
        if group:
            others = [*others, inspect.Parameter("rows_of", inspect.Parameter.KEYWORD_ONLY)]
        run.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return pytest.mark.parametrize("rows_of", list(groups))(run) if group else run

    return decorate


def _row(width: int, value: Any) -> Row:
    """A row of a tuple, a single value or a `pytest.param`."""
    if hasattr(value, "marks"):
        assert not value.marks, "rows take no marks"
        return Row(tuple(value.values), value.id)
    return Row((value,) if width == 1 else tuple(value), None)


def _run_all(table: list[Row], run: Callable[[Row], None], ids: Ids) -> None:
    """Run all rows, then raise the failures together."""
    failures: list[BaseException] = []
    failed: list[str] = []
    for row in table:
        try:
            run(row)
        except FAILURES as failure:
            failed.append(row.name(ids))
            for one in failure.exceptions if isinstance(failure, RowsFailed) else (failure,):
                one.add_note(f"row: {failed[-1]}")
                failures.append(one)
    if failures:
        raise RowsFailed(f"{len(failed)} of {len(table)} rows failed: {'; '.join(failed)}", failures)
