"""The worked cases, typed from the sources, through the engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.judge import Answer, answer
from scorekeeper.rules import Sheet, score
from tests.rows import each_row

CASES = Path(__file__).parent.parent / "cases"


def cases(key: str) -> list[Any]:
    params = [
        pytest.param(case, id=f"{path.stem}: {case['name']}")
        for path in sorted(CASES.glob("*.json"))
        for case in json.loads(path.read_text("utf-8"))
        if key in case
    ]
    assert params
    return params


def game_of(case: dict[str, Any]) -> str:
    """The game of a case."""
    return str((case.get("record") or case["question"]).get("game", "no game"))


def place(path: str | None) -> str | None:
    """The key of the hand at which a fault stands."""
    return path if path is None else path.split("[")[0].split(".")[0]


@each_row("case", [case for case in cases("record") if "expect" in case.values[0]], group=game_of)
def test_a_game_scores_as_the_source_says(case: dict[str, Any]) -> None:
    sheet = score(case["record"])
    assert isinstance(sheet, Sheet), sheet
    got = sheet.as_json()
    got["points"] = [hand["points"] for hand in got["hands"]]
    assert {key: got[key] for key in case["expect"]} == case["expect"]


@each_row("case", [case for case in cases("record") if "errors" in case.values[0]], group=game_of)
def test_a_wrong_entry_is_refused_at_its_place(case: dict[str, Any]) -> None:
    faults = score(case["record"])
    assert isinstance(faults, tuple)
    assert [(fault.hand, place(fault.path)) for fault in faults] == [
        (error.get("hand"), error.get("path")) for error in case["errors"]
    ]


@each_row("case", cases("question"), group=game_of)
def test_the_judge_answers_as_the_source_says(case: dict[str, Any]) -> None:
    ruling = answer(case["question"])
    if case.get("error"):
        assert isinstance(ruling, tuple)
        return
    assert isinstance(ruling, Answer), ruling
    got = ruling.as_json()
    assert {key: got[key] for key in case["expect"]} == case["expect"]
