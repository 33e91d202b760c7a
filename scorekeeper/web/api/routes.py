"""The routes of the API."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from itertools import islice
from typing import Any

from flask import Response, abort, request, url_for

from scorekeeper.actions.limits import hand_count, size_faults
from scorekeeper.actions.season.details import public_season
from scorekeeper.actions.season.seasons import draft_of
from scorekeeper.actions.season.standings import standings_of
from scorekeeper.actions.season.totals import PAIRS, PLAYERS
from scorekeeper.actions.table import api_keys, hands
from scorekeeper.actions.table.access import Table
from scorekeeper.actions.table.games import InvalidRecord
from scorekeeper.judge import answer as judge_question
from scorekeeper.league.standings.counting import Way
from scorekeeper.league.standings.standings import Row, Rows
from scorekeeper.league.words import Name, called
from scorekeeper.rulebook import PARTS, SOURCES, Rule, chapter, chapters
from scorekeeper.rules import GAMES
from scorekeeper.rules import score as score_record
from scorekeeper.rules.document import schema as record_schema
from scorekeeper.rules.fields import Choice, Field, YesNo
from scorekeeper.rules.game import Game
from scorekeeper.rules.json_text import Printable, Work, nonblank_lines, process, result_json
from scorekeeper.rules.values import Fault, Faults, figure
from scorekeeper.web.api import protocol, serialize
from scorekeeper.web.api.protocol import (
    JSON,
    LIMITS,
    LINES,
    READER,
    SCORER,
    blueprint,
    error_response,
    json_response,
    no_content,
    operation,
    refuse,
    request_body,
    request_document,
    with_etag,
)
from scorekeeper.web.http.request_limits import NEW_GAMES, limit
from scorekeeper.web.season.standings_view import MOST_ROWS, made_once
from scorekeeper.web.season.views import names_of
from scorekeeper.web.template_filters import shown_figure

#: Entries of a rule that are not part of the API.
INTERNAL = ("game", "marked", "table")
MOST_LINES = 1_000
MOST_HANDS_AT_ONCE = 5_000
MOST_FAULTS = 100
TOO_MANY_HANDS = Fault(f"Send at most {figure(MOST_HANDS_AT_ONCE)} hands at once. Send this record again.", LIMITS)
ON_LINES = (
    "The same JSON and errors as on the command line. As application/x-ndjson, it takes one document per line and "
    "always returns 200, with one line for each document."
)


@operation("POST", "/score", "Sheet", body="Record", lines=True, text=ON_LINES)
def score() -> Response:
    """Score a record."""
    return _process(lambda record: size_faults(record) or score_record(record))


@operation("POST", "/judge", "Answer", body="Question", lines=True, text=ON_LINES)
def judge() -> Response:
    """Settle a dispute: one question, one answer with its reason and rule."""
    return _process(judge_question)


def _process(work: Work) -> Response:
    """Score or judge one document, or one on each line."""
    text = request_body(JSON, LINES)
    if request.mimetype != LINES:
        result = process(text, work)
        return json_response(_cut_json(result), 422 if isinstance(result, tuple) else 200)
    lines = [*islice(nonblank_lines(text.split(b"\n")), MOST_LINES + 1)]
    if len(lines) > MOST_LINES:
        refuse(413, f"Send at most {figure(MOST_LINES)} documents at once.", LIMITS)
    return Response(_process_lines(lines, work), mimetype=LINES)


def _process_lines(lines: Sequence[bytes], work: Work) -> Iterator[str]:
    """A result for each line, until the lines have too many hands in all."""
    hands = 0

    def limited(document: object) -> Printable | Faults:
        nonlocal hands
        hands += hand_count(document)
        return work(document) if hands <= MOST_HANDS_AT_ONCE else (TOO_MANY_HANDS,)

    for line in lines:
        yield json.dumps(_cut_json(process(line, limited))) + "\n"


def _cut_json(result: Printable | Faults) -> dict[str, Any]:
    """A result as JSON; of very many faults, the first ones and how many more there are."""
    if not isinstance(result, tuple) or len(result) <= MOST_FAULTS:
        return result_json(result)
    return result_json(result[:MOST_FAULTS]) | {"more_errors": len(result) - MOST_FAULTS}


@operation("GET", "/games", "Games")
def games() -> Response:
    """All the games: who plays, how each ends, what can be agreed."""
    return with_etag({"games": [_game(game) for game in GAMES]})


def _game(game: Game) -> dict[str, Any]:
    setting, play = game.setting(game.players[0], game.defaults)
    auction = setting.auction() if game.auction is not None else None
    return {
        "slug": game.slug,
        "name": game.name,
        "group": game.group,
        "summary": game.summary,
        "source": SOURCES[game.source],
        "players": list(game.players),
        "ends": play.end.describe(),
        "auction": auction and {"lowest": auction.lowest, "highest": auction.highest, "step": auction.step},
        "tricks": game.tricks is not None,
        "options": [_option(option) for option in game.options],
        "links": {
            "rules": url_for("api.rules", slug=game.slug),
            "page": url_for("rules.chapter", slug=game.slug),
            "start": url_for("start.new", slug=game.slug),
        },
    }


def _option(option: Field) -> dict[str, Any]:
    """An option with its values where they are few, else with their limits in its schema."""
    described = {"key": option.key, "label": option.label, "rule": option.rule, "default": option.default}
    if isinstance(option, Choice):
        described["values"] = list(option.choices)
    elif isinstance(option, YesNo):
        described["values"] = [True, False]
    return described | {"schema": option.schema()}


@operation("GET", "/games/<slug>/rules", "Chapter")
def rules(slug: str) -> Response:
    """The rulebook's chapter of a game, or of the written record (“record”)."""
    if slug not in chapters():
        abort(404)
    book = chapter(slug)
    return with_etag(
        {"game": slug, "title": book.title, "summary": book.summary, "rules": list(map(_rule, book.rules))}
    )


def _rule(rule: Rule) -> dict[str, Any]:
    """A rule; `id` is the name by which lines, faults and answers cite it."""
    described = {key: value for key, value in asdict(rule).items() if key not in INTERNAL}
    more = {"id": rule.name, "part": PARTS[rule.part], "source": SOURCES[rule.source], "rulings": list(rule.rulings)}
    return described | more


@operation("GET", "/schema", "Schema")
def schema() -> Response:
    """The JSON Schema of a record."""
    return with_etag(record_schema())


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
        abort(error_response(422, game.faults))
    own = {"scorer": game.scorer_key, "watch": game.watch_key}
    join = {role: url_for("share.join", game_id=game.id, key=key) for role, key in own.items()}
    document = serialize.game(api_keys.require_viewer(game.id, game.scorer_key)) | {"keys": own, "join": join}
    return json_response(
        document, 201, {"Location": url_for("api.game", game_id=game.id), "ETag": f'"{game.revision}"'}
    )


@operation("GET", "/t/<game_id>", "Game", rights=READER)
def game(game_id: str) -> Response:
    """A stored game: its sheet, your role, where to go on."""
    table = protocol.table(game_id)
    return with_etag(serialize.game(table), table.game.revision)


@operation("GET", "/t/<game_id>/record", "Record", rights=READER)
def record(game_id: str) -> Response:
    """Its record: facts only, as the command line reads them."""
    table = protocol.table(game_id)
    return with_etag(table.record, table.game.revision)


@operation("GET", "/t/<game_id>/versions", "Versions", rights=READER)
def versions(game_id: str) -> Response:
    """Its history: every version of every hand, the oldest first."""
    table = protocol.table(game_id)
    force = {version.id for version in table.hands}
    versions = [serialize.hand(version) | {"in_force": version.id in force} for version in table.game.versions]
    return with_etag({"revision": table.game.revision, "versions": versions}, table.game.revision)


@operation("GET", "/t/<game_id>/hands", "Hands", rights=READER)
def hands_so_far(game_id: str) -> Response:
    """Its hands in order, each with what it was worth."""
    table = protocol.table(game_id)
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
    key, facts, token = protocol.key(), request_document(), protocol.token()
    table, saved = _add(game_id, key, facts, token)
    response = serialize.hand_response(replace(table), saved.hand, deleted=True)
    response.status_code = 200 if saved.again else 201
    response.headers["Location"] = url_for("api.one_hand", game_id=game_id, hand=saved.hand)
    return response


@hands.retry_if_changed
def _add(game_id: str, key: str, facts: hands.Facts, token: str) -> tuple[Table, hands.Saved]:
    table = api_keys.require_scorer(game_id, key)
    revision = protocol.matching_revision(table.game.revision) if protocol.is_conditional() else None
    result = hands.add(table, facts, token, revision)
    if isinstance(result, hands.Stale):
        serialize.refuse_stale(
            "Somebody changed the game after you read it", serialize.game(table), table.game.revision
        )
    return table, serialize.require_saved(result, table.game.slug)


@operation("GET", "/t/<game_id>/hands/<int:hand>", "Hand", rights=READER)
def one_hand(game_id: str, hand: int) -> Response:
    """One hand as it stands."""
    return serialize.hand_response(protocol.table(game_id), hand)


@operation("PUT", "/t/<game_id>/hands/<int:hand>", "Hand", body="Facts", text=EARLIER, **CHANGE)
def change_hand(game_id: str, hand: int) -> Response:
    """Correct a hand, finish an open one, or bring back a deleted one."""
    key, entry = protocol.key(), protocol.entry(hand, request_document())
    return serialize.hand_response(replace(_change(game_id, key, entry, hands.save)), hand)


@operation("DELETE", "/t/<game_id>/hands/<int:hand>", None, status=204, text=EARLIER, **CHANGE)
def delete_hand(game_id: str, hand: int) -> Response:
    """Take a hand out; its versions stay in the history."""
    key, entry = protocol.key(), protocol.entry(hand, None)
    _change(game_id, key, entry, hands.delete)
    return no_content()


@hands.retry_if_changed
def _change(
    game_id: str, key: str, entry: hands.HandChange, change: Callable[[Table, hands.HandChange], hands.Result]
) -> Table:
    table = api_keys.require_scorer(game_id, key)
    serialize.require_saved(change(table, protocol.with_base(entry, table)), table.game.slug)
    return table


TABLES = {"players": PLAYERS, "partnerships": PAIRS}
FORMAT = "scorekeeper-standings/1"
TEXT = (
    "The key is in the address of the public page. This address stops working when the page is turned off. Names are "
    "initials if the page shows initials. Fields may be added, but existing fields keep their meaning. "
    "Each list has at most 1000 rows."
)


@operation("GET", "/seasons/<key>", "Standings", text=TEXT)
def public_standings(key: str) -> Response:
    """Get the standings of a season whose public page is on."""
    season = public_season(key)
    way = draft_of(season).scheme.way
    response = with_etag(
        {
            "format": FORMAT,
            "club": season.club.name,
            "season": season.name,
            "from": season.starts.isoformat(),
            "to": season.ends.isoformat(),
            "final": season.closed_at is not None,
            "counts": way.title,
            **made_once(season, "feed", lambda: {title: _rows(season, kind) for title, kind in TABLES.items()}),
            "page": url_for("season_export.public", key=key, _external=True),
        }
    )
    # Revalidated every time, so that a copy ends with the key.
    response.headers["Cache-Control"] = "no-cache"
    return response


def _rows(season: Any, kind: str) -> list[dict[str, Any]]:
    name, way = names_of(season, season.initials), draft_of(season).scheme.way
    return [_row(row, way, name) for row in standings_of(season, kind, Rows(MOST_ROWS)).rows]


def _row(row: Row, way: Way, name: Name) -> dict[str, Any]:
    return {
        "place": row.place,
        "tied": row.level,
        "name": called(row.entrant, name),
        "players": [name(player) for player in row.entrant],
        "figure": shown_figure(way, row.figure),
        "value": round(float(row.figure), 4),
        "nights": row.account.nights,
        "games": row.account.totals.games,
        "wins": round(float(row.account.totals.wins), 4),
        "byes": row.account.totals.byes,
    }


@blueprint.after_request
def allow_every_site(response: Response) -> Response:
    """Let pages of every site read public standings and their errors."""
    if request.endpoint == f"{blueprint.name}.{public_standings.__name__}":
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = "ETag"
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response
