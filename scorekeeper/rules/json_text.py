"""Reading JSON strictly: one object, no NaN, no key twice, not too deep; and answering it in JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, Protocol

from scorekeeper.rules.values import Fault, Faults, quote

RULE = "record.json"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
#: So few brackets are never too deep; a record has no more levels than this.
FEW_BRACKETS, MOST_LEVELS = 200, 10


class Printable(Protocol):
    """A score sheet or an answer."""

    def as_json(self) -> dict[str, Any]:
        """What is printed."""
        ...


Work = Callable[[object], Printable | Faults]


class UnreadableError(ValueError):
    """The text is not what we read; the message says why."""


class _DuplicateKeys(dict[str, Any]):
    """An object in which a key was given twice."""

    duplicate_keys: list[str]


def read(text: str | bytes) -> dict[str, Any] | Faults:
    """The object in the text, or what is wrong with the text."""
    value = _read_sound(text)
    return value if value is not None else _read_carefully(text)


def _read_sound(text: str | bytes) -> dict[str, Any] | None:
    """The object in a text that is plainly sound, as nearly all are; None if it must be looked at carefully."""
    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
        value = _SOUND.decode(decoded)
    except (ValueError, RecursionError):
        return None
    few = decoded.count("{") + decoded.count("[") <= FEW_BRACKETS
    return value if isinstance(value, dict) and (few or _is_shallow(value)) else None


def _is_shallow(value: Any) -> bool:
    """There are no more levels than any record has."""
    level = [value]
    for _ in range(MOST_LEVELS):
        below = [node.values() if isinstance(node, dict) else node for node in level if isinstance(node, dict | list)]
        if not below:
            return True
        level = [*chain.from_iterable(below)]
    return False


def _read_carefully(text: str | bytes) -> dict[str, Any] | Faults:
    """The same, with all that is wrong."""
    try:
        value = json.loads(_decode(text), object_pairs_hook=_object, parse_constant=_constant)
        faults = tuple(_duplicate_faults(value))
    except RecursionError:
        return (Fault("The text is nested too deeply. A record has only a few levels.", RULE),)
    except UnreadableError as refused:
        return (Fault(str(refused), RULE),)
    except json.JSONDecodeError as error:
        return (Fault(f"This is not JSON: {error.msg} on line {error.lineno}, column {error.colno}.", RULE),)
    except ValueError:
        # The only other complaint of the parser: a number of thousands of digits.
        return (Fault("A number in the text is far too long.", RULE),)
    if faults:
        return faults
    return (
        value
        if isinstance(value, dict)
        else (Fault(f"The text must be one object in braces, not {quote(value)}.", RULE),)
    )


def process(text: bytes, work: Work) -> Printable | Faults:
    """What comes of the document in the text: a sheet, an answer, or what is wrong."""
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


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) == len(pairs):
        return entries
    earlier: set[str] = set()
    doubled = _DuplicateKeys(entries)
    doubled.duplicate_keys = [key for key, _ in pairs if key in earlier or earlier.add(key)]  # type: ignore[func-returns-value]
    return doubled


def _sound_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise UnreadableError("A key appears twice.")
    return entries


#: Made once: a decoder costs as much as reading a hand.
_SOUND = json.JSONDecoder(object_pairs_hook=_sound_object, parse_constant=_constant)


def _duplicate_faults(value: Any, key: str | None = None) -> Iterator[Fault]:
    """Keys given twice anywhere below, with their places."""
    if isinstance(value, _DuplicateKeys):
        for twice in value.duplicate_keys:
            yield Fault(f"The key {quote(twice)} appears twice. Keep one of them.", RULE, twice)
    if isinstance(value, dict):
        for name, entry in value.items():
            hands = key is None and name == "hands" and isinstance(entry, list)
            yield from _in_hands(entry) if hands else (fault.under(name) for fault in _duplicate_faults(entry, name))
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from (fault.under(f"[{index}]") for fault in _duplicate_faults(entry, ""))


def _in_hands(hands: list[Any]) -> Iterator[Fault]:
    for number, hand in enumerate(hands, 1):
        yield from (fault.in_hand(number) for fault in _duplicate_faults(hand, ""))
