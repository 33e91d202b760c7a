"""The page of an event as each visitor sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from flask import render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.actions.calendar import expected_members
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event import checkin
from scorekeeper.actions.event.access import EventAccess
from scorekeeper.actions.event.checkin import newcomers
from scorekeeper.actions.event.clock import clock_of, rounds_in_play
from scorekeeper.actions.event.contest import ContestView
from scorekeeper.actions.event.drafts import stored_draft
from scorekeeper.actions.event.results import PLAYING, event_standings, table_states
from scorekeeper.actions.event.seating import game_of
from scorekeeper.actions.event.tables import all_protests
from scorekeeper.league.words import counted, listed
from scorekeeper.rules.values import figure
from scorekeeper.web.addresses import go_to, qr
from scorekeeper.web.clock import ClockView, clock_view
from scorekeeper.web.event.contest_views import FORMATS, contest_rounds, contest_values, table_cards
from scorekeeper.web.event.views import RoundView, SideCard, TableCard, round_views, season_place, without_seat

#: More tables than this are named only by their numbers.
NAMED_TABLES = 3
#: The most rounds that are shown as squares.
MOST_SQUARES = 12


class Action(Enum):
    """The primary action of the page."""

    CHECK_IN = "check-in"
    DRAW_FIRST = "draw-first"
    SHOW_CODES = "show-codes"
    WAIT = "wait"
    DRAW_NEXT = "draw-next"
    COMPLETE = "complete"
    #: Only of a contest.
    ENTER = "enter"
    START = "start"
    PLAY = "play"
    DRAW_ROUND = "draw-round"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Step:
    """Where the event is, and what comes next."""

    action: Action
    title: str
    text: str
    #: The number of the round that is played or would be drawn.
    number: int
    #: One square per planned round, true for those that have begun; none if nobody planned.
    squares: tuple[bool, ...] = ()


def next_step(access: EventAccess, current_round: RoundView | None) -> Step:
    """The step of a night."""
    number, planned = current_round.number if current_round else 0, access.event.planned
    squares = tuple(done < number for done in range(planned)) if planned and planned <= MOST_SQUARES else ()
    if access.closed:
        played = counted(len(access.event.rounds), "round was", "rounds were")
        return Step(Action.NOTHING, "This night is closed", f"{played} played.", number)
    if current_round is None:
        return _before_first(access, squares)
    title = _round_title(number, planned)
    if not current_round.ended:
        action = Action.WAIT if current_round.begun else Action.SHOW_CODES
        return Step(action, title, waiting_sentence(current_round), number, squares)
    if planned and number >= planned:
        return Step(Action.COMPLETE, "The night is complete", _all_played(number, planned), number + 1, squares)
    return Step(Action.DRAW_NEXT, title, _tables_done(current_round), number + 1, squares)


def _tables_done(current_round: RoundView | None) -> str:
    tables = len(current_round.tables) if current_round else 0
    return "The table is done." if tables == 1 else f"All {tables} tables are done."


def contest_step(view: ContestView, values: Mapping[str, Any], current_round: RoundView | None) -> Step:
    """The step of a contest."""
    number, planned = view.outcome.round, view.outcome.rounds
    title = FORMATS[view.contest.plan.format][0] if view.is_bracket else _round_title(number, planned)
    squares = tuple(done < number for done in range(planned)) if planned <= MOST_SQUARES and number else ()
    if view.access.closed:
        return Step(Action.NOTHING, values["champion"] or "This tournament is closed", _won(values), number)
    if not values["has_started"]:
        return _before_start(view, values["fewest"])
    if values["champion"]:
        return Step(Action.COMPLETE, values["champion"], _won(values), number)
    if values["ready"]:
        ready = f"{counted(len(values['ready']), 'match', 'matches')} can start."
        tables = len(current_round.playing) if current_round else 0
        playing = f" {counted(tables, 'table is', 'tables are')} still playing." if tables else ""
        return Step(Action.PLAY, title, f"{ready}{playing}", number, squares)
    if values["next_round"]:
        return Step(Action.DRAW_ROUND, title, _tables_done(current_round), number, squares)
    text = waiting_sentence(current_round) if current_round and not current_round.ended else ""
    begun = current_round is not None and current_round.begun
    return Step(Action.WAIT if begun else Action.SHOW_CODES, title, text, number, squares)


def _won(values: Mapping[str, Any]) -> str:
    prize = values["places"][0].prize if values["places"] else ""
    if not values["champion"]:
        return "It ended without a winner." if values["has_started"] else "It was not played."
    return f"Winner. {prize}." if prize else "Winner."


def _before_start(view: ContestView, fewest: int) -> Step:
    count = len(view.event.entrants)
    text = counted(count, "entry", "entries") + "." if count else "Nobody has entered yet."
    if count < fewest:
        return Step(Action.ENTER, "Not started yet", f"{text} This format needs at least {fewest}.", 1)
    return Step(Action.START, "Not started yet", text, 1)


def _all_played(number: int, planned: int) -> str:
    if number > planned:
        return f"{counted(number, 'round was', 'rounds were')} played, {number - planned} more than planned."
    return "The planned round was played." if planned == 1 else f"All {planned} planned rounds were played."


def _before_first(access: EventAccess, squares: tuple[bool, ...]) -> Step:
    game, present = game_of(access.event), len(access.present)
    least = min(game.players)
    here = counted(present, "person is here", "people are here") if present else "Nobody is here yet"
    if present < least:
        return Step(Action.CHECK_IN, here, f"{game.name} needs at least {least} people. Check them in.", 1, squares)
    return Step(Action.DRAW_FIRST, _round_title(1, access.event.planned), f"{here}.", 1, squares)


def _round_title(number: int, planned: int | None) -> str:
    return f"Round {number} of {planned}" if planned and number <= planned else f"Round {number}"


def waiting_sentence(current_round: RoundView) -> str:
    """How many tables are done, and which ones the round is waiting for."""
    waiting, tables = current_round.playing, current_round.tables
    if len(waiting) == len(tables):
        return "Waiting for the table." if len(tables) == 1 else f"Waiting for all {len(tables)} tables."
    done = len(tables) - len(waiting)
    return f"{done} of {len(tables)} tables {'is' if done == 1 else 'are'} done. Waiting for {_named(waiting)}."


def _named(tables: Sequence[TableCard]) -> str:
    if len(tables) > NAMED_TABLES:
        return f"tables {listed([str(number) for number in sorted(table.number for table in tables)])}"
    hands = [table.words.lower() if table.state.state == PLAYING else "not started" for table in tables]
    return listed([f"table {table.number} ({hand})" for table, hand in zip(tables, hands, strict=True)])


@dataclass(frozen=True)
class SeatView:
    """A seat at the visitor's table."""

    name: str
    #: You, Partner or Opponent.
    role: str
    deals: bool


@dataclass(frozen=True)
class OwnGame:
    """A game as one of its players sees it."""

    table: TableCard
    partners: str
    opponents: str
    score: str


@dataclass(frozen=True)
class MyEvent:
    """What a player needs to know first: the table, the seat, their games."""

    headline: str = ""
    note: str = ""
    #: The table of the round, if the person plays in it.
    table: TableCard | None = None
    #: Everybody at the table, clockwise, the person first.
    seats: tuple[SeatView, ...] = ()
    games: tuple[OwnGame, ...] = ()


def my_event(access: EventAccess, rounds: Sequence[RoundView]) -> MyEvent:
    """One person's event; `rounds` has the latest first."""
    me, current_round = access.me.id, rounds[0] if rounds else None
    games = tuple(_own_game(table, me) for view in rounds[::-1] for table in view.tables if table.mine and table.ended)
    own = access.attendance(me)
    table = next((table for table in current_round.tables if table.mine), None) if current_round else None
    if access.closed or ((own is None or own.left_at is not None) and (access.plan is None or table is None)):
        return MyEvent(games=games)
    if current_round is None and access.plan is not None:
        return MyEvent("You are entered.", "This page will show your table.", games=games)
    if current_round is None:
        note = "The first round has not been drawn yet. This page will show your table."
        return MyEvent("You are checked in.", note, games=games)
    if table is None:
        return MyEvent(*_without_table(access, current_round), games=games)
    if table.ended:
        return MyEvent(_result_sentence(table, me), _next_note(access, current_round), table, games=games)
    return MyEvent(_seat_sentence(table, me), "", table, _seats(table, me), games)


def all_rounds(access: EventAccess) -> list[RoundView]:
    """The rounds of a night or a contest, the latest first."""
    if access.plan is None:
        return round_views(access)
    view = ContestView(access)
    return contest_rounds(view, table_cards(view))


def _without_table(access: EventAccess, current_round: RoundView) -> tuple[str, str]:
    if access.me.id in {member for member, _ in current_round.out}:
        return f"You sit out round {current_round.number}.", _next_note(access, current_round)
    if access.plan is not None:
        return "You have no match now.", _next_note(access, current_round)
    return "You are checked in.", f"Round {current_round.number} was drawn without you. You can play in the next round."


def _next_note(access: EventAccess, current_round: RoundView) -> str:
    if access.plan is not None:
        return "If you have another match, this page will show your table."
    return f"Round {current_round.number + 1} has not been drawn yet. This page will show your table."


def _own_side(table: TableCard, me: int) -> SideCard:
    return next(side for side in table.sides if me in dict(side.members))


def partners_at(table: TableCard, me: int) -> list[str]:
    """The names of a member's partners at a table."""
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
    dealer = table.state.table.seats[table.state.game.dealer]
    return tuple(
        SeatView(name, "You" if member == me else "Partner" if member in own else "Opponent", member == dealer)
        for member, name in (*table.seats[start:], *table.seats[:start])
    )


def _own_game(table: TableCard, me: int) -> OwnGame:
    own = _own_side(table, me)
    others = [side for side in table.sides if side is not own]
    score = " to ".join(figure(side.total) for side in (own, *others)) if len(others) == 1 else figure(own.total)
    return OwnGame(table, listed(partners_at(table, me)), _opponents(table, me), score)


def event_page(access: EventAccess, problems: Sequence[str] = ()) -> str:
    """The page of the event, with the problems of a form on it."""
    address = url_for("event.page", event_id=access.event.id)
    place = season_place(access) if access.visitor.account_id else ""
    return render_template("event/page.html", **page_values(access), refused=problems, address=address, place=place)


def page_values(access: EventAccess) -> dict[str, Any]:
    """The values of the page of an event and of the big screen."""
    values = _night_values(access) if access.plan is None else _contest_values(access)
    return values | {
        "access": access,
        "event": access.event,
        "game": game_of(access.event),
        "clock": _clock(access, values["current_round"]),
        "my": my_event(access, values["rounds"]),
    }


def _night_values(access: EventAccess) -> dict[str, Any]:
    states = table_states(access)
    rounds, standings, names = round_views(access, states), event_standings(access, states=states), access.names
    current_round = rounds[0] if rounds else None
    present, members = {presence.person for presence in access.present}, access.club.members
    playing = [state for state in states if not state.ended]
    return {
        "rounds": rounds,
        "current_round": current_round,
        "step": next_step(access, current_round),
        "draft": stored_draft(access) if access.runs else None,
        "needs_me": _tables_that_need_me(access, current_round.tables if current_round else ()),
        "here": [member for member in members if member.id in present],
        "away": [member for member in members if member.id not in present],
        "without_seat": [] if access.closed else [name for _, name in without_seat(access, current_round)],
        "seated": {member: state.table.number for state in playing for member in state.table.seats},
        "expected": expected_members(access) if access.runs and not access.closed else [],
        "newcomers": newcomers(access.event) if access.runs else [],
        "last": checkin.members_of_last_event(access) if access.runs and not access.event.people else [],
        "way": standings.season.scheme.way,
        "rows": standings.rows if any(row.account.totals.games for row in standings.rows) else (),
        "name": lambda player: names.get(int(player), "?"),
        "open_protests": sum(protest.state == "open" for _, protest in all_protests(states)),
        "present": access.me.id in present,
    }


def _contest_values(access: EventAccess) -> dict[str, Any]:
    view = ContestView(access)
    values = contest_values(view)
    current_round = next(iter(values["rounds"]), None)
    latest = current_round.tables if current_round else ()
    protested = [table for card in values["cards"] for table in card.tables if table.state.protested]
    return values | {
        "current_round": current_round,
        "step": contest_step(view, values, current_round),
        "needs_me": _tables_that_need_me(access, [*protested, *(card for card in latest if not card.state.protested)]),
        "here": [],
        "way": view.outcome.standings.season.scheme.way,
        "rows": () if view.is_bracket or not values["has_started"] else view.outcome.rows,
        "name": view.name,
        "open_protests": sum(protest.state == "open" for _, protest in all_protests(view.states)),
    }


def _clock(access: EventAccess, current_round: RoundView | None) -> ClockView | None:
    """The clock of everything that is being played; the latest, where matches started one after the other."""
    if access.closed or current_round is None or (access.plan is not None and current_round.ended):
        return None
    return clock_view(clock_of(rounds_in_play(access)[-1]))


def _tables_that_need_me(access: EventAccess, tables: Sequence[TableCard]) -> list[TableCard]:
    """Tables where the visitor has to decide a protest or accept a result."""
    return [table for table in tables if table.may_accept or (table.state.protested and access.organizes)]


def checkin_code(access: EventAccess) -> tuple[str, str]:
    """The check-in link and its QR code; empty while nobody can check in by phone."""
    key = None if access.closed else access.event.checkin_key
    link = url_for("event.door", key=key, _external=True) if key else ""
    return link, qr(link) if link else ""


def back_to_event(access: EventAccess, refusal: Refusal | None = None, message: str = "") -> ResponseReturnValue:
    """Back to the event, or its page with the refusal."""
    if refusal is not None:
        return event_page(access, refusal.messages), 422
    return go_to("event.page", message, event_id=access.event.id)
