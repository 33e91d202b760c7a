"""Careers from stored totals, and after corrections; who may see and hide them."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest

from scorekeeper.actions import highlights
from scorekeeper.actions.account import accounts
from scorekeeper.actions.club import members
from scorekeeper.actions.club.access import ClubAccess, require_member, require_organizer
from scorekeeper.actions.club_file import exporting, importing
from scorekeeper.actions.correction import events as events_actions
from scorekeeper.actions.correction import merging
from scorekeeper.actions.errors import NotFoundError, NotYoursError
from scorekeeper.actions.season import seasons
from scorekeeper.league.highlights import Career
from scorekeeper.league.totals import Meeting
from scorekeeper.store import Account, Event, LogEntry, Member, Season, db
from tests.actions.club_event import refused
from tests.actions.club_file.conftest import imported, new_club
from tests.company import PASSWORD, SWEPT, Company, hand

SPRING = (dt.date(2026, 1, 1), dt.date(2026, 6, 30))
FALL = (dt.date(2026, 7, 1), dt.date(2026, 12, 31))


@pytest.fixture
def company(in_app: None) -> Company:
    return Company()


def organizer(company: Company) -> ClubAccess:
    return require_organizer(company.account, company.club.id)


def career(company: Company, name: str) -> Career:
    return highlights.career_of(organizer(company), company.member(name))[0]


def games(company: Company, name: str) -> tuple[int, Fraction]:
    totals = career(company, name).totals
    return totals.games, totals.wins


def against(company: Company, one: str, other: str) -> Meeting:
    return highlights.rivalry_of(organizer(company), company.member(one), company.member(other))[0].against


def two_seasons(company: Company) -> tuple[list[Season], list[Event]]:
    """Ann & Cal win three in spring and lose two in fall against Ben & Dot; then Ann & Ben win one."""
    both = [company.season("Spring", SPRING, slug="original"), company.season("Fall", FALL)]
    events = [company.event("2026-03-03"), company.event("2026-09-01"), company.event("2026-09-08")]
    for number in (1, 2, 3):
        company.play(events[0], "Ann Ben Cal Dot", number=number, byes="Eve")
    for number in (1, 2):
        company.play(events[1], "Ann Ben Cal Dot", *SWEPT, number=number)
    company.play(events[2], "Ann Cal Ben Dot")
    return both, events


def account(company: Company, name: str) -> ClubAccess:
    """Somebody on the list claims the name."""
    own = accounts.sign_up(name, PASSWORD)
    assert isinstance(own, Account)
    members.invite(organizer(company))
    key, member_id = company.club.invite_key or "", company.member(name).id
    assert isinstance(members.join_club(own.id, company.club.id, key, member_id, ""), Member)
    return require_member(own.id, company.club.id)


def test_a_career_over_two_seasons(company: Company) -> None:
    (spring, fall), _ = two_seasons(company)
    ann = career(company, "Ann")
    # Three and one of six games won; she bid in three and in one, three hands each.
    assert (ann.totals.games, ann.totals.wins, ann.totals.bidding.made, ann.totals.bidding.set_back) == (6, 4, 12, 0)
    # In fall Ben won all three games, Ann and Dot one and two: Ben, Dot, Ann, Cal.
    assert [(part.season, part.place, part.placed) for part in ann.seasons] == [(fall.id, 3, 4), (spring.id, 1, 5)]
    assert [(others, own.games, own.wins) for others, own in ann.best_partners.items()] == [
        ((str(company.member("Cal").id),), 5, 3)
    ]
    # Spring is of one game: 360 points in each of three; fall is of any.
    assert [(average.game, average.games, average.points) for average in ann.averages] == [("original", 3, 360)]
    assert games(company, "Eve") == (0, 0)
    assert career(company, "Gus").seasons == ()


def test_two_members_against_each_other_and_together(company: Company) -> None:
    (spring, fall), _ = two_seasons(company)
    both = highlights.rivalry_of(organizer(company), company.member("Ben"), company.member("Ann"))[0]
    assert (both.against, both.together) == (Meeting(5, Fraction(2)), Meeting(1, Fraction(1)))
    assert [season.season for season in both.seasons] == [fall.id, spring.id]
    assert against(company, "Ann", "Ben") == Meeting(5, Fraction(3))
    assert against(company, "Ann", "Gus") == Meeting()


def test_a_correction_is_in_the_career(company: Company) -> None:
    _, (first, *_) = two_seasons(company)
    assert games(company, "Ann") == (6, 4)
    game = first.rounds[0].tables[0].game
    assert game is not None
    for number in (1, 2, 3):
        company.change(game, number, hand(0, 1))
    assert (games(company, "Ann"), games(company, "Ben")) == ((6, 3), (6, 4))
    assert against(company, "Ann", "Ben") == Meeting(5, Fraction(2))


def test_an_event_that_moves_or_is_deleted_goes_along(company: Company) -> None:
    (spring, _), (first, second, _) = two_seasons(company)
    assert events_actions.move(organizer(company), first, "") is None
    # Apart from all seasons it is in no career.
    assert (games(company, "Ann"), against(company, "Ann", "Ben")) == ((3, 1), Meeting(2, Fraction(0)))
    assert events_actions.move(organizer(company), first, spring.id) is None
    assert (games(company, "Ann"), against(company, "Ann", "Ben")) == ((6, 4), Meeting(5, Fraction(3)))
    assert events_actions.delete_event(organizer(company), second) is None
    assert (games(company, "Ann"), against(company, "Ann", "Ben")) == ((4, 4), Meeting(3, Fraction(3)))
    assert events_actions.delete_season(company.access(spring)) is None
    assert (games(company, "Ann"), against(company, "Ann", "Ben")) == ((1, 1), Meeting())


def test_merged_names_have_one_career(company: Company) -> None:
    _, (*_, last) = two_seasons(company)
    company.play(last, "Gus Ben Cal Dot", number=2)
    assert highlights.hide_career(organizer(company), company.member("Gus"), True) is None
    assert merging.merge(organizer(company), company.member("Gus"), company.member("Ann")) is None
    # Whoever hid one of the names does not show it under the other.
    with pytest.raises(NotFoundError):
        career(company, "Ann")
    assert highlights.hide_career(organizer(company), company.member("Ann"), False) is None
    assert (games(company, "Ann"), against(company, "Ann", "Ben")) == ((7, 5), Meeting(6, Fraction(4)))
    with pytest.raises(NotFoundError):
        career(company, "Gus")


def test_a_closed_and_archived_season_stays_in_the_career(company: Company) -> None:
    (spring, _), _ = two_seasons(company)
    assert seasons.close(company.access(spring)) is None
    assert seasons.archive(company.access(spring)) is None
    assert games(company, "Ann") == (6, 4)


def test_a_member_hides_the_career_from_everybody_else(company: Company) -> None:
    two_seasons(company)
    ann = account(company, "Ann")
    assert highlights.hide_career(ann, ann.me, True) is None
    assert highlights.career_of(ann, ann.me)[0].totals.games == 6
    for other in (organizer(company), account(company, "Ben")):
        with pytest.raises(NotFoundError):
            highlights.career_of(other, other.member(ann.me.id))
        with pytest.raises(NotFoundError):
            highlights.rivalry_of(other, other.me, other.member(ann.me.id))
        assert "Ann" not in [member.name for member in highlights.members_with_career(other)]
    # Nobody shows it but Ann.
    assert "Only Ann can show" in refused(highlights.hide_career(organizer(company), company.member("Ann"), False))
    assert highlights.hide_career(ann, ann.me, False) is None
    assert games(company, "Ann") == (6, 4)
    log = [entry.sentence for entry in db.session.query(LogEntry).order_by(LogEntry.id)]
    changes = [sentence[2] for sentence in log if sentence[0] == "The career of "]
    assert changes == [" was hidden.", " was shown."]


def test_an_organizer_decides_for_those_without_an_account(company: Company) -> None:
    ben = account(company, "Ben")
    with pytest.raises(NotYoursError):
        highlights.hide_career(ben, ben.member(company.member("Cal").id), True)
    assert highlights.hide_career(organizer(company), company.member("Cal"), True) is None
    assert highlights.hide_career(organizer(company), company.member("Cal"), False) is None
    # At the request of somebody with an account, too.
    assert highlights.hide_career(organizer(company), company.member("Ben"), True) is None
    assert ben.me.hides_career


def test_a_forgotten_member_has_no_career(company: Company) -> None:
    two_seasons(company)
    cal = company.member("Cal")
    assert members.forget_name(organizer(company), cal) is None
    with pytest.raises(NotFoundError):
        highlights.career_of(organizer(company), cal)
    with pytest.raises(NotFoundError):
        highlights.hide_career(organizer(company), cal, True)


def test_a_club_file_includes_careers(company: Company) -> None:
    two_seasons(company)
    assert highlights.hide_career(organizer(company), company.member("Cal"), True) is None
    text = exporting.club_text(exporting.export_club(organizer(company)))
    account_id, club = new_club(account=company.account)
    assert isinstance(imported(account_id, club, text.encode()), importing.Imported)
    db.session.expire_all()
    copy = require_organizer(account_id, club.id)
    new = {member.name: member for member in copy.members}
    ann, ben = highlights.career_of(copy, new["Ann"])[0], highlights.career_of(copy, new["Ben"])[0]
    assert (ann.totals, ann.places) == (career(company, "Ann").totals, (1, 3))
    assert (ben.totals, ben.averages) == (career(company, "Ben").totals, career(company, "Ben").averages)
    assert highlights.rivalry_of(copy, new["Ann"], new["Ben"])[0].against == Meeting(5, Fraction(3))
    with pytest.raises(NotFoundError):
        highlights.career_of(copy, new["Cal"])
