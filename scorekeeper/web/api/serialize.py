"""Stored games as JSON, and what became of a change."""

from __future__ import annotations

from typing import Any

from flask import Response, url_for

from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.table.access import Table
from scorekeeper.actions.table.games import InvalidRecord
from scorekeeper.actions.table.hands import Conflict, EndsEarlier, Result, Saved
from scorekeeper.rules import BY_SLUG, Fault
from scorekeeper.web.api.responses import MATCH, ApiError, refusal, with_etag

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
        "device": version.device.name,
        "links": {
            "self": url_for("api.one_hand", game_id=version.game_id, hand=version.hand),
            "game": url_for("api.game", game_id=version.game_id),
        },
    }


def told(table: Table, number: int, deleted: bool = False) -> Response:
    """The version in force of a hand, with its mark."""
    versions = table.game.versions if deleted else table.hands
    found = [version for version in versions if version.hand == number]
    if not found:
        raise NotFoundError(table.game.id)
    return with_etag(hand(found[-1]), found[-1].number)


def saved(result: Result, slug: str) -> Saved:
    """What was saved, or why it was not."""
    if isinstance(result, InvalidRecord):
        raise ApiError(422, result.faults)
    if isinstance(result, Conflict):
        raise stale("Somebody has changed this hand since you read it", hand(result.theirs), result.theirs.number)
    if isinstance(result, EndsEarlier):
        numbers = ", ".join(map(str, result.dropped))
        message = (
            f"With this the game is over before later hands ({numbers}): send it with confirmed=true to drop them."
        )
        raise ApiError(409, (Fault(message, f"{slug}.after-end"),), {"dropped": list(result.dropped)})
    return result


def stale(message: str, current: dict[str, Any], mark: int) -> ApiError:
    """The sender has an old version: here is the one in force."""
    said = f"{message}: nothing was written. Look at “current”, then send it with its ETag."
    return refusal(412, said, MATCH, {"ETag": f'"{mark}"'}, current=current)
