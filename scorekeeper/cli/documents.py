"""Documents in, answers out: one JSON document, or one a line."""

from __future__ import annotations

import json
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import IO

from scorekeeper.cli.json_sheet import indented_sheet, sheet_line
from scorekeeper.rules import Sheet, read, score_once
from scorekeeper.rules.json_text import Work, nonblank_lines, process, result_json


def score_file(name: str, lines: bool) -> int:
    """Score the record in a file, or every record of its lines."""
    return _answer_lines(name, score_once) if lines else _answer_document(name, score_once)


def judge_file(name: str, lines: bool) -> int:
    """Answer the question in a file, or every question of its lines."""
    from scorekeeper.judge import answer

    return _answer_lines(name, answer) if lines else _answer_document(name, answer)


def print_sheet(name: str) -> int:
    """Print a score sheet for people."""
    from scorekeeper.cli.text_sheet import text_faults, text_sheet

    text = read_file(name)
    if text is None:
        return 2
    record = read(text)
    result = record if isinstance(record, tuple) else score_once(record)
    if isinstance(result, Sheet) and isinstance(record, dict):
        print_text(text_sheet(result, record))
        return 0
    print_text(text_faults(result if isinstance(result, tuple) else ()))
    return 1


def _answer_document(name: str, work: Work) -> int:
    text = read_file(name)
    if text is None:
        return 2
    result = process(text, work)
    print_text(indented_sheet(result) if isinstance(result, Sheet) else json.dumps(result_json(result), indent=2))
    return 1 if isinstance(result, tuple) else 0


def _answer_lines(name: str, work: Work) -> int:
    status = 0
    try:
        with _open(name) as file:
            for line in nonblank_lines(file):
                result = process(line, work)
                print_text(sheet_line(result) if isinstance(result, Sheet) else json.dumps(result_json(result)))
                status |= isinstance(result, tuple)
    except OSError as error:
        return _print_unreadable(name, error)
    return status


def read_file(name: str) -> bytes | None:
    """All of a file; None (and an error is result_json) if it cannot be read."""
    try:
        with _open(name) as file:
            return file.read()
    except OSError as error:
        _print_unreadable(name, error)
        return None


def _open(name: str) -> AbstractContextManager[IO[bytes]]:
    return nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb")


def _print_unreadable(name: str, error: OSError) -> int:
    if isinstance(error, BrokenPipeError):
        raise error
    print(f"scorekeeper: {name}: {error.strerror}", file=sys.stderr)
    return 2


def print_text(text: str) -> None:
    """Print, whatever characters the terminal knows."""
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
