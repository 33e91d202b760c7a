"""Stored games and hands as JSON, and the errors of a change."""

from __future__ import annotations

from typing import Any, NoReturn

from flask import Response, abort, url_for

from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.table.access import Table, device_name
from scorekeeper.actions.table.games import InvalidRecord
from scorekeeper.actions.table.hands import Conflict, EndsEarlier, Result, Saved
from scorekeeper.rules import BY_SLUG
from scorekeeper.web.api.protocol import MATCH, error_response, refuse, with_etag

#: The addresses of a game, by what they hold.
PLACES = {"self": "api.game", "record": "api.record", "hands": "api.hands_so_far", "versions": "api.versions"}


def game(table: Table) -> dict[str, Any]:
    """A game, its sheet, and where its other parts are."""
    stored = table.game
    links = {name: url_for(place, game_id=stored.id) for name, place in PLACES.items()}
    return {
        "id": stored.id,
        "game": stored.slug,
        "name": BY_SLUG[stored.slug].name,
        "role": table.role,
        "revision": stored.revision,
        "created": stored.created_at.isoformat(),
        "changed": stored.changed_at.isoformat(),
        "sheet": table.sheet.as_json(),
        "links": {**links, "page": url_for("table.page", game_id=stored.id)},
    }


def hand(version: Any) -> dict[str, Any]:
    """One version of a hand; its facts are null if it was deleted."""
    return {
        "hand": version.hand,
        "version": version.number,
        "facts": version.facts,
        "done": version.done,
        "at": version.at.isoformat(),
        "device": device_name(version.device_id),
        "links": {
            "self": url_for("api.one_hand", game_id=version.game_id, hand=version.hand),
            "game": url_for("api.game", game_id=version.game_id),
        },
    }


def hand_response(table: Table, number: int, deleted: bool = False) -> Response:
    """The current version of a hand, with its ETag."""
    all_versions = table.game.versions if deleted else table.hands
    versions = [version for version in all_versions if version.hand == number]
    if not versions:
        raise NotFoundError(table.game.id)
    return with_etag(hand(versions[-1]), versions[-1].number)


def require_saved(result: Result, slug: str) -> Saved:
    """Return what was saved, or end the request with the error."""
    if isinstance(result, InvalidRecord):
        abort(error_response(422, result.faults))
    if isinstance(result, Conflict):
        refuse_stale("Somebody changed this hand after you read it", hand(result.theirs), result.theirs.number)
    if isinstance(result, EndsEarlier):
        numbers = ", ".join(map(str, result.dropped))
        message = (
            f"This change ends the game before later hands ({numbers}). Send it with confirmed=true to delete them."
        )
        refuse(409, message, f"{slug}.after-end", dropped=list(result.dropped))
    return result


def refuse_stale(message: str, current: dict[str, Any], version: int) -> NoReturn:
    """End the request of a sender who has an old version; the error has the current one."""
    text = f"{message}. Nothing was written. See “current”, then send your change with its ETag."
    refuse(412, text, MATCH, {"ETag": f'"{version}"'}, current=current)
