"""How people sit in the game of an event, and its rounds as the league sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event.access import EventAccess, by_runner, sitting_out
from scorekeeper.actions.table import games
from scorekeeper.league.pairings.values import MOVEMENT, RoundPlan, Shape, TablePlan
from scorekeeper.league.results import Entrant as LeagueEntrant
from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.document import FORMAT
from scorekeeper.rules.game import Game
from scorekeeper.store import Bye, Entrant, EntrantMember, Event, EventTable, Round, db

#: Methods in which partners stay together for the whole night.
FIXED = ("swiss", "round-robin")


def game_of(event: Event) -> Game:
    """The game of an event."""
    return BY_SLUG[event.slug or ""]


def empty_record(game: Game, players: Sequence[str], options: Mapping[str, Any], dealer: int = 0) -> dict[str, Any]:
    """The record of a game that is about to begin."""
    head = {"format": FORMAT, "game": game.slug, "players": list(players), "dealer": dealer}
    return {**head, "options": dict(options), "hands": []}


def usual_size(game: Game, wanted: int = 4) -> int:
    """How many sit at a table of this game: four where four can play."""
    return wanted if wanted in game.players else game.players[0]


def options_for(event: Event, method: str, size: int) -> dict[str, Any]:
    """The options of the tables of a round."""
    game, options = game_of(event), dict(event.options or {})
    if method == MOVEMENT and game.movement is not None:
        alone = game.movement.option
        # Some options cannot be combined with everyone playing alone.
        options = {
            key: value
            for key, value in options.items()
            if all(fault.path != key for fault in game.objections({alone: True, key: value}, usual_size(game)))
        }
        options[alone] = True
    # Others belong to tables of another size.
    wrong = {fault.path for fault in game.objections(options, size)}
    return {key: value for key, value in options.items() if key not in wrong}


def sides_of(event: Event, method: str, size: int) -> tuple[tuple[int, ...], ...]:
    """The seats of each side at a table."""
    game = game_of(event)
    return game.sides(game.setting(size, game.with_defaults(options_for(event, method, size)))[0])


def seated(sides: Sequence[Sequence[int]], players: Sequence[Sequence[int]]) -> list[int]:
    """Members in seat order, each side in its own seats."""
    by_seat = {
        seat: member
        for seats, members in zip(sides, players, strict=True)
        for seat, member in zip(seats, members, strict=True)
    }
    return [by_seat[seat] for seat in sorted(by_seat)]


def shape_of(event: Event, method: str, size: int, mixed: bool = True) -> Shape:
    """The shape of the tables: single players are spread evenly; where partners change, tables may be mixed."""
    per_side, sizes = len(sides_of(event, method, size)[0]), game_of(event).players
    if per_side == 1:
        return Shape({players: 1 for players in sizes if players > 2 or size == 2}, size)
    if not mixed or method in FIXED or method == MOVEMENT:
        return Shape({size: per_side}, size)
    sides = {players: {*map(len, sides_of(event, method, players))} for players in sizes if players > 2}
    return Shape({size: per_side} | {players: min(own) for players, own in sides.items() if len(own) == 1}, size)


def sizes_of(event: Event) -> tuple[int, ...]:
    """How many may sit at a table, the usual number first."""
    game = game_of(event)
    return tuple(sorted(game.players, key=lambda size: (size != usual_size(game), size)))


def history(access: EventAccess) -> tuple[RoundPlan, ...]:
    """The rounds drawn by now, as the league sees them."""
    lots = {own.person: access.lot(own) for own in access.event.people}
    plans = []
    for event_round in access.event.rounds:
        out = sorted(sitting_out(event_round), key=lambda member: lots.get(member, ""))
        plans.append(RoundPlan(tuple(map(_table_plan, event_round.tables)), tuple(str(member) for member in out)))
    return tuple(plans)


def _table_plan(table: EventTable) -> TablePlan:
    seats = table.seats
    return TablePlan(tuple(tuple(str(seats[seat]) for seat in side) for side in sides_at(table)))


def sides_at(table: EventTable) -> tuple[tuple[int, ...], ...]:
    """The seats of each side in the game of a table; everybody alone where there is none."""
    if table.game is None:
        return tuple((chair.seat,) for chair in table.current)
    game = BY_SLUG[table.game.slug]
    return game.sides(game.setting(len(table.game.players), game.with_defaults(table.game.options))[0])


def add_table(access: EventAccess, event_round: Round, table: EventTable, note: str, dealer: int) -> Refusal | None:
    """Add a table with its people and start its game, which this phone scores until another takes over."""
    event, people = access.event, [chair.member_id for chair in table.chairs]
    options, names = options_for(event, event_round.method, len(people)), [access.names[member] for member in people]
    record = empty_record(game_of(event), names, options, dealer % len(people))
    more = {"date": event.date.isoformat(), "note": note}
    game = games.create_uncommitted(access.visitor.device_id, record | more)
    if isinstance(game, games.InvalidRecord):
        return Refusal(tuple(fault.message for fault in game.faults))
    table.game = game
    event_round.tables.append(table)
    return None


def per_side(access: EventAccess) -> int:
    """How many play together in the game of the event."""
    return len(sides_of(access.event, "", sizes_of(access.event)[0])[0])


def partnerships(access: EventAccess, size: int) -> list[LeagueEntrant]:
    """Complete fixed partnerships of people who are here; everybody alone where the game has no partners."""
    together = len(sides_of(access.event, "", size)[0])
    if together == 1:
        return single_players(access)
    present = {own.person for own in access.present}
    pairs = [entrant.people for entrant in _by_lot(access) if present.issuperset(entrant.people)]
    return [tuple(map(str, pair)) for pair in pairs if len(pair) == together]


def _by_lot(access: EventAccess) -> list[Entrant]:
    """The entrants of people who are here, in the order of tonight's lot."""
    return [*dict.fromkeys(own.entrant for own in access.present)]


def set_bye_partners(access: EventAccess, event_round: Round) -> None:
    """Let fixed partnerships have the bye of a member who sits out, in rounds in which partners stay together."""
    size = per_side(access)
    pairs = [entrant.people for entrant in _by_lot(access) if len(entrant.people) == size > 1]
    db.session.flush()
    event_round.byes = [bye for bye in event_round.byes if bye.sits_out]
    db.session.flush()
    for bye in event_round.byes:
        bye.together = None
    out = {bye.person: bye for bye in event_round.byes}
    for number, pair in enumerate(pairs if event_round.method in FIXED else (), 1):
        if out.keys().isdisjoint(pair):
            continue
        for member in pair:
            if member in out:
                out[member].together = number
            else:
                event_round.byes.append(Bye(member_id=member, together=number, sits_out=False))


def single_players(access: EventAccess) -> list[LeagueEntrant]:
    """Everybody who is here, alone."""
    return [(str(own.person),) for own in access.present]


@by_runner
def pair_up(access: EventAccess, member_ids: Sequence[int]) -> Refusal | None:
    """Let these people play together all night and split up their earlier partnerships."""
    size, chosen = per_side(access), set(member_ids)
    people = [own for own in access.present if own.person in chosen]
    if len(people) != size or len(chosen) != size:
        return Refusal((f"Choose exactly {size} names. You chose {len(chosen)}.",))
    for entrant in {own.entrant for own in people}:
        _separate(access.event, entrant)
    _join(access.event, people)
    access.mark_changed()
    return None


def _separate(event: Event, entrant: Entrant) -> None:
    """Give everybody of an entrant but the first an entrant of their own."""
    for own in entrant.members[1:]:
        number = max(other.number for other in event.entrants) + 1
        alone = Entrant(number=number, joined=entrant.joined)
        event.entrants.append(alone)
        entrant.members.remove(own)
        own.place = 0
        alone.members.append(own)
        db.session.flush()


def _join(event: Event, people: Sequence[EntrantMember]) -> None:
    """Make one entrant of people who are alone."""
    first, *others = people
    for own in others:
        old = own.entrant
        old.members.remove(own)
        own.place = len(first.entrant.members)
        first.entrant.members.append(own)
        db.session.flush()
        event.entrants.remove(old)
    db.session.flush()


@by_runner
def draw_partners(access: EventAccess) -> Refusal | None:
    """Draw partners for everybody who has none; anybody left over stays alone."""
    size = per_side(access)
    single = [own for own in access.present if len(own.entrant.members) == 1]
    for first in range(0, len(single) - size + 1, size):
        _join(access.event, single[first : first + size])
    access.mark_changed()
    return None


@by_runner
def split_up(access: EventAccess, number: int) -> Refusal | None:
    """Let the people of an entrant no longer play together."""
    for entrant in [entrant for entrant in access.event.entrants if entrant.number == number]:
        _separate(access.event, entrant)
    access.mark_changed()
    return None
