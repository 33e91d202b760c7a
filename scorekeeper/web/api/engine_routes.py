"""What needs no stored game: scoring, judging, the games and their rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from flask import Response, abort, request, url_for

from scorekeeper.judge import answer as judge_question
from scorekeeper.rulebook import PARTS, SOURCES, Rule, chapter, chapters
from scorekeeper.rules import GAMES
from scorekeeper.rules import score as score_record
from scorekeeper.rules.fields.basic import Choice, Field, YesNo
from scorekeeper.rules.game import Game
from scorekeeper.rules.json_text import Work, nonblank_lines, process, result_json
from scorekeeper.rules.schema import schema as record_schema
from scorekeeper.web.api.operations import operation
from scorekeeper.web.api.responses import JSON, LINES, json_response, request_body, too_long_faults, with_etag

ON_LINES = (
    "The same JSON and errors as on the command line. As application/x-ndjson, it takes one document per line and "
    "always returns 200, with one line for each document."
)


@operation("POST", "/score", "Sheet", body="Record", lines=True, text=ON_LINES)
def score() -> Response:
    """Score a record."""
    return _process(lambda record: too_long_faults(record) or score_record(record))


@operation("POST", "/judge", "Answer", body="Question", lines=True, text=ON_LINES)
def judge() -> Response:
    """Settle a dispute: one question, one answer with its reason and rule."""
    return _process(judge_question)


def _process(work: Work) -> Response:
    """One document, or one a line."""
    text = request_body(JSON, LINES)
    if request.mimetype == LINES:
        return Response(_each_line(text, work), mimetype=LINES)
    result = process(text, work)
    return json_response(result_json(result), 422 if isinstance(result, tuple) else 200)


def _each_line(text: bytes, work: Work) -> Iterator[str]:
    for line in nonblank_lines(text.split(b"\n")):
        yield json.dumps(result_json(process(line, work))) + "\n"


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
            "page": url_for("rules.chapter_page", slug=game.slug),
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
    described = {key: value for key, value in asdict(rule).items() if key not in ("game", "formerly")}
    more = {"id": rule.name, "part": PARTS[rule.part], "source": SOURCES[rule.source], "rulings": list(rule.rulings)}
    return described | more


@operation("GET", "/schema", "Schema")
def schema() -> Response:
    """The JSON Schema of a record."""
    return with_etag(record_schema())
