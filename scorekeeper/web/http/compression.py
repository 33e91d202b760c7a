"""Compression of responses: brotli if the browser accepts it, otherwise gzip."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from functools import lru_cache

import brotli
from flask import Response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

#: In order of preference.
ENCODINGS = ("br", "gzip")
#: Compressible types. Event streams must arrive piece by piece, and pictures are already compressed.
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
#: A smaller response fits into one packet anyway.
SMALLEST = 600
#: Levels for a response that is sent once: most of the gain for little work.
QUICK = {"br": 4, "gzip": 5}
#: Levels for a file that is compressed once and sent often.
THOROUGH = {"br": 11, "gzip": 9}


def choose_encoding(available: Iterable[str] = ENCODINGS) -> str | None:
    """The best of these encodings that the browser accepts."""
    accepted = accepted_encodings(request.headers.get("Accept-Encoding", ""))
    return next((encoding for encoding in available if encoding in accepted), None)


@lru_cache(maxsize=200)
def accepted_encodings(header: str) -> tuple[str, ...]:
    """Our encodings that a browser accepts, best first. Cached, because browsers send few different headers."""
    accepted = parse_accept_header(header, Accept)
    return tuple(encoding for encoding in ENCODINGS if accepted.quality(encoding) > 0)


def pack(data: bytes, encoding: str, levels: dict[str, int]) -> bytes:
    """Compress data."""
    if encoding == "br":
        packed: bytes = brotli.compress(data, quality=levels["br"])
        return packed
    return gzip.compress(data, levels["gzip"], mtime=0)


@lru_cache(maxsize=16)
def _pack_quickly(data: bytes, encoding: str) -> bytes:
    """Cached, because hundreds of phones fetch the same page after a save."""
    return pack(data, encoding, QUICK)


def compress(response: Response) -> Response:
    """Compress a response."""
    is_small = response.direct_passthrough or (response.content_length or 0) < SMALLEST
    if is_small or response.mimetype not in TYPES:
        return response
    response.vary.add("Accept-Encoding")
    encoding = choose_encoding()
    if encoding is None or response.is_streamed or response.content_encoding:
        return response
    response.set_data(_pack_quickly(response.get_data(), encoding))
    response.content_encoding = encoding
    return response
