"""The table of rows itself: a failure names its row and stops no other."""

from __future__ import annotations

import pytest

from tests.rows import RowsFailed, each_row


def test_every_failing_row_is_named_and_no_other() -> None:
    tried = []

    @each_row("letter", "ab")
    @each_row(("number", "expected"), [(1, 1), (2, 3), pytest.param(4, 5, id="a named row")])
    def check(number: int, expected: int, letter: str) -> None:
        tried.append((letter, number))
        assert number == expected or letter == "b"

    with pytest.raises(RowsFailed, match="1 of 2 rows failed: a") as failure:
        check()
    assert tried == [(letter, number) for letter in "ab" for number in (1, 2, 4)]
    assert [one.__notes__ for one in failure.value.exceptions] == [
        ["row: 2, 3", "row: a"],
        ["row: a named row", "row: a"],
    ]


def test_what_should_have_been_refused_is_a_failure() -> None:
    @each_row("value", [1, 2])
    def check(value: int) -> None:
        with pytest.raises(KeyError):
            {value: 0}[value]

    with pytest.raises(RowsFailed, match="2 of 2"):
        check()
