"""Stored games, with the rights of their links: the watch key reads, the scorer key also writes.

A cookie may read (it is the same browser's), but only a key in the Authorization header may
write: no other site can make a browser send that, so these addresses need no form's mark.
The body is read before the database is asked, so that nobody waits for a slow sender.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Response, url_for

from scorekeeper.actions.table import api_keys, hands
from scorekeeper.actions.table.access import Table
from scorekeeper.actions.table.games import InvalidRecord
from scorekeeper.web.api import request_headers, serialize
from scorekeeper.web.api.operations import READER, SCORER, operation
from scorekeeper.web.api.responses import (
    ApiError,
    json_response,
    no_content,
    request_document,
    with_etag,
)
from scorekeeper.web.http.request_limits import NEW_GAMES, limit

KEYS_NOTE = "The keys appear only in this response, so save them."
TWICE = "A request sent twice with the same Idempotency-Key is saved once. The second response is 200."
CHANGE: dict[str, Any] = {"rights": SCORER, "takes": ("if_match_needed", "idempotency", "confirmed")}
EARLIER = "A change that ends the game before later hands gets 409 with their numbers unless it is confirmed."


@operation("POST", "/t", "Started", status=201, body="Record", text=KEYS_NOTE)
def start() -> Response:
    """Start a game from a record and get its keys."""
    document = request_document()
    limit(NEW_GAMES)
    game = api_keys.start(document)
    if isinstance(game, InvalidRecord):
        raise ApiError(422, game.faults)
    own = {"scorer": game.scorer_key, "watch": game.watch_key}
    join = {role: url_for("share.join", game_id=game.id, key=key) for role, key in own.items()}
    document = serialize.game(api_keys.require_viewer(game.id, game.scorer_key)) | {"keys": own, "join": join}
    return json_response(
        document, 201, {"Location": url_for("api.game", game_id=game.id), "ETag": f'"{game.revision}"'}
    )


@operation("GET", "/t/<game_id>", "Game", rights=READER)
def game(game_id: str) -> Response:
    """A stored game: its sheet, your role, where to go on."""
    table = request_headers.table(game_id)
    return with_etag(serialize.game(table), table.game.revision)


@operation("GET", "/t/<game_id>/record", "Record", rights=READER)
def record(game_id: str) -> Response:
    """Its record: facts only, as the command line reads them."""
    table = request_headers.table(game_id)
    return with_etag(table.record, table.game.revision)


@operation("GET", "/t/<game_id>/versions", "Versions", rights=READER)
def versions(game_id: str) -> Response:
    """Its history: every version of every hand, the oldest first."""
    table = request_headers.table(game_id)
    force = {version.id for version in table.hands}
    versions = [serialize.hand(version) | {"in_force": version.id in force} for version in table.game.versions]
    return with_etag({"revision": table.game.revision, "versions": versions}, table.game.revision)


@operation("GET", "/t/<game_id>/hands", "Hands", rights=READER)
def hands_so_far(game_id: str) -> Response:
    """Its hands in order, each with what it was worth."""
    table = request_headers.table(game_id)
    scored = [hand.as_json() for hand in table.sheet.hands]
    hands = [
        serialize.hand(version) | {"place": place, "scored": scored[place - 1] if place <= len(scored) else None}
        for place, version in enumerate(table.hands, 1)
    ]
    return with_etag({"revision": table.game.revision, "hands": hands}, table.game.revision)


@operation(
    "POST",
    "/t/<game_id>/hands",
    "Hand",
    status=201,
    body="Facts",
    rights=SCORER,
    takes=("if_match", "idempotency"),
    text=TWICE,
)
def add_hand(game_id: str) -> Response:
    """Write down a new hand: a whole one, or the bid with “open”."""
    key, facts, token = request_headers.key(), request_document(), request_headers.token()
    table, saved = _add(game_id, key, facts, token)
    response = serialize.hand_response(replace(table), saved.hand, deleted=True)
    response.status_code = 200 if saved.again else 201
    response.headers["Location"] = url_for("api.one_hand", game_id=game_id, hand=saved.hand)
    return response


@hands.retry_if_changed
def _add(game_id: str, key: str, facts: hands.Facts, token: str) -> tuple[Table, hands.Saved]:
    """The game with a new hand."""
    table = api_keys.require_scorer(game_id, key)
    revision = request_headers.matching_revision(table.game.revision) if request_headers.is_conditional() else None
    result = hands.add(table, facts, token, revision)
    if isinstance(result, hands.Stale):
        raise serialize.stale("Somebody changed the game after you read it", serialize.game(table), table.game.revision)
    return table, serialize.require_saved(result, table.game.slug)


@operation("GET", "/t/<game_id>/hands/<int:hand>", "Hand", rights=READER)
def one_hand(game_id: str, hand: int) -> Response:
    """One hand as it stands."""
    return serialize.hand_response(request_headers.table(game_id), hand)


@operation("PUT", "/t/<game_id>/hands/<int:hand>", "Hand", body="Facts", text=EARLIER, **CHANGE)
def change_hand(game_id: str, hand: int) -> Response:
    """Correct a hand, finish an open one, or bring back a deleted one."""
    key, entry = request_headers.key(), request_headers.entry(hand, request_document())
    return serialize.hand_response(replace(_change(game_id, key, entry, hands.save)), hand)


@operation("DELETE", "/t/<game_id>/hands/<int:hand>", None, status=204, text=EARLIER, **CHANGE)
def delete_hand(game_id: str, hand: int) -> Response:
    """Take a hand out; its versions stay in the history."""
    key, entry = request_headers.key(), request_headers.entry(hand, None)
    _change(game_id, key, entry, hands.delete)
    return no_content()


@hands.retry_if_changed
def _change(game_id: str, key: str, entry: hands.Entry, change: Callable[[Table, hands.Entry], hands.Result]) -> Table:
    """The game with a changed hand."""
    table = api_keys.require_scorer(game_id, key)
    serialize.require_saved(change(table, request_headers.with_base(entry, table)), table.game.slug)
    return table
