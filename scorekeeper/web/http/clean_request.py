"""Requests without the character NUL: no keyboard has it, and PostgreSQL can neither store it nor look for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Request
from werkzeug.datastructures import ImmutableMultiDict, MultiDict

NUL = "\0"


class CleanValues(ImmutableMultiDict[str, str]):
    """What a form or an address sends, without NUL."""

    def __init__(self, mapping: MultiDict[str, str] | Iterable[tuple[str, Any]] | None = None) -> None:
        pairs = list(mapping.items(multi=True) if isinstance(mapping, MultiDict) else mapping or ())
        if any(NUL in key or (isinstance(value, str) and NUL in value) for key, value in pairs):
            pairs = [(_clean(key), _clean(value)) for key, value in pairs]
        super().__init__(pairs)


def _clean(value: Any) -> Any:
    return value.replace(NUL, "") if isinstance(value, str) else value


class CleanRequest(Request):
    """A request whose forms and arguments have no NUL."""

    parameter_storage_class = CleanValues
