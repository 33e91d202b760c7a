"""How people sit in the game of a night, and its rounds as the league sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event.access import EventAccess, by_runner, sitting_out
from scorekeeper.actions.event.events import usual_size
from scorekeeper.league.pairings.values import MOVEMENT, RoundPlan, Shape, TablePlan
from scorekeeper.league.results import Entrant
from scorekeeper.rules import BY_SLUG
from scorekeeper.rules.game import Game
from scorekeeper.store import Event, EventTable, Presence, Round


def game_of(event: Event) -> Game:
    """The game of a night."""
    return BY_SLUG[event.slug or ""]


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


def shape_of(event: Event, method: str, size: int) -> Shape:
    """The shape of the tables: partners need one size, single players are spread evenly."""
    per_side = len(sides_of(event, method, size)[0])
    if per_side > 1:
        return Shape({size: per_side}, size)
    return Shape({players: 1 for players in game_of(event).players if players > 2 or size == 2}, size)


def sizes_of(event: Event) -> tuple[int, ...]:
    """How many may sit at a table, the usual number first."""
    game = game_of(event)
    return tuple(sorted(game.players, key=lambda size: (size != usual_size(game), size)))


def history(access: EventAccess) -> tuple[RoundPlan, ...]:
    """The rounds drawn by now, as the league sees them."""
    lots = {presence.member_id: access.lot(presence) for presence in access.event.presences}
    plans = []
    for event_round in access.event.rounds:
        out = sorted(sitting_out(event_round), key=lambda member: lots.get(member, ""))
        plans.append(RoundPlan(tuple(map(_table_plan, event_round.tables)), tuple(str(member) for member in out)))
    return tuple(plans)


def _table_plan(table: EventTable) -> TablePlan:
    if table.game is None:
        return TablePlan(tuple((str(member),) for member in table.seats))
    game = BY_SLUG[table.game.slug]
    sides = game.sides(game.setting(len(table.seats), game.with_defaults(table.game.options))[0])
    return TablePlan(tuple(tuple(str(table.seats[seat]) for seat in side) for side in sides))


#: Methods in which partners stay together for the whole night.
FIXED = ("swiss", "round-robin")


def per_side(access: EventAccess) -> int:
    """How many play together in the game of the night."""
    return len(sides_of(access.event, "", sizes_of(access.event)[0])[0])


def partnerships(access: EventAccess, size: int) -> list[Entrant]:
    """Complete fixed partnerships of people who are here; everybody alone where the game has no partners."""
    together = len(sides_of(access.event, "", size)[0])
    if together == 1:
        return single_players(access)
    numbers = dict.fromkeys(presence.team for presence in access.present if presence.team is not None)
    teams = [
        tuple(str(presence.member_id) for presence in access.present if presence.team == number) for number in numbers
    ]
    return [team for team in teams if len(team) == together]


def set_bye_partners(access: EventAccess, event_round: Round) -> None:
    """Let fixed partnerships have the bye of a member who sits out, in rounds in which partners stay together."""
    teams: dict[int | None, list[int]] = {}
    for presence in access.present if event_round.method in FIXED else ():
        teams.setdefault(presence.team, []).append(presence.member_id)
    whole = [team for number, team in teams.items() if number is not None and len(team) == per_side(access)]
    by_member = {member: team for team in whole for member in team}
    for bye in event_round.byes:
        bye.partners = sorted(mate for mate in by_member.get(bye.member_id, ()) if mate != bye.member_id)


def single_players(access: EventAccess) -> list[Entrant]:
    """Everybody who is here, alone."""
    return [(str(presence.member_id),) for presence in access.present]


@by_runner
def pair_up(access: EventAccess, member_ids: Sequence[int]) -> Refusal | None:
    """Let these people play together all night and split up their earlier partnerships."""
    size, chosen = per_side(access), set(member_ids)
    presences = [presence for presence in access.present if presence.member_id in chosen]
    if len(presences) != size or len(chosen) != size:
        return Refusal((f"Choose exactly {size} names. You chose {len(chosen)}.",))
    _clear_teams(access, {presence.team for presence in presences} - {None})
    _make_team(access, presences)
    access.mark_changed()
    return None


def _clear_teams(access: EventAccess, teams: set[int | None]) -> None:
    for presence in access.event.presences:
        if presence.team in teams:
            presence.team = None


def _make_team(access: EventAccess, presences: Sequence[Presence]) -> None:
    number = max((presence.team or 0 for presence in access.event.presences), default=0) + 1
    for presence in presences:
        presence.team = number


@by_runner
def draw_partners(access: EventAccess) -> Refusal | None:
    """Draw partners for everybody who has none; anybody left over stays alone."""
    size = per_side(access)
    single = [presence for presence in access.present if presence.team is None]
    for first in range(0, len(single) - size + 1, size):
        _make_team(access, single[first : first + size])
    access.mark_changed()
    return None


@by_runner
def split_up(access: EventAccess, team: int) -> Refusal | None:
    """Let these people no longer play together."""
    _clear_teams(access, {team})
    access.mark_changed()
    return None
