"""Read JSON strictly (one object, no NaN, no duplicate keys, not too deep) and write results as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Protocol

from scorekeeper.rules.values import Fault, Faults, duplicate_entries, quote

RULE = "record.json"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
#: A text with so few brackets is never nested too deeply.
FEW_BRACKETS = 200


class Printable(Protocol):
    """A score sheet or an answer."""

    def as_json(self) -> dict[str, Any]:
        """What is printed."""
        ...


Work = Callable[[object], Printable | Faults]


class UnreadableError(ValueError):
    """The text cannot be read; the message says why."""


class _DuplicateKeys(dict[str, Any]):
    """An object with duplicate keys."""

    duplicate_keys: list[str]


def read(text: str | bytes) -> dict[str, Any] | Faults:
    """The object in the text, or what is wrong with the text."""
    duplicates: list[str] = []
    decoder = json.JSONDecoder(object_pairs_hook=partial(_object, duplicates), parse_constant=_constant)
    try:
        decoded = _decode(text)
        value = decoder.decode(decoded)
        # Looking at every value is slow, and needed only where keys are doubled or the nesting may be too deep.
        is_small = decoded.count("{") + decoded.count("[") <= FEW_BRACKETS
        faults = () if is_small and not duplicates else tuple(_duplicate_faults(value))
    except RecursionError:
        return (Fault("The text is nested too deeply. A record has only a few levels.", RULE),)
    except UnreadableError as refused:
        return (Fault(str(refused), RULE),)
    except json.JSONDecodeError as error:
        return (Fault(f"This is not JSON: {error.msg} on line {error.lineno}, column {error.colno}.", RULE),)
    except ValueError:
        # The only other complaint of the parser: a number of thousands of digits.
        return (Fault("A number in the text is far too long.", RULE),)
    if faults or isinstance(value, dict):
        return faults or value
    return (Fault(f"The text must be one object in braces, not {quote(value)}.", RULE),)


def process(text: bytes, work: Work) -> Printable | Faults:
    """Read the document in a text and work on it: a sheet, an answer, or the faults."""
    document = read(text)
    return document if isinstance(document, tuple) else work(document)


def result_json(result: Printable | Faults) -> dict[str, Any]:
    """A result as JSON: itself, or its errors."""
    return {"errors": [fault.as_json() for fault in result]} if isinstance(result, tuple) else result.as_json()


def nonblank_lines(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The lines with something in them, the first without a byte-order mark."""
    for number, line in enumerate(lines):
        text = line.removeprefix(BYTE_ORDER_MARK) if number == 0 else line
        if text.strip():
            yield text


def _decode(text: str | bytes) -> str:
    """The text without a byte-order mark."""
    try:
        return (text.decode("utf-8") if isinstance(text, bytes) else text).removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise UnreadableError("The text is not UTF-8. Save it as UTF-8 and try again.") from None


def _constant(name: str) -> Any:
    raise UnreadableError(f"{name} can't be scored. Write a whole number.")


def _object(duplicates: list[str], pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) == len(pairs):
        return entries
    doubled = _DuplicateKeys(entries)
    doubled.duplicate_keys = [key for _, key in duplicate_entries(key for key, _ in pairs)]
    duplicates += doubled.duplicate_keys
    return doubled


def _duplicate_faults(value: Any, key: str | None = None) -> Iterator[Fault]:
    """Keys that appear twice anywhere below, with their places."""
    if isinstance(value, _DuplicateKeys):
        for twice in value.duplicate_keys:
            yield Fault(f"The key {quote(twice)} appears twice. Keep one of them.", RULE, twice)
    if isinstance(value, dict):
        for name, entry in value.items():
            if key is None and name == "hands" and isinstance(entry, list):
                for number, hand in enumerate(entry, 1):
                    yield from (fault.in_hand(number) for fault in _duplicate_faults(hand, ""))
            else:
                yield from (fault.under(name) for fault in _duplicate_faults(entry, name))
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from (fault.under(f"[{index}]") for fault in _duplicate_faults(entry, ""))
