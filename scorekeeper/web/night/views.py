"""Page values of a club night: tables, sit-outs, the standings, and what one person has to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.actions.night.access import NightAccess, Visitor, sitting_out
from scorekeeper.actions.night.drafts import Draft
from scorekeeper.actions.night.protests import belongs_to_night, night_of_game
from scorekeeper.actions.night.results import OVER, PLAYING, STOPPED, TableState, night_standings, table_states
from scorekeeper.actions.night.seating import MOVEMENT, game_of
from scorekeeper.league.pairings import TablePlan
from scorekeeper.league.words import called, listed, number
from scorekeeper.rules.game import Movement
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
    state: str
    words: str
    begun: bool
    ended: bool
    counts: bool
    gone: bool
    mine: bool
    may_accept: bool
    confirmed: bool
    protested: bool
    revision: int


@dataclass(frozen=True)
class StandingRow:
    """One line of the night's standings."""

    place: int | None
    name: str
    figure: str
    games: int
    margin: int


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
    def ended(self) -> bool:
        """Nothing more is to be played."""
        return all(table.ended for table in self.tables)


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
    me = access.me.id
    return TableCard(
        id=state.table.id,
        number=state.table.number,
        round=state.round.number,
        game_id=state.game.id,
        sides=_sides(access, state),
        seats=tuple((member, _marked_name(access, state, member)) for member in state.table.seats),
        state=state.state,
        words=_state_words(state),
        begun=state.begun,
        ended=state.ended,
        counts=state.counts,
        gone=state.gone,
        mine=me in state.table.seats,
        may_accept=state.may_accept(me),
        confirmed=state.confirmed,
        protested=state.protested,
        revision=state.game.revision,
    )


def _sides(access: NightAccess, state: TableState) -> tuple[SideCard, ...]:
    sheet = state.sheet
    return tuple(
        SideCard(
            tuple((member, _marked_name(access, state, member)) for member in members),
            sheet.totals[side],
            side in sheet.winners,
            side in state.accepted,
        )
        for side, members in enumerate(state.sides)
    )


def _marked_name(access: NightAccess, state: TableState, member: int) -> str:
    """A name; a substitute's with the name of the absent player."""
    names = access.names
    absent = next((away for helper, away in state.table.substitutes if helper == member), None)
    return f"{names[member]} (for {names.get(absent, 'somebody')})" if absent is not None else names[member]


def _state_words(state: TableState) -> str:
    """How far a table has come, in words."""
    if state.state == STOPPED:
        return "put away" if state.gone else f"stopped, {'counts' if state.counts else 'does not count'}"
    if state.state == PLAYING:
        return f"hand {len(state.sheet.hands) + 1}"
    if state.state != OVER:
        return "not begun"
    words = "over, confirmed" if state.confirmed else "over"
    return words if state.counts else f"{words}, does not count"


@dataclass(frozen=True)
class StandingsView:
    """The standings of a night: what counts, and the rows; none before a game is over."""

    counts: str
    rows: tuple[StandingRow, ...]


def standings_view(access: NightAccess, states: Sequence[TableState]) -> StandingsView:
    """The standings of the night."""
    standings, names = night_standings(access, states=states), access.names
    rows = tuple(
        StandingRow(
            row.place,
            called(row.entrant, lambda player: names.get(int(player), "?")),
            number(row.figure),
            row.account.totals.games,
            row.account.margin,
        )
        for row in standings.rows
    )
    return StandingsView(standings.season.scheme.way.title, rows if any(row.games for row in rows) else ())


def next_step(access: NightAccess, current_round: RoundView | None) -> str:
    """What somebody has to do now, in a sentence."""
    me = access.me.id
    if current_round is None:
        return "The first round is not drawn yet." if access.presence(me) else ""
    table = next((table for table in current_round.tables if table.mine), None)
    if table is not None:
        return _seat_sentence(table, me)
    sits_out = me in {member for member, _ in current_round.out}
    return f"You sit out round {current_round.number}." if sits_out else ""


def _seat_sentence(table: TableCard, me: int) -> str:
    """Where somebody sits, with whom, and against whom."""
    own = [side for side in table.sides if me in dict(side.members)]
    partners = [name for side in own for member, name in side.members if member != me]
    others = listed([side.names for side in table.sides if side not in own])
    with_partners = f" with {listed(partners)}" if partners else ""
    return f"Table {table.number}{with_partners} against {others}."


@dataclass(frozen=True)
class GameNight:
    """The club night of a game; empty for a phone that may not see the night."""

    access: NightAccess | None = None
    table: TableCard | None = None


def game_night(game_id: str) -> GameNight | None:
    """The club night of a game, if it belongs to one."""
    found = night_of_game(visitor(), game_id)
    if found is not None:
        access, state = found
        return GameNight(access, table_card(access, state))
    return GameNight() if belongs_to_night(game_id) else None


@dataclass(frozen=True)
class StageView:
    """A set of partners of a movement: the hands they play, and who plays with whom."""

    first: int
    last: int
    pairing: str


@dataclass(frozen=True)
class DraftTable:
    """A table that is only proposed: its sides as ids and names."""

    number: int
    ids: str
    sides: tuple[tuple[tuple[str, str], ...], ...]
    stages: tuple[StageView, ...] = ()


def draft_tables(access: NightAccess, draft: Draft) -> list[DraftTable]:
    """The tables of a proposal."""
    names = {str(member): name for member, name in access.names.items()}
    movement = game_of(access.night).movement if draft.method == MOVEMENT else None
    return [
        DraftTable(
            place,
            ",".join(table.players),
            tuple(tuple((player, names.get(player, "?")) for player in side) for side in table.sides),
            _stages(movement, table, names) if movement else (),
        )
        for place, table in enumerate(draft.plan.tables, 1)
    ]


def _stages(movement: Movement, table: TablePlan, names: Mapping[str, str]) -> tuple[StageView, ...]:
    """Who plays with whom, stretch by stretch."""
    seats = [names.get(player, "?") for player in table.seats]
    if len(seats) != len(movement.seats):
        return ()
    return tuple(
        StageView(first, last, " against ".join(" & ".join(seats[seat] for seat in side) for side in sides))
        for first, last, sides in movement.stretches()
    )
