"""Byes of a round, from who was to sit out and who played after all."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from scorekeeper.league.results.result import Bye, Entrant, Player, partnership


class SatOut(NamedTuple):
    """Somebody who was to sit out a round, perhaps as one of a fixed partnership."""

    player: Player
    partners: tuple[Player, ...] = ()


def byes_of_round(night: str, number: int, rows: Iterable[SatOut], seated: Collection[Player]) -> list[Bye]:
    """The byes of a round, given who sat at its tables: whoever helped out there has none.

    A partnership has its bye even if one of it played with somebody else.
    """
    sat_out: dict[Entrant, list[Player]] = {}
    for row in rows:
        waiting = sat_out.setdefault(partnership((row.player, *row.partners)), [])
        if row.player not in seated:
            waiting.append(row.player)
    return [
        Bye(night, number, players, tuple(player for player in players if player not in waiting))
        for players, waiting in sat_out.items()
        if waiting or len(players) > 1
    ]
