"""What machines ask the server about itself: is it there, is it ready, how much does it do."""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, abort, current_app, request

from scorekeeper.actions.startup import DATABASE_ERRORS, is_database_ready
from scorekeeper.web.addresses import is_local
from scorekeeper.web.serving.log import RETRY_SECONDS, log_database_error
from scorekeeper.web.serving.metrics import CONTENT_TYPE, Metrics

blueprint = Blueprint("serving", __name__)
#: With one of these, the request comes from elsewhere, through a proxy on this machine.
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip")


def _plain(text: str, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store"} | ({"Retry-After": RETRY_SECONDS} if status == 503 else {})
    return Response(f"{text}\n", status, headers, "text/plain")


@blueprint.get("/health")
def health() -> Response:
    """The process answers."""
    return _plain("ok")


@blueprint.get("/ready")
def ready() -> Response:
    """The database answers, and its tables are those of this release."""
    try:
        is_ready = is_database_ready()
    except DATABASE_ERRORS as error:
        log_database_error(error)
        return _plain("The database does not answer.", 503)
    return _plain("ready") if is_ready else _plain("The database is not of this release. Restart the server.", 503)


@blueprint.get("/metrics")
def metrics() -> Response:
    """Figures for Prometheus; for this machine, or whoever has the token."""
    if not _may_read():
        abort(404)
    figures: Metrics = current_app.extensions["metrics"]
    text = figures.text(len(current_app.extensions["hub"]))
    return Response(text, headers={"Cache-Control": "no-store"}, content_type=CONTENT_TYPE)


def _may_read() -> bool:
    token = str(current_app.config["METRICS_TOKEN"] or "")
    if token:
        return secrets.compare_digest(request.headers.get("Authorization", "").encode(), f"Bearer {token}".encode())
    return is_local(request.remote_addr or "") and not any(name in request.headers for name in FORWARDED)
