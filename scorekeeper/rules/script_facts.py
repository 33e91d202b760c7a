"""A game at a table as data (facts): what the script needs to read a form and score a hand without the server.

The script knows kinds of arithmetic; every number, every rule and every word of a reason comes from here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.rules.bidding.auction import Bid, Call
from scorekeeper.rules.cards.melds import MeldField
from scorekeeper.rules.fields import Choice, Either, Field, Group, ListOf, OrNull, Pair, PerSide, Whole
from scorekeeper.rules.game import ADJUSTMENT_REASON, OPEN_KEYS, UNCOUNTED_KEYS, Game, Options, Play, Setting
from scorekeeper.rules.values import figure, reason

#: The shape of the facts, and of the form that goes with them. One more whenever the script has to know something new,
#: and in facts-format.js too: a phone refuses facts of another format, and fetches the new script.
FORMAT = 3


def facts(setting: Setting, play: Play) -> dict[str, Any]:
    """The facts of a game with this number of players and these options."""
    game = setting.game
    return {
        "format": FORMAT,
        "game": game.slug,
        "name": game.name,
        "players": setting.players,
        "sides": [list(seats) for seats in game.sides(setting)],
        "hand": dict(play.facts()),
        "end": {**play.end.facts(), "words": play.end.describe()},
        "redeals": game.redeals,
        "uncounted": sorted(UNCOUNTED_KEYS),
        "open": sorted(OPEN_KEYS),
        **({"adjust": reason(ADJUSTMENT_REASON, setting.rule("adjust"))} if game.adjusts else {}),
        "roles": _roles(setting),
        "fields": {key: describe_field(field) for key, field in play.fields.items()},
    }


def _roles(setting: Setting) -> dict[str, Any]:
    """Who bids first and who begins, relative to the dealer or the bidder."""
    auction = setting.auction() if setting.game.auction is not None else None
    return {
        "speaks": None if auction is None else auction.first(setting.players, 0),
        "begins_left_of": setting.game.begins_left_of,
        "begins": "leads" if setting.game.tricks else "begins",
    }


def describe_field(field: Field) -> dict[str, Any]:
    """A field as data: its kind, its words, when it is asked for, and what it is made of."""
    flags = {"needed": field.needed, "alone": field.alone, "excuses": field.excuses}
    words = {"kind": field.kind, "label": field.label, "when": field.when, "key": field.key}
    more = {name: text for name in ("short", "missing") if (text := getattr(field, name))}
    return words | more | {name: True for name, is_set in flags.items() if is_set} | _parts(field)


#: The attributes of which a field is made.
PARTS: dict[type[Field], tuple[str, ...]] = {
    Whole: ("low", "high", "step"),
    PerSide: ("of", "count", "rest", "blank", "whole"),
    OrNull: ("of",),
    ListOf: ("of",),
    Group: ("fields",),
    Either: ("plain", "group"),
    Pair: ("first", "second"),
    MeldField: ("forms",),
}


def _parts(field: Field) -> dict[str, Any]:
    names = [name for kind, names in PARTS.items() if isinstance(field, kind) for name in names]
    parts: dict[str, Any] = {name: _part(getattr(field, name)) for name in names}
    if isinstance(field, Bid) and (field.high - field.low) % field.step:
        parts["top"] = True
    if isinstance(field, ListOf) and field.least:
        parts |= {"least": field.least, "most": field.most, "wanted": field.wanted()}
    if isinstance(field, Whole):
        parts["wanted"] = field.wanted()
    if isinstance(field, Choice):
        parts["choices"] = [[value, words] for value, words in field.choices.items()]
    if isinstance(field, Call):
        parts["colors"] = field.colors is not None
    return parts


def _part(value: Any) -> Any:
    if isinstance(value, Field):
        return describe_field(value)
    return [describe_field(entry) for entry in value] if isinstance(value, tuple) else value


#: Stands for the figure in words, and where a value is the figure itself.
PLACE = "{}"
#: Figures that no game uses.
FIGURES = (7919, 6007)

Path = tuple[str, ...]


def option_patches(game: Game, players: int, agreed: Options) -> list[dict[str, Any]]:
    """The options of a game that are figures, and which places of the facts each one sets."""
    patches = []
    for option in _figures(game):
        if (sets := _sets(game, players, agreed, option.key)) is not None:
            words = {"key": option.key, "label": option.label, "usual": agreed.get(option.key, option.default)}
            limits = {"low": option.low, "high": option.high, "against": _against(game, players, option.key)}
            patches.append(words | limits | {"sets": sets})
    return patches


def _figures(game: Game) -> list[Whole]:
    """The options that may be any figure."""
    return [option for option in game.options if isinstance(option, Whole) and not any(map(option.check, FIGURES))]


def _against(game: Game, players: int, key: str) -> list[str]:
    """The other figures that cannot be agreed together with this one."""
    others = [option.key for option in _figures(game) if option.key != key]
    return [other for other in others if game.objections({key: FIGURES[0], other: FIGURES[1]}, players)]


def _sets(game: Game, players: int, agreed: Options, key: str) -> list[list[Any]] | None:
    """What changes with the figure, as places and values; None if more than figures and words does."""
    tables = [game.with_defaults({**agreed, **options}) for options in ({}, *({key: n} for n in FIGURES))]
    usual, one, other = (dict(_leaves(facts(*game.setting(players, options)))) for options in tables)
    if not usual.keys() == one.keys() == other.keys():
        return None
    sets = []
    for path in usual:
        value = _with_place(one[path], FIGURES[0])
        if value != _with_place(other[path], FIGURES[1]):
            return None
        if value != usual[path]:
            sets.append([list(path), value])
    return sets


def _with_place(value: Any, number: int) -> Any:
    if isinstance(value, str):
        return value.replace(figure(number), PLACE).replace(str(number), PLACE)
    return PLACE if value == number else value


def _leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value in the facts with its path."""
    if not isinstance(value, Mapping | list | tuple) or not value:
        yield path, value
        return
    parts = value.items() if isinstance(value, Mapping) else enumerate(value)
    for key, entry in parts:
        yield from _leaves(entry, (*path, str(key)))


def describe_options(game: Game, options: Mapping[str, Any]) -> str:
    """Agreed options in the words of their labels."""
    fields = {option.key: option for option in game.options}
    return ", ".join(f"{fields[key].label.lower()}: {_value(fields[key], value)}" for key, value in options.items())


def option_words(game: Game, options: Mapping[str, Any]) -> list[str]:
    """Each agreed option in a few words; one that is simply on is its label."""
    fields = {option.key: option for option in game.options}
    return [
        fields[key].label if value is True else f"{fields[key].label}: {_value(fields[key], value)}"
        for key, value in options.items()
    ]


def _value(field: Any, value: Any) -> str:
    words = ("yes" if value else "no") if isinstance(value, bool) else getattr(field, "choices", {}).get(value)
    return str(words or (figure(value) if isinstance(value, int) else value))


def table_figures(setting: Setting) -> dict[str, str]:
    """The figures of a table by their names in the rulebook: options, bids, and the words of the game itself."""
    options = {option.key: _figure_word(option, setting.options[option.key]) for option in setting.game.options}
    figures = {key: word for key, word in options.items() if word}
    if setting.game.auction is not None:
        auction = setting.auction()
        figures |= {"lowest": figure(auction.lowest), "highest": figure(auction.highest)}
    return figures | {f"{rule.replace('-', '_')}_words": text for rule, text in setting.game.in_words(setting).items()}


def _figure_word(option: Field, value: Any) -> str:
    """A figure or the words of a choice; nothing for yes, no and what was not agreed."""
    if isinstance(value, bool) or value is None:
        return ""
    return option.choices[value] if isinstance(option, Choice) else figure(value)
