"""Reading the members and seasons of a club file: who is in it, how seasons are scored, and their totals."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from scorekeeper.actions.club.members import FULL, MOST_MEMBERS
from scorekeeper.actions.club_file.reading import ClubContents, FileError, Item
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.keys import new_key
from scorekeeper.actions.names import FORMER, clean_name, fold_name
from scorekeeper.actions.season.seasons import draft_faults_among, draft_of
from scorekeeper.actions.season.totals import compute_totals
from scorekeeper.league import codec
from scorekeeper.league.results import Bye as SatOutRound
from scorekeeper.league.results import Result, SatOut, byes_of_round
from scorekeeper.store import Club, ClubRules, Event, Member, Season, db
from scorekeeper.store.queries import club as club_queries
from scorekeeper.store.tables.club import MEMBER


def read_members(club_id: str, document: Item, first_id: int) -> dict[int, Member]:
    """Everybody in the file by their numbers there, with new ids from `first_id` on. All roles are reset."""
    items = document.numbered("members", "member")
    if len(items) > MOST_MEMBERS:
        raise FileError(FULL.messages[0])
    members = {number: _member(club_id, new_id, items[number]) for number, new_id in _new_ids(items, first_id).items()}
    for number, item in items.items():
        if (into := item.optional_number("merged_into", items)) is not None:
            members[number].same_as = members[into].id
    names = [fold_name(member.name) for member in members.values() if not member.retired]
    if len(set(names)) < len(names):
        raise FileError("Two members have the same name.")
    return {number: members[number] for number in items}


def _new_ids(numbers: Collection[int], first: int) -> dict[int, int]:
    """Ids of one length, in the order in which the old ones sort as text, because the league sorts players so."""
    if len(str(first)) < len(str(first + len(numbers))):
        first = 10 ** len(str(first))
    return {number: first + index for index, number in enumerate(sorted(numbers, key=str))}


def _member(club_id: str, member_id: int, item: Item) -> Member:
    values = item.row(Member)
    name = FORMER if values["erased"] else clean_name(values["name"])
    if isinstance(name, Refusal):
        raise item.fail(name.messages[0])
    return Member(id=member_id, club_id=club_id, **values | {"role": MEMBER, "name": name})


def add_members(club: Club, members: Mapping[int, Member]) -> None:
    """Add the members of a file to a club; the caller commits.

    A member who is already on the list under the same name is replaced by the one of the file and keeps the account.
    """
    present = list(club.members)
    if len(members) + len(present) > MOST_MEMBERS:
        raise FileError(FULL.messages[0])
    db.session.add_all(members.values())
    db.session.flush()
    club_queries.continue_member_ids()
    by_name = {fold_name(member.name): member for member in members.values() if not member.retired}
    for member in present:
        if (same := by_name.get(fold_name(member.name))) is not None:
            _replace(club, member, same)
    db.session.flush()
    db.session.expire(club, ["members"])


def _replace(club: Club, old: Member, new: Member) -> None:
    """Replace a member who has not played yet by one of the file."""
    account_id, role, left_at = old.account_id, old.role, old.left_at
    old.account_id = None
    db.session.flush()
    new.account_id, new.role, new.left_at = account_id, role, left_at
    new.hides_career = new.hides_career or old.hides_career
    for entry in club_queries.log_of_club(club.id):
        entry.sentence = [new.id if part == old.id else part for part in entry.sentence]
        entry.member_id = new.id if entry.member_id == old.id else entry.member_id
        entry.about = str(new.id) if entry.kind == "member" and entry.about == str(old.id) else entry.about
    db.session.flush()
    db.session.delete(old)


def read_rules(contents: ClubContents, document: Item) -> list[ClubRules]:
    """The club's saved rules."""
    rows = []
    for item in document.items("rules", "rules"):
        values = item.row(ClubRules)
        item.check_game(values["slug"], values["options"])
        rows.append(ClubRules(club_id=contents.club_id, **values))
    if len({(row.slug, row.name) for row in rows}) < len(rows):
        raise document.fail("Two saved rules of a game have the same name.")
    return rows


def read_season(contents: ClubContents, item: Item) -> Season:
    """A season, without its nights."""
    season = Season(id=new_key(), club_id=contents.club_id, revision=1, **item.row(Season))
    season.handicaps = _handicaps(contents, item, season.handicaps)
    season.lots = [_lot(contents, item, lot) for lot in season.lots]
    known = {str(member.id) for member in contents.members.values()}
    try:
        faults = draft_faults_among(known, draft_of(season))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise item.fail("the scoring method can't be read.") from None
    if faults:
        raise item.fail(faults[0])
    return season


def _handicaps(contents: ClubContents, item: Item, handicaps: dict[str, Any]) -> dict[str, Any]:
    if "fixed" not in handicaps:
        return handicaps
    fixed = handicaps["fixed"]
    if not isinstance(fixed, dict) or not all(type(points) is int for points in fixed.values()):
        raise item.fail("the handicaps can't be read.")
    return {"fixed": {contents.player(item, player): points for player, points in fixed.items()}}


def _lot(contents: ClubContents, item: Item, lot: Any) -> dict[str, Any]:
    if not isinstance(lot, dict) or not isinstance(lot.get("at"), str) or not _are_lists(lot.get("drawn")):
        raise item.fail("a lot can't be read.")
    drawn = [[contents.player(item, player) for player in entrant] for entrant in lot["drawn"]]
    return {"at": lot["at"], "drawn": drawn}


def _are_lists(drawn: Any) -> bool:
    return isinstance(drawn, list) and all(isinstance(entrant, list) for entrant in drawn)


def add_totals(contents: ClubContents, season: Season) -> None:
    """Compute the totals of a season from the results and byes in the file."""
    events = sorted(
        (event for event in contents.events.values() if event.season_id == season.id),
        key=lambda event: (event.date, event.id),
    )
    rows = [row for row in contents.results if row.season_id == season.id and row.counted]
    results: dict[str, list[Result]] = {}
    for row in sorted(rows, key=lambda row: (row.date, row.event_id, row.round, row.game_id)):
        results.setdefault(row.event_id or "", []).append(codec.read_result(row.plain))
    byes = {event.id: _byes_of(event) for event in events}
    computed = compute_totals(season, events, results, byes.__getitem__)
    for event in events:
        event.totals, event.ratings = computed.events.get(event.id), computed.ratings.get(event.id)
    contents.totals[season.id] = computed


def _byes_of(event: Event) -> list[SatOutRound]:
    return [
        bye
        for event_round in sorted(event.rounds, key=lambda own: own.number)
        for bye in byes_of_round(
            event.id,
            event_round.number,
            [
                SatOut(str(row.member_id), tuple(map(str, row.partners)))
                for row in sorted(event_round.byes, key=lambda row: row.member_id)
            ],
            {str(member) for table in event_round.tables for member in table.played},
        )
    ]
