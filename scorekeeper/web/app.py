"""The app factory: it only wires."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask, Response
from flask_wtf import CSRFProtect

from scorekeeper.actions.rights import NotAllowedError, NotFoundError
from scorekeeper.actions.setup import open_database
from scorekeeper.web import words
from scorekeeper.web.pages import errors, out, rules, share, start, table
from scorekeeper.web.places import instance, root, secret_key

#: Nothing is loaded from elsewhere, nothing is run that we did not serve.
CONTENT_SECURITY_POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
LARGEST_FORM = 2_000_000

BLUEPRINTS = (start.blueprint, rules.blueprint, table.blueprint, share.blueprint, out.blueprint)


def create_app(settings: Mapping[str, Any] | None = None, folder: Path | None = None) -> Flask:
    """The app, wired; `folder` is where its database lies."""
    place = folder or instance()
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    app = Flask(
        "scorekeeper",
        template_folder=str(root() / "templates"),
        static_folder=str(root() / "static"),
        instance_path=str(place),
    )
    app.config.update(
        SECRET_KEY=secret_key(place),
        MAX_CONTENT_LENGTH=LARGEST_FORM,
        MAX_FORM_MEMORY_SIZE=LARGEST_FORM,
        # Every answer would carry the session again, and a late one would undo what another has said.
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=timedelta(days=5 * 365),
        SESSION_COOKIE_SAMESITE="Lax",
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(days=365),
        # A form may lie open on the table for the whole evening.
        WTF_CSRF_TIME_LIMIT=None,
    )
    app.config.update(settings or {})
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    open_database(app)
    CSRFProtect(app)
    words.register(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    app.register_error_handler(404, errors.not_found)
    app.register_error_handler(NotFoundError, errors.not_found)
    app.register_error_handler(NotAllowedError, errors.not_allowed)
    app.register_error_handler(413, errors.too_large)
    app.register_error_handler(400, errors.bad_form)
    app.register_error_handler(405, errors.not_found)
    app.register_error_handler(500, errors.broken)
    app.after_request(_guarded)
    app.url_defaults(partial(_versioned, app))
    return app


def _versioned(app: Flask, endpoint: str, values: dict[str, Any]) -> None:
    """Static files carry their age in their address, so that phones may keep them for long."""
    if endpoint == "static" and app.static_folder:
        file = Path(app.static_folder, values.get("filename", ""))
        if file.is_file():
            values["v"] = int(file.stat().st_mtime)


def _guarded(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    return response
