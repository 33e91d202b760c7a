"""What a request about a stored game brings along: its key, the version it means, its own mark."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from flask import request

from scorekeeper.actions.table import access, api_keys
from scorekeeper.actions.table.access import Table
from scorekeeper.actions.table.hands import Entry, Facts
from scorekeeper.web.api.responses import ADDRESS, KEY, MATCH, refusal
from scorekeeper.web.device import device_id

LONGEST_MARK = 200
NO_KEY = "Send a key of the game as “Authorization: Bearer <key>”. A cookie can read but not write."
NO_MATCH = "Say which version you are changing: send the hand's ETag as If-Match."
#: No version has this number.
NONE = -1


def key() -> str:
    """The key in the Authorization header."""
    kind, _, value = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not value.strip():
        raise refusal(401, NO_KEY, KEY, {"WWW-Authenticate": "Bearer"})
    return value.strip()


def table(game_id: str) -> Table:
    """The game as the key, or else this browser's cookie, lets it be seen."""
    if device_id() and "Authorization" not in request.headers:
        return access.require_viewer(device_id(), game_id)
    return api_keys.require_viewer(game_id, key())


def token() -> str:
    """The request's own mark, good for this method of this address only; nothing if it has none."""
    mark = request.headers.get("Idempotency-Key")
    if mark is None:
        return ""
    if not 1 <= len(mark) <= LONGEST_MARK:
        raise refusal(422, f"An Idempotency-Key must have 1 to {LONGEST_MARK} characters.", MATCH)
    return hashlib.sha256(f"{request.method} {request.path} {mark}".encode()).hexdigest()[:40]


def entry(hand: int, facts: Facts | None) -> Entry:
    """A change of a hand; which version it is based upon is looked up later."""
    if not is_conditional():
        raise refusal(428, NO_MATCH, MATCH)
    return Entry(hand, NONE, facts, token(), _confirmed())


def with_base(change: Entry, table: Table) -> Entry:
    """The change with the version that it names, if that one is still in force."""
    current = [version for version in table.game.versions if version.hand == change.hand][-1:]
    # An asterisk means whatever is there; a deleted hand is not there.
    matching = [version for version in current if version.facts is not None or not request.if_match.star_tag]
    return replace(change, base=matching_revision(matching[0].number) if matching else NONE)


def is_conditional() -> bool:
    """The request says which version it means, even if nobody can read it."""
    return bool(request.headers.get("If-Match", "").strip())


def matching_revision(number: int) -> int:
    """This number if the request names it, or none."""
    return number if request.if_match.contains(str(number)) else NONE


def _confirmed() -> bool:
    value = request.args.get("confirmed", "false")
    if value not in ("true", "false"):
        raise refusal(422, "“confirmed” must be true or false.", ADDRESS)
    return value == "true"
