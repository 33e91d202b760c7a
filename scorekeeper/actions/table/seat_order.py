"""Who sits where and who deals, at tables that change seats with their partners and at those that stay seated."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.actions.table.access import Table
from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.game import UNCOUNTED_KEYS, Movement


def movement_of(table: Table) -> Movement | None:
    """How partners change at this table, if they do."""
    movement = BY_SLUG[table.game.slug].movement
    return movement if movement is not None and table.game.options.get(movement.option) else None


def has_moved(table: Table, place: int) -> bool:
    """Players sit elsewhere than at the start in the hand at this place: a record cannot hold its calls."""
    return bool(table.game.moves_seats) and seats_at(table, place)[0] != tuple(range(len(table.game.players)))


def seats_at(table: Table, place: int) -> tuple[tuple[int, ...], int]:
    """The players clockwise, and who deals, in the hand at this place. The deal passes left in the new seats."""
    movement, game = movement_of(table), BY_SLUG[table.game.slug]
    seats, dealer, counted = tuple(range(len(table.game.players))), table.game.dealer, 0
    for hand in table.record["hands"][: place - 1]:
        counted += UNCOUNTED_KEYS.isdisjoint(hand)
        if movement is not None and table.game.moves_seats:
            seats = clockwise(movement, counted)
        if game.passes_deal(hand):
            dealer = left_neighbor(seats, dealer)
    return seats, dealer


def clockwise(movement: Movement, counted: int) -> tuple[int, ...]:
    """The players clockwise after so many counted hands, if partners sit down opposite each other."""
    one, other = movement.partners[min(counted // movement.hands_per_partner, len(movement.partners) - 1)]
    return one[0], other[0], one[1], other[1]


def left_neighbor(seats: Sequence[int], player: int) -> int:
    """Who sits at a player's left."""
    return seats[(seats.index(player) + 1) % len(seats)]
