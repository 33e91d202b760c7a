"""Check the English of docstrings, comments and names in the package: `python -m tests.lint_words`."""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: Turns of phrase that no American engineer writes, and British spellings.
ODD = re.compile(
    r"\b(whoever|whomever|whom|whose turn it be|anew|once more|for good|beside|likewise|thereof|therein|besides|"
    r"so far as|as far as it|to be gone on with|gone on with|go on with|goes home|go home|send everybody|"
    r"nobody else.s business|said so|is said|are said|told of|who (?:asks|watches|sends|comes|has)\b.{0,40}\bmay|"
    r"he who|one who|they who|himself|his own|colour|organis\w+|neighbour\w*|behaviour|favour\w*|cancelled)\b",
    re.IGNORECASE,
)
SCRIPT_COMMENT = re.compile(r"^\s*(?://|/?\*+)\s?(.*)$")


def python_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Docstrings and comments with their line numbers."""
    source = path.read_text("utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(node)):
            yield node.body[0].lineno, text
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def script_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Comments of a script with their line numbers."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if comment := SCRIPT_COMMENT.match(line):
            yield number, comment[1]


def problems() -> Iterator[str]:
    """Every odd turn of phrase, as `file:line: words`."""
    for path in sorted((ROOT / "scorekeeper").rglob("*.py")):
        yield from _odd(path, python_texts(path))
    for path in sorted((ROOT / "static").rglob("*.js")):
        yield from _odd(path, script_texts(path))


def _odd(path: Path, texts: Iterator[tuple[int, str]]) -> Iterator[str]:
    for number, text in texts:
        for match in ODD.finditer(text):
            yield f"{path.relative_to(ROOT)}:{number}: “{match[0]}”"


if __name__ == "__main__":
    odd_turns = list(problems())
    print(*odd_turns, sep="\n")
    sys.exit(f"{len(odd_turns)} odd turns of phrase" if odd_turns else 0)
