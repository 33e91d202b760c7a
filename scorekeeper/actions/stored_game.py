"""A stored game as values: who plays in which seat from which hand on, and its score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Any

from scorekeeper.rules import BY_SLUG, Sheet, score
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
    def all_names(self) -> list[list[str]]:
        """The names at the table, now and after every change before, the latest first."""
        firsts = sorted({first for stints in self.stints for first, _ in stints}, reverse=True)
        return [self.names, *(self.names_in(first) for first in firsts)]

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

    def taken_over_in(self, after: Seats) -> list[int]:
        """The seats that somebody else has after a change."""
        pairs = enumerate(zip(self.stints, after.stints, strict=True))
        return [seat for seat, (old, new) in pairs if len(new) > len(old)]

    @property
    def takeovers(self) -> list[tuple[int, str, str]]:
        """From which hand on who has whose seat, in order; who never played a hand in it is left out."""
        played = [
            [stint for stint, after in zip_longest(stints, stints[1:]) if after is None or after[0] > stint[0]]
            for stints in self.stints
        ]
        pairs = ((old, new) for stints in played for old, new in pairwise(stints))
        return sorted((hand, old, new) for (_, old), (hand, new) in pairs if old != new)

    def changes_to(self, after: Seats) -> tuple[SeatChange, ...]:
        """What has changed, seat by seat."""
        pairs = zip(self.stints, after.stints, strict=True)
        return tuple(_seat_change(old, new) for old, new in pairs if old != new)


def _seat_change(old: tuple[Stint, ...], new: tuple[Stint, ...]) -> SeatChange:
    hand, name = new[-1]
    return SeatChange(old[-1][1], name, hand if len(new) > len(old) else None)


def seats_of(game: Game) -> Seats:
    """Who plays and has played in the seats of a game."""
    return seats_from(game.players, game.name_changes[-1].after if game.names_number else None)


def seats_from(names: Sequence[str], plain: Sequence[Sequence[Sequence[Any]]] | None) -> Seats:
    """The seats of these players; `plain` is what the last change of names left, if there was one."""
    # A forgotten member has another name since.
    return Seats.of_names(names) if plain is None else Seats.from_json(plain).spell(names)


def score_stored(game_id: str, record: dict[str, Any]) -> Sheet:
    """The score sheet of a stored record."""
    sheet = score(record)
    if not isinstance(sheet, Sheet):
        # Only sound records are stored; a rule may not change under a stored game.
        raise RuntimeError(f"game {game_id} can no longer be scored: {sheet[0].message}")
    return sheet


def lowest_wins(slug: str, players: int, options: Mapping[str, Any]) -> bool:
    """Whether fewer points are better in a game."""
    game = BY_SLUG[slug]
    _, play = game.setting(players, game.with_defaults(dict(options)))
    return bool(play.end.facts()["lowest"])
