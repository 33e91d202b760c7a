"""Answers travel compressed: brotli where the browser takes it, else gzip."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from functools import lru_cache

import brotli
from flask import Response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

#: In the order of our preference.
ENCODINGS = ("br", "gzip")
#: What shrinks; a stream of events must arrive piece by piece, and pictures are compressed already.
TYPES = frozenset(
    {
        "application/javascript",
        "application/json",
        "application/manifest+json",
        "application/x-ndjson",
        "image/svg+xml",
        "text/calendar",
        "text/css",
        "text/csv",
        "text/html",
        "text/javascript",
        "text/plain",
    }
)
#: Below this an answer fits into one packet anyway.
SMALLEST = 600
#: For an answer that is made once and sent once: most of the gain for little of the work.
QUICK = {"br": 4, "gzip": 5}
#: For a file that is packed once and sent for years.
THOROUGH = {"br": 11, "gzip": 9}


def choose_encoding(available: Iterable[str] = ENCODINGS) -> str | None:
    """The best of these encodings that the browser takes."""
    accepted = accepted_encodings(request.headers.get("Accept-Encoding", ""))
    return next((encoding for encoding in available if encoding in accepted), None)


@lru_cache(maxsize=200)
def accepted_encodings(header: str) -> tuple[str, ...]:
    """Those of our encodings that a browser takes, the best first; browsers send few different headers."""
    accepted = parse_accept_header(header, Accept)
    return tuple(encoding for encoding in ENCODINGS if accepted.quality(encoding) > 0)


def pack(data: bytes, encoding: str, levels: dict[str, int]) -> bytes:
    """The data in this encoding."""
    if encoding == "br":
        packed: bytes = brotli.compress(data, quality=levels["br"])
        return packed
    return gzip.compress(data, levels["gzip"], mtime=0)


@lru_cache(maxsize=16)
def _pack_quickly(data: bytes, encoding: str) -> bytes:
    """After a save, hundreds of phones fetch the same page."""
    return pack(data, encoding, QUICK)


def compress(response: Response) -> Response:
    """Pack an answer on its way out."""
    if _is_small(response) or response.mimetype not in TYPES:
        return response
    response.vary.add("Accept-Encoding")
    encoding = choose_encoding()
    if encoding is None or response.is_streamed or response.content_encoding:
        return response
    response.set_data(_pack_quickly(response.get_data(), encoding))
    response.content_encoding = encoding
    return response


def _is_small(response: Response) -> bool:
    return response.direct_passthrough or (response.content_length or 0) < SMALLEST
