"""The score of a tournament's game: from its record, or from totals that somebody typed from paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.league.tournament.values import GameScore, Group
from scorekeeper.rules import BY_SLUG, Sheet, score
from scorekeeper.rules.game import UNCOUNTED_KEYS


@dataclass(frozen=True, slots=True)
class Seat:
    """Which game of which match it is, and who plays on each side."""

    match: str
    leg: int
    board: int
    sides: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Length:
    """After how many hands a game ends, if it does; a bracket plays on at a tie."""

    hands: int | None
    must_win: bool


def lowest_wins(record: Mapping[str, Any]) -> bool:
    """Whether fewer points are better in this game."""
    game = BY_SLUG[record["game"]]
    _, play = game.setting(len(record["players"]), game.with_defaults(record.get("options", {})))
    return bool(getattr(play.end, "lowest", False))


def hands_played(record: Mapping[str, Any]) -> int:
    """The hands that count: neither open nor misdealt nor thrown in."""
    return sum("open" not in hand and UNCOUNTED_KEYS.isdisjoint(hand) for hand in record["hands"])


def game_score(
    seat: Seat,
    record: Mapping[str, Any],
    length: Length,
    totals: Sequence[int] | None = None,
    stopped: bool = False,
    sheet: Sheet | None = None,
) -> GameScore | None:
    """The score of a game that has ended; None while it is played."""
    place = (seat.match, seat.leg, seat.board, seat.sides)
    lowest = lowest_wins(record)
    if totals is not None:
        return GameScore(*place, tuple(totals), (), lowest)
    sheet = sheet or _scored(record)
    if sheet.over:
        return GameScore(*place, sheet.totals, sheet.winners, lowest)
    if not sheet.hands or not (stopped or _is_through(record, sheet, length)):
        return None
    return GameScore(*place, sheet.totals, (), lowest)


def _is_through(record: Mapping[str, Any], sheet: Sheet, length: Length) -> bool:
    """All hands of the round are played, and if somebody must win, somebody is ahead."""
    if length.hands is None or hands_played(record) < length.hands:
        return False
    return not length.must_win or len({*sheet.totals}) > 1


def _scored(record: Mapping[str, Any]) -> Sheet:
    sheet = score(dict(record))
    if not isinstance(sheet, Sheet):
        raise ValueError(sheet[0].message)
    return sheet
