"""A game at a table as data: all that a script needs to read a form and to score a hand without the server.

The script knows kinds of arithmetic; every number, every rule and every word of a reason comes from here.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from scorekeeper.rules.bidding.auction import Bid, Call
from scorekeeper.rules.cards.melds import MeldField
from scorekeeper.rules.fields.basic import Choice, Field, Whole
from scorekeeper.rules.fields.composite import Either, Group, ListOf, OrNull, Pair, PerSide
from scorekeeper.rules.game import ADJUSTMENT_REASON, OPEN_KEYS, UNCOUNTED_KEYS, Play, Setting
from scorekeeper.rules.values import reason

#: The shape of the facts, and of the form that goes with them. One more whenever the script has to know something new,
#: and in facts-format.js too: a phone refuses facts of another format, and fetches the new script.
FORMAT = 2


def facts(setting: Setting, play: Play) -> dict[str, Any]:
    """The whole game, for so many players with these options."""
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
    """Who speaks first and who begins, seen from the dealer or the bidder."""
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
    return words | more | {name: True for name, is_set in flags.items() if is_set} | parts(field)


@singledispatch
def parts(field: Field) -> dict[str, Any]:
    """What a field is made of; most are made of nothing else."""
    return {}


@parts.register
def _(field: Whole) -> dict[str, Any]:
    return {"low": field.low, "high": field.high, "step": field.step, "wanted": field.wanted()}


@parts.register
def _(field: Bid) -> dict[str, Any]:
    top = {"top": True} if (field.high - field.low) % field.step else {}
    return {"low": field.low, "high": field.high, "step": field.step, **top, "wanted": field.wanted()}


@parts.register
def _(field: Choice) -> dict[str, Any]:
    return {"choices": [[value, words] for value, words in field.choices.items()]}


@parts.register
def _(field: Call) -> dict[str, Any]:
    return {"colors": field.colors is not None}


@parts.register
def _(field: PerSide) -> dict[str, Any]:
    return {
        "of": describe_field(field.of),
        "count": field.count,
        "rest": field.rest,
        "blank": field.blank,
        "whole": field.whole,
    }


@parts.register
def _(field: OrNull) -> dict[str, Any]:
    return {"of": describe_field(field.of)}


@parts.register
def _(field: ListOf) -> dict[str, Any]:
    limits = {"least": field.least, "most": field.most, "wanted": field.wanted()} if field.least else {}
    return {"of": describe_field(field.of)} | limits


@parts.register
def _(field: Group) -> dict[str, Any]:
    return {"fields": [describe_field(entry) for entry in field.fields]}


@parts.register
def _(field: Either) -> dict[str, Any]:
    return {"plain": describe_field(field.plain), "group": describe_field(field.group)}


@parts.register
def _(field: Pair) -> dict[str, Any]:
    return {"first": describe_field(field.first), "second": describe_field(field.second)}


@parts.register
def _(field: MeldField) -> dict[str, Any]:
    return {"forms": [describe_field(form) for form in field.forms]}
