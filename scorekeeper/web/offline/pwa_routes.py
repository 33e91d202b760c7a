"""The app on the home screen: its manifest, its service worker, and the page shown without a network."""

from __future__ import annotations

import json
from pathlib import Path

from flask import Blueprint, Response, current_app, render_template, url_for

from scorekeeper.web.http.static_files import current_release, served_names

blueprint = Blueprint("pwa", __name__)

#: Icons for the home screen, drawn from rook.svg; a maskable one has room to be cut round.
ICONS = (
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/icon-maskable.png", "512x512", "maskable"),
)
#: Kinds of files that the service worker stores; phones fetch icons themselves.
STORED = (".css", ".js", ".svg")
WORKER = "js/service-worker.js"


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone wants to know before it installs the app."""
    text = render_template("offline/manifest.webmanifest", icons=ICONS)
    return Response(text, mimetype="application/manifest+json", headers={"Cache-Control": "no-cache"})


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """The service worker with the list of this release's files; served at the root so that it controls all pages."""
    text = f"const SHELL = {json.dumps(_shell())};\n{(_static() / WORKER).read_text('utf-8')}"
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return Response(text, mimetype="text/javascript", headers=headers)


def _static() -> Path:
    return Path(current_app.static_folder or "")


def _shell() -> dict[str, str | list[str]]:
    """What the service worker stores, and a name for this release."""
    names = [name for name in served_names(_static()) if name != WORKER and name.endswith(STORED)]
    return {
        "release": current_release(),
        "files": [url_for("static", filename=name) for name in names],
        "shell": url_for("sync.shell"),
        "nothing": url_for("pwa.nothing"),
    }


@blueprint.get("/no-network")
def nothing() -> str:
    """What the service worker shows for a page that it has never seen."""
    return render_template(
        "shared/error.html",
        title="No network right now",
        text="This page has not been opened on this phone before. Your entries are safe.",
    )
