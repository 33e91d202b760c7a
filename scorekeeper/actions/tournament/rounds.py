"""Running a tournament: starting it, drawing rounds, starting matches, and undoing rounds that are not played."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.actions.club.access import by
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.event.events import empty_record
from scorekeeper.actions.table import games
from scorekeeper.actions.tournament.access import TournamentAccess, while_started
from scorekeeper.actions.tournament.entries import seed_entries
from scorekeeper.actions.tournament.tables import match_title
from scorekeeper.actions.tournament.tournaments import fewest_entries, individual_shape, seated, sides_of, table_size
from scorekeeper.league import contest_codec as codec
from scorekeeper.league.matches import Match
from scorekeeper.league.outcome import is_drawn_out, next_round
from scorekeeper.league.words import counted
from scorekeeper.rules import BY_SLUG
from scorekeeper.store import TournamentGame, TournamentRound, db
from scorekeeper.store.queries.tournament import delete_games, delete_round
from scorekeeper.store.tables.club import ORGANIZER
from scorekeeper.store.tables.game import now

ALL_DRAWN = Refusal(("All rounds have been drawn.",))


@by(ORGANIZER)
def start(access: TournamentAccess) -> Refusal | None:
    """Draw the seeds and start the first round, with a game at every table. Sent twice, it starts once."""
    if access.started:
        return None
    fewest, count = fewest_entries(access.tournament), len(access.tournament.entries)
    if count < fewest:
        return Refusal((f"This format needs at least {fewest} entries. There are {count}.",))
    seed_entries(access)
    access.tournament.started_at = now()
    access.log(f"{access.tournament.name} started with {counted(count, 'entry', 'entries')}.")
    refusal = _open_round(access.fresh())
    if refusal is not None:
        db.session.rollback()
        return refusal
    return None


def _open_round(access: TournamentAccess) -> Refusal | None:
    """Draw a round if the format draws rounds, and start every match that can start."""
    if not access.event.plan.is_bracket:
        tournament = access.tournament
        shape = individual_shape(tournament.slug, tournament.options)
        drawn = next_round(access.event, shape, any(game.lowest_wins for game in access.event.games))
        plain = codec.drawn_round(len(tournament.rounds) + 1, drawn)
        row = TournamentRound(number=plain["number"], matches=plain["matches"], byes=plain["byes"])
        if not row.matches:
            return Refusal(("There are not enough entries for another round.",))
        tournament.rounds.append(row)
        db.session.flush()
        access = access.fresh()
    return _start(access, startable(access))


@while_started
def draw_round(access: TournamentAccess, number: int) -> Refusal | None:
    """Draw the next round after the last one is over. Sent twice, it is drawn once."""
    if access.event.plan.is_bracket:
        raise NotFoundError(str(number))
    if number <= len(access.tournament.rounds):
        return None
    if waiting := waiting_for(access):
        return Refusal(tuple(f"{title} is still being played." for title in waiting))
    if is_drawn_out(access.event):
        return ALL_DRAWN
    refusal = _open_round(access)
    if refusal is not None:
        db.session.rollback()
        return refusal
    access.log(f"Round {number} was drawn.")
    return None


def waiting_for(access: TournamentAccess) -> list[str]:
    """The unfinished matches, in words."""
    return [match_title(access, match.key) for match in access.outcome.matches if match.is_ready]


def startable(access: TournamentAccess) -> list[tuple[Match, int]]:
    """Matches without a running game, with the number of their next game."""
    running = {state.row.match for state in access.running}
    return [(match, match.legs + 1) for match in access.outcome.ready if match.key not in running]


@while_started
def start_matches(access: TournamentAccess, keys: Iterable[str] = ()) -> Refusal | None:
    """Start these matches, or all that can start, each at a free table. Sent twice, each starts once."""
    wanted = {*keys}
    ready = [(match, leg) for match, leg in startable(access) if not wanted or match.key in wanted]
    refusal = _start(access, ready)
    if refusal is not None:
        db.session.rollback()
        return refusal
    if ready:
        access.log(f"{counted(len(ready), 'match', 'matches')} started.")
    return None


def _start(access: TournamentAccess, ready: Iterable[tuple[Match, int]]) -> Refusal | None:
    """Start a game at every table of these matches. The caller commits."""
    used = {state.row.place for state in access.running}
    boards = access.event.plan.boards
    for match, leg in ready:
        for board in range(1, boards + 1):
            place = next(number for number in range(1, len(used) + 2) if number not in used)
            used.add(place)
            refusal = _add_game(access, match, (leg, board, place))
            if refusal is not None:
                return refusal
    db.session.flush()
    return None


def _add_game(access: TournamentAccess, match: Match, numbers: tuple[int, int, int]) -> Refusal | None:
    """Add a game, which this phone scores until another takes over. The first-named side deals first."""
    tournament, (leg, board, place) = access.tournament, numbers
    players = _players(access, match, board)
    people = sum(map(len, players))
    plan = access.event.plan
    size = table_size(tournament.slug, tournament.options, plan.format, len(players[0]), people)
    game = BY_SLUG[tournament.slug]
    seats = seated(sides_of(game, tournament.options, size), players)
    record = empty_record(game, [access.names[member] for member in seats], tournament.options)
    note = f"{tournament.name}, {match_title(access, match.key)}"
    made = games.create_uncommitted(
        access.device_id, record | {"date": tournament.date.isoformat(), "note": note, "dealer": (leg - 1) % size}
    )
    if isinstance(made, games.InvalidRecord):
        return Refusal(tuple(fault.message for fault in made.faults))
    row = TournamentGame(match=match.key, leg=leg, board=board, place=place, game=made, stopped=False)
    row.sides, row.seats = [list(group) for group in match.groups], seats
    tournament.games.append(row)
    return None


def _players(access: TournamentAccess, match: Match, board: int) -> list[list[int]]:
    """The members of each side at one table of a match."""
    boards = access.event.plan.boards
    sides = []
    for group in match.groups:
        members = [member for number in group for member in access.entry(number).members]
        share = len(members) // boards
        sides.append(members[(board - 1) * share : board * share])
    return sides


@while_started
def cancel_match(access: TournamentAccess, key: str) -> Refusal | None:
    """Remove the games of a match from their tables, if nothing was entered."""
    rows = [state for state in access.current_games if state.row.match == key and state.score is None]
    if not rows:
        raise NotFoundError(key)
    if any(state.begun for state in rows):
        return Refusal(("Something was entered at this table, so the match start cannot be undone.",))
    delete_games(access.tournament, [state.row for state in rows])
    access.log(f"The start of {match_title(access, key)} was undone.")
    return None


@while_started
def undo_round(access: TournamentAccess, number: int) -> Refusal | None:
    """Undo the last drawn round, or the start of a bracket, while no hand in it is finished."""
    rounds = access.tournament.rounds
    if len(rounds) != number and not (access.event.plan.is_bracket and number == 1):
        raise NotFoundError(str(number))
    is_bracket = access.event.plan.is_bracket
    states = [state for state in access.games if is_bracket or state.row.match.split("-")[0] == str(number)]
    if any(state.table.has_finished_hand or state.row.totals is not None for state in states):
        return Refusal(("A hand of this round is finished, so it cannot be undone.",))
    if any(state.begun for state in states):
        return Refusal(("Something was entered in this round. Undo it at the table first.",))
    delete_games(access.tournament, [state.row for state in states])
    if rounds:
        delete_round(access.tournament, rounds[-1])
    if number == 1:
        access.tournament.started_at = None
        access.tournament.forfeits = []
    access.log(f"Round {number} was undone." if number > 1 else "The start was undone.")
    return None
