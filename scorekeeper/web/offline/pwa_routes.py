"""The app on the home screen: its manifest, its service worker, and the page shown without a network."""

from __future__ import annotations

import json
from pathlib import Path
from zlib import crc32

from flask import Blueprint, Response, current_app, render_template, url_for

blueprint = Blueprint("pwa", __name__)

#: Icons for the home screen, drawn from rook.svg; a maskable one has room to be cut round.
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),
)
#: What is kept for days without a network; phones fetch icons themselves.
KEPT = (".css", ".js", ".svg")


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone wants to know before it installs the app."""
    text = render_template("offline/manifest.webmanifest", icons=ICONS)
    return Response(text, mimetype="application/manifest+json", headers={"Cache-Control": "no-cache"})


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """The service worker, told which files belong to this release; served at the root so that it serves all pages."""
    folder = Path(current_app.static_folder or "")
    # Addresses carry the files' ages: another age is another release.
    worker = folder / "sw.js"
    files = [file for file in sorted(folder.iterdir()) if file != worker]
    addresses = {file: url_for("static", filename=file.name) for file in files}
    shell = {
        "release": f"{crc32(' '.join(addresses.values()).encode()):x}",
        "files": [each for file, each in addresses.items() if file.suffix in KEPT],
        # Modules name each other without an age.
        "modules": [
            each.partition("?")[0] for file, each in addresses.items() if file.suffix == ".js" and file != worker
        ],
        "shell": url_for("sync.shell"),
        "nothing": url_for("pwa.nothing"),
    }
    text = f"const SHELL = {json.dumps(shell)};\n{worker.read_text('utf-8')}"
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return Response(text, mimetype="text/javascript", headers=headers)


@blueprint.get("/no-network")
def nothing() -> str:
    """What the service worker shows for a page that it has never seen."""
    return render_template(
        "shared/error.html",
        title="No network just now",
        text="This page was never opened on this phone. What you entered elsewhere is kept.",
    )
