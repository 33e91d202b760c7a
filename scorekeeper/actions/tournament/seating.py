"""How people sit in a tournament: the sides of its game, and who takes which seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.actions.night.nights import usual_size
from scorekeeper.league.pairings.values import Shape
from scorekeeper.league.tournament.values import INDIVIDUAL
from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.game import Game

#: The seats of each side.
Sides = tuple[tuple[int, ...], ...]


def sides_of(game: Game, options: Mapping[str, Any], size: int) -> Sides:
    """The seats of each side at a table of this size."""
    return game.sides(game.setting(size, game.with_defaults(dict(options)))[0])


def sizes_with_two_sides(game: Game, options: Mapping[str, Any]) -> dict[int, int]:
    """For each number of people on a side, the size of the table at which two such sides play."""
    sizes: dict[int, int] = {}
    for size in game.players:
        if game.objections(dict(options), size):
            continue
        sides = sides_of(game, options, size)
        if len(sides) == 2 and len(sides[0]) == len(sides[1]):
            sizes.setdefault(len(sides[0]), size)
    return sizes


def partners_at(game: Game, options: Mapping[str, Any]) -> int:
    """How many partners play on a side where two sides play; 0 if there are no such tables with partners."""
    return next((people for people in sizes_with_two_sides(game, options) if people > 1), 0)


def individual_shape(slug: str, options: Mapping[str, Any]) -> Shape:
    """The tables at which single players meet, with partners where the game has them."""
    game = BY_SLUG[slug]
    size = usual_size(game)
    per_side = len(sides_of(game, options, size)[0])
    if per_side > 1:
        return Shape((size,), per_side, size)
    return Shape(tuple(players for players in game.players if players > 2 or size == 2), 1, size)


def table_size(slug: str, options: Mapping[str, Any], format: str, per_side: int, people: int) -> int:  # noqa: A002
    """How many sit at a table of a match."""
    return people if format == INDIVIDUAL else sizes_with_two_sides(BY_SLUG[slug], options)[per_side]


def seated(sides: Sides, players: Sequence[Sequence[int]]) -> list[int]:
    """Members in seat order, each side in its own seats."""
    by_seat = {
        seat: member
        for seats, members in zip(sides, players, strict=True)
        for seat, member in zip(seats, members, strict=True)
    }
    return [by_seat[seat] for seat in sorted(by_seat)]
