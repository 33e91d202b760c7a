"""The app factory."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from flask_wtf import CSRFProtect
from werkzeug.exceptions import BadHost, SecurityError
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.actions.errors import NotAllowedError, NotFoundError, NotYoursError
from scorekeeper.actions.startup import DATABASE_ERRORS, UNSTORABLE, open_database
from scorekeeper.web import api, error_pages, template_filters
from scorekeeper.web.blueprints import UNMARKED, blueprints
from scorekeeper.web.cache import MOST_PAGES, Cache
from scorekeeper.web.http import request_limits, static_files
from scorekeeper.web.http.compression import compress
from scorekeeper.web.http.headers import mark_private, set_common_headers
from scorekeeper.web.paths import database_address, instance, root, secret_key
from scorekeeper.web.serving import log
from scorekeeper.web.serving.log import LoggingFlask
from scorekeeper.web.serving.metrics import Metrics
from scorekeeper.web.session import SessionCookie

LARGEST_FORM = 2_000_000
#: Streams that one process serves. Further phones get 503 and retry later.
MOST_STREAMS = 1_000

ERRORS: dict[int | type[Exception], api.Handler] = {
    400: error_pages.bad_form,
    404: error_pages.not_found,
    405: error_pages.not_found,
    413: error_pages.too_large,
    BadHost: error_pages.other_host,
    SecurityError: error_pages.other_host,
    429: error_pages.too_many,
    500: error_pages.broken,
    **dict.fromkeys(DATABASE_ERRORS, error_pages.cannot_save),
    UNSTORABLE: error_pages.unstorable,
    NotFoundError: error_pages.not_found,
    NotAllowedError: error_pages.not_allowed,
    NotYoursError: error_pages.not_yours,
}


def create_app(settings: Mapping[str, Any] | None = None, folder: Path | None = None) -> Flask:
    """Create the app. `folder` contains its database."""
    place = folder or instance()
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    # Static files are served by our own route, which has the release in its path.
    templates = str(root() / "templates")
    app = LoggingFlask("scorekeeper", template_folder=templates, static_folder=None, instance_path=str(place))
    app.request_class = request_limits.CleanRequest
    app.static_folder = str(root() / "static")
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    _configure(app, place, settings or {})
    log.register(app)
    open_database(app)
    app.extensions["shared_pages"] = Cache[str](MOST_PAGES)
    app.session_interface = SessionCookie(app)
    template_filters.register(app)
    _register_pages(app)
    _protect(app)
    static_files.register(app)

    app.wsgi_app = request_limits.WholeBody(app.wsgi_app, LARGEST_FORM)  # type: ignore[method-assign]
    if proxies := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, proxies, proxies, proxies)  # type: ignore[method-assign]
    metrics = app.extensions["metrics"] = Metrics()
    app.wsgi_app = log.Observer(app, metrics)  # type: ignore[method-assign]
    return app


def _configure(app: Flask, place: Path, settings: Mapping[str, Any]) -> None:
    """Apply our defaults, then the environment, then the caller's settings."""
    app.config.update(
        DATABASE_URL=database_address(),
        MAX_CONTENT_LENGTH=LARGEST_FORM,
        MAX_FORM_MEMORY_SIZE=LARGEST_FORM,
        # Otherwise every response would set the session cookie, and a late one could overwrite a newer one.
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=timedelta(days=5 * 365),
        SESSION_COOKIE_SAMESITE="Lax",
        # A form may stay open on the table all night.
        WTF_CSRF_TIME_LIMIT=None,
        MOST_STREAMS=MOST_STREAMS,
        # Number of trusted proxies in front of the server.
        PROXIES=0,
        # Log format: text (warnings and errors) or json (requests too).
        LOG="text",
        # URL of the server for phones in the same network. Used for shared links, also if they are made at 127.0.0.1.
        PHONE_ADDRESS="",
        # Bearer token for /metrics. If empty, only loopback may read it.
        METRICS_TOKEN="",
    )
    app.config.from_prefixed_env("SCOREKEEPER")
    app.config["SECRET_KEY"] = secret_key(place)
    app.config.update(settings)
    if isinstance(hosts := app.config["TRUSTED_HOSTS"], str):
        app.config["TRUSTED_HOSTS"] = [host.strip() for host in hosts.split(",") if host.strip()] or None


def _protect(app: Flask) -> None:
    """Refuse malformed requests, and require CSRF tokens except in `UNMARKED` blueprints."""
    app.before_request(request_limits.refuse_long_forms)
    app.before_request(request_limits.refuse_nul)
    guard = CSRFProtect(app)
    for name in UNMARKED:
        guard.exempt(app.blueprints[name])


def _register_pages(app: Flask) -> None:
    """Register blueprints, error pages and response hooks. Limits come first, because they measure each request."""
    request_limits.register(app)
    for blueprint in blueprints():
        app.register_blueprint(blueprint)
    for error, page in ERRORS.items():
        app.register_error_handler(error, api.or_json(page))
    app.after_request(mark_private)
    app.after_request(set_common_headers)
    app.after_request(compress)
