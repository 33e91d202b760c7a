"""Who plays in which seat from which hand on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.store import Game

#: A player's time in a seat: the number of the first hand, and the name.
Stint = tuple[int, str]


@dataclass(frozen=True)
class SeatChange:
    """One seat before and after a change: another spelling, or another player from a hand on."""

    old: str
    new: str
    #: The number of the new player's first hand; None if only the spelling changed.
    hand: int | None = None


@dataclass(frozen=True)
class Seats:
    """The stints of every seat in order, the current player last."""

    stints: tuple[tuple[Stint, ...], ...]

    @classmethod
    def of_names(cls, names: Sequence[str]) -> Seats:
        """Seats whose players have played from the first hand on."""
        return cls(tuple(((1, name),) for name in names))

    @classmethod
    def from_json(cls, plain: Sequence[Sequence[Sequence[Any]]]) -> Seats:
        """Inverse of `as_json`."""
        return cls(tuple(tuple((hand, name) for hand, name in stints) for stints in plain))

    def as_json(self) -> list[list[list[Any]]]:
        """The stints as the store holds them."""
        return [[[hand, name] for hand, name in stints] for stints in self.stints]

    @property
    def names(self) -> list[str]:
        """The current names in seat order."""
        return [stints[-1][1] for stints in self.stints]

    def names_in(self, hand: int) -> list[str]:
        """The names of those who played this hand."""
        return [
            next((name for first, name in reversed(stints) if first <= hand), stints[0][1]) for stints in self.stints
        ]

    @property
    def last_takeover(self) -> int:
        """The first hand of the player who came last; 1 if nobody took over."""
        return max(stints[-1][0] for stints in self.stints)

    def spell(self, names: Sequence[str]) -> Seats:
        """The current players with their names in another spelling."""
        return Seats(
            tuple((*stints[:-1], (stints[-1][0], name)) for stints, name in zip(self.stints, names, strict=True))
        )

    def take_over(self, names: Sequence[str], hand: int) -> Seats:
        """The seats with a new player from a hand on wherever the name is another one."""
        pairs = zip(self.stints, names, strict=True)
        return Seats(tuple(stints if stints[-1][1] == name else (*stints, (hand, name)) for stints, name in pairs))

    def replace_name(self, seat: int, old: str, new: str) -> Seats:
        """The seats with a name of one seat replaced wherever it stands."""
        stints = tuple((hand, new if name == old else name) for hand, name in self.stints[seat])
        return Seats((*self.stints[:seat], stints, *self.stints[seat + 1 :]))

    def changes_to(self, after: Seats) -> tuple[SeatChange, ...]:
        """What has changed, seat by seat."""
        pairs = zip(self.stints, after.stints, strict=True)
        return tuple(_seat_change(old, new) for old, new in pairs if old != new)


def _seat_change(old: tuple[Stint, ...], new: tuple[Stint, ...]) -> SeatChange:
    hand, name = new[-1]
    return SeatChange(old[-1][1], name, hand if len(new) > len(old) else None)


def seats_of(game: Game) -> Seats:
    """Who plays and has played in the seats of a game."""
    if not game.names_number:
        return Seats.of_names(game.players)
    # A club may have renamed its members since.
    return Seats.from_json(game.name_changes[-1].after).spell(game.players)
