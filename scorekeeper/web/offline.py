"""Playing without a network: the installed app, its data and its sync."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.errors import NotAllowedError, NotFoundError
from scorekeeper.actions.names import replace_half_characters
from scorekeeper.actions.table import games, hands
from scorekeeper.actions.table.access import Table, device_name, require_scorer_view, require_viewer
from scorekeeper.rules import BY_SLUG, GAMES, Fault, read
from scorekeeper.rules.document import MOST_PLAYERS
from scorekeeper.rules.script_facts import describe_options, facts, option_patches
from scorekeeper.web.device import device_id, known_device_id
from scorekeeper.web.http.request_limits import NEW_GAMES, limit
from scorekeeper.web.http.static_files import current_release, served_names
from scorekeeper.web.table.hand_form import WHOLE, game_copy, hand_entry
from scorekeeper.web.table.views import at_table, view

blueprint = Blueprint("offline", __name__)

#: A form on another site cannot set it.
HEADER = "X-Rook"
#: A name for a game as `new_key` makes them.
KEY = re.compile(r"[A-Za-z0-9_-]{22}")
USUAL_PLAYERS = 4
LARGEST_BODY = 1_000_000
FIGURES = ("hand", "base")


@blueprint.get("/offline")
def shell() -> Response:
    """A page without personal data; script fills it from what the phone stores."""
    response = Response(render_template("offline/shell.html", most_players=MOST_PLAYERS))
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/offline/kits.json")
def kits() -> Response:
    """Every game by its defaults, for every number of players, and its presets: enough to start without network."""
    plain, packed = _all_kits()
    # All clients share these bytes, however many do not read them.
    if request.accept_encodings.quality("gzip"):
        headers = {"Vary": "Accept-Encoding", "Content-Encoding": "gzip"}
        return Response(packed, mimetype="application/json", headers=headers)
    return Response(plain, mimetype="application/json", headers={"Vary": "Accept-Encoding"})


@lru_cache(maxsize=1)
def _all_kits() -> tuple[bytes, bytes]:
    """The kits as JSON, plain and compressed."""
    kits = [kit(game.slug, players, ()) for game in GAMES for players in game.players]
    kits += [
        kit(game.slug, preset.players, tuple(sorted(preset.options.items())))
        for game in GAMES
        for preset in game.presets
        if preset.options
    ]
    plain = json.dumps(kits).encode()
    return plain, gzip.compress(plain, mtime=0)


@lru_cache(maxsize=128)
def kit(slug: str, players: int, options: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
    """What a table of this kind needs: the facts, and the form of a hand with numbers for names."""
    table = games.sample_table(slug, players, dict(options))
    entry = hand_entry(table, WHOLE, 1, alive=False)
    form = render_template("table/form.html", table=view(table), entry=entry, outcome="", bare=True)
    game, known = BY_SLUG[slug], facts(*at_table(table))
    return {
        "facts": known,
        "form": _with_places_for_teams(form, known["hand"].get("teams", ())),
        "options": dict(options),
        "agreed": describe_options(game, dict(options)),
        "preset": next((preset.name for preset in game.presets if preset[1:] == (players, dict(options))), ""),
        "group": game.group,
        "rank": GAMES.index(game),
        "usual": players == (USUAL_PLAYERS if USUAL_PLAYERS in game.players else game.players[0]),
        "tunings": option_patches(game, players, dict(options)),
    }


def _with_places_for_teams(form: str, rounds: Sequence[Sequence[Sequence[int]]]) -> str:
    """Where partners change, the form has a place for each team instead of the names of the first ones."""
    for team, seats in enumerate(rounds[0] if len(rounds) > 1 else ()):
        form = form.replace(" &amp; ".join(f"{{{seat}}}" for seat in seats), f"{{team {team}}}")
    return form


@blueprint.get("/t/<game_id>/offline.json")
def copy(game_id: str) -> Response:
    """A game as this phone may see it, to store on the phone."""
    table = require_viewer(device_id(), game_id)
    options = tuple(sorted(table.game.options.items()))
    return jsonify(game_copy(table) | {"kit": kit(table.game.slug, len(table.game.players), options)})


@blueprint.post("/t/<game_id>/sync")
def sync(game_id: str) -> ResponseReturnValue:
    """Save one entry that waited on a phone."""
    sent = _sent_object()
    if any(type(sent.get(key)) is not int for key in FIGURES) or not isinstance(sent.get("token"), str):
        abort(400)
    if not isinstance(sent.get("facts"), dict | None):
        abort(400)
    entry = hands.HandChange(
        sent["hand"],
        sent["base"],
        sent.get("facts"),
        _mark(sent["token"]),
        sent.get("confirmed") is True,
        _marks(sent.get("replaces", [])),
    )
    try:
        table, result = _saved(game_id, entry)
        return jsonify(_answer(result) | {"number": _number(table, entry), "game": game_copy(table)})
    except NotFoundError:
        return _shut("This phone can no longer open the game. Its link was reset, or the game was deleted.")
    except NotAllowedError:
        return _shut("This phone can only watch. Ask the scorer for the scorer link, then send again.")


@hands.retry_if_changed
def _saved(game_id: str, entry: hands.HandChange) -> tuple[Table, hands.Result]:
    """Save an entry; the game after it, and the result."""
    table = require_scorer_view(device_id(), game_id)
    result = hands.catch_up(table, entry)
    return replace(table), result


def _marks(sent: Any) -> tuple[str, ...]:
    """The tokens of entries that this one replaces."""
    if not isinstance(sent, list) or not all(isinstance(mark, str) for mark in sent):
        abort(400)
    return tuple(_mark(mark) for mark in sent if mark)


def _mark(sent: str) -> str:
    return replace_half_characters(sent[:40])


def _number(table: Table, entry: hands.HandChange) -> int:
    """The number of the version that holds the entry: the one with its token, else the latest of the hand."""
    versions = [version for version in table.game.versions if version.hand == entry.hand]
    own = [version.number for version in versions if version.token == entry.token]
    return (own or [version.number for version in versions] or [0])[-1]


def _shut(why: str) -> ResponseReturnValue:
    return jsonify({"state": "refused", "errors": [Fault(why, "record.format").as_json()]})


def _answer(result: hands.Result) -> dict[str, Any]:
    if isinstance(result, hands.Saved):
        return {"state": "again" if result.again else "saved"}
    if isinstance(result, hands.Conflict):
        theirs = result.theirs
        version = {"facts": theirs.facts, "number": theirs.number, "hand": theirs.hand}
        return {
            "state": "conflict",
            "theirs": version | {"by": device_name(theirs.device_id), "at": theirs.at.isoformat()},
        }
    if isinstance(result, hands.EndsEarlier):
        return {"state": "ends_earlier", "dropped": len(result.dropped)}
    return {"state": "refused", "errors": [fault.as_json() for fault in result.faults]}


@blueprint.post("/sync/start")
def start() -> ResponseReturnValue:
    """Store a game that was started on a phone without a network."""
    sent = _sent_object()
    game_id, record = sent.get("id"), sent.get("record")
    if not isinstance(game_id, str) or not KEY.fullmatch(game_id) or not isinstance(record, dict):
        abort(400)
    limit(NEW_GAMES)
    device = known_device_id()
    result = games.start_from_offline(device, game_id, record)
    if isinstance(result, games.InvalidRecord):
        return jsonify({"state": "refused", "errors": [fault.as_json() for fault in result.faults]})
    return jsonify({"state": "saved", "game": game_copy(require_viewer(device, game_id))})


def _sent_object() -> Mapping[str, Any]:
    """The JSON object that one of our own pages sent."""
    host = urlsplit(request.headers.get("Origin", "")).netloc
    if HEADER not in request.headers or host != request.host:
        abort(400)
    request.max_content_length = LARGEST_BODY
    sent = read(request.get_data(cache=False))
    if isinstance(sent, tuple):
        abort(400)
    return sent


#: Icons for the home screen, drawn from rook.svg; a maskable one has room to be cut round.
ICONS = (
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/icon-maskable.png", "512x512", "maskable"),
)
#: Kinds of files that the service worker stores; phones fetch icons themselves.
STORED = (".css", ".js", ".svg")
WORKER = "js/service-worker.js"


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """The manifest of the installed app."""
    text = render_template("offline/manifest.webmanifest", icons=ICONS)
    return Response(text, mimetype="application/manifest+json", headers={"Cache-Control": "no-cache"})


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """The service worker with the list of this release's files; served at the root so that it controls all pages."""
    text = f"const SHELL = {json.dumps(_shell())};\n{(_static() / WORKER).read_text('utf-8')}"
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return Response(text, mimetype="text/javascript", headers=headers)


def _static() -> Path:
    return Path(current_app.static_folder or "")


def _shell() -> dict[str, str | list[str]]:
    """What the service worker stores, and a name for this release."""
    names = [name for name in served_names(_static()) if name != WORKER and name.endswith(STORED)]
    return {
        "release": current_release(),
        "files": [url_for("static", filename=name) for name in names],
        "shell": url_for("offline.shell"),
        "nothing": url_for("offline.no_network"),
    }


@blueprint.get("/no-network")
def no_network() -> str:
    """What the service worker shows for a page that it has never seen."""
    return render_template(
        "shared/error.html",
        title="No network right now",
        text="This page has not been opened on this phone before. Your entries are safe.",
    )
