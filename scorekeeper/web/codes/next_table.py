"""Page values of where a player goes after a game of a club night."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.league.words import listed
from scorekeeper.web.night.my_night import my_night, partners_at
from scorekeeper.web.night.views import GameNight, TableCard, round_views


@dataclass(frozen=True)
class NextTable:
    """What comes after a game, for one of the people of the night."""

    headline: str
    note: str = ""
    #: The table to go to, if there is one.
    table: TableCard | None = None


def next_table(night: GameNight | None) -> NextTable | None:
    """The next table of a player, what to wait for, or nothing for somebody who does not play on."""
    if night is None or night.access is None or night.table is None or not night.table.ended:
        return None
    access, current_round = night.access, night.access.current_round
    presence = access.presence(access.me.id)
    if access.closed:
        return NextTable("This night is closed.")
    if presence is None or presence.left_at is not None or current_round is None:
        return None
    if current_round.number == night.table.round:
        return NextTable(f"Round {current_round.number + 1} has not started.", "Your next table will be shown here.")
    my = my_night(access, round_views(access))
    if my.table is None or my.table.ended:
        return NextTable(my.headline, my.note)
    partners = listed(partners_at(my.table, access.me.id))
    together = f" with {partners}" if partners else ""
    return NextTable(f"Round {my.table.round}: you are at table {my.table.number}{together}.", "", my.table)
