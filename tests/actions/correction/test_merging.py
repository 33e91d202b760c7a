"""Two names of one person."""

from __future__ import annotations

import pytest

from scorekeeper.actions.account import accounts
from scorekeeper.actions.club import members
from scorekeeper.actions.club.access import ClubAccess, require_organizer
from scorekeeper.actions.correction import merging, undoing
from scorekeeper.actions.correction.merging import MergePlan, plan_merge
from scorekeeper.actions.errors import Refusal
from scorekeeper.actions.event import entrants
from scorekeeper.actions.event.checkin import take_part
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.standings import ratings_of
from scorekeeper.store import Account, LogEntry, db
from tests.actions.club_event import refused
from tests.actions.event.cup import ClubCup
from tests.actions.event.cup import refused as refused_entry
from tests.company import PASSWORD, SWEPT, Company


@pytest.fixture
def company(in_app: None) -> Company:
    return Company()


def organizer(company: Company) -> ClubAccess:
    return require_organizer(company.account, company.club.id)


def merge(company: Company, gone: str, stays: str) -> Refusal | None:
    return merging.merge(organizer(company), company.member(gone), company.member(stays))


def undo(company: Company) -> Refusal | None:
    entry = db.session.query(LogEntry).filter(LogEntry.undo.is_not(None), LogEntry.undone_at.is_(None)).one()
    return undoing.undo_entry(organizer(company), entry.id)


def test_games_events_and_ratings_go_to_one_name_and_come_back(company: Company) -> None:
    open_season = company.season()
    first, second = company.event("2026-01-13"), company.event("2026-01-20")
    company.play(first, "Ann Ben Cal Dot", byes="Eve")
    company.play(second, "Eve Ben Cal Dot")
    company.play(second, "Ann Fay Gus Hal", *SWEPT, number=2)
    for name in ("Ann", "Eve"):
        take_part(second, [company.member(name)])
    db.session.commit()
    before, skill = company.standings(open_season), ratings_of(open_season)
    # Ann and Eve sat in one round of the first night, one of them out.
    assert "played and the other sat out in round 1 of" in refused(merge(company, "Eve", "Ann"))
    for bye in [*first.rounds[0].byes]:
        db.session.delete(bye)
    db.session.commit()
    assert merge(company, "Eve", "Ann") is None
    wins = {name: int(figure) for _, name, figure in company.standings(open_season)}
    assert wins["Ann"] == 2
    assert "Eve" not in wins
    assert "Eve" not in [member.name for member in organizer(company).members + organizer(company).former_members]
    eve, ann = company.member("Eve"), company.member("Ann")
    assert str(eve.id) not in ratings_of(open_season)
    assert {own.person for own in second.people} == {ann.id}
    company.check(open_season)
    assert undo(company) is None
    assert company.standings(open_season) == before
    assert ratings_of(open_season) == skill
    assert {own.person for own in second.people} == {ann.id, eve.id}
    assert eve in organizer(company).members
    company.check(open_season)


def test_entries_of_a_tournament_go_along_and_back(company: Company) -> None:
    # Ann & Ben beat Cal & Dot on paper; then Gus turns out to be Ann.
    cup = ClubCup(company, company.ids("Ann Ben Cal Dot Eve Fay"), format="single", seeding="hand")
    other = ClubCup(company, company.ids("Gus Ben Cal Dot"), format="single", name="Fall cup")
    cup.start()
    cup.play_to_the_end()
    assert cup.view.name(cup.view.outcome.champion or "") == "Ann & Ben"
    seats = [state.table.seats for state in cup.view.states]
    message = "Ann and Eve both entered Spring cup. They are two people."
    assert refused(merge(company, "Ann", "Eve")) == message
    ann, gus, hal = company.ids("Ann Gus Hal")
    plan = plan_merge(organizer(company), company.member("Ann"), company.member("Gus"))
    assert isinstance(plan, MergePlan)
    assert plan.tournaments == ["Spring cup"]
    assert merge(company, "Ann", "Gus") is None
    assert cup.view.name(cup.view.outcome.champion or "") == "Gus & Ben"
    assert [state.table.seats for state in cup.view.states] == [
        [gus if member == ann else member for member in row] for row in seats
    ]
    # Who has entered under one name cannot enter under the other.
    assert "Gus already entered." in refused_entry(entrants.enter(cup.access, [gus, hal]))
    assert [entrant.people[0] for entrant in other.access.event.entrants] == [gus, company.member("Cal").id]
    assert undo(company) is None
    assert cup.view.name(cup.view.outcome.champion or "") == "Ann & Ben"
    assert [state.table.seats for state in cup.view.states] == seats
    assert [entrant.people[0] for entrant in other.access.event.entrants] == [gus, company.member("Cal").id]


def test_who_was_merged_once_more_is_the_last_one(company: Company) -> None:
    season = company.season()
    company.play(company.event("2026-01-13"), "Ann Ben Cal Dot")
    assert merge(company, "Ann", "Eve") is None
    assert merge(company, "Eve", "Fay") is None
    assert company.member("Ann").person_id == company.member("Fay").id
    assert {name for _, name, _ in company.standings(season)} == {"Fay", "Ben", "Cal", "Dot"}
    entry = db.session.query(LogEntry).filter(LogEntry.undo.is_not(None)).order_by(LogEntry.id.desc()).first()
    assert entry is not None
    assert undoing.undo_entry(organizer(company), entry.id) is None
    assert company.member("Ann").person_id == company.member("Eve").id
    assert undo(company) is None
    assert {name for _, name, _ in company.standings(season)} == {"Ann", "Ben", "Cal", "Dot"}
    company.check(season)


def test_a_closed_season_has_the_right_name_too(company: Company) -> None:
    season = company.season()
    company.play(company.event("2026-01-13"), "Ann Ben Cal Dot")
    assert seasons.close(company.access(season)) is None
    assert merge(company, "Ann", "Eve") is None
    assert {name for _, name, _ in company.standings(season)} == {"Eve", "Ben", "Cal", "Dot"}
    company.check(season)
    assert undo(company) is None
    company.check(season)


def test_two_people_cannot_be_merged(company: Company) -> None:
    event = company.event("2026-01-13")
    company.play(event, "Ann Ben Cal Dot")
    company.play(event, "Eve Fay Gus Hal")
    message = refused(merge(company, "Ann", "Ben"))
    assert message == "Ann and Ben were both at table 1 in round 1 of Jan 13, 2026. They are two people."
    assert "tables 1 and 2 in round 1" in refused(merge(company, "Ann", "Eve"))
    assert "two different members" in refused(merge(company, "Ann", "Ann"))


def test_the_account_goes_along_and_back(company: Company) -> None:
    members.invite(organizer(company))
    account = accounts.sign_up("Gustav", PASSWORD)
    assert isinstance(account, Account)
    members.join_club(account.id, company.club.id, company.club.invite_key or "", company.member("Gus").id, "")
    assert members.set_role(organizer(company), company.member("Gus"), "scorer") is None
    assert "both have an account" in refused(merge(company, "Gus", "Olga"))
    assert merge(company, "Gus", "Hal") is None
    gus, hal = company.member("Gus"), company.member("Hal")
    assert (hal.account_id, hal.role, gus.account_id) == (account.id, "scorer", None)
    assert undo(company) is None
    assert (gus.account_id, gus.role, hal.account_id, hal.role) == (account.id, "scorer", None, "member")


def test_a_merge_cannot_be_undone_if_something_contradicts_it(company: Company) -> None:
    company.season()
    company.play(company.event("2026-01-13"), "Ann Ben Cal Dot")
    assert merge(company, "Ann", "Eve") is None
    assert isinstance(members.add_members(organizer(company), ["Ann"]), list)
    assert "another member called Ann" in refused(undo(company))
    new = next(member for member in company.club.members if member.name == "Ann" and member.same_as is None)
    assert members.rename_member(organizer(company), new, "Anna") is None
    assert members.forget_name(organizer(company), company.member("Eve")) is None
    assert "can't be undone" in refused(undo(company))
    assert "Ann" not in [member.name for member in company.club.members]
