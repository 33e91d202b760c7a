"""The document around the hands: format, game, players, dealer, options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import gcd
from typing import Any

from scorekeeper.rules.fields import Choice, Field, ListOf, PerSide, Schema, Whole, YesNo
from scorekeeper.rules.game import Game, Options, Play, Setting
from scorekeeper.rules.games import BY_SLUG, GAMES
from scorekeeper.rules.values import BIGGEST, Fault, Faults, Side, duplicate_entries, figure, quote

FORMAT = "rook-record/1"
LONGEST_NAME = 40
MOST_PLAYERS = max(game.players[-1] for game in GAMES)
#: The keys of the document, in the order in which messages list them (a dict for quick look-up).
KEYS = dict.fromkeys(("format", "game", "players", "dealer", "options", "date", "note", "opening", "hands"))
#: No opening total is further from zero.
LARGEST_OPENING = 100_000
#: Half of a surrogate pair, which no text file can hold.
_HALF = re.compile("[\ud800-\udfff]")
NEEDED = frozenset({"format", "game", "players", "hands"})


@dataclass(frozen=True, slots=True)
class Header:
    """Who sits at the table and what they play; `sound` if the options and opening totals have no faults."""

    setting: Setting
    play: Play
    sides: tuple[Side, ...]
    dealer: int | None
    #: The totals before the first hand, where the record has them.
    opening: tuple[int, ...] | None
    sound: bool


def read_header(record: dict[str, Any]) -> tuple[Header | None, list[Fault]]:
    """The table of a record (None if it cannot be read) and the faults of the document."""
    faults = _frame_faults(record)
    slug = record.get("game")
    game = BY_SLUG.get(slug) if isinstance(slug, str) else None
    names, name_faults = _names(game, record["players"]) if "players" in record else (None, [])
    count = len(names) if names else None
    dealer, late = _dealer(game, record.get("dealer", 0), count)
    options, more = (
        read_options(game, record["options"], count) if "options" in record else (game.defaults if game else {}, [])
    )
    faults += [*name_faults, *more, *late]
    if not names or game is None:
        return None, faults + _opening_faults(game, record, None)
    setting, play = game.setting(len(names), options)
    sides = tuple(Side(" & ".join(names[seat] for seat in seats), seats) for seats in game.sides(setting))
    wrong = _opening_faults(game, record, len(sides))
    opening = tuple(record["opening"]) if "opening" in record and not wrong else None
    return Header(setting, play, sides, dealer, opening, not more and not wrong), faults + wrong


def _frame_faults(record: dict[str, Any]) -> list[Fault]:
    """Faults of the document's keys other than players, options and dealer."""
    faults = [*_key_faults(record)] if record.keys() - KEYS.keys() or NEEDED - record.keys() else []
    if record.get("format", FORMAT) != FORMAT:
        faults.append(Fault(f"Unknown record format. Write “format”: “{FORMAT}”.", "record.format", "format"))
    game = record.get("game")
    if "game" in record and (not isinstance(game, str) or game not in BY_SLUG):
        faults.append(
            Fault(f"There is no game {quote(game)}. Choose one of {', '.join(BY_SLUG)}.", "record.game", "game")
        )
    for key in ("date", "note"):
        if not isinstance(record.get(key, ""), str):
            faults.append(Fault(f"“{key}” must be text. Put it in quotation marks.", "record.format", key))
    if not isinstance(record.get("hands", []), list):
        faults.append(Fault("“hands” must be a list. Put the hands in square brackets.", "record.format", "hands"))
    return faults


def _key_faults(record: dict[str, Any]) -> Iterator[Fault]:
    """Unknown keys and missing keys."""
    for key in record:
        if key not in KEYS:
            yield Fault(f"A record has no {quote(key)}. Use only {', '.join(KEYS)}.", "record.keys", str(key))
    for key in KEYS:
        if key in NEEDED and key not in record:
            yield Fault(f"“{key}” is missing. Every record needs it.", "record.format", key)


def _rule(game: Game | None, name: str) -> str:
    """The game's rule, or the rule of the record format if the game is not known."""
    return f"{game.slug}.{name}" if game else "record.format"


def _names(game: Game | None, players: object) -> tuple[tuple[str, ...] | None, list[Fault]]:
    """The trimmed names, if there is the right number of them."""
    rule = _rule(game, "players")
    if not isinstance(players, list):
        return None, [Fault("“players” must be a list of names in seat order.", rule, "players")]
    faults = [fault for seat, name in enumerate(players) if (fault := _name_fault(name, rule, seat))]
    names = tuple(name.strip() if isinstance(name, str) else "" for name in players)
    faults = faults or _same_names(names, rule)
    if game is None or len(players) in game.players:
        return names, faults
    why = f"{game.name} is for {player_counts(game.players)} players, not {len(players)}."
    return None, [*faults, Fault(why, rule, "players")]


def _name_fault(name: object, rule: str, seat: int) -> Fault | None:
    path = f"players[{seat}]"
    if not isinstance(name, str):
        return Fault(f"A name must be text, not {quote(name)}.", rule, path)
    length = len(name.strip())
    if not length:
        return Fault("Enter a name.", rule, path)
    if length > LONGEST_NAME:
        return Fault(f"A name can have at most {LONGEST_NAME} characters. This one has {length}.", rule, path)
    if not name.isprintable() and _HALF.search(name):
        return Fault("This name has a broken character. Type it again.", rule, path)
    return None


def _same_names(names: tuple[str, ...], rule: str) -> list[Fault]:
    folded = [name.casefold() for name in names]
    if len(set(folded)) == len(folded):
        return []
    return [
        Fault(f"Two players are called {quote(names[seat])}. Give each a different name.", rule, f"players[{seat}]")
        for seat, _ in duplicate_entries(folded)
    ]


def read_options(game: Game | None, given: object, players: int | None) -> tuple[Options, list[Fault]]:
    """The game's options with defaults filled in; a wrong one counts as not given."""
    if not isinstance(given, dict):
        fault = Fault("“options” must be an object. Put it in braces.", _rule(game, "record"), "options")
        return game.defaults if game else {}, [fault]
    if game is None:
        return {}, []
    known = {option.key: option for option in game.options}
    sound, faults = {}, []
    for key, value in given.items():
        problems = known[key].check(value) if key in known else (_unknown_option(game, key),)
        faults += [fault.under(str(key)) for fault in problems]
        if not problems:
            sound[key] = value
    options, objections = _agreed(game, tuple(sound.items()), players or game.players[-1])
    return dict(options), [fault.under("options") for fault in (*faults, *objections)]


@lru_cache(maxsize=512)
def _agreed(game: Game, given: tuple[tuple[str, Any], ...], players: int) -> tuple[Options, Faults]:
    """The options in force, and their contradictions; a contradictory option counts as not given."""
    sound = dict(given)
    objections = game.objections(sound, players)
    for objection in objections:
        sound.pop(objection.path or "", None)
    # The remaining options may still contradict each other.
    if objections and game.objections(sound, players):
        sound = {}
    return game.with_defaults(sound), tuple(objections)


def _unknown_option(game: Game, key: object) -> Fault:
    known = ", ".join(option.key for option in game.options)
    possible = f"Use only {known}" if known else "It has no options"
    return Fault(f"{game.name} has no option {quote(key)}. {possible}.", f"{game.slug}.record")


def _dealer(game: Game | None, dealer: object, players: int | None) -> tuple[int | None, list[Fault]]:
    seats = players or (game.players[-1] if game else MOST_PLAYERS)
    if type(dealer) is int and dealer in range(seats):
        return dealer, []
    why = f"The first dealer can't be {quote(dealer)}. Seats are numbered from 0 to {seats - 1}."
    return None, [Fault(why, _rule(game, "dealer"), "dealer")]


def _opening_faults(game: Game | None, record: dict[str, Any], sides: int | None) -> list[Fault]:
    """The faults of the totals before the first hand; `sides` is None if their number is not known."""
    if "opening" not in record:
        return []
    if game is not None and not game.adjusts:
        why = f"{game.name} is over after one hand, so it has no opening totals. Leave out “opening”."
        return [Fault(why, "record.opening", "opening")]
    return [fault.under("opening") for fault in _opening_field(sides).check(record["opening"])]


def _opening_field(sides: int | None) -> Field:
    """One total for each side, in any number if it is not known how many there are."""
    label, rule = "Opening totals", "record.opening"
    hint = f"Enter a whole number from {figure(-LARGEST_OPENING)} to {figure(LARGEST_OPENING)}."
    total = Whole(label="Opening total", rule=rule, low=-LARGEST_OPENING, high=LARGEST_OPENING, hint=hint)
    if sides is None:
        return ListOf(key="opening", label=label, rule=rule, of=total)
    return PerSide(key="opening", label=label, rule=rule, of=total, count=sides)


def player_counts(players: tuple[int, ...]) -> str:
    """How many may play, in words: "4", "4 or 6", "3 to 6"."""
    if len(players) == 1:
        return str(players[0])
    if players[-1] - players[0] + 1 == len(players):
        return f"{players[0]} to {players[-1]}"
    return " or ".join(map(str, players))


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
            **({"opening": _opening_schema(game)} if game.adjusts else {}),
            "hands": {"type": "array", "items": hand_schema(game)},
        },
        ["format", "game", "players", "hands"],
        title=game.name,
        description=game.summary,
    )


def _opening_schema(game: Game) -> Schema:
    """The opening totals of one game, for any number of sides."""
    counts = sorted({len(game.sides(setting)) for setting, _ in _all_settings(game)})
    return reduce(widen, (_opening_field(count).schema() for count in counts))


def _closed_object(properties: Schema, required: list[str], **more: Any) -> Schema:
    return {**more, "type": "object", "properties": properties, "required": required, "additionalProperties": False}


def hand_schema(game: Game) -> Schema:
    """A hand of one game, for any number of players and any options."""
    properties: dict[str, Schema] = {}
    excuses: dict[str, None] = {}
    variants = [play.fields for _, play in _all_settings(game)]
    for fields in variants:
        for key, entry in fields.items():
            properties[key] = widen(properties[key], entry.schema()) if key in properties else entry.schema()
            excuses |= {key: None} if entry.excuses else {}
    needed = [key for key in properties if all(key in fields and fields[key].needed for fields in variants)]
    kinds = [{"required": needed}, *({"required": [key]} for key in excuses)]
    return {**_closed_object(properties, []), "anyOf": kinds} if needed else _closed_object(properties, [])


def _all_settings(game: Game) -> Iterator[tuple[Setting, Play]]:
    """The game for every number of players, with every choice of every option."""
    for players in game.players:
        for options in _choices(game):
            if not game.objections(options, players):
                yield game.setting(players, game.with_defaults(options))


def _choices(game: Game) -> Iterator[Options]:
    """No options, each value of the options with few values, and the options with the widest fields."""
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
    """A schema that accepts what either of two schemas of the same shape accepts."""
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
