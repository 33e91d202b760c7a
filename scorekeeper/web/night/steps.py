"""The one thing that whoever runs a night has to do now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from scorekeeper.actions.night.access import NightAccess
from scorekeeper.actions.night.results import PLAYING
from scorekeeper.actions.night.seating import game_of
from scorekeeper.league.words import counted, listed
from scorekeeper.web.night.views import RoundView, TableCard

#: So many tables are named with their hands; more are named by their numbers.
NAMED_TABLES = 3
#: With more rounds than this, the squares of the progress would be too many to read.
MOST_SQUARES = 12


class Action(Enum):
    """The primary action of the page."""

    CHECK_IN = "check-in"
    DRAW_FIRST = "draw-first"
    SHOW_CODES = "show-codes"
    WAIT = "wait"
    DRAW_NEXT = "draw-next"
    COMPLETE = "complete"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Step:
    """Where the night is, and what comes next."""

    action: Action
    title: str
    text: str
    #: The number of the round that is played or would be drawn.
    number: int
    #: One square per planned round, true for those that have begun; none if nobody planned.
    squares: tuple[bool, ...] = ()


def next_step(access: NightAccess, current_round: RoundView | None) -> Step:
    """The step of a night."""
    number, planned = current_round.number if current_round else 0, access.night.planned
    squares = tuple(done < number for done in range(planned)) if planned and planned <= MOST_SQUARES else ()
    if access.closed:
        return Step(Action.NOTHING, "This night is closed", _played(access), number)
    if current_round is None:
        return _before_first(access, squares)
    title = _round_title(number, planned)
    if not current_round.ended:
        action = Action.WAIT if current_round.begun else Action.SHOW_CODES
        return Step(action, title, waiting_sentence(current_round), number, squares)
    if planned and number >= planned:
        return Step(Action.COMPLETE, "The night is complete", _all_played(number, planned), number + 1, squares)
    tables = len(current_round.tables)
    text = "The table is done." if tables == 1 else f"All {tables} tables are done."
    return Step(Action.DRAW_NEXT, title, text, number + 1, squares)


def _all_played(number: int, planned: int) -> str:
    if number > planned:
        return f"{counted(number, 'round was', 'rounds were')} played, {number - planned} more than planned."
    return "The planned round was played." if planned == 1 else f"All {planned} planned rounds were played."


def _before_first(access: NightAccess, squares: tuple[bool, ...]) -> Step:
    game, present = game_of(access.night), len(access.present)
    least = min(game.players)
    here = counted(present, "person is here", "people are here") if present else "Nobody is here yet"
    if present < least:
        return Step(Action.CHECK_IN, here, f"{game.name} needs at least {least} people. Check them in.", 1, squares)
    return Step(Action.DRAW_FIRST, _round_title(1, access.night.planned), f"{here}.", 1, squares)


def _round_title(number: int, planned: int | None) -> str:
    return f"Round {number} of {planned}" if planned and number <= planned else f"Round {number}"


def _played(access: NightAccess) -> str:
    return f"{counted(len(access.night.rounds), 'round was', 'rounds were')} played."


def waiting_sentence(current_round: RoundView) -> str:
    """How many tables are done, and which ones the round is waiting for."""
    waiting, tables = current_round.playing, current_round.tables
    if len(waiting) == len(tables):
        return "Waiting for the table." if len(tables) == 1 else f"Waiting for all {len(tables)} tables."
    done = len(tables) - len(waiting)
    return f"{done} of {len(tables)} tables {'is' if done == 1 else 'are'} done. Waiting for {_named(waiting)}."


def _named(tables: Sequence[TableCard]) -> str:
    if len(tables) > NAMED_TABLES:
        return f"tables {listed([str(table.number) for table in tables])}"
    return listed([_with_hand(table) for table in tables])


def _with_hand(table: TableCard) -> str:
    state = table.words.lower() if table.state == PLAYING else "not started"
    return f"table {table.number} ({state})"
