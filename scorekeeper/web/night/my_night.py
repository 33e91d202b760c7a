"""Page values of one person's night: the table and seat now, and the games played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.actions.night.access import NightAccess
from scorekeeper.league.words import listed
from scorekeeper.rules.values import figure
from scorekeeper.web.night.views import RoundView, SideCard, TableCard

#: With so many at a table the page draws it: the partner opposite, the others on the left and right.
DRAWN_SEATS = 4
YOU = "You"


@dataclass(frozen=True)
class SeatView:
    """A seat at one's own table."""

    name: str
    role: str
    deals: bool

    @property
    def label(self) -> str:
        """The role, and who deals the first hand."""
        if not self.deals:
            return self.role
        return "You deal first" if self.role == YOU else f"{self.role}, deals first"


@dataclass(frozen=True)
class OwnGame:
    """A game that was played tonight, as one of its players sees it."""

    table: TableCard
    partners: str
    opponents: str
    score: str


@dataclass(frozen=True)
class MyNight:
    """What one person has to know first."""

    headline: str = ""
    note: str = ""
    #: The table of the round, if the person plays in it.
    table: TableCard | None = None
    #: Everybody at the table, clockwise, the person first.
    seats: tuple[SeatView, ...] = ()
    games: tuple[OwnGame, ...] = ()

    @property
    def is_drawn(self) -> bool:
        """Whether the table is drawn as seen from above."""
        return len(self.seats) == DRAWN_SEATS

    @property
    def seats_sentence(self) -> str:
        """The drawing in words."""
        if self.table is None or not self.is_drawn:
            return ""
        _, left, opposite, right = (seat.name for seat in self.seats)
        return (
            f"Table {self.table.number}. You sit opposite {opposite}. {left} is on your left, {right} is on your right."
        )


def my_night(access: NightAccess, rounds: Sequence[RoundView]) -> MyNight:
    """One person's night; `rounds` has the latest first."""
    me, current_round = access.me.id, rounds[0] if rounds else None
    games = tuple(_own_game(table, me) for view in rounds[::-1] for table in view.tables if table.mine and table.ended)
    presence = access.presence(me)
    if access.closed or presence is None or presence.left_at is not None:
        return MyNight(games=games)
    if current_round is None:
        note = "The first round has not been drawn yet. This page will show your table."
        return MyNight("You are checked in.", note)
    table = next((table for table in current_round.tables if table.mine), None)
    if table is None:
        return MyNight(*_without_table(current_round, me), games=games)
    if table.ended:
        return MyNight(_result_sentence(table, me), _next_note(current_round), table, games=games)
    return MyNight(_seat_sentence(table, me), "", table, _seats(table, me), games)


def _without_table(current_round: RoundView, me: int) -> tuple[str, str]:
    if me in {member for member, _ in current_round.out}:
        return f"You sit out round {current_round.number}.", _next_note(current_round)
    return "You are checked in.", f"Round {current_round.number} was drawn without you. You can play in the next round."


def _next_note(current_round: RoundView) -> str:
    coming = current_round.number + 1
    return f"Round {coming} has not been drawn yet. This page will show your table."


def _own_side(table: TableCard, me: int) -> SideCard:
    return next(side for side in table.sides if me in dict(side.members))


def partners_at(table: TableCard, me: int) -> list[str]:
    """The names of somebody's partners at a table."""
    return [name for member, name in _own_side(table, me).members if member != me]


def _opponents(table: TableCard, me: int) -> str:
    own = _own_side(table, me)
    return listed([side.names for side in table.sides if side is not own])


def _seat_sentence(table: TableCard, me: int) -> str:
    """The table, the partners and the opponents."""
    partners = partners_at(table, me)
    with_partners = f" with {listed(partners)}" if partners else ""
    return f"You play at table {table.number}{with_partners} against {_opponents(table, me)}."


def _result_sentence(table: TableCard, me: int) -> str:
    if not any(side.won for side in table.sides):
        return f"Your game at table {table.number} is over."
    return f"You {'won' if _own_side(table, me).won else 'lost'} at table {table.number}."


def _seats(table: TableCard, me: int) -> tuple[SeatView, ...]:
    members = [member for member, _ in table.seats]
    start = members.index(me)
    own = dict(_own_side(table, me).members)
    return tuple(
        SeatView(name, YOU if member == me else "Partner" if member in own else "Opponent", member == table.dealer)
        for member, name in (*table.seats[start:], *table.seats[:start])
    )


def _own_game(table: TableCard, me: int) -> OwnGame:
    own = _own_side(table, me)
    others = [side for side in table.sides if side is not own]
    score = "–".join(figure(side.total) for side in (own, *others)) if len(others) == 1 else figure(own.total)
    return OwnGame(table, listed(partners_at(table, me)), _opponents(table, me), score)
