"""The app factory."""

from __future__ import annotations

from flask import Flask, Response

from scorekeeper.web import pages
from scorekeeper.web.places import root

#: Nothing is loaded from elsewhere, nothing is run that we did not serve.
CONTENT_SECURITY_POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"


def create_app() -> Flask:
    """The app, wired."""
    app = Flask("scorekeeper", template_folder=str(root() / "templates"), static_folder=str(root() / "static"))
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.register_blueprint(pages.blueprint)
    app.register_error_handler(404, pages.not_found)
    app.after_request(_guarded)
    return app


def _guarded(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    return response
