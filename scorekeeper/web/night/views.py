"""Page values of a club night: tables, sit-outs, the standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.actions.night.access import NightAccess, Visitor, sitting_out
from scorekeeper.actions.night.results import PLAYING, STOPPED, WAITING, TableState, night_standings, table_states
from scorekeeper.actions.night.tables import belongs_to_night, night_of_game
from scorekeeper.actions.season.standings import placed_players
from scorekeeper.actions.season.totals import scheme_of
from scorekeeper.league.standings.counting import Way
from scorekeeper.league.standings.standings import Row
from scorekeeper.league.words import called, number, ordinal, percent
from scorekeeper.web.device import device_id, known_device_id
from scorekeeper.web.session import current_account


@dataclass(frozen=True)
class SideCard:
    """A side at a table: its members with their names, its total, and whether it has won."""

    members: tuple[tuple[int, str], ...]
    total: int
    won: bool
    accepted: bool

    @property
    def names(self) -> str:
        """The names on one line."""
        return " & ".join(name for _, name in self.members)


@dataclass(frozen=True)
class TableCard:
    """A table of a round."""

    id: int
    number: int
    round: int
    game_id: str
    sides: tuple[SideCard, ...]
    #: Members and names in seat order, clockwise.
    seats: tuple[tuple[int, str], ...]
    #: The member who deals the first hand.
    dealer: int
    state: str
    words: str
    #: The mark beside the words: live, "done", "wait", or "idle".
    mark: str
    begun: bool
    #: A hand was finished.
    played: bool
    ended: bool
    counts: bool
    gone: bool
    mine: bool
    may_accept: bool
    confirmed: bool
    protested: bool
    score: str


@dataclass(frozen=True)
class StandingRow:
    """One line of the night's standings."""

    place: int | None
    name: str
    figure: str
    games: int
    margin: int
    byes: int = 0


@dataclass(frozen=True)
class RoundView:
    """A round: its tables and who sits out."""

    number: int
    method: str
    quality: str
    tables: tuple[TableCard, ...]
    #: Members who sit out, with their names.
    out: tuple[tuple[int, str], ...]

    @property
    def out_names(self) -> list[str]:
        """The names of everybody who sits out."""
        return [name for _, name in self.out]

    @property
    def begun(self) -> bool:
        """Something was entered at one of its tables."""
        return any(table.begun for table in self.tables)

    @property
    def played(self) -> bool:
        """A hand was finished at one of its tables."""
        return any(table.played for table in self.tables)

    @property
    def ended(self) -> bool:
        """Nothing more is to be played."""
        return not self.playing

    @property
    def playing(self) -> list[TableCard]:
        """Tables whose games go on, or have not started."""
        return [table for table in self.tables if not table.ended]

    @property
    def done(self) -> list[TableCard]:
        """Tables whose games are over."""
        return [table for table in self.tables if table.ended]


def visitor() -> Visitor:
    """The account signed in, and the phone if it was here before."""
    account = current_account()
    return Visitor(account.id if account else "", device_id())


def known_visitor() -> Visitor:
    """The same for somebody who changes something: a new phone is stored."""
    account = current_account()
    return Visitor(account.id if account else "", known_device_id())


def round_views(access: NightAccess, states: Sequence[TableState] | None = None) -> list[RoundView]:
    """The rounds of a night, the latest first."""
    cards: dict[int, list[TableCard]] = {}
    for state in table_states(access) if states is None else states:
        cards.setdefault(state.round.id, []).append(table_card(access, state))
    return [
        RoundView(
            night_round.number,
            night_round.method,
            night_round.quality,
            tuple(cards.get(night_round.id, ())),
            tuple((member, access.names[member]) for member in sitting_out(night_round)),
        )
        for night_round in reversed(access.night.rounds)
    ]


def current_round_view(access: NightAccess) -> RoundView | None:
    """The round being played, or played last."""
    return next(iter(round_views(access)), None)


def table_card(access: NightAccess, state: TableState) -> TableCard:
    """One table."""
    me, names = access.me.id, _marked_names(access, state)
    return TableCard(
        id=state.table.id,
        number=state.table.number,
        round=state.round.number,
        game_id=state.game.id,
        sides=_sides(state, names),
        seats=tuple(names.items()),
        dealer=state.table.seats[state.game.dealer],
        state=state.state,
        words=_state_words(state),
        mark=_mark(state),
        begun=state.begun,
        played=state.has_finished_hand,
        ended=state.ended,
        counts=state.counts,
        gone=state.gone,
        mine=me in state.table.seats,
        may_accept=state.may_accept(me),
        confirmed=state.confirmed,
        protested=state.protested,
        score=state.score,
    )


def _sides(state: TableState, names: dict[int, str]) -> tuple[SideCard, ...]:
    sheet = state.sheet
    return tuple(
        SideCard(
            tuple((member, names[member]) for member in members),
            sheet.totals[side],
            side in sheet.winners,
            side in state.accepted,
        )
        for side, members in enumerate(state.sides)
    )


def _marked_names(access: NightAccess, state: TableState) -> dict[int, str]:
    """The names at a table in seat order; a substitute's with the name of the absent player."""
    names = {member: access.names[member] for member in state.table.seats}
    for helper, absent in state.table.substitutes:
        if helper in names and absent is not None:
            names[helper] = f"{access.names[helper]} (for {access.names.get(absent, 'somebody')})"
    return names


def _state_words(state: TableState) -> str:
    """How far a table has come, in words."""
    if state.gone:
        return "Deleted"
    if state.state == PLAYING:
        return f"Hand {len(state.sheet.hands) + 1}"
    if state.state == WAITING:
        return "Not started"
    word = "Stopped" if state.state == STOPPED else "Accepted" if state.confirmed else "Final"
    return word if state.counts else f"{word}, does not count"


def _mark(state: TableState) -> str:
    if state.protested:
        return "wait"
    return {PLAYING: "", WAITING: "idle"}.get(state.state, "done")


@dataclass(frozen=True)
class StandingsView:
    """The standings of a night: what counts, and the rows; none before a game is over."""

    counts: str
    rows: tuple[StandingRow, ...]


def standings_view(access: NightAccess, states: Sequence[TableState]) -> StandingsView:
    """The standings of the night."""
    standings, names = night_standings(access, states=states), access.names
    way = standings.season.scheme.way
    rows = tuple(
        StandingRow(
            row.place,
            called(row.entrant, lambda player: names.get(int(player), "?")),
            percent(row.figure) if way.share else number(row.figure),
            row.account.totals.games,
            row.account.margin,
            row.account.totals.byes,
        )
        for row in standings.rows
    )
    return StandingsView(way.title, rows if any(row.games for row in rows) else ())


@dataclass(frozen=True)
class GameNight:
    """The club night of a game; empty for a phone that may not see the night."""

    access: NightAccess | None = None
    table: TableCard | None = None


def game_night(game_id: str) -> GameNight | None:
    """The club night of a game, if it belongs to one."""
    place = night_of_game(visitor(), game_id)
    if place is not None:
        access, state = place
        return GameNight(access, table_card(access, state))
    return GameNight() if belongs_to_night(game_id) else None


def season_place(access: NightAccess) -> str:
    """The place of whoever looks, and who is next: 3rd of 17, 2 wins behind Ann. Empty without a place."""
    season, me = access.night.season, (str(access.me.id),)
    placed = placed_players(season) if season is not None else ()
    index = next((index for index, row in enumerate(placed) if row.entrant == me), None)
    if season is None or index is None:
        return ""
    own, way = placed[index], scheme_of(season).way
    place = f"You are {'tied for ' if own.level else ''}{ordinal(own.place or 0)} of {len(placed)} in the season"
    above = [row for row in placed[:index] if row.figure > own.figure]
    below = [row for row in placed[index + 1 :] if row.figure < own.figure]
    rival = next(iter(above[-1:] if own.place != 1 else below[:1]), None)
    return f"{place}{_distance(access, way, own, rival) if rival else ''}."


def _distance(access: NightAccess, way: Way, own: Row, rival: Row) -> str:
    """How far the rival is."""
    gap = Fraction(own.figure - rival.figure)
    name = access.names.get(int(rival.entrant[0]), "")
    words = percent(abs(gap)) if way.share else way.describe(abs(gap))
    return f", {words} {'ahead of' if gap > 0 else 'behind'} {name}"
