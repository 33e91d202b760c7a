"""Static files: compressed once, and cached by browsers without expiry.

The URL of every file contains the release: `/static/<release>/js/page.js`. Modules import each other by relative
paths, so an imported module has the same release in its URL, and browsers may cache all of them forever.
"""

from __future__ import annotations

import mimetypes
import os.path
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, current_app
from werkzeug.security import safe_join

from scorekeeper.web.http.compression import ENCODINGS, THOROUGH, TYPES, choose_encoding, pack

#: The files of the main stylesheet, which are sent as one bundle.
PIECES = (
    "tokens",
    "layout",
    "parts",
    "play",
    "hands",
    "entry",
    "fields",
    "bids",
    "tally",
    "board",
    "clubs",
    "clock",
    "standings",
    "rulings",
    "offline",
    "wide",
)
BUNDLES = {"css/app.css": PIECES, "css/embed.css": ("tokens", "embedded")}

#: Header with the release on every response. A response without it comes from something else, such as a captive portal.
MARK = "Rook-Release"
FOREVER = "public, max-age=31536000, immutable"
#: For a file of another release, requested by a page from before an update: must not be cached.
NOW_ONLY = "no-store"


@dataclass(frozen=True)
class StaticFile:
    """A file with its compressed versions, by encoding."""

    mimetype: str
    plain: bytes
    packed: dict[str, bytes]


def register(app: Flask) -> None:
    """Serve the static folder under its release."""
    app.extensions["release"] = release_of(Path(app.static_folder or ""))
    app.add_url_rule("/static/<release>/<path:filename>", "static", send_static)
    app.url_defaults(_name_release)


def release_of(folder: Path) -> str:
    """A short hash of these files."""
    digest = sha256()
    for name in names_in(folder):
        digest.update(name.encode() + b"\0" + sha256((folder / name).read_bytes()).digest())
    return digest.hexdigest()[:10]


def names_in(folder: Path) -> list[str]:
    """The names of all files in a folder, in a fixed order."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def served_names(folder: Path) -> list[str]:
    """The names that pages request: bundles instead of the files in them."""
    pieces = {str(Path(name).with_name(f"{piece}.css")) for name, bundle in BUNDLES.items() for piece in bundle}
    return sorted({*names_in(folder), *BUNDLES} - pieces)


def current_release() -> str:
    """The release of the running app."""
    return str(current_app.extensions["release"])


def send_static(release: str, filename: str) -> Response:
    """Send a file in the best encoding that the browser accepts."""
    paths = paths_of(filename)
    if not all(path is not None and os.path.isfile(path) for path in paths):
        abort(404)
    file = load(*map(str, paths))
    encoding = choose_encoding(file.packed)
    response = Response(file.packed[encoding] if encoding else file.plain, mimetype=file.mimetype)
    if encoding:
        response.content_encoding = encoding
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = FOREVER if release == current_release() else NOW_ONLY
    return response


def paths_of(filename: str) -> list[str | None]:
    """The path of a file, or the paths of a bundle. None for a name outside the folder."""
    folder = current_app.static_folder or ""
    if filename in BUNDLES:
        return [str(Path(folder, filename).with_name(f"{piece}.css")) for piece in BUNDLES[filename]]
    return [safe_join(folder, filename)]


@lru_cache(maxsize=256)
def load(*paths: str) -> StaticFile:
    """Read files as one and compress them at the highest level, once per process."""
    mimetype = mimetypes.guess_type(paths[0])[0] or "application/octet-stream"
    plain = b"".join(Path(path).read_bytes() for path in paths)
    packed = {name: pack(plain, name, THOROUGH) for name in ENCODINGS} if mimetype in TYPES else {}
    return StaticFile(mimetype, plain, packed)


def _name_release(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint == "static":
        values.setdefault("release", current_release())
