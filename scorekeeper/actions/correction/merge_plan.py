"""What merging two members would do, before anybody does it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.actions.club.access import ClubAccess
from scorekeeper.actions.club.members import MOST_MESSAGES
from scorekeeper.actions.errors import Refusal
from scorekeeper.league import words
from scorekeeper.store import Member, NightTable, Round
from scorekeeper.store.queries import member as member_queries
from scorekeeper.store.queries.club import tables_of


@dataclass(frozen=True)
class MergePlan:
    """Two members of whom one stays, and what goes along."""

    gone: Member
    stays: Member
    #: Tables at which the one who goes has a seat, or left it to a substitute.
    tables: tuple[NightTable, ...]
    rounds_out: tuple[Round, ...]
    #: The names of the tournaments that the one who goes entered.
    tournaments: tuple[str, ...] = ()

    @property
    def games(self) -> int:
        """How many games go along."""
        return len(self.tables)

    @property
    def night_ids(self) -> set[str]:
        """Nights whose results change."""
        return {table.round.night_id for table in self.tables} | {row.night_id for row in self.rounds_out}

    @property
    def seasons(self) -> list[str]:
        """The names of the seasons whose standings change."""
        nights = [table.round.night for table in self.tables] + [row.night for row in self.rounds_out]
        return sorted({night.season.name for night in nights if night.season is not None})


def plan_merge(access: ClubAccess, gone: Member, stays: Member) -> MergePlan | Refusal:
    """What a merge would change, or everything that speaks against it."""
    if gone is stays or gone.retired or stays.retired:
        return Refusal(("Choose two different members.",))
    if gone.account_id is not None and stays.account_id is not None:
        why = "If they are the same person, release one of the names first."
        return Refusal((f"{gone.name} and {stays.name} both have an account. {why}",))
    entered, too = (member_queries.tournaments_of(member.id, access.club.id) for member in (gone, stays))
    if both_in := [name for key, name in entered.items() if key in too]:
        return Refusal((f"{gone.name} and {stays.name} both entered {words.listed(both_in)}. They are two people.",))
    both = [table for table, _ in tables_of(access.club.id)]
    out = member_queries.rounds_out(gone.id)
    if messages := [*_conflicts(both, out, gone, stays)][:MOST_MESSAGES]:
        return Refusal(tuple(messages))
    tables = [table for table in both if gone.id in _people(table)]
    return MergePlan(gone, stays, tuple(tables), tuple(out.values()), tuple(entered.values()))


def _people(table: NightTable) -> set[int | None]:
    left = (member for _, member, _ in table.left_seats or [])
    return {*table.seats, *left, *(member for pair in table.substitutes for member in pair)}


def _conflicts(tables: list[NightTable], out: dict[int, Round], gone: Member, stays: Member) -> Iterator[str]:
    """Rounds in which the two were at different places, so that they are two people."""
    names = f"{gone.name} and {stays.name}"
    seated = {member.id: _tables_by_round(tables, member.id) for member in (gone, stays)}
    out_too = {gone.id: out, stays.id: member_queries.rounds_out(stays.id)}
    for round_id in sorted(seated[gone.id].keys() | out.keys()):
        one, other = seated[gone.id].get(round_id), seated[stays.id].get(round_id)
        night_round = one.round if one is not None else out[round_id]
        place = f"in round {night_round.number} of {words.day(night_round.night.date)}"
        if one is not None and one is other:
            yield f"{names} were both at table {one.number} {place}. They are two people."
        elif one is not None and other is not None:
            yield f"{names} played at tables {one.number} and {other.number} {place}. They are two people."
        elif round_id in out_too[gone.id] and round_id in out_too[stays.id]:
            yield f"{names} both sat out {place}. They are two people."
        elif other is not None or round_id in out_too[stays.id]:
            yield f"One of {names} played and the other sat out {place}. They are two people."


def _tables_by_round(tables: list[NightTable], member_id: int) -> dict[int, NightTable]:
    return {table.round_id: table for table in tables if member_id in _people(table)}
