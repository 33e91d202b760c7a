"""Hypothesis strategies made from the engine's own fields, and plain junk."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from hypothesis import strategies as st

from scorekeeper.rules import GAMES
from scorekeeper.rules.bidding.auction import Call
from scorekeeper.rules.cards.melds import MeldField
from scorekeeper.rules.fields import (
    AnyWhole,
    Choice,
    Either,
    Field,
    Flag,
    Group,
    ListOf,
    OrNull,
    Pair,
    PerSide,
    Points,
    Text,
    Whole,
    YesNo,
)
from scorekeeper.rules.game import Game
from tests.house_games import house_game
from tests.samples import HANDS, NAMES, record

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
junk = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@singledispatch
def values(field: Field) -> st.SearchStrategy[Any]:
    """Values that a field would take."""
    raise NotImplementedError(type(field))


@values.register
def _(field: Whole) -> st.SearchStrategy[Any]:
    top = min(field.high, field.low + 200 * field.step)
    return st.integers(0, (top - field.low) // field.step).map(lambda step: field.low + step * field.step)


@values.register
def _(field: Points) -> st.SearchStrategy[Any]:
    return st.sampled_from(field.makeable)


@values.register
def _(field: AnyWhole) -> st.SearchStrategy[Any]:
    return st.integers(-3, 20)


@values.register
def _(field: Flag) -> st.SearchStrategy[Any]:
    return st.just(True)


@values.register
def _(field: YesNo) -> st.SearchStrategy[Any]:
    return st.booleans()


@values.register
def _(field: Choice) -> st.SearchStrategy[Any]:
    return st.sampled_from(list(field.choices))


@values.register
def _(field: Text) -> st.SearchStrategy[Any]:
    return st.sampled_from(["agreed", "Ben was late"])


@values.register
def _(field: PerSide) -> st.SearchStrategy[Any]:
    of = st.none() | values(field.of) if field.rest else values(field.of)
    return st.lists(of, min_size=field.count, max_size=field.count)


@values.register
def _(field: ListOf) -> st.SearchStrategy[Any]:
    return st.lists(values(field.of), min_size=field.least, max_size=field.most or 4)


@values.register
def _(field: Group) -> st.SearchStrategy[Any]:
    needed = {entry.key: values(entry) for entry in field.fields if entry.needed}
    return st.fixed_dictionaries(needed, optional={e.key: values(e) for e in field.fields if not e.needed})


@values.register
def _(field: Either) -> st.SearchStrategy[Any]:
    return values(field.plain) | values(field.group)


@values.register
def _(field: OrNull) -> st.SearchStrategy[Any]:
    return st.none() | values(field.of)


@values.register
def _(field: Pair) -> st.SearchStrategy[Any]:
    return st.tuples(values(field.first), values(field.second)).map(list)


@values.register
def _(field: Call) -> st.SearchStrategy[Any]:
    return st.just("pass") | values(field.bid)


@values.register
def _(field: MeldField) -> st.SearchStrategy[Any]:
    return values(field.forms[0]) | values(field.forms[1])


@st.composite
def options(draw: st.DrawFn, game: Game, players: int) -> dict[str, Any]:
    """Options that may be agreed together."""
    given_options = draw(st.fixed_dictionaries({}, optional={option.key: values(option) for option in game.options}))
    # Drop what contradicts the rest, one option after the other.
    while objections := game.objections(given_options, players):
        if not any(given_options.pop(fault.path or "", None) is not None for fault in objections):
            return {}
    return given_options


@st.composite
def tables(draw: st.DrawFn) -> tuple[Game, int, dict[str, Any]]:
    """A game, a number of players, and options."""
    game = draw(st.sampled_from(GAMES))
    players = draw(st.sampled_from(game.players))
    return game, players, draw(options(game, players))


@st.composite
def field_records(draw: st.DrawFn) -> dict[str, Any]:
    """Records whose entries are each of the right form; together they may make no sense."""
    game, players, agreed = draw(tables())
    fields = game.setting(players, game.with_defaults(agreed))[1].fields
    needed = {key: values(entry) for key, entry in fields.items() if entry.needed}
    rest = {key: values(entry) for key, entry in fields.items() if not entry.needed}
    sides = len(game.sides(game.setting(players, game.with_defaults(agreed))[0]))
    totals = st.lists(st.integers(-100_000, 100_000), min_size=sides, max_size=sides)
    opening = draw(st.fixed_dictionaries({}, optional={"opening": totals} if game.adjusts else {}))
    hand = st.fixed_dictionaries(needed, optional=rest) | st.fixed_dictionaries({}, optional={**needed, **rest})
    return {
        "format": "rook-record/1",
        "game": game.slug,
        "players": NAMES[:players],
        "dealer": draw(st.integers(0, players - 1)),
        "options": agreed,
        **opening,
        "hands": draw(st.lists(hand, max_size=3)),
    }


def sound_records() -> st.SearchStrategy[dict[str, Any]]:
    """Records that score, of every game."""
    usual = st.builds(record, st.sampled_from(list(HANDS)), st.integers(0, 12), st.integers(0, 10_000))
    return usual | st.builds(house_game, st.integers(0, 10_000))


@st.composite
def spoiled_records(draw: st.DrawFn) -> dict[str, Any]:
    """Sound records with one entry, anywhere, replaced, removed or added."""
    document = draw(sound_records())
    spot: Any = document
    while True:
        keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
        key = draw(st.sampled_from(keys)) if keys else None
        deeper = key is not None and isinstance(spot[key], dict | list) and draw(st.booleans())
        if not deeper:
            break
        spot = spot[key]
    _spoil(draw, spot, key)
    return document


def _spoil(draw: st.DrawFn, spot: Any, key: Any) -> None:
    way = draw(st.sampled_from(["replace", "remove", "add"]))
    if way == "add" or key is None:
        spot.append(draw(junk)) if isinstance(spot, list) else spot.update({draw(st.text(max_size=5)): draw(junk)})
    elif way == "remove":
        del spot[key]
    else:
        spot[key] = draw(junk)
