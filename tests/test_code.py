"""House rules as checks: how code is written, whichever room it is in."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import scorekeeper
from tests import plant

CODE = Path(scorekeeper.__file__).parent
#: Words for people: two words with a space between, or what joins names.
PROSE = re.compile(r"[a-z]{2,} [a-z]{2,}| & | and ")
CUTTING = {"split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix", "startswith", "endswith"}
#: Names of modules that do not say what is in them.
RIDDLES = {"added", "bench", "clubwords", "confirming", "enjoyed", "kept", "naming", "paper", "patience", "picking"}
RIDDLES |= {"plain", "sameday", "seasonal", "seasonwords", "taken", "telling", "tuned"}


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text("utf-8")))


def texts_looked_for(node: ast.AST) -> Iterator[str]:
    """The literal texts with which an expression compares another text, or by which it cuts it up."""
    looked_for: list[ast.expr] = []
    if isinstance(node, ast.Compare):
        looked_for = [node.left, *node.comparators]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CUTTING:
        looked_for = node.args
    for expression in looked_for:
        values = expression.elts if isinstance(expression, ast.Tuple | ast.List | ast.Set) else [expression]
        yield from (value.value for value in values if isinstance(value, ast.Constant) and isinstance(value.value, str))


def test_no_code_looks_for_words_in_a_sentence() -> None:
    for path in CODE.rglob("*.py"):
        for node in nodes(path):
            assert not [text for text in texts_looked_for(node) if PROSE.search(text)], f"{path}:{node.lineno}"


def test_every_function_of_the_store_is_used() -> None:
    used = {
        node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else node.name
        for path in CODE.rglob("*.py")
        for node in nodes(path)
        if isinstance(node, ast.Attribute | ast.Name | ast.alias)
    }
    for path in (CODE / "store").rglob("*.py"):
        functions = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
        public = {function.name for function in functions if not function.decorator_list}
        assert public - used <= {"upgrade", "downgrade"}, path


def test_no_room_passes_values_to_another_behind_its_back() -> None:
    """Flask's `g` holds the account of a request, for the module that reads it."""
    users = {
        path.relative_to(CODE).as_posix()
        for path in CODE.rglob("*.py")
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom) and node.module == "flask" and "g" in {name.name for name in node.names}
    }
    assert users == {"web/session.py"}


def test_modules_say_what_is_in_them() -> None:
    assert not RIDDLES & {path.stem for path in CODE.rglob("*.py")}


def test_every_bug_to_plant_has_its_line() -> None:
    """`make plant` changes lines by their text, so the list follows the code."""
    planted = list(plant.bugs())
    assert len(planted) == 40
    assert len({(bug.file, bug.number) for bug in planted}) == 40
