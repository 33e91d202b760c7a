"""Tables of a tournament: titles, totals from paper, stopping, forfeits, and scoring on another phone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from scorekeeper.actions.club.access import by
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.event.clock import Clock
from scorekeeper.actions.table.access import role_of
from scorekeeper.actions.tournament.access import GameState, TournamentAccess, while_started
from scorekeeper.league.pairings.bracket import FINAL, LOSERS, RESET, THIRD, WINNERS, Node
from scorekeeper.league.pairings.values import DOUBLE
from scorekeeper.league.words import counted
from scorekeeper.store import Game, Grant, TournamentGame, db
from scorekeeper.store.queries.game import grant_of
from scorekeeper.store.queries.tournament import row_of_game
from scorekeeper.store.tables.club import MEMBER
from scorekeeper.store.tables.game import SCORER, now


def match_title(access: TournamentAccess, key: str) -> str:
    """The title of a match: “Final”, “Losers’ round 2, match 1”, “Round 3, match 4”."""
    if not access.event.plan.is_bracket:
        number, table = key.split("-")
        return f"Round {number}, match {table}"
    if key not in access.outcome.bracket:
        return key
    node = access.outcome.bracket[key].node
    title = round_title(access, node)
    matches = sum((own.node.part, own.node.round) == (node.part, node.round) for own in access.outcome.bracket.values())
    return title if matches == 1 else f"{title}, match {node.position}"


def round_title(access: TournamentAccess, node: Node) -> str:
    """The title of a round in a bracket."""
    if node.part in (FINAL, RESET, THIRD):
        return {FINAL: "Grand final", RESET: "Second final", THIRD: "Third place"}[node.part]
    rounds = max(own.node.round for own in access.outcome.bracket.values() if own.node.part == node.part)
    if access.event.plan.format == DOUBLE:
        side = "Winners’" if node.part == WINNERS else "Losers’"
        return f"{side} final" if node.round == rounds else f"{side} round {node.round}"
    return {0: "Final", 1: "Semifinals", 2: "Quarterfinals"}.get(rounds - node.round, f"Round {node.round}")


def part_title(part: str) -> str:
    """The title of a part of a bracket."""
    return {WINNERS: "Winners’ bracket", LOSERS: "Losers’ bracket"}.get(part, "Finals")


#: The largest total of a game.
HIGHEST_TOTAL = 1_000_000
SCORED_HERE = "Hands were saved at this table. Stop the game there, or correct the hands; the totals will update."
TIED = "A match of a bracket needs a winner. Enter totals that are not tied, or play one more hand."


@while_started
def type_totals(access: TournamentAccess, game_number: int, totals: Sequence[int | None]) -> Refusal | None:
    """Enter or correct the final totals of a table that scored on paper."""
    state = access.game(game_number)
    sides = len(state.sides)
    figures = [total for total in totals if total is not None]
    if len(figures) != sides or any(abs(total) > HIGHEST_TOTAL for total in figures):
        return Refusal(("Enter the total of every side as a whole number.",))
    if state.row.totals is None and state.table.has_finished_hand:
        return Refusal((SCORED_HERE,))
    if access.event.plan.is_bracket and access.event.plan.best_of == 1 and len({*figures}) == 1:
        return Refusal((TIED,))
    state.row.totals = figures
    access.log(f"{_title(access, state)}: totals from paper, {' to '.join(map(str, figures))}.")
    return None


@while_started
def clear_totals(access: TournamentAccess, game_number: int) -> Refusal | None:
    """Delete the totals from paper, which reopens the game."""
    state = access.game(game_number)
    if state.row.totals is not None:
        state.row.totals = None
        access.log(f"{_title(access, state)}: the totals from paper were deleted.")
    return None


def _title(access: TournamentAccess, state: GameState) -> str:
    plan = access.event.plan
    more = [f"game {state.row.leg}"] if plan.best_of > 1 else []
    more += [f"table {state.row.board}"] if plan.boards > 1 else []
    return ", ".join([match_title(access, state.row.match), *more])


@while_started
def stop(access: TournamentAccess, game_number: int, stopped: bool = True) -> Refusal | None:
    """End a game with its current score, or let it continue."""
    state = access.game(game_number)
    if stopped and not state.sheet.hands:
        return Refusal(("No hand was finished at this table.",))
    if state.row.stopped is not stopped:
        state.row.stopped = stopped
        access.log(f"{_title(access, state)} {'was stopped: its score counts' if stopped else 'goes on'}.")
    return None


@while_started
def time_is_up(access: TournamentAccess) -> Refusal | None:
    """End every running game with its current score. A hand in play is finished first and counts."""
    states = [state for state in access.running if state.sheet.hands and not state.row.stopped]
    for state in states:
        state.row.stopped = True
    if states:
        access.log(f"Time is up: {counted(len(states), 'table', 'tables')} stopped.")
        return None
    return Refusal(("No table has finished a hand yet.",))


@while_started
def forfeit(access: TournamentAccess, key: str, number: str) -> Refusal | None:
    """Let an entry forfeit one match and stay in the tournament."""
    match = access.outcome.match(key)
    if match is None or not match.is_ready or (number,) not in match.groups:
        raise NotFoundError(key)
    access.tournament.forfeits = [*access.tournament.forfeits, [key, number]]
    access.log(f"{match_title(access, key)} was forfeited by {access.entry_name(number)}.")
    return None


@while_started
def undo_forfeit(access: TournamentAccess, key: str) -> Refusal | None:
    """Undo a forfeit."""
    left = [pair for pair in access.tournament.forfeits if pair[0] != key]
    if len(left) == len(access.tournament.forfeits):
        raise NotFoundError(key)
    access.tournament.forfeits = left
    access.log(f"{match_title(access, key)} will be played after all.")
    return None


@by(MEMBER)
def take_over(access: TournamentAccess, game_number: int) -> str:
    """Make this phone a scorer of a table, for people who run the tournament or sit there. Returns the game's id."""
    state = access.game(game_number)
    if not (access.runs or access.people.me.id in state.row.seats):
        raise NotFoundError(str(game_number))
    game = state.row.game
    if role_of(grant_of(access.device_id, game.id), game) != SCORER:
        db.session.merge(Grant(device_id=access.device_id, game_id=game.id, role=SCORER, key=game.scorer_key))
    return game.id


def clock_of_row(row: TournamentGame) -> Clock | None:
    """The clock of a game at its table; None if rounds are not timed."""
    if row.tournament.minutes is None:
        return None
    ends_at = row.started_at + dt.timedelta(minutes=row.tournament.minutes)
    left = round((ends_at - now()).total_seconds())
    return Clock(None if row.stopped else ends_at, left, False, row.stopped, False)


def clock_of_match_game(game: Game) -> tuple[Clock | None, str]:
    """The clock of a tournament game, and the id of its tournament. Both empty if there is no clock."""
    row = row_of_game(game.id) if game.is_of_tournament else None
    clock = clock_of_row(row) if row is not None else None
    return (clock, row.tournament_id) if row is not None and clock is not None else (None, "")
