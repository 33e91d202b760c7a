"""The new game page: names to begin with, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.actions.table import games
from scorekeeper.rules import Fault

COMPASS = ["North", "East", "South", "West"]
USUAL = 4
#: Names that nobody chose.
UNNAMED = re.compile(rf"Player \d|{'|'.join(COMPASS)}")
SEAT = re.compile(r"players\[(\d)\]")


@dataclass(frozen=True)
class NameFaults:
    """What is wrong with the names: each message once, and the seats concerned."""

    messages: tuple[str, ...]
    seats: frozenset[int]


def split_name_faults(faults: Iterable[Fault]) -> tuple[NameFaults, list[Fault]]:
    """The faults of names, and all others."""
    messages: dict[str, None] = {}
    seats: set[int] = set()
    others: list[Fault] = []
    for fault in faults:
        seat = SEAT.fullmatch(fault.path or "")
        if seat is None:
            others.append(fault)
            continue
        messages[fault.message] = None
        seats.add(int(seat[1]))
    return NameFaults(tuple(messages), frozenset(seats)), others


def chosen_names(names: Iterable[str]) -> list[str]:
    """Names that somebody chose."""
    return [name for name in names if name and not UNNAMED.fullmatch(name)]


def first_names(device_id: str, count: int) -> list[str]:
    """Names to begin with: the players of the last game, then other known names, then placeholders."""
    last = list(games.last_players(device_id))
    if len(last) == count:
        return last
    known = dict.fromkeys([*chosen_names(last), *chosen_names(games.known_names(device_id))])
    return _fill(list(known)[:count], [], count)


def kept_names(typed: Sequence[str], device_id: str, count: int) -> list[str]:
    """The typed names for another number of players; free seats get known names, then placeholders."""
    seats = [name if chosen_names([name]) else "" for name in typed[:count]]
    return _fill(seats, [] if any(seats) else first_names(device_id, count), count)


def _fill(seats: Sequence[str], offered: Sequence[str], count: int) -> list[str]:
    """Give every free seat an offered name or a placeholder."""
    placeholders = COMPASS if count == USUAL else [f"Player {seat}" for seat in range(1, count + 1)]
    taken = {name.casefold() for name in seats}
    names = [*seats, *[""] * (count - len(seats))]
    return [
        name or (offered[seat] if seat < len(offered) and offered[seat].casefold() not in taken else placeholders[seat])
        for seat, name in enumerate(names)
    ]
