"""The app factory: it only wires."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask, Response
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.actions.errors import NotAllowedError, NotFoundError, NotYoursError
from scorekeeper.actions.startup import open_database
from scorekeeper.web import api, error_pages, template_filters
from scorekeeper.web.about import routes as about_routes
from scorekeeper.web.account import routes as account_routes
from scorekeeper.web.club import member_routes
from scorekeeper.web.club import routes as club_routes
from scorekeeper.web.finish import picture_routes
from scorekeeper.web.http import static_files
from scorekeeper.web.http.compression import compress
from scorekeeper.web.http.page_cache import PageCache
from scorekeeper.web.http.session_cookie import SessionCookie
from scorekeeper.web.night import checkin_routes, round_routes
from scorekeeper.web.night import routes as night_routes
from scorekeeper.web.night import setup_routes as night_setup_routes
from scorekeeper.web.night import table_routes as night_table_routes
from scorekeeper.web.offline import pwa_routes
from scorekeeper.web.offline import routes as offline_routes
from scorekeeper.web.paths import instance, root, secret_key
from scorekeeper.web.preferences import routes as preferences_routes
from scorekeeper.web.rules import routes as rules_routes
from scorekeeper.web.season import edit_routes as season_edit_routes
from scorekeeper.web.season import export_routes as season_export_routes
from scorekeeper.web.season import import_routes as season_import_routes
from scorekeeper.web.season import routes as season_routes
from scorekeeper.web.settle import routes as settle_routes
from scorekeeper.web.statistics import routes as statistics_routes
from scorekeeper.web.table import export_routes, live_routes, names_routes, share_routes, start_routes
from scorekeeper.web.table import routes as table_routes

#: Nothing is loaded from elsewhere, nothing is run that we did not serve.
CONTENT_SECURITY_POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
LARGEST_FORM = 2_000_000
#: So many phones may follow games in one process; further ones are told to come again.
MOST_STREAMS = 1000

#: A score sheet, its rules and disputes; phones that follow, install and go on without network; programs.
PAGES = (
    start_routes,
    rules_routes,
    table_routes,
    names_routes,
    share_routes,
    picture_routes,
    export_routes,
    settle_routes,
    live_routes,
    pwa_routes,
    offline_routes,
    preferences_routes,
    about_routes,
    statistics_routes,
    api,
)
#: A club's people, seasons and nights.
CLUB = (
    account_routes,
    club_routes,
    member_routes,
    season_routes,
    season_import_routes,
    season_export_routes,
    season_edit_routes,
    night_setup_routes,
    checkin_routes,
    night_routes,
    round_routes,
    night_table_routes,
)

ERRORS: dict[int | type[Exception], api.Handler] = {
    400: error_pages.bad_form,
    404: error_pages.not_found,
    405: error_pages.not_found,
    413: error_pages.too_large,
    500: error_pages.broken,
    NotFoundError: error_pages.not_found,
    NotAllowedError: error_pages.not_allowed,
    NotYoursError: error_pages.not_yours,
}


def create_app(settings: Mapping[str, Any] | None = None, folder: Path | None = None) -> Flask:
    """The app, wired; `folder` is where its database lies."""
    place = folder or instance()
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    # Our own route serves static files, under the name of the release.
    app = Flask("scorekeeper", template_folder=str(root() / "templates"), static_folder=None, instance_path=str(place))
    app.static_folder = str(root() / "static")
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    _configure(app, place, settings or {})
    open_database(app)
    app.extensions["page_cache"] = PageCache()
    app.session_interface = SessionCookie(app)
    _protect(app)
    template_filters.register(app)
    _register_pages(app)
    static_files.register(app)
    if proxies := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, proxies, proxies, proxies)  # type: ignore[method-assign]
    return app


def _configure(app: Flask, place: Path, settings: Mapping[str, Any]) -> None:
    """Our defaults, then the environment, then the caller's settings."""
    app.config.update(
        SECRET_KEY=secret_key(place),
        MAX_CONTENT_LENGTH=LARGEST_FORM,
        MAX_FORM_MEMORY_SIZE=LARGEST_FORM,
        # Every answer would carry the session again, and a late one would undo what another has said.
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=timedelta(days=5 * 365),
        SESSION_COOKIE_SAMESITE="Lax",
        # A form may lie open on the table for the whole night.
        WTF_CSRF_TIME_LIMIT=None,
        MOST_STREAMS=MOST_STREAMS,
        # How many proxies stand in front and are believed: none, unless somebody says so.
        PROXIES=0,
    )
    app.config.from_prefixed_env("SCOREKEEPER")
    app.config.update(settings)


def _protect(app: Flask) -> None:
    """Forms need their own mark, except those that no other site can send."""
    guard = CSRFProtect(app)
    # A program writes by a key in its header, never by a cookie; what a phone sends late says where it comes from.
    guard.exempt(api.blueprint)
    guard.exempt(offline_routes.blueprint)


def _register_pages(app: Flask) -> None:
    """Every blueprint, every error page, and what is done with each response."""
    for pages in (*PAGES, *CLUB):
        app.register_blueprint(pages.blueprint)
    for error, page in ERRORS.items():
        app.register_error_handler(error, api.or_json(page))
    app.after_request(_set_common_headers)
    app.after_request(compress)


def _set_common_headers(response: Response) -> Response:
    """What protects a page, and the mark by which phones know our own answers and a new release."""
    response.headers[static_files.MARK] = static_files.current_release()
    response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    return response
