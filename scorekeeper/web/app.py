"""The app factory: it only wires."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.actions.clubrights import NotYoursError
from scorekeeper.actions.rights import NotAllowedError, NotFoundError
from scorekeeper.actions.setup import open_database
from scorekeeper.web import api, words
from scorekeeper.web.kept import Kept
from scorekeeper.web.pages import (
    account,
    checkin,
    clubs,
    draw,
    errors,
    installed,
    live,
    members,
    night,
    nights,
    nighttables,
    out,
    rules,
    season,
    season_in,
    season_out,
    season_set,
    settle,
    share,
    start,
    sync,
    table,
)
from scorekeeper.web.places import instance, root, secret_key

#: Nothing is loaded from elsewhere, nothing is run that we did not serve.
CONTENT_SECURITY_POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
LARGEST_FORM = 2_000_000
#: So many phones may follow games in one process; further ones are told to come again.
MOST_STREAMS = 1000

#: A score sheet, its rules and disputes; phones that follow, install and go on without network; programs.
PAGES = (start, rules, table, share, out, settle, live, installed, sync, api)
#: A club's people, seasons and nights.
CLUB = (account, clubs, members, season, season_in, season_out, season_set, nights, checkin, night, draw, nighttables)

ERRORS: dict[int | type[Exception], api.Handler] = {
    400: errors.bad_form,
    404: errors.not_found,
    405: errors.not_found,
    413: errors.too_large,
    500: errors.broken,
    NotFoundError: errors.not_found,
    NotAllowedError: errors.not_allowed,
    NotYoursError: errors.not_yours,
}


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
        MOST_STREAMS=MOST_STREAMS,
        # How many proxies stand in front and are believed: none, unless somebody says so.
        PROXIES=0,
    )
    app.config.from_prefixed_env("SCOREKEEPER")
    app.config.update(settings or {})
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    open_database(app)
    app.extensions["kept"] = Kept()
    guard = CSRFProtect(app)
    # A program writes by a key in its header, never by a cookie; what a phone sends late says where it comes from.
    guard.exempt(api.blueprint)
    guard.exempt(sync.blueprint)
    words.register(app)
    for pages in (*PAGES, *CLUB):
        app.register_blueprint(pages.blueprint)
    for error, page in ERRORS.items():
        app.register_error_handler(error, api.or_json(page))
    app.after_request(_guarded)
    app.url_defaults(partial(_versioned, app))
    if proxies := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, proxies, proxies, proxies)  # type: ignore[method-assign]
    return app


def _versioned(app: Flask, endpoint: str, values: dict[str, Any]) -> None:
    """Static files carry their age in their address, so that phones may keep them for long."""
    if endpoint == "static" and app.static_folder:
        file = Path(app.static_folder, values.get("filename", ""))
        if file.is_file():
            values["v"] = int(file.stat().st_mtime)


def _guarded(response: Response) -> Response:
    if request.endpoint == "static" and "v" not in request.args:
        # A module that another one names: its address has no age, so it is asked for.
        response.headers["Cache-Control"] = "no-cache"
    response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    return response
