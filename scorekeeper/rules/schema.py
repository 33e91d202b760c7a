"""The JSON Schema of a record, made from the same fields that check it.

A game's fields depend on the number of players and on the options; the schema of a game is
wide enough for all of them. What the schema lets through, the engine may still refuse.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import Any

from scorekeeper.rules.document import FORMAT, LONGEST_NAME
from scorekeeper.rules.fields.basic import Choice, Field, Schema, Whole, YesNo
from scorekeeper.rules.game import Game, Options
from scorekeeper.rules.games import GAMES
from scorekeeper.rules.values import BIGGEST


def schema() -> Schema:
    """A record of any game."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        "description": "A record of one Rook game: who sat where, the house rules, and what happened in each hand.",
        "oneOf": [{"$ref": f"#/$defs/{game.slug}"} for game in GAMES],
        "$defs": {game.slug: game_schema(game) for game in GAMES},
    }


def game_schema(game: Game) -> Schema:
    """A record of one game."""
    name = {"type": "string", "pattern": rf"^\s*\S(.{{0,{LONGEST_NAME - 2}}}\S)?\s*$"}
    players = {
        "type": "array",
        "items": name,
        "minItems": game.players[0],
        "maxItems": game.players[-1],
        "uniqueItems": True,
    }
    return _closed_object(
        {
            "format": {"const": FORMAT},
            "game": {"const": game.slug},
            "players": players,
            "dealer": {"type": "integer", "minimum": 0, "maximum": game.players[-1] - 1},
            "options": _closed_object({option.key: option.schema() for option in game.options}, []),
            "date": {"type": "string"},
            "note": {"type": "string"},
            "hands": {"type": "array", "items": hand_schema(game)},
        },
        ["format", "game", "players", "hands"],
        title=game.name,
        description=game.summary,
    )


def _closed_object(properties: Schema, required: list[str], **more: Any) -> Schema:
    return {**more, "type": "object", "properties": properties, "required": required, "additionalProperties": False}


def hand_schema(game: Game) -> Schema:
    """A hand of one game, for any number of players and any options."""
    properties: dict[str, Schema] = {}
    excuses: dict[str, None] = {}
    variants = list(_all_fields(game))
    for fields in variants:
        for key, entry in fields.items():
            properties[key] = widen(properties[key], entry.schema()) if key in properties else entry.schema()
            excuses |= {key: None} if entry.excuses else {}
    needed = [key for key in properties if all(key in fields and fields[key].needed for fields in variants)]
    kinds = [{"required": needed}, *({"required": [key]} for key in excuses)]
    return {**_closed_object(properties, []), "anyOf": kinds} if needed else _closed_object(properties, [])


def _all_fields(game: Game) -> Iterator[dict[str, Field]]:
    """The fields of a hand for every number of players, with every choice of every option."""
    for players in game.players:
        for options in _choices(game):
            if not game.objections(options, players):
                yield dict(game.setting(players, game.with_defaults(options))[1].fields)


def _choices(game: Game) -> Iterator[Options]:
    """No options, each of the options that have a few values only, and those that make the fields wide."""
    yield {}
    for option in game.options:
        if isinstance(option, Choice):
            yield from ({option.key: choice} for choice in option.choices if choice != option.default)
        elif isinstance(option, YesNo):
            yield {option.key: not option.default}
        elif isinstance(option, Whole) and option.high < BIGGEST:
            yield from ({option.key: limit} for limit in (option.low, option.high) if limit != option.default)
    yield from game.widest


def widen(one: Schema, other: Schema) -> Schema:
    """A schema that lets through what either of two of the same make lets through."""
    return one if one == other else {key: _widen_part(key, one, other) for key in {**one, **other}}


def _widen_part(key: str, one: Schema, other: Schema) -> Any:
    first: Any = one.get(key, other.get(key))
    second: Any = other.get(key, one.get(key))
    if key in ("minimum", "minItems"):
        return min(first, second)
    if key in ("maximum", "maxItems"):
        return max(first, second)
    if key == "multipleOf":
        return gcd(first, second)
    if key == "items":
        return widen(first, second)
    if key == "properties":
        return {
            name: widen(first.get(name, second.get(name)), second.get(name, first.get(name)))
            for name in {**first, **second}
        }
    if key in ("anyOf", "prefixItems"):
        return list(map(widen, first, second))
    if key == "enum":
        return list(dict.fromkeys([*first, *second]))
    return first
