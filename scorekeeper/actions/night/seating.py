"""How people sit in the game of a night, and its rounds so far as the league sees them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.actions.night.access import NightAccess
from scorekeeper.actions.night.nights import usual
from scorekeeper.league.pairings import RoundPlan, Shape, TablePlan
from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.game import Game
from scorekeeper.store import Night, NightTable, Round

#: The option of a game in which everyone plays alone and partners change within it.
ALONE = "individual"
MOVEMENT = "movement"


def game_of(night: Night) -> Game:
    """The game of a night."""
    return BY_SLUG[night.slug or ""]


def options_for(night: Night, method: str, size: int) -> dict[str, Any]:
    """What the tables of a round agree upon."""
    game, options = game_of(night), dict(night.options or {})
    if method == MOVEMENT:
        options = {key: value for key, value in options.items() if not _ends(game, key, value)} | {ALONE: True}
    return _without_objections(game, options, size)


def _ends(game: Game, key: str, value: object) -> bool:
    """This option cannot stand beside everyone playing alone."""
    return any(fault.path == key for fault in game.objections({ALONE: True, key: value}, usual(game)))


def _without_objections(game: Game, options: dict[str, Any], size: int) -> dict[str, Any]:
    """Options that only other sizes of tables can have are left out."""
    wrong = {fault.path for fault in game.objections(options, size)}
    return {key: value for key, value in options.items() if key not in wrong}


def sides_of(night: Night, method: str, size: int) -> tuple[tuple[int, ...], ...]:
    """The seats of each side at a table."""
    game = game_of(night)
    return game.sides(game.setting(size, game.with_defaults(options_for(night, method, size)))[0])


def shape_of(night: Night, method: str, size: int) -> Shape:
    """How people sit in this game: partners need tables of one size, single players are parted evenly."""
    per_side = len(sides_of(night, method, size)[0])
    if per_side > 1:
        return Shape((size,), per_side, size)
    return Shape(tuple(each for each in game_of(night).players if each > 2 or size == 2), 1, size)


def sizes_of(night: Night) -> tuple[int, ...]:
    """How many may sit at a table, the usual number first."""
    game = game_of(night)
    return tuple(sorted(game.players, key=lambda size: (size != usual(game), size)))


def history(found: NightAccess) -> tuple[RoundPlan, ...]:
    """The rounds so far, as the league sees them."""
    order = {each.member_id: found.lot(each) for each in found.night.presences}
    return tuple(_as_round(found.night, night_round, order) for night_round in found.night.rounds)


def _as_round(night: Night, night_round: Round, order: Mapping[int, str]) -> RoundPlan:
    tables = tuple(_as_table(seating) for seating in night_round.tables)
    out = sorted((bye.member_id for bye in night_round.byes), key=lambda who: order.get(who, ""))
    return RoundPlan(tables, tuple(str(who) for who in out))


def _as_table(seating: NightTable) -> TablePlan:
    """A table by the game that was played there."""
    size = len(seating.seats)
    if seating.game is None:
        return TablePlan(tuple((str(who),) for who in seating.seats))
    game = BY_SLUG[seating.game.slug]
    sides = game.sides(game.setting(size, game.with_defaults(seating.game.options))[0])
    return TablePlan(tuple(tuple(str(seating.seats[seat]) for seat in side) for side in sides))
