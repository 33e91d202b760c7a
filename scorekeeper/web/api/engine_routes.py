"""What needs no stored game: scoring, judging, the games and their rules."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from typing import Any

from flask import Response, abort, request, url_for

from scorekeeper.actions.limits import hand_count, size_faults
from scorekeeper.judge import answer as judge_question
from scorekeeper.rulebook import PARTS, SOURCES, Rule, chapter, chapters
from scorekeeper.rules import GAMES
from scorekeeper.rules import score as score_record
from scorekeeper.rules.document import schema as record_schema
from scorekeeper.rules.fields import Choice, Field, YesNo
from scorekeeper.rules.game import Game
from scorekeeper.rules.json_text import Printable, Work, nonblank_lines, process, result_json
from scorekeeper.rules.values import Fault, Faults, figure
from scorekeeper.web.api.operations import operation
from scorekeeper.web.api.responses import JSON, LIMITS, LINES, json_response, refusal, request_body, with_etag

#: What of a rule is for our own pages.
INTERNAL = ("game", "formerly", "marked", "table")
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
    """One document, or one a line."""
    text = request_body(JSON, LINES)
    if request.mimetype != LINES:
        result = process(text, work)
        return json_response(_cut_json(result), 422 if isinstance(result, tuple) else 200)
    lines = [*islice(nonblank_lines(text.split(b"\n")), MOST_LINES + 1)]
    if len(lines) > MOST_LINES:
        raise refusal(413, f"Send at most {figure(MOST_LINES)} documents at once.", LIMITS)
    return Response(_process_lines(lines, work), mimetype=LINES)


def _process_lines(lines: Sequence[bytes], work: Work) -> Iterator[str]:
    """A result for each line, as long as they are not too many hands in all."""
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
    described = {key: value for key, value in asdict(rule).items() if key not in INTERNAL}
    more = {"id": rule.name, "part": PARTS[rule.part], "source": SOURCES[rule.source], "rulings": list(rule.rulings)}
    return described | more


@operation("GET", "/schema", "Schema")
def schema() -> Response:
    """The JSON Schema of a record."""
    return with_etag(record_schema())
