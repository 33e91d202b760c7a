"""Merging two names of one person, and undoing it: games, nights, ratings and the account go to one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorekeeper.actions.club.access import ClubAccess, by
from scorekeeper.actions.club.log import write_log
from scorekeeper.actions.club.members import MOST_MESSAGES, name_for
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.season.results import plain_result
from scorekeeper.actions.season.totals import recompute_totals
from scorekeeper.league import words
from scorekeeper.league.reseating import merge_handicaps, merge_left_seats, merge_lots, merge_seats, merge_substitutes
from scorekeeper.store import (
    Bye,
    Event,
    EventTable,
    Member,
    Presence,
    Round,
    Season,
    TournamentEntry,
    TournamentGame,
    db,
)
from scorekeeper.store.queries import club as club_queries
from scorekeeper.store.queries import season as season_queries
from scorekeeper.store.queries.club import tables_of
from scorekeeper.store.queries.season import all_seasons_of
from scorekeeper.store.tables.club import MEMBER, ORGANIZER
from scorekeeper.store.tables.game import now


@dataclass(frozen=True)
class MergePlan:
    """A merge of two members: which one stays, and what moves to it."""

    gone: Member
    stays: Member
    #: Tables at which the other one has a seat, or left it to a substitute.
    tables: tuple[EventTable, ...]
    rounds_out: tuple[Round, ...]
    #: The names of the tournaments that the other one entered.
    tournaments: tuple[str, ...] = ()

    @property
    def games(self) -> int:
        """How many games move."""
        return len(self.tables)

    @property
    def event_ids(self) -> set[str]:
        """Nights whose results change."""
        return {table.round.event_id for table in self.tables} | {row.event_id for row in self.rounds_out}

    @property
    def seasons(self) -> list[str]:
        """The names of the seasons whose standings change."""
        events = [table.round.event for table in self.tables] + [row.event for row in self.rounds_out]
        return sorted({event.season.name for event in events if event.season is not None})


def plan_merge(access: ClubAccess, gone: Member, stays: Member) -> MergePlan | Refusal:
    """What a merge would change, or everything that speaks against it."""
    if gone is stays or gone.retired or stays.retired:
        return Refusal(("Choose two different members.",))
    if gone.account_id is not None and stays.account_id is not None:
        why = "If they are the same person, release one of the names first."
        return Refusal((f"{gone.name} and {stays.name} both have an account. {why}",))
    entered, too = (club_queries.tournaments_of(member.id, access.club.id) for member in (gone, stays))
    if both_in := [name for key, name in entered.items() if key in too]:
        return Refusal((f"{gone.name} and {stays.name} both entered {words.listed(both_in)}. They are two people.",))
    both = [table for table, _ in tables_of(access.club.id)]
    out = club_queries.rounds_out(gone.id)
    if messages := [*_conflicts(both, out, gone, stays)][:MOST_MESSAGES]:
        return Refusal(tuple(messages))
    tables = [table for table in both if gone.id in _people(table)]
    return MergePlan(gone, stays, tuple(tables), tuple(out.values()), tuple(entered.values()))


def _people(table: EventTable) -> set[int | None]:
    left = (member for _, member, _ in table.left_seats)
    return {*table.seats, *left, *(member for pair in table.substitutes for member in pair)}


def _conflicts(tables: list[EventTable], out: dict[int, Round], gone: Member, stays: Member) -> Iterator[str]:
    """Rounds in which the two were at different places, so that they are two people."""
    names = f"{gone.name} and {stays.name}"
    seated = {
        member.id: {table.round_id: table for table in tables if member.id in _people(table)}
        for member in (gone, stays)
    }
    out_too = {gone.id: out, stays.id: club_queries.rounds_out(stays.id)}
    for round_id in sorted(seated[gone.id].keys() | out.keys()):
        one, other = seated[gone.id].get(round_id), seated[stays.id].get(round_id)
        event_round = one.round if one is not None else out[round_id]
        place = f"in round {event_round.number} of {words.day(event_round.event.date)}"
        if one is not None and one is other:
            yield f"{names} were both at table {one.number} {place}. They are two people."
        elif one is not None and other is not None:
            yield f"{names} played at tables {one.number} and {other.number} {place}. They are two people."
        elif round_id in out_too[gone.id] and round_id in out_too[stays.id]:
            yield f"{names} both sat out {place}. They are two people."
        elif other is not None or round_id in out_too[stays.id]:
            yield f"One of {names} played and the other sat out {place}. They are two people."


#: In tournaments, where members stand: the class of a row, and its attribute.
MEMBERS_IN = {"entries": (TournamentEntry, "members"), "seats": (TournamentGame, "seats")}
STEP = "members merged"
Facts = dict[str, Any]


def _merge_entries(club_id: str, gone: int, stays: int) -> Facts:
    """Let every entry and every seat of one member be the other's; each changed row by its id, before and after."""
    entries = [(row.id, row.members) for row in club_queries.entries_of(gone, club_id)]
    seats = [(row.id, row.seats) for row in club_queries.tournament_games_of(gone, club_id)]
    facts = {
        kind: [[key, members, merge_seats(members, gone, stays)] for key, members in rows]
        for kind, rows in (("entries", entries), ("seats", seats))
    }
    _set_entries(facts, 2)
    return facts


def _set_entries(facts: Facts, which: int) -> None:
    """Give every row that still exists its members before (1) or after (2) the merge."""
    rows = [(row, name, fact[which]) for row, name, fact in _entry_rows(facts)]
    for row, name, members in rows:
        setattr(row, name, members)
    for tournament in {row.tournament for row, _, _ in rows}:
        tournament.revision += 1
    db.session.flush()


def _entry_rows(facts: Facts) -> Iterator[tuple[Any, str, list[Any]]]:
    """The rows that a merge changed and that still exist, the attribute with the members, and the facts."""
    for kind, (table, name) in MEMBERS_IN.items():
        for fact in facts[kind]:
            if (row := db.session.get(table, fact[0])) is not None:
                yield row, name, fact


@by(ORGANIZER)
def merge(access: ClubAccess, gone: Member, stays: Member) -> Refusal | None:
    """Let one name have everything that was the other's."""
    plan = plan_merge(access, gone, stays)
    if isinstance(plan, Refusal):
        return plan
    entry = write_log(access, "member", gone.id, " was merged into ", stays.id, ".", about=stays.id)
    entry.undo = {
        "step": STEP,
        "members": [gone.id, stays.id],
        "tables": _merge_tables(plan),
        "seasons": _merge_seasons(plan),
        "partners": _merge_partners(gone.id, stays.id),
        "presences": _merge_presences(gone, stays),
        "tournaments": _merge_entries(access.club.id, gone.id, stays.id),
        "accounts": _merge_accounts(gone, stays),
        "moved": club_queries.move_references(gone.id, stays.id),
    }
    _recompute(access.club.id, plan.event_ids)
    return None


def _merge_tables(plan: MergePlan) -> list[Facts]:
    """Seat the name that stays; the seats and substitutes of every table before and after."""
    gone, stays, facts = plan.gone.id, plan.stays.id, []
    for table in plan.tables:
        before = _seats_of(table)
        table.seats = merge_seats(table.seats, gone, stays)
        table.substitutes = merge_substitutes(table.substitutes, gone, stays)
        table.left_seats = merge_left_seats(table.left_seats, gone, stays)
        facts.append({"table": table.id, "before": before, "after": _seats_of(table)})
    return facts


def _seats_of(table: EventTable) -> list[Any]:
    return [table.seats, table.substitutes, table.left_seats]


def _merge_seasons(plan: MergePlan) -> list[Facts]:
    """Fixed handicaps and drawn lots before and after, of the seasons in which they differ."""
    gone, stays, facts = plan.gone.id, plan.stays.id, []
    for season in all_seasons_of(plan.gone.club_id):
        before = [season.handicaps, season.lots]
        after = [merge_handicaps(season.handicaps, gone, stays), merge_lots(season.lots, gone, stays)]
        if before != after:
            season.handicaps, season.lots = after  # type: ignore[assignment]
            facts.append({"season": season.id, "before": before, "after": after})
    return facts


def _merge_partners(gone: int, stays: int) -> list[list[int]]:
    """Fixed partners of those who sat out; the byes that changed, as round and member."""
    byes = club_queries.byes_with_partner(gone)
    for bye in byes:
        bye.partners = sorted(merge_seats(bye.partners, gone, stays))
    db.session.flush()
    return [[bye.round_id, bye.member_id] for bye in byes]


def _merge_presences(gone: Member, stays: Member) -> list[Facts]:
    """Join presences at the same night; both as they were."""
    facts, others = [], club_queries.presences_of(stays.id)
    for event_id, own in club_queries.presences_of(gone.id).items():
        other = others.get(event_id)
        facts.append({"event": event_id, "gone": _plain(own), "stays": _plain(other) if other is not None else None})
        db.session.delete(own)
        db.session.flush()
        if other is None:
            other = Presence(event_id=event_id, member_id=stays.id, arrived_at=own.arrived_at, left_at=own.left_at)
            db.session.add(other)
        else:
            other.arrived_at = min(own.arrived_at, other.arrived_at)
            other.left_at = max(own.left_at, other.left_at) if own.left_at and other.left_at else None
        other.device_id, other.team = other.device_id or own.device_id, other.team or own.team
    db.session.flush()
    return facts


def _plain(presence: Presence) -> list[Any]:
    left = presence.left_at.isoformat() if presence.left_at is not None else None
    return [presence.arrived_at.isoformat(), left, presence.device_id, presence.team]


def _merge_accounts(gone: Member, stays: Member) -> Facts:
    """Move the account and its role, and keep a hidden career hidden; both accounts as they were."""
    facts = {
        name: [member.account_id, member.role, member.left_at.isoformat() if member.left_at is not None else None]
        for name, member in (("gone", gone), ("stays", stays))
    }
    account_id, role = gone.account_id, gone.role
    is_listed = gone.left_at is None or stays.left_at is None
    gone.account_id, gone.role, gone.same_as, gone.left_at = None, MEMBER, stays.id, gone.left_at or now()
    stays.left_at = None if is_listed else stays.left_at
    stays.hides_career = stays.hides_career or gone.hides_career
    db.session.flush()
    if account_id is not None:
        stays.account_id, stays.role = account_id, role
    db.session.flush()
    return facts


def _recompute(club_id: str, event_ids: Iterable[str]) -> None:
    """Store results and totals again, of closed seasons too: they have the same games under the right name."""
    db.session.flush()
    db.session.expire_all()
    events = [db.session.get_one(Event, event_id) for event_id in sorted(event_ids)]
    for event in events:
        _store_results(event)
        event.revision += 1
    db.session.flush()
    changed = {event.season_id for event in events}
    for season in all_seasons_of(club_id):
        if season.id in changed:
            recompute_totals(season)


def _store_results(event: Event) -> None:
    """Compute the results of a night again; a closed season's as the games were when it was closed."""
    rows = {row.game_id: row for row in season_queries.rows_of_event(event.id)}
    for table in season_queries.tables_of_event(event.id):
        row = rows.get(table.game_id or "")
        if row is not None and row.plain:
            until = row.season.closed_at if row.season is not None else None
            row.plain = plain_result(table, row.stopped, until) or {}


def separate(access: ClubAccess, facts: Mapping[str, Any]) -> Refusal | None:
    """Undo a merge, if nothing that it changed was changed since."""
    gone, stays = (db.session.get_one(Member, member_id) for member_id in facts["members"])
    tables = {table.id: table for table, _ in tables_of(access.club.id)}
    seasons = {season.id: season for season in all_seasons_of(access.club.id)}
    if fault := _separation_fault(access, gone, stays, facts, tables, seasons):
        return Refusal((fault,))
    for row in facts["seasons"]:
        seasons[row["season"]].handicaps, seasons[row["season"]].lots = row["before"]
    for row in facts["tables"]:
        if row["table"] in tables:
            table = tables[row["table"]]
            table.seats, table.substitutes, table.left_seats = row["before"]
    events = {tables[row["table"]].round.event_id for row in facts["tables"] if row["table"] in tables}
    for key in facts["partners"]:
        if (bye := db.session.get(Bye, tuple(key))) is not None:
            bye.partners = sorted(merge_seats(bye.partners, stays.id, gone.id))
    _separate_presences(gone, stays, facts["presences"])
    _separate_accounts(gone, stays, facts["accounts"])
    _set_entries(facts["tournaments"], 1)
    club_queries.move_references_back(facts["moved"], gone.id, stays.id)
    rounds_out = club_queries.rounds_out(gone.id).values()
    _recompute(access.club.id, events | {event_round.event_id for event_round in rounds_out})
    return None


def _separation_fault(
    access: ClubAccess,
    gone: Member,
    stays: Member,
    facts: Mapping[str, Any],
    tables: Mapping[int, EventTable],
    seasons: Mapping[str, Season],
) -> str:
    if stays.retired or gone.erased:
        return f"{stays.name} has been merged or deleted since, so this merge can't be undone."
    name = name_for(access.club, gone.name, gone)
    if isinstance(name, Refusal):
        return f"There is another member called {gone.name} now. Rename them first."
    changed = [row for row in facts["tables"] if row["table"] in tables]
    if any(_seats_of(tables[row["table"]]) != row["after"] for row in changed):
        return f"The seating at one of {stays.name}’s tables has changed since. Undo that first."
    if any(getattr(row, name) != fact[2] for row, name, fact in _entry_rows(facts["tournaments"])):
        return f"A tournament entry of {stays.name} has changed since, so this merge can't be undone."
    for row in facts["seasons"]:
        if [seasons[row["season"]].handicaps, seasons[row["season"]].lots] != row["after"]:
            return (
                f"Handicaps or lots of {seasons[row['season']].name} have changed since, so this merge can't be undone."
            )
    return ""


def _separate_presences(gone: Member, stays: Member, facts: Iterable[Facts]) -> None:
    here = club_queries.presences_of(stays.id)
    for row in facts:
        other = here.get(row["event"])
        if other is not None and row["stays"] is None:
            db.session.delete(other)
        elif other is not None:
            _fill(other, row["stays"])
        own = Presence(event_id=row["event"], member_id=gone.id)
        _fill(own, row["gone"])
        db.session.add(own)
    db.session.flush()


def _fill(presence: Presence, plain: list[Any]) -> None:
    arrived, left, presence.device_id, presence.team = plain
    presence.arrived_at = _moment(arrived) or now()
    presence.left_at = _moment(left)


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text is not None else None


def _separate_accounts(gone: Member, stays: Member, facts: Mapping[str, list[Any]]) -> None:
    """An account that was released since stays released."""
    account_id, role, left = facts["gone"]
    gone.same_as, gone.left_at = None, _moment(left)
    if account_id is not None and stays.account_id == account_id:
        stays.account_id, stays.role = facts["stays"][0], facts["stays"][1]
        db.session.flush()
        gone.account_id, gone.role = account_id, role
    was_former = _moment(facts["stays"][2])
    stays.left_at = stays.left_at or was_former
    db.session.flush()
