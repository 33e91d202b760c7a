"""Page values of an event: visitors, rounds, tables, seating, the place in the season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flask import render_template, request

from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.event.access import (
    RUNNER,
    EventAccess,
    Visitor,
    require_event,
    require_event_to_change,
    sitting_out,
)
from scorekeeper.actions.event.clock import clock_of
from scorekeeper.actions.event.contest import ContestView
from scorekeeper.actions.event.drafts import RoundDraft
from scorekeeper.actions.event.results import PLAYING, STOPPED, WAITING, TableState, table_states
from scorekeeper.actions.event.seating import FIXED, game_of, history
from scorekeeper.actions.event.tables import belongs_to_event, event_of_game
from scorekeeper.actions.season.standings import placed_players
from scorekeeper.actions.season.totals import scheme_of
from scorekeeper.league.pairings.values import MOVEMENT, Repeat, RoundPlan, TablePlan, repeats
from scorekeeper.league.standings.counting import Way
from scorekeeper.league.standings.standings import Row
from scorekeeper.league.words import listed, ordinal, percent
from scorekeeper.rules.game import Movement
from scorekeeper.web import parse
from scorekeeper.web.clock import ClockView, clock_view
from scorekeeper.web.device import device_id, known_device_id
from scorekeeper.web.session import account_id


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
    """A table of a round as one visitor sees it."""

    state: TableState
    #: Its round and number, or its match.
    title: str
    sides: tuple[SideCard, ...]
    #: Members and names in seat order, clockwise.
    seats: tuple[tuple[int, str], ...]
    #: The visitor plays at this table.
    mine: bool
    may_accept: bool

    @property
    def id(self) -> int:
        """The id of the table."""
        return self.state.table.id

    @property
    def number(self) -> int:
        """The number of the table in its round."""
        return self.state.table.number

    @property
    def ended(self) -> bool:
        """Nothing more is to be played."""
        return self.state.ended

    @property
    def clock(self) -> ClockView | None:
        """The time left, while it is played against the clock."""
        return None if self.ended else clock_view(clock_of(self.state.round))

    @property
    def words(self) -> str:
        """How far the game is."""
        state = self.state
        if state.gone:
            return "Deleted"
        if state.state == PLAYING:
            return f"Hand {len(state.sheet.hands) + 1}"
        if state.state == WAITING:
            return "Not started"
        word = "Stopped" if state.state == STOPPED else "Accepted" if state.confirmed else "Final"
        more = ["on paper"] if state.on_paper else []
        return ", ".join([word, *more, *([] if state.counts else ["does not count"])])

    @property
    def mark(self) -> str:
        """The class of the mark next to the words; empty while the table plays."""
        if self.state.protested:
            return "wait"
        return {PLAYING: "", WAITING: "idle"}.get(self.state.state, "done")


@dataclass(frozen=True)
class RoundView:
    """A round, or the matches of a bracket that were started last: the tables and who sits out."""

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
        return any(table.state.begun or table.ended for table in self.tables)

    @property
    def played(self) -> bool:
        """A hand was finished at one of its tables."""
        return any(table.state.has_finished_hand for table in self.tables)

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
    return Visitor(account_id(), device_id())


def known_visitor() -> Visitor:
    """The visitor of a request that changes something; a new phone is stored."""
    return Visitor(account_id(), known_device_id())


def sent_members(field: str = "member") -> list[int]:
    """The ids of the members whose names were tapped; anything else that was sent is ignored."""
    return [member for member in map(parse.count, request.form.getlist(field)) if member is not None]


def open_event(event_id: str, role: str = "member", *, is_contest: bool | None = None) -> EventAccess:
    """The event of a request, if the visitor has this role; loaded under the write lock if it may change."""
    if request.method == "POST":
        access = require_event_to_change(known_visitor(), event_id, role)
    else:
        access = require_event(visitor(), event_id, role)
    # Only a night has check-in and drafts; only a contest has entrants and matches.
    if is_contest is not None and is_contest is (access.plan is None):
        raise NotFoundError(event_id)
    return access


def open_night(event_id: str, role: str = RUNNER) -> EventAccess:
    """The same for a club night."""
    return open_event(event_id, role, is_contest=False)


def render_event(template: str, access: EventAccess, **values: Any) -> str:
    """A page of an event."""
    return render_template(template, access=access, event=access.event, **values)


def round_views(access: EventAccess, states: Sequence[TableState] | None = None) -> list[RoundView]:
    """The rounds of a night, the latest first."""
    cards: dict[int, list[TableCard]] = {}
    for state in table_states(access) if states is None else states:
        cards.setdefault(state.round.id, []).append(table_card(access, state))
    return [
        RoundView(
            event_round.number,
            event_round.method,
            event_round.quality,
            tuple(cards.get(event_round.id, ())),
            tuple((member, access.names[member]) for member in sitting_out(event_round)),
        )
        for event_round in reversed(access.event.rounds)
    ]


def table_card(access: EventAccess, state: TableState, title: str = "") -> TableCard:
    """One table, with the title that a contest gives it."""
    names, totals, winners = _marked_names(access, state), state.totals, _winners(state)
    sides = tuple(
        SideCard(
            tuple((member, names[member]) for member in members),
            totals[side],
            side in winners,
            side in state.accepted,
        )
        for side, members in enumerate(state.sides)
    )
    me, usual = access.me.id, f"Round {state.round.number}, table {state.table.number}"
    may_accept = state.may_accept(me) and not state.protested
    return TableCard(state, title or usual, sides, tuple(names.items()), me in state.table.seats, may_accept)


def titled_card(access: EventAccess, state: TableState) -> TableCard:
    """One table with its title, of a night or a contest."""
    return table_card(access, state, "" if access.plan is None else ContestView(access).table_title(state.table))


def _winners(state: TableState) -> Sequence[int]:
    """The sides in first place, also of a game that was stopped or scored on paper; none if all are tied."""
    placings = state.result.placings if state.result is not None and state.ended else ()
    first = [*dict.fromkeys(own.side for own in placings if own.place == 1)]
    return [] if len(first) == len(state.sides) else first or state.sheet.winners


def _marked_names(access: EventAccess, state: TableState) -> dict[int, str]:
    """The names at a table in seat order; a substitute's with the name of the absent player."""
    names = {member: access.names[member] for member in state.table.seats}
    for helper, absent in state.table.substitutes:
        if helper in names and absent is not None:
            names[helper] = f"{access.names[helper]} (for {access.names.get(absent, 'somebody')})"
    return names


@dataclass(frozen=True)
class GameEvent:
    """The event of a game; empty for a phone that may not see it."""

    access: EventAccess | None = None
    table: TableCard | None = None


def game_event(game_id: str) -> GameEvent | None:
    """The event of a game, if it belongs to one."""
    place = event_of_game(visitor(), game_id)
    if place is not None:
        access, state = place
        return GameEvent(access, titled_card(access, state))
    return GameEvent() if belongs_to_event(game_id) else None


def season_place(access: EventAccess) -> str:
    """The visitor's place and the nearest rival: 3rd of 17, 2 wins behind Ann. Empty without a place."""
    season, me = access.event.season, (str(access.me.id),)
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


def _distance(access: EventAccess, way: Way, own: Row, rival: Row) -> str:
    """How far the rival is."""
    gap = Fraction(own.figure - rival.figure)
    name = access.names.get(int(rival.entrant[0]), "")
    words = percent(abs(gap)) if way.share else way.describe(abs(gap))
    return f", {words} {'ahead of' if gap > 0 else 'behind'} {name}"


#: Four names of this length fit on a phone in one row.
LONGEST_SHORT_NAME = 9
#: More repeats at one table are only counted.
NAMED_REPEATS = 3
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

#: The id of a person and the name.
Seat = tuple[str, str]


@dataclass(frozen=True)
class SeatingTable:
    """A table to be seated: its sides as ids and names, and remarks on it."""

    number: int
    sides: tuple[tuple[Seat, ...], ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Seating:
    """The tables of a round, and who sits out, with a remark for each."""

    tables: tuple[SeatingTable, ...]
    out: tuple[tuple[Seat, str], ...]
    #: Who is here and not in the round.
    others: tuple[Seat, ...] = ()

    @property
    def has_long_names(self) -> bool:
        """Whether four names in a row would have to be broken on a phone."""
        return any(len(name) > LONGEST_SHORT_NAME for table in self.tables for side in table.sides for _, name in side)


def draft_seating(access: EventAccess, draft: RoundDraft) -> Seating:
    """The seating of a proposed round, with everything that repeats in it."""
    names = {str(member): name for member, name in access.names.items()}
    earlier = history(access)
    movement = game_of(access.event).movement if draft.method == MOVEMENT else None
    tables = tuple(
        SeatingTable(
            number,
            tuple(tuple((player, names.get(player, "?")) for player in side) for side in table.sides),
            (*_repeats(earlier, table, names, draft.method in FIXED), *_stages(movement, table, names)),
        )
        for number, table in enumerate(draft.plan.tables, 1)
    )
    out = tuple(((player, names.get(player, "?")), _out_remark(earlier, player)) for player in draft.plan.sitting_out)
    return Seating(tables, out)


def round_seating(access: EventAccess, current_round: RoundView) -> Seating:
    """The seating of a round that was drawn, and who else is here."""
    tables = tuple(
        SeatingTable(
            table.number,
            tuple(tuple((str(member), name) for member, name in side.members) for side in table.sides),
            (table.words,) if table.state.begun else (),
        )
        for table in current_round.tables
    )
    out = tuple(((str(member), name), "sits out") for member, name in current_round.out)
    return Seating(tables, out, tuple(without_seat(access, current_round)))


def without_seat(access: EventAccess, current_round: RoundView | None) -> list[Seat]:
    """People who are here and not in the round, by name; nobody before the first round."""
    if current_round is None:
        return []
    placed = {member for table in current_round.tables for member, _ in table.seats} | {*dict(current_round.out)}
    present = [own.person for own in access.present if own.person not in placed]
    return sorted(((str(member), access.names[member]) for member in present), key=lambda seat: seat[1].casefold())


def _out_remark(earlier: Sequence[RoundPlan], player: str) -> str:
    before = sum(player in plan.sitting_out for plan in earlier)
    return f"sits out for the {ORDINALS[before]} time" if before < len(ORDINALS) else f"has sat out {before} times"


def _repeats(earlier: Sequence[RoundPlan], table: TablePlan, names: Mapping[str, str], fixed: bool) -> tuple[str, ...]:
    """Earlier partners, unless partners stay together all night, and earlier opponents."""
    together = [] if fixed else repeats(earlier, table, TablePlan.partners)
    partners = [_repeat(repeat, names, "were partners") for repeat in together]
    opponents = [_repeat(repeat, names, "met") for repeat in repeats(earlier, table, TablePlan.opponents)]
    more = len(opponents) - NAMED_REPEATS
    rest = [f"{more} more {'pair' if more == 1 else 'pairs'} met before."] if more > 0 else []
    return (*partners, *opponents[:NAMED_REPEATS], *rest)


def _repeat(repeat: Repeat, names: Mapping[str, str], verb: str) -> str:
    pair = listed([names.get(player, "?") for player in repeat.pair])
    rounds = listed([str(number) for number in repeat.rounds])
    return f"{pair} {verb} in {'round' if len(repeat.rounds) == 1 else 'rounds'} {rounds}."


def _stages(movement: Movement | None, table: TablePlan, names: Mapping[str, str]) -> tuple[str, ...]:
    """The partners and opponents of each stretch of hands."""
    seats = [names.get(player, "?") for player in table.seats]
    if movement is None or len(seats) != len(movement.seats):
        return ()
    return tuple(
        f"Hands {first} to {last}: " + " against ".join(" & ".join(seats[seat] for seat in side) for side in sides)
        for first, last, sides in movement.stretches()
    )
