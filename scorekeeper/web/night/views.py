"""Page values of a club night: tables, sit-outs, the standing, and what one person has to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import request

from scorekeeper.actions.night.access import NightAccess, Who, idle
from scorekeeper.actions.night.protests import is_of_night, night_of_game
from scorekeeper.actions.night.results import OVER, PLAYING, STOPPED, Played, played, standing
from scorekeeper.actions.night.rounds import Draft
from scorekeeper.league.pairings import TablePlan, movement
from scorekeeper.league.words import called, listed, number
from scorekeeper.web import parse
from scorekeeper.web.device import device_id, known_device_id
from scorekeeper.web.session import current_account


@dataclass(frozen=True)
class SideCard:
    """A side at a table: names, total, and whether it has won."""

    names: str
    total: int
    won: bool
    accepted: bool


@dataclass(frozen=True)
class TableCard:
    """A table of a round."""

    id: int
    number: int
    round: int
    game_id: str
    sides: tuple[SideCard, ...]
    #: Seats with their members and names, clockwise.
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
    """One line of the night's standing."""

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
    out: tuple[str, ...]

    @property
    def begun(self) -> bool:
        """Something was entered at one of its tables."""
        return any(table.begun for table in self.tables)

    @property
    def ended(self) -> bool:
        """Nothing more is to be played."""
        return all(table.ended for table in self.tables)


def who() -> Who:
    """Who asks: the account signed in, and the phone as far as it is known."""
    account = current_account()
    return Who(account.id if account else "", device_id())


def acting() -> Who:
    """The same for whoever does something: the phone is noted."""
    account = current_account()
    return Who(account.id if account else "", known_device_id())


def rounds_of(found: NightAccess, known: Sequence[Played] | None = None) -> list[RoundView]:
    """The rounds of a night, the latest first; `known` tables are not looked for again."""
    tables: dict[int, list[TableCard]] = {}
    for each in played(found) if known is None else known:
        tables.setdefault(each.round.id, []).append(card(found, each))
    names = found.names
    return [
        RoundView(
            night_round.number,
            night_round.method,
            night_round.quality,
            tuple(tables.get(night_round.id, ())),
            tuple(names[member] for member in idle(night_round)),
        )
        for night_round in reversed(found.night.rounds)
    ]


def card(found: NightAccess, each: Played) -> TableCard:
    """One table."""
    me = found.me.id
    return TableCard(
        id=each.seating.id,
        number=each.seating.number,
        round=each.round.number,
        game_id=each.table.game.id,
        sides=_sides(found, each),
        seats=tuple((member, _marked(found, each, member)) for member in each.seating.seats),
        state=each.state,
        words=_state_words(each),
        begun=each.begun,
        ended=each.ended,
        counts=each.counts,
        gone=each.gone,
        mine=me in each.seating.seats,
        may_accept=each.may_accept(me),
        confirmed=each.confirmed,
        protested=each.protested,
        revision=each.table.game.revision,
    )


def _sides(found: NightAccess, each: Played) -> tuple[SideCard, ...]:
    sheet = each.table.sheet
    return tuple(
        SideCard(
            " & ".join(_marked(found, each, member) for member in members),
            sheet.totals[side],
            side in sheet.winners,
            side in each.accepted,
        )
        for side, members in enumerate(each.sides)
    )


def _marked(found: NightAccess, each: Played, member: int) -> str:
    """A name; a substitute's with whom it stands for."""
    names = found.names
    absent = next((away for helper, away in each.seating.substitutes if helper == member), None)
    return f"{names[member]} (for {names.get(absent, 'somebody')})" if absent is not None else names[member]


def _state_words(each: Played) -> str:
    """How far a table has come, in words."""
    if each.state == STOPPED:
        return "put away" if each.gone else f"stopped, {'counts' if each.counts else 'does not count'}"
    if each.state == PLAYING:
        return f"hand {len(each.table.sheet.hands) + 1}"
    if each.state != OVER:
        return "not begun"
    said = "over, confirmed" if each.confirmed else "over"
    return said if each.counts else f"{said}, does not count"


@dataclass(frozen=True)
class StandingView:
    """The standing of a night: what counts, and the rows; none before a game is over."""

    counts: str
    rows: tuple[StandingRow, ...]


def standing_view(found: NightAccess, tables: Sequence[Played]) -> StandingView:
    """The standing of the night."""
    table, names = standing(found, tables=tables), found.names
    rows = tuple(
        StandingRow(
            row.place,
            called(row.entrant, lambda who: names.get(int(who), "?")),
            number(row.figure),
            row.account.totals.games,
            row.account.margin,
        )
        for row in table.rows
    )
    return StandingView(table.season.scheme.way.title, rows if any(row.games for row in rows) else ())


def my_turn(found: NightAccess, night_round: RoundView | None) -> str:
    """What somebody has to do now, in a sentence."""
    presence = found.presence(found.me.id)
    if night_round is None:
        return "The first round is not drawn yet." if presence else ""
    mine = next((table for table in night_round.tables if table.mine), None)
    if mine is None:
        return f"You sit out round {night_round.number}." if found.me.name in night_round.out else ""
    me = found.me.name
    side = next((each for each in mine.sides if me in each.names.split(" & ")), None)
    partners = [name for name in side.names.split(" & ") if name != me] if side else []
    others = listed([each.names for each in mine.sides if each is not side])
    with_whom = f" with {listed(partners)}" if partners else ""
    return f"Table {mine.number}{with_whom} against {others}."


@dataclass(frozen=True)
class AtNight:
    """A game's table on a club night; only the fact, for a phone that nobody of the night speaks by."""

    access: NightAccess | None = None
    table: TableCard | None = None


def at_night(game_id: str) -> AtNight | None:
    """The club night of a game, if it belongs to one."""
    found = night_of_game(who(), game_id)
    if found is not None:
        return AtNight(found.access, card(found.access, found.played))
    return AtNight() if is_of_night(game_id) else None


@dataclass(frozen=True)
class DraftTable:
    """A table that is only proposed: its sides as ids and names."""

    number: int
    ids: str
    sides: tuple[tuple[tuple[str, str], ...], ...]
    #: Partners of the later parts of a movement, in words.
    later: tuple[str, ...] = ()


def draft_tables(found: NightAccess, draft: Draft, moving: bool) -> list[DraftTable]:
    """The tables of a proposal."""
    names = {str(member): name for member, name in found.names.items()}
    return [
        DraftTable(
            place,
            ",".join(table.players),
            tuple(tuple((who, names.get(who, "?")) for who in side) for side in table.sides),
            _stages(table, names) if moving else (),
        )
        for place, table in enumerate(draft.round.tables, 1)
    ]


def _stages(table: TablePlan, names: Mapping[str, str]) -> tuple[str, ...]:
    """Who plays with whom, part by part."""
    if len(table.players) != 4:
        return ()
    parts = dict.fromkeys(movement(table.seats))
    return tuple(
        " against ".join(called(side, lambda who: names.get(who, "?")) for side in part.sides) for part in parts
    )


def chosen(key: str) -> list[int]:
    """Members that were touched."""
    found = [parse.count(said) for said in request.form.getlist(key)]
    return [each for each in found if each is not None]


def words_of(problems: Sequence[str]) -> str:
    """Several messages on one line."""
    return " ".join(problems)
