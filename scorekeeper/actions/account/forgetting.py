"""Forgetting a person: the name goes wherever a club shows it; what was played stays."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from itertools import count

from scorekeeper.actions.names import FORMER
from scorekeeper.actions.table.seats import Seats
from scorekeeper.store import Dispute, Game, Member, NightTable, TournamentGame
from scorekeeper.store.queries.club import tables_of
from scorekeeper.store.queries.game import mark_changed
from scorekeeper.store.queries.night import delete_sign_ups
from scorekeeper.store.queries.tournament import tournament_games_of_club
from scorekeeper.store.tables.club import MEMBER
from scorekeeper.store.tables.game import now


def forget_member(member: Member) -> None:
    """Leave of a member, and of names merged into theirs, only what results need: the id, and “Former member”."""
    for other in member.club.members:
        if other.merged_id == member.id and not other.erased:
            forget_member(other)
    seatings: list[tuple[NightTable | TournamentGame, Game]] = [*tables_of(member.club_id)]
    seatings += tournament_games_of_club(member.club_id)
    for seating, game in seatings:
        if names := _names_by_seat(member, seating, game):
            _forget_names(game, names)
    member.name, member.erased, member.account_id, member.role = FORMER, True, None, MEMBER
    member.left_at, member.calendar_key = member.left_at or now(), None
    delete_sign_ups(member.id)


def _names_by_seat(member: Member, seating: NightTable | TournamentGame, game: Game) -> list[tuple[int, str]]:
    """The seats that a member has or had at a table, or was put into by mistake, with the member's name there."""
    names = [(seat, game.players[seat]) for seat, seated in enumerate(seating.seats) if seated == member.id]
    for change in game.name_changes if game.names_number else ():
        before, after = Seats.from_json(change.before), Seats.from_json(change.after)
        if change.member_id == member.id:
            names += [(seat, before.names[seat]) for seat in before.taken_over_in(after)]
        names += [
            (seat, name)
            for seats in (before, after)
            for seat, stints in enumerate(seats.stints)
            for _, name in stints
            if name == member.name
        ]
    return [*dict.fromkeys(names)]


def _forget_names(game: Game, names: Collection[tuple[int, str]]) -> None:
    """Take a member's name out of a game, out of its disputes and out of the history of its names."""
    new = _unused_name(FORMER, game.players)
    game.players = [new if (seat, name) in names else name for seat, name in enumerate(game.players)]
    for seat, old in names:
        for dispute in game.disputes:
            _replace_name(dispute, old, new)
        for change in game.name_changes:
            change.before = Seats.from_json(change.before).replace_name(seat, old, new).as_json()
            change.after = Seats.from_json(change.after).replace_name(seat, old, new).as_json()
    mark_changed(game)


def _replace_name(dispute: Dispute, old: str, new: str) -> None:
    name = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
    dispute.asked, dispute.verdict, dispute.effect = (
        name.sub(new, text) for text in (dispute.asked, dispute.verdict, dispute.effect)
    )
    dispute.answers = [[name.sub(new, text) for text in answer] for answer in dispute.answers]


def _unused_name(name: str, players: Iterable[str]) -> str:
    """The name, with a number if somebody at the table has it already."""
    used = {player.casefold() for player in players}
    numbered = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(candidate for candidate in numbered if candidate.casefold() not in used)
