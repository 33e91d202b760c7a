"""Lines of the log, as text or as JSON: nothing that a person typed, and no address, which may hold a key."""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from flask.logging import default_handler, wsgi_errors_stream

#: The attribute of a log record that has what belongs to the event, by name.
FACTS = "facts"
ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class TextLines(logging.Formatter):
    """Time, level, event and facts in one line; below an error, where it happened."""

    def format(self, record: logging.LogRecord) -> str:
        """One record as text."""
        facts = [f"{name}={value}" for name, value in getattr(record, FACTS, {}).items()]
        line = " ".join([_time(record), record.levelname, record.getMessage(), *facts])
        return "\n".join([line, *(f"  {step}" for step in _error_steps(record))])


class JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """One record as JSON."""
        line = {"time": _time(record), "level": record.levelname.lower(), "event": record.getMessage()}
        line |= getattr(record, FACTS, {})
        if steps := _error_steps(record):
            line["error"] = steps  # type: ignore[assignment]  # the other values are texts
        return json.dumps(line)


FORMATTERS: dict[str, type[logging.Formatter]] = {"text": TextLines, "json": JsonLines}
_handler = logging.StreamHandler(wsgi_errors_stream)  # type: ignore[call-overload]  # a proxy of a stream


def set_up_log(logger: logging.Logger, form: str) -> None:
    """Write a logger's lines in one of the forms; requests are logged as JSON only."""
    if form not in FORMATTERS:
        raise ValueError(f"SCOREKEEPER_LOG must be one of: {', '.join(FORMATTERS)}")
    _handler.setFormatter(FORMATTERS[form]())
    logger.removeHandler(default_handler)
    logger.addHandler(_handler)
    logger.setLevel(logging.INFO if form == "json" else logging.WARNING)


def with_facts(**facts: Any) -> dict[str, dict[str, Any]]:
    """What belongs to an event, for `extra`."""
    return {FACTS: facts}


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _error_steps(record: logging.LogRecord) -> list[str]:
    """Where an error happened and its type; its message may quote a name or a key, so it is left out."""
    if not isinstance(record.exc_info, tuple) or record.exc_info[1] is None:
        return []
    steps: list[str] = []
    error: BaseException | None = record.exc_info[1]
    while error is not None:
        frames = traceback.extract_tb(error.__traceback__)
        steps = [*(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames), _type_name(error), *steps]
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return steps


def _type_name(error: BaseException) -> str:
    return f"{type(error).__module__}.{type(error).__qualname__}"
