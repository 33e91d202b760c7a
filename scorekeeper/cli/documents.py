"""Documents in, answers out: one JSON document, or one a line."""

from __future__ import annotations

import json
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import IO

from scorekeeper.rules import Sheet, read
from scorekeeper.rules import score as score_record
from scorekeeper.rules.json_text import Work, nonblank_lines, process, result_json


def score(name: str, lines: bool) -> int:
    """Score the record in a file, or every record of its lines."""
    return _each_line(name, score_record) if lines else _one(name, score_record)


def judge(name: str, lines: bool) -> int:
    """Answer the question in a file, or every question of its lines."""
    from scorekeeper.judge import answer

    return _each_line(name, answer) if lines else _one(name, answer)


def sheet(name: str) -> int:
    """Print a score sheet for people."""
    from scorekeeper.cli.text_sheet import errors, paper

    text = whole(name)
    if text is None:
        return 2
    record = read(text)
    result = record if isinstance(record, tuple) else score_record(record)
    if isinstance(result, Sheet) and isinstance(record, dict):
        say(paper(result, record))
        return 0
    say(errors(result if isinstance(result, tuple) else ()))
    return 1


def _one(name: str, work: Work) -> int:
    text = whole(name)
    if text is None:
        return 2
    result = process(text, work)
    say(json.dumps(result_json(result), indent=2))
    return 1 if isinstance(result, tuple) else 0


def _each_line(name: str, work: Work) -> int:
    status = 0
    try:
        with _opened(name) as file:
            for line in nonblank_lines(file):
                result = process(line, work)
                say(json.dumps(result_json(result)))
                status |= isinstance(result, tuple)
    except OSError as error:
        return _unreadable(name, error)
    return status


def whole(name: str) -> bytes | None:
    """All of a file; None (and a word to the person) if it cannot be read."""
    try:
        with _opened(name) as file:
            return file.read()
    except OSError as error:
        _unreadable(name, error)
        return None


def _opened(name: str) -> AbstractContextManager[IO[bytes]]:
    return nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb")


def _unreadable(name: str, error: OSError) -> int:
    if isinstance(error, BrokenPipeError):
        raise error
    print(f"scorekeeper: {name}: {error.strerror}", file=sys.stderr)
    return 2


def say(text: str) -> None:
    """Print, whatever characters the terminal knows."""
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
