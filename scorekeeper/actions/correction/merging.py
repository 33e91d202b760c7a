"""Merging two names of one person, and undoing it: one name points to the other, and everything is read through it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorekeeper.actions.club.access import ClubAccess, by
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.club.members import MOST_MESSAGES, name_for
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.season.totals import recompute_totals
from scorekeeper.league import words
from scorekeeper.store import Event, EventTable, Member, Round, Season, db
from scorekeeper.store.queries.club import events_with, rounds_with
from scorekeeper.store.tables.club import MEMBER, ORGANIZER
from scorekeeper.store.tables.game import now

STEP = "members merged"


@dataclass(frozen=True)
class MergePlan:
    """A merge of two members: which one stays, and what becomes theirs."""

    gone: Member
    stays: Member
    rounds: tuple[Round, ...]
    events: tuple[Event, ...]

    @property
    def games(self) -> int:
        """How many games move."""
        return sum(_table_of(own, self.gone.id) is not None for own in self.rounds)

    @property
    def seasons(self) -> list[str]:
        """The names of the seasons whose standings change."""
        return sorted({own.event.season.name for own in self.rounds if own.event.season is not None})

    @property
    def tournaments(self) -> list[str]:
        """The names of the tournaments that the other one entered."""
        return [event.name for event in self.events if event.plan is not None]


def plan_merge(access: ClubAccess, gone: Member, stays: Member) -> MergePlan | Refusal:
    """What a merge would change, or everything that speaks against it."""
    if gone is stays or gone.retired or stays.retired:
        return Refusal(("Choose two different members.",))
    if gone.account_id is not None and stays.account_id is not None:
        why = "If they are the same person, release one of the names first."
        return Refusal((f"{gone.name} and {stays.name} both have an account. {why}",))
    events, others = events_with(gone.id), events_with(stays.id)
    if both_in := [event.name for event in events if event.plan is not None and event in others]:
        return Refusal((f"{gone.name} and {stays.name} both entered {words.listed(both_in)}. They are two people.",))
    rounds = rounds_with(gone.id)
    both = {own.id for own in rounds_with(stays.id)}
    common = [own for own in rounds if own.id in both]
    if messages := [*_conflicts(common, gone, stays)][:MOST_MESSAGES]:
        return Refusal(tuple(messages))
    return MergePlan(gone, stays, tuple(rounds), tuple(events))


def _table_of(own: Round, person: int) -> EventTable | None:
    return next((table for table in own.tables if person in table.people), None)


def _conflicts(rounds: list[Round], gone: Member, stays: Member) -> Iterator[str]:
    """Rounds in which the two were at different places, so that they are two people."""
    names = f"{gone.name} and {stays.name}"
    for own in rounds:
        one, other = _table_of(own, gone.id), _table_of(own, stays.id)
        place = f"in round {own.number} of {words.day(own.event.date)}"
        if one is not None and one is other:
            yield f"{names} were both at table {one.number} {place}. They are two people."
        elif one is not None and other is not None:
            yield f"{names} played at tables {one.number} and {other.number} {place}. They are two people."
        elif one is None and other is None:
            yield f"{names} both sat out {place}. They are two people."
        else:
            yield f"One of {names} played and the other sat out {place}. They are two people."


@by(ORGANIZER)
def merge(access: ClubAccess, gone: Member, stays: Member) -> Refusal | None:
    """Let one name be the other person's."""
    plan = plan_merge(access, gone, stays)
    if isinstance(plan, Refusal):
        return plan
    entry = write_log(access, "member", gone.id, " was merged into ", stays.id, ".", about=stays.id)
    names = [gone, *(member for member in access.club.members if member.same_as == gone.id)]
    entry.undo = {
        "step": STEP,
        "members": [gone.id, stays.id],
        "names": [name.id for name in names[1:]],
        "accounts": [_account(gone), _account(stays)],
        "hid_career": stays.hides_career,
    }
    for name in names:
        name.same_as = stays.id
    _give_account(gone, stays)
    _recompute(plan)
    return None


def _account(member: Member) -> list[str | None]:
    left = member.left_at.isoformat() if member.left_at is not None else None
    return [member.account_id, member.role, left]


def _give_account(gone: Member, stays: Member) -> None:
    """Move the account and its role, and keep a hidden career hidden."""
    account_id, role, is_listed = gone.account_id, gone.role, gone.left_at is None or stays.left_at is None
    gone.account_id, gone.role, gone.left_at = None, MEMBER, gone.left_at or now()
    stays.left_at = None if is_listed else stays.left_at
    stays.hides_career = stays.hides_career or gone.hides_career
    db.session.flush()
    if account_id is not None:
        stays.account_id, stays.role = account_id, role
    db.session.flush()


def _recompute(plan: MergePlan) -> None:
    """Compute totals again, of closed seasons too: they have the same games under the right name."""
    seasons: dict[str, Season] = {}
    for event in {own.event for own in plan.rounds}:
        event.revision += 1
        if event.season is not None:
            seasons[event.season.id] = event.season
    for season_id in sorted(seasons):
        recompute_totals(seasons[season_id])


def separate(access: ClubAccess, facts: Mapping[str, Any]) -> Refusal | None:
    """Undo a merge."""
    gone, stays = (db.session.get_one(Member, member_id) for member_id in facts["members"])
    if stays.retired or gone.erased:
        return Refusal((f"{stays.name} has been merged or deleted since, so this merge can't be undone.",))
    if isinstance(name_for(access.club, gone.name, gone), Refusal):
        return Refusal((f"There is another member called {gone.name} now. Rename them first.",))
    gone.same_as = None
    for name_id in facts["names"]:
        db.session.get_one(Member, name_id).same_as = gone.id
    _take_account_back(gone, stays, facts)
    _recompute(MergePlan(gone, stays, tuple(rounds_with(gone.id)), ()))
    return None


def _take_account_back(gone: Member, stays: Member, facts: Mapping[str, Any]) -> None:
    """An account that was released since stays released."""
    (account_id, role, left), (stays_account, stays_role, stays_left) = facts["accounts"]
    gone.left_at, stays.left_at = _moment(left), stays.left_at or _moment(stays_left)
    stays.hides_career = facts["hid_career"]
    if account_id is not None and stays.account_id == account_id:
        stays.account_id, stays.role = stays_account, stays_role
        db.session.flush()
        gone.account_id, gone.role = account_id, role
    db.session.flush()


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text is not None else None
