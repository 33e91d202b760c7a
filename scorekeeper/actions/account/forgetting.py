"""Forgetting a person: the name goes wherever a club shows it; what was played stays."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count

from scorekeeper.actions.names import FORMER
from scorekeeper.actions.table.seats import Seats
from scorekeeper.store import Dispute, Game, Member
from scorekeeper.store.queries.club import tables_of
from scorekeeper.store.queries.night import confirmed_still
from scorekeeper.store.tables.club import MEMBER
from scorekeeper.store.tables.game import now


def forget_member(member: Member) -> None:
    """Leave of a member only what results need: the id, and “Former member”."""
    for seating, game in tables_of(member.club_id):
        for seat, member_id in enumerate(seating.seats):
            if member_id == member.id:
                _forget_seat(game, seat)
    member.name, member.erased, member.account_id, member.role = FORMER, True, None, MEMBER
    member.left_at = member.left_at or now()


def _forget_seat(game: Game, seat: int) -> None:
    """Take a name out of a game, out of its disputes and out of the history of its names."""
    old, new = game.players[seat], _unused_name(FORMER, game.players)
    game.players = [*game.players[:seat], new, *game.players[seat + 1 :]]
    for dispute in game.disputes:
        _replace_name(dispute, old, new)
    for change in game.name_changes:
        change.before = Seats.from_json(change.before).replace_name(seat, old, new).as_json()
        change.after = Seats.from_json(change.after).replace_name(seat, old, new).as_json()
    game.revision += 1
    confirmed_still(game.id, game.revision)


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
