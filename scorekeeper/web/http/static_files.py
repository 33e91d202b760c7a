"""Style, script and pictures: compressed once, and kept by phones for good.

The address of every file carries the release: `/static/<release>/js/page.js`. Modules import each other by relative
paths, so an imported module has the same release in its address, and phones may keep all of them forever.
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

#: Files that travel as one: the pieces of a stylesheet stay readable, and a page asks once.
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

#: Every response carries the release under this name: what comes without it comes from somebody on the way.
MARK = "Rook-Release"
FOREVER = "public, max-age=31536000, immutable"
#: Asked for under another release, by a page that was opened before an update: nothing may be kept.
NOW_ONLY = "no-store"


@dataclass(frozen=True)
class StaticFile:
    """A file with its compressed forms, by encoding."""

    mimetype: str
    plain: bytes
    packed: dict[str, bytes]


def register(app: Flask) -> None:
    """Serve the static folder under the release of its files."""
    app.extensions["release"] = release_of(Path(app.static_folder or ""))
    app.add_url_rule("/static/<release>/<path:filename>", "static", send_static)
    app.url_defaults(_name_release)


def release_of(folder: Path) -> str:
    """A short name for exactly these files."""
    digest = sha256()
    for name in names_in(folder):
        digest.update(name.encode() + b"\0" + sha256((folder / name).read_bytes()).digest())
    return digest.hexdigest()[:10]


def names_in(folder: Path) -> list[str]:
    """The names of all files in a folder, in a fixed order."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def served_names(folder: Path) -> list[str]:
    """The names that pages ask for: bundles instead of their pieces."""
    pieces = {str(Path(name).with_name(f"{piece}.css")) for name, bundle in BUNDLES.items() for piece in bundle}
    return sorted({*names_in(folder), *BUNDLES} - pieces)


def current_release() -> str:
    """The release of the running app."""
    return str(current_app.extensions["release"])


def send_static(release: str, filename: str) -> Response:
    """A file in the best encoding that the browser takes."""
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
    """Where a file lies, or the pieces of a bundle; None for a name that leads out of the folder."""
    folder = current_app.static_folder or ""
    if filename in BUNDLES:
        return [str(Path(folder, filename).with_name(f"{piece}.css")) for piece in BUNDLES[filename]]
    return [safe_join(folder, filename)]


@lru_cache(maxsize=256)
def load(*paths: str) -> StaticFile:
    """Read files as one and compress it thoroughly, once in the life of a process."""
    mimetype = mimetypes.guess_type(paths[0])[0] or "application/octet-stream"
    plain = b"".join(Path(path).read_bytes() for path in paths)
    packed = {name: pack(plain, name, THOROUGH) for name in ENCODINGS} if mimetype in TYPES else {}
    return StaticFile(mimetype, plain, packed)


def _name_release(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint == "static":
        values.setdefault("release", current_release())
