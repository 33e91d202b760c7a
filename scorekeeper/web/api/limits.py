"""How many requests an address may send to the API."""

from __future__ import annotations

from flask.blueprints import BlueprintSetupState

from scorekeeper.web.api.operations import blueprint
from scorekeeper.web.api.responses import LIMITS, refusal
from scorekeeper.web.http.request_limits import API, TooManyRequests, add_allowance, take

#: Requests a second (0: no limit), and how many at once.
DEFAULTS = {"API_RATE": 20, "API_BURST": 100}


@blueprint.record
def set_up(state: BlueprintSetupState) -> None:
    """Give every app its own limit."""
    for key, value in DEFAULTS.items():
        state.app.config.setdefault(key, value)
    add_allowance(state.app.config, state.app.extensions, API)


@blueprint.before_request
def slow_down() -> None:
    """Refuse an address that sends too much, and say how long to wait."""
    try:
        take(API)
    except TooManyRequests as error:
        message = f"Too many requests from this address. Wait {error.retry_after} s, then try again."
        raise refusal(429, message, LIMITS, {"Retry-After": str(error.retry_after)}) from error
