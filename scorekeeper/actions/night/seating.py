"""How people sit in the game of a night, and its rounds as the league sees them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.actions.night.access import NightAccess, sitting_out
from scorekeeper.actions.night.nights import usual_size
from scorekeeper.league.pairings import RoundPlan, Shape, TablePlan
from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.game import Game
from scorekeeper.store import Night, NightTable, Round

#: The method by which partners change during a game, as the game's own movement says.
MOVEMENT = "movement"


def game_of(night: Night) -> Game:
    """The game of a night."""
    return BY_SLUG[night.slug or ""]


def options_for(night: Night, method: str, size: int) -> dict[str, Any]:
    """The options of the tables of a round."""
    game, options = game_of(night), dict(night.options or {})
    if method == MOVEMENT and game.movement is not None:
        alone = game.movement.option
        options = {key: value for key, value in options.items() if not _excludes(game, alone, key, value)}
        options[alone] = True
    return _without_objections(game, options, size)


def _excludes(game: Game, alone: str, key: str, value: object) -> bool:
    """Whether an option cannot be combined with everyone playing alone."""
    return any(fault.path == key for fault in game.objections({alone: True, key: value}, usual_size(game)))


def _without_objections(game: Game, options: dict[str, Any], size: int) -> dict[str, Any]:
    """Leave out options that only other sizes of tables can have."""
    wrong = {fault.path for fault in game.objections(options, size)}
    return {key: value for key, value in options.items() if key not in wrong}


def sides_of(night: Night, method: str, size: int) -> tuple[tuple[int, ...], ...]:
    """The seats of each side at a table."""
    game = game_of(night)
    return game.sides(game.setting(size, game.with_defaults(options_for(night, method, size)))[0])


def shape_of(night: Night, method: str, size: int) -> Shape:
    """The shape of the tables: partners need one size, single players are spread evenly."""
    per_side = len(sides_of(night, method, size)[0])
    if per_side > 1:
        return Shape((size,), per_side, size)
    return Shape(tuple(players for players in game_of(night).players if players > 2 or size == 2), 1, size)


def sizes_of(night: Night) -> tuple[int, ...]:
    """How many may sit at a table, the usual number first."""
    game = game_of(night)
    return tuple(sorted(game.players, key=lambda size: (size != usual_size(game), size)))


def history(access: NightAccess) -> tuple[RoundPlan, ...]:
    """The rounds drawn by now, as the league sees them."""
    lots = {presence.member_id: access.lot(presence) for presence in access.night.presences}
    return tuple(_round_plan(night_round, lots) for night_round in access.night.rounds)


def _round_plan(night_round: Round, lots: Mapping[int, str]) -> RoundPlan:
    out = sorted(sitting_out(night_round), key=lambda member: lots.get(member, ""))
    return RoundPlan(tuple(map(_table_plan, night_round.tables)), tuple(str(member) for member in out))


def _table_plan(table: NightTable) -> TablePlan:
    """A table by the game that was played there."""
    if table.game is None:
        return TablePlan(tuple((str(member),) for member in table.seats))
    game = BY_SLUG[table.game.slug]
    sides = game.sides(game.setting(len(table.seats), game.with_defaults(table.game.options))[0])
    return TablePlan(tuple(tuple(str(table.seats[seat]) for seat in side) for side in sides))
