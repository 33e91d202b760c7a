"""The shapes of what is sent and answered; records and hands are those of the games' own fields."""

from __future__ import annotations

from typing import Any

from scorekeeper.judge import ASKS
from scorekeeper.rulebook import KINDS, PARTS, chapters
from scorekeeper.rules import GAMES
from scorekeeper.rules.document import schema as record_schema
from scorekeeper.rules.fields import Schema

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0}
NUMBER: Schema = {"type": "integer", "minimum": 1}
MOMENT: Schema = {"type": "string", "format": "date-time"}
YES_OR_NO: Schema = {"type": "boolean"}
ANYTHING: Schema = {}


def ref(name: str) -> Schema:
    """A shape by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def many(of: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": of}


def thing(optional: Schema | None = None, **needed: Schema) -> Schema:
    """An object that has these entries and no others."""
    properties = {**needed, **(optional or {})}
    return {"type": "object", "properties": properties, "required": list(needed), "additionalProperties": False}


def or_null(shape: Schema) -> Schema:
    """The shape, or null."""
    return {"anyOf": [shape, {"type": "null"}]}


def shapes() -> dict[str, Schema]:
    """All shapes by name."""
    return {**_written(), **_answered(), **_about_games(), **_stored(), **_public()}


def _written() -> dict[str, Schema]:
    """Records and hands, from the schema of a record; questions, of which only the judge knows more."""
    schemas: dict[str, Schema] = {}
    for slug, record in record_schema()["$defs"].items():
        properties = record["properties"]
        schemas[f"hand-{slug}"] = {"title": record["title"], **properties["hands"]["items"]}
        entries = many(ref(f"hand-{slug}"))
        schemas[f"record-{slug}"] = {**record, "properties": {**properties, "hands": entries}}
    records = {"oneOf": [ref(f"record-{game.slug}") for game in GAMES]}
    facts = {"anyOf": [ref(f"hand-{game.slug}") for game in GAMES]}
    question = {"type": "object", "properties": {"ask": {"enum": list(ASKS)}}, "required": ["ask"]}
    return {"Record": records, "Facts": facts, "Question": question, **schemas}


def _answered() -> dict[str, Schema]:
    """Sheets, answers, errors."""
    line = thing(side=COUNT, points=WHOLE, why=TEXT, rule=TEXT)
    scored = thing(dealer=COUNT, points=many(WHOLE), totals=many(WHOLE), lines=many(line))
    sheet = thing(
        {"open": {"type": "object"}},
        format={"const": "rook-score/1"},
        game=_slugs(),
        sides=many(thing(name=TEXT, seats=many(COUNT))),
        hands=many(ref("Scored")),
        totals=many(WHOLE),
        over=YES_OR_NO,
        winners=many(COUNT),
        next_dealer=or_null(COUNT),
    )
    place = {**NUMBER, "description": "The hand in the record, counted from 1."}
    error = thing({"path": TEXT, "hand": place}, message=TEXT, rule=TEXT)
    judged = {"properties": {"answer": ANYTHING, "why": TEXT, "rule": TEXT}, "required": ["answer", "why", "rule"]}
    return {
        "Sheet": sheet,
        "Scored": scored,
        "Answer": {"type": "object", **judged},
        "Error": error,
        "Errors": thing({"more_errors": NUMBER}, errors=_errors()),
        "EndsEarlier": thing(errors=_errors(), dropped=many(NUMBER)),
        "Stale": thing(errors=_errors(), current={"anyOf": [ref("Hand"), ref("Game")]}),
    }


def _errors() -> Schema:
    return {**many(ref("Error")), "minItems": 1}


def _slugs() -> Schema:
    return {"enum": [game.slug for game in GAMES]}


def _about_games() -> dict[str, Schema]:
    """What is known of the games and their rules."""
    values = {"values": many(ANYTHING)}
    option = thing(values, key=TEXT, label=TEXT, rule=TEXT, default=ANYTHING, schema={"type": "object"})
    game = thing(
        slug=_slugs(),
        name=TEXT,
        group=TEXT,
        summary=TEXT,
        source=TEXT,
        players=many(NUMBER),
        ends=TEXT,
        auction=or_null(thing(lowest=WHOLE, highest=WHOLE, step=NUMBER)),
        tricks=YES_OR_NO,
        options=many(option),
        links=thing(rules=TEXT, page=TEXT, start=TEXT),
    )
    part = {"enum": list(PARTS.values())}
    words = dict.fromkeys(("id", "title", "text", "source", "heading", "reason", "option", "ask", "verdict"), TEXT)
    rule = thing(part=part, kind={"enum": list(KINDS)}, rulings=many(TEXT), **words)
    return {
        "Games": thing(games=many(game)),
        "Chapter": thing(game={"enum": list(chapters())}, title=TEXT, summary=TEXT, rules=many(rule)),
        "Description": {"type": "object", "required": ["openapi", "info", "paths", "components"]},
        "Schema": {"type": "object", "required": ["$schema", "oneOf", "$defs"]},
    }


def _stored() -> dict[str, Schema]:
    """Stored games and their hands."""
    hand: dict[str, Any] = {
        "hand": {
            **NUMBER,
            "description": "The hand's number in this game. It never changes, even when other hands are deleted.",
        },
        "version": NUMBER,
        "facts": or_null({"type": "object"}),
        "done": TEXT,
        "at": MOMENT,
        "device": TEXT,
        "links": thing(self=TEXT, game=TEXT),
    }
    game: dict[str, Any] = {
        "id": TEXT,
        "game": _slugs(),
        "name": TEXT,
        "role": {"enum": ["scorer", "watcher"]},
        "revision": COUNT,
        "created": MOMENT,
        "changed": MOMENT,
        "sheet": ref("Sheet"),
        "links": thing(**dict.fromkeys(("self", "record", "hands", "versions", "page"), TEXT)),
    }
    pair = thing(scorer=TEXT, watch=TEXT)
    listed = thing(**hand, place=NUMBER, scored=or_null(ref("Scored")))
    return {
        "Game": thing(**game),
        "Started": thing(**game, keys=pair, join=pair),
        "Hand": thing(**hand),
        "Hands": thing(revision=COUNT, hands=many(listed)),
        "Versions": thing(revision=COUNT, versions=many(thing(**hand, in_force=YES_OR_NO))),
    }


def _public() -> dict[str, Schema]:
    """The standings of a season with a public page."""
    row = thing(
        place={**or_null(NUMBER), "description": "The rank; null for entrants who are not ranked yet."},
        tied=YES_OR_NO,
        name=TEXT,
        players=many(TEXT),
        figure={**TEXT, "description": "What counts, as the page shows it."},
        value={"type": "number", "description": "The same as a number."},
        nights=COUNT,
        games=COUNT,
        wins={"type": "number"},
        byes=COUNT,
    )
    season = {"from": {"type": "string", "format": "date"}, "to": {"type": "string", "format": "date"}}
    standings = thing(
        format={"const": "scorekeeper-standings/1"},
        club=TEXT,
        season=TEXT,
        **season,
        final={**YES_OR_NO, "description": "The season is closed."},
        counts={**TEXT, "description": "The scoring method, such as “Wins”."},
        players=many(ref("StandingRow")),
        partnerships=many(ref("StandingRow")),
        page={**TEXT, "description": "The address of the public page."},
    )
    return {"Standings": standings, "StandingRow": row}
