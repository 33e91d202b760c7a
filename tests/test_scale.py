"""Every test and bench that SCALE.md names is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = re.sub(r"\s+", " ", (ROOT / "SCALE.md").read_text("utf-8"))


def functions(path: Path) -> set[str]:
    """The names of a file's functions."""
    return {node.name for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`((?:tests|scorekeeper)/[\w/]+\.py)`", TEXT))))
def test_every_file_is_there(name: str) -> None:
    assert (ROOT / name).is_file()


@pytest.mark.parametrize(("path", "words"), re.findall(r"`(tests/[\w/]+\.py)`,? \*([^*]+)\*", TEXT))
def test_every_test_is_there(path: str, words: str) -> None:
    wanted = re.sub(r"\W+", "_", words.lower())
    assert any(wanted in name for name in functions(ROOT / path)), (path, words)


@pytest.mark.parametrize(("module", "function"), re.findall(r"`tests\.(bench\w*)\.(\w+)`", TEXT))
def test_every_bench_is_there(module: str, function: str) -> None:
    assert function in functions(ROOT / "tests" / f"{module}.py")


def test_every_figure_of_speed_names_its_bench() -> None:
    rows = [row for row in (ROOT / "SCALE.md").read_text("utf-8").split("## Speed")[1].splitlines() if row[:2] == "| "]
    assert len(rows) > 5
    assert all("`tests.bench" in row for row in rows[1:])
