"""Access to a tournament, and its current state.

Every member of the club and everybody with the public link may see it. A scorer runs it. An organizer
creates it and decides how it is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from werkzeug.utils import cached_property

from scorekeeper.actions.club.access import ClubAccess, by, require_role
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.errors import NotFoundError, NotYoursError, Refusal
from scorekeeper.actions.keys import same_key
from scorekeeper.actions.stored_game import lowest_wins
from scorekeeper.actions.table.access import Table
from scorekeeper.league import contest_codec as codec
from scorekeeper.league.contest import Contest, ContestEntrant, EntrantId, GameScore, Group
from scorekeeper.league.outcome import Outcome, outcome
from scorekeeper.rules import BY_SLUG, Fault, Sheet, score
from scorekeeper.rules.game import UNCOUNTED_KEYS
from scorekeeper.store import Tournament, TournamentEntry, TournamentGame, db
from scorekeeper.store.queries.club import membership
from scorekeeper.store.queries.tournament import tournament_by_link, tournament_of_game, whole_tournament
from scorekeeper.store.tables.club import MEMBER as MEMBER
from scorekeeper.store.tables.club import ORGANIZER as ORGANIZER
from scorekeeper.store.tables.club import SCORER
from scorekeeper.store.tables.game import WATCHER
from scorekeeper.store.transaction import begin_writing


@dataclass(frozen=True, slots=True)
class Seat:
    """A game of a match, and who plays on each side."""

    match: str
    leg: int
    board: int
    sides: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Length:
    """The number of hands of a game, if limited. In a bracket a tie is played on."""

    hands: int | None
    must_win: bool


def hands_played(record: Mapping[str, Any]) -> int:
    """The number of counted hands: not open, misdealt or thrown in."""
    return sum("open" not in hand and UNCOUNTED_KEYS.isdisjoint(hand) for hand in record["hands"])


def game_score(
    seat: Seat,
    record: Mapping[str, Any],
    length: Length,
    totals: Sequence[int] | None = None,
    stopped: bool = False,
    sheet: Sheet | tuple[Fault, ...] | None = None,
) -> GameScore | None:
    """The score of a finished game; None while it is being played."""
    place = (seat.match, seat.leg, seat.board, seat.sides)
    lowest = lowest_wins(record["game"], len(record["players"]), record.get("options", {}))
    if totals is not None:
        return GameScore(*place, tuple(totals), (), lowest)
    sheet = sheet or score(dict(record))
    if not isinstance(sheet, Sheet):
        raise ValueError(sheet[0].message)
    if sheet.over:
        return GameScore(*place, sheet.totals, sheet.winners, lowest)
    if not sheet.hands or not (stopped or _is_through(record, sheet, length)):
        return None
    return GameScore(*place, sheet.totals, (), lowest)


def _is_through(record: Mapping[str, Any], sheet: Sheet, length: Length) -> bool:
    """Whether all hands are played and, if there must be a winner, the totals differ."""
    if length.hands is None or hands_played(record) < length.hands:
        return False
    return not length.must_win or len({*sheet.totals}) > 1


RUNNER = SCORER
NOT_STARTED = Refusal(("This tournament has not started yet.",))

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class GameState:
    """The current state of one game of a match."""

    row: TournamentGame
    length: Length

    @cached_property
    def table(self) -> Table:
        """The game at the table."""
        return Table(self.row.game, WATCHER)

    @property
    def sheet(self) -> Sheet:
        """The score sheet of the game."""
        return self.table.sheet

    @property
    def record(self) -> dict[str, Any]:
        """The record of the game."""
        return self.table.record

    @property
    def seat(self) -> Seat:
        """The match and the sides of the game."""
        return Seat(self.row.match, self.row.leg, self.row.board, self.sides)

    @property
    def sides(self) -> tuple[Group, ...]:
        """The entries of each side."""
        return codec.read_groups(self.row.sides)

    @cached_property
    def score(self) -> GameScore | None:
        """The score of the game, once it has ended."""
        if self.row.game.deleted_at is not None and self.row.totals is None:
            return None
        return game_score(self.seat, self.record, self.length, self.row.totals, self.row.stopped, self.sheet)

    @property
    def begun(self) -> bool:
        """Whether anything was entered."""
        return self.row.totals is not None or bool(self.row.game.versions)

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return hands_played(self.record)

    @property
    def totals(self) -> tuple[int, ...]:
        """The current points of each side."""
        return tuple(self.row.totals) if self.row.totals is not None else self.sheet.totals


@dataclass(frozen=True)
class TournamentAccess:
    """A tournament as somebody may see it. `club` is None for people with only the public link."""

    tournament: Tournament
    club: ClubAccess | None
    device_id: str = ""

    @property
    def runs(self) -> bool:
        """Whether this member may draw rounds, start matches and enter totals."""
        return self.club is not None and self.club.may_score

    @property
    def organizes(self) -> bool:
        """Whether this member may decide how it is played."""
        return self.club is not None and self.club.may_organize

    @property
    def people(self) -> ClubAccess:
        """The club, for members."""
        if self.club is None:
            raise NotYoursError(MEMBER)
        return self.club

    def require(self, role: str) -> None:
        """Refuse a member whose role is lower, and people with only the public link."""
        self.people.require(role)

    @property
    def started(self) -> bool:
        """Whether seeds are drawn."""
        return self.tournament.started_at is not None

    @cached_property
    def names(self) -> dict[int, str]:
        """Names by member id, including former members."""
        return {member.id: member.name for member in self.tournament.club.members}

    @cached_property
    def length(self) -> Length:
        """The length of a game."""
        return Length(self.tournament.hands, codec.read_plan(self.tournament.plan).is_bracket)

    @cached_property
    def games(self) -> tuple[GameState, ...]:
        """All games, in the order in which they started."""
        return tuple(GameState(row, self.length) for row in self.tournament.games)

    @cached_property
    def event(self) -> Contest:
        """The tournament as a league value."""
        tournament = self.tournament
        return Contest(
            codec.read_plan(tournament.plan),
            tuple(map(entry_value, tournament.entries)),
            tuple(
                codec.read_drawn_round({"number": row.number, "matches": row.matches, "byes": row.byes})
                for row in tournament.rounds
            ),
            tuple(state.score for state in self.games if state.score is not None),
            {str(match): str(entry) for match, entry in tournament.forfeits},
        )

    @cached_property
    def outcome(self) -> Outcome:
        """The current outcome."""
        return outcome(self.event)

    @cached_property
    def current_games(self) -> tuple[GameState, ...]:
        """Games between the current sides of their match."""
        sides = {match.key: match.sides for match in self.outcome.matches}
        return tuple(state for state in self.games if sides.get(state.row.match) == state.sides)

    @property
    def running(self) -> tuple[GameState, ...]:
        """Games in progress."""
        open_matches = {match.key for match in self.outcome.ready}
        return tuple(state for state in self.current_games if state.score is None and state.row.match in open_matches)

    def entry(self, number: EntrantId) -> TournamentEntry:
        """An entry by its number."""
        for entry in self.tournament.entries:
            if str(entry.number) == number:
                return entry
        raise NotFoundError(number)

    def entry_name(self, number: EntrantId) -> str:
        """The name of an entry: of its team, or of its members."""
        entry = self.entry(number)
        return entry.name or " & ".join(self.names.get(member, "?") for member in entry.members)

    def group_name(self, group: Group) -> str:
        """The name of a side."""
        return " & ".join(map(self.entry_name, group))

    def game(self, game_number: int) -> GameState:
        """A game by its row id."""
        for state in self.games:
            if state.row.id == game_number:
                return state
        raise NotFoundError(str(game_number))

    def log(self, *sentence: str | int) -> None:
        """Log a decision and increment the revision. The caller commits."""
        write_log(self.people, "tournament", *sentence, about=self.tournament.id)
        self.tournament.revision += 1

    def fresh(self) -> TournamentAccess:
        """A copy without cached values, for use after a change in this transaction."""
        return TournamentAccess(self.tournament, self.club, self.device_id)


def entry_value(entry: TournamentEntry) -> ContestEntrant:
    """An entry as a league value. Before the start, seeds follow the numbers."""
    return ContestEntrant(
        str(entry.number),
        tuple(map(str, entry.members)),
        entry.seed or entry.number,
        entry.joined,
        entry.withdrawn_at is not None,
    )


def game_name(tournament: Tournament) -> str:
    """The name of the game that is played."""
    return BY_SLUG[tournament.slug].name


def require_tournament(
    account_id: str, tournament_id: str, device_id: str = "", role: str = MEMBER
) -> TournamentAccess:
    """The tournament, if this account has at least this role in its club."""
    tournament = whole_tournament(tournament_id)
    if tournament is None:
        raise NotFoundError(tournament_id)
    return TournamentAccess(tournament, require_role(account_id, tournament.club_id, role), device_id)


def require_tournament_to_change(
    account_id: str, tournament_id: str, device_id: str = "", role: str = RUNNER
) -> TournamentAccess:
    """The tournament, loaded under the write lock, for an action that changes it."""
    begin_writing()
    return require_tournament(account_id, tournament_id, device_id, role)


def require_tournament_row(account_id: str, tournament_id: str) -> Tournament:
    """The tournament's own row, if this account may see it."""
    tournament = db.session.get(Tournament, tournament_id)
    if tournament is None:
        raise NotFoundError(tournament_id)
    require_role(account_id, tournament.club_id, MEMBER)
    return tournament


def public_tournament(key: str) -> TournamentAccess:
    """The tournament whose public page has this key."""
    tournament_id = tournament_by_link(key)
    tournament = whole_tournament(tournament_id) if tournament_id else None
    if tournament is None or tournament.public_key is None or not same_key(key, tournament.public_key):
        raise NotFoundError("tournament")
    return TournamentAccess(tournament, None)


def game_tournament(account_id: str, game_id: str) -> tuple[str, str]:
    """The id of a game's tournament and, for people outside the club, the key of its public page."""
    tournament = db.session.get(Tournament, tournament_of_game(game_id) or "")
    if tournament is None:
        raise NotFoundError(game_id)
    me = membership(tournament.club_id, account_id) if account_id else None
    return tournament.id, "" if me is not None and me.left_at is None else tournament.public_key or ""


def while_started(
    action: Callable[Concatenate[TournamentAccess, P], R],
) -> Callable[Concatenate[TournamentAccess, P], R | Refusal]:
    """Allow an action only to scorers and organizers of a started tournament. See `by`."""

    @by(RUNNER)
    @wraps(action)
    def act(access: TournamentAccess, /, *args: P.args, **kwargs: P.kwargs) -> R | Refusal:
        return action(access, *args, **kwargs) if access.started else NOT_STARTED

    return act
