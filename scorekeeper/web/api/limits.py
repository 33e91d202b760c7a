"""How many requests an address may send to the API."""

from __future__ import annotations

import math
import time

from flask import current_app, request
from flask.blueprints import BlueprintSetupState

from scorekeeper.actions.throttle import Throttle, TokenBucket
from scorekeeper.web.api.operations import blueprint
from scorekeeper.web.api.responses import LIMITS, refusal

#: Requests a second (0: no limit), and how many at once.
DEFAULTS = {"API_RATE": 20, "API_BURST": 100}


@blueprint.record
def set_up(state: BlueprintSetupState) -> None:
    """Give every app its own throttle."""
    config = state.app.config
    for key, value in DEFAULTS.items():
        config.setdefault(key, value)
    policy = TokenBucket(config["API_RATE"], config["API_BURST"])
    state.app.extensions["api_throttle"] = Throttle(policy, config.get("API_CLOCK", time.monotonic))


@blueprint.before_request
def slow_down() -> None:
    """Refuse an address that sends too much, and say how long to wait."""
    throttle: Throttle = current_app.extensions["api_throttle"]
    if wait := throttle.wait(request.remote_addr or ""):
        seconds = math.ceil(wait)
        message = f"Too many requests from this address. Wait {seconds} s, then try again."
        raise refusal(429, message, LIMITS, {"Retry-After": str(seconds)})
