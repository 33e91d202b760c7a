"""Endpoints for machines: health, readiness and metrics."""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, abort, current_app, request

from scorekeeper.actions.startup import DATABASE_ERRORS, is_database_ready
from scorekeeper.web.addresses import is_local
from scorekeeper.web.serving.log import RETRY_SECONDS, log_database_error
from scorekeeper.web.serving.metrics import CONTENT_TYPE, Metrics

blueprint = Blueprint("serving", __name__)
#: Headers of a proxy on this machine: the request itself comes from elsewhere.
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip")


def _plain(text: str, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store"} | ({"Retry-After": RETRY_SECONDS} if status == 503 else {})
    return Response(f"{text}\n", status, headers, "text/plain")


@blueprint.get("/health")
def health() -> Response:
    """Report that the process is running."""
    return _plain("ok")


@blueprint.get("/ready")
def ready() -> Response:
    """Report whether the database answers and has the tables of this release."""
    try:
        is_ready = is_database_ready()
    except DATABASE_ERRORS as error:
        log_database_error(error)
        return _plain("The database does not answer.", 503)
    return _plain("ready") if is_ready else _plain("The database is not of this release. Restart the server.", 503)


@blueprint.get("/metrics")
def metrics() -> Response:
    """Prometheus metrics, for requests with the bearer token. Without a token, for loopback only."""
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
