"""The summary of a night: winner, tables, movement, next date; also after the night was moved, merged or deleted."""

from __future__ import annotations

import datetime as dt

import pytest

from scorekeeper.actions import calendar
from scorekeeper.actions.club.access import require_organizer
from scorekeeper.actions.correction import events as events_actions
from scorekeeper.actions.correction import merging, undoing
from scorekeeper.actions.errors import NotFoundError
from scorekeeper.actions.event.access import public_page
from scorekeeper.actions.highlights import Summary, publish, summary_of
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.standings import recent_standings
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.store import Announcement, Event, LogEntry, Season, db
from tests.company import SWEPT, Company, hand


@pytest.fixture
def company(in_app: None) -> Company:
    return Company()


def names(company: Company) -> dict[str, str]:
    return {str(member.id): member.name for member in company.club.members}


def winners(company: Company, summary: Summary) -> list[str]:
    rows = [row for row in summary.standings.rows if row.place == 1]
    return sorted(names(company)[row.entrant[0]] for row in rows)


def moved(company: Company, summary: Summary) -> dict[str, int | None]:
    assert summary.season is not None
    return {names(company)[entrant[0]]: gained for entrant, gained in summary.season.movement.items()}


def three_events(company: Company) -> tuple[Season, list[Event]]:
    """Ann & Cal win twice; then Ben & Dot three times; then Ann & Ben once, against Cal & Eve."""
    season = company.season(scheme=Scheme(ties=()))
    events = [company.event(day) for day in ("2026-01-06", "2026-01-13", "2026-01-20")]
    for number in (1, 2):
        company.play(events[0], "Ann Ben Cal Dot", number=number)
    for number in (1, 2, 3):
        company.play(events[1], "Ann Ben Cal Dot", *SWEPT, number=number, byes="Gus" if number == 1 else "")
    company.play(events[2], "Ann Cal Ben Eve")
    return season, events


def test_the_latest_event(company: Company) -> None:
    _, (*_, last) = three_events(company)
    summary = summary_of(last)
    assert winners(company, summary) == ["Ann", "Ben"]
    assert [(table.row.round, table.number) for table in summary.tables] == [(1, 1)]
    # Before: Ben and Dot 3 wins, Ann and Cal 2, Gus 0. Now: Ben 4, Ann and Dot 3, Cal 2, Eve and Gus 0.
    assert moved(company, summary) == {"Ben": 0, "Ann": 1, "Dot": -1, "Cal": -1, "Eve": None, "Gus": 0}


def test_it_stays_as_it_was_that_day(company: Company) -> None:
    """The standings after a night, with all tie-breaks, before and after later nights were played."""
    season = company.season(scheme=Scheme(best=1))
    first, second, third = (company.event(day) for day in ("2026-01-06", "2026-01-13", "2026-01-20"))
    company.play(first, "Ann Ben Cal Dot")
    company.play(first, "Ann Eve Fay Dot", *SWEPT, number=2)
    company.play(second, "Ann Ben Cal Dot", *SWEPT)
    then = recent_standings(season, "players")
    company.play(third, "Eve Ben Ann Dot")
    company.play(third, "Ann Fay Ben Cal", *SWEPT, number=2)
    now = summary_of(second).season
    assert now is not None
    rows = [(row.entrant, row.place, row.figure) for row in now.standings.rows]
    assert rows == [(row.entrant, row.place, row.figure) for row in then.standings.rows]
    assert (now.movement, now.moved_on) == (then.movement, then.moved_on)


def test_an_earlier_event_shows_the_standings_of_its_day(company: Company) -> None:
    _, (first, second, _) = three_events(company)
    summary = summary_of(second)
    assert winners(company, summary) == ["Ben", "Dot"]
    # Before: Ann and Cal 2 wins, Ben and Dot none. After: Ben and Dot 3, Ann and Cal 2; Gus only sat out.
    assert moved(company, summary) == {"Ben": 2, "Dot": 2, "Ann": -2, "Cal": -2, "Gus": None}
    assert [bye.players for bye in summary.byes] == [(str(company.member("Gus").id),)]
    assert summary.season is not None
    assert summary.season.moved_on == dt.date(2026, 1, 13)
    assert summary_of(first).season is not None
    assert moved(company, summary_of(first)) == {}


def test_a_correction_of_an_earlier_event_is_in_every_later_summary(company: Company) -> None:
    _, (first, second, _) = three_events(company)
    assert winners(company, summary_of(first)) == ["Ann", "Cal"]
    moved(company, summary_of(second))
    game = first.rounds[0].tables[0].game
    assert game is not None
    for number in (1, 2, 3):
        company.change(game, number, hand(0, 1))
    # One win each on the first night; then Ben and Dot have 4, Ann and Cal 1.
    assert winners(company, summary_of(first)) == ["Ann", "Ben", "Cal", "Dot"]
    assert moved(company, summary_of(second)) == {"Ben": 0, "Dot": 0, "Ann": -2, "Cal": -2, "Gus": None}


def test_a_game_left_out_is_shown_and_does_not_count(company: Company) -> None:
    season, (*_, last) = three_events(company)
    game = last.rounds[0].tables[0].game
    assert game is not None
    assert seasons.count(company.access(season), game.id, False) is None
    summary = summary_of(last)
    assert (len(summary.tables), summary.tables[0].row.counted) == (1, False)
    assert summary.standings.rows == ()
    assert summary.season is None


def test_a_moved_event_leaves_the_old_standings(company: Company) -> None:
    _, (first, second, _) = three_events(company)
    access = require_organizer(company.account, company.club.id)
    assert events_actions.move(access, first, "") is None
    # By itself it has a winner by the usual tie-breaks: of the two, Ann made the bids.
    assert (winners(company, summary_of(first)), summary_of(first).season) == (["Ann"], None)
    assert moved(company, summary_of(second)) == {}
    other = company.season("January", (dt.date(2026, 1, 1), dt.date(2026, 1, 31)))
    assert events_actions.move(access, first, other.id) is None
    summary = summary_of(first)
    assert summary.season is not None
    assert [row.place for row in summary.season.standings.rows] == [1, 2, 3, 3]


def test_merged_names_are_one(company: Company) -> None:
    _, (_, second, last) = three_events(company)
    access = require_organizer(company.account, company.club.id)
    # Eve and Dot were one person all along.
    assert merging.merge(access, company.member("Eve"), company.member("Dot")) is None
    assert moved(company, summary_of(last)) == {"Ben": 0, "Ann": 1, "Dot": -1, "Cal": -1, "Gus": 0}
    assert moved(company, summary_of(second)) == {"Ben": 2, "Dot": 2, "Ann": -2, "Cal": -2, "Gus": None}


def test_a_deleted_event_has_no_public_summary_until_it_is_back(company: Company) -> None:
    _, (_, second, last) = three_events(company)
    access = require_organizer(company.account, company.club.id)
    publish(access, second, True, False)
    key = second.public_key or ""
    assert public_page(key) is second
    assert events_actions.delete_event(access, second) is None
    with pytest.raises(NotFoundError):
        public_page(key)
    # Without it: before, Ann and Cal 2 wins and the others none. Now Ann 3, Cal 2, Ben 1.
    assert moved(company, summary_of(last)) == {"Ann": 0, "Cal": -1, "Ben": 0, "Dot": -1, "Eve": None}
    entry = db.session.query(LogEntry).filter(LogEntry.undo.is_not(None)).one()
    assert undoing.undo_entry(access, entry.id) is None
    assert public_page(key) is second
    assert moved(company, summary_of(last))["Ann"] == 1


def test_the_link_ends_when_it_is_turned_off(company: Company) -> None:
    event = company.event("2026-01-06")
    access = require_organizer(company.account, company.club.id)
    publish(access, event, True, True)
    old = event.public_key or ""
    publish(access, event, True, False)
    assert (event.public_key, event.initials) == (old, False)
    publish(access, event, False, False)
    with pytest.raises(NotFoundError):
        public_page(old)
    publish(access, event, True, False)
    assert event.public_key not in (None, old)
    entries = [entry.sentence for entry in db.session.query(LogEntry).filter_by(kind="event").order_by(LogEntry.id)]
    title = "The public summary of Club night of Jan 6, 2026 was turned"
    assert entries == [[f"{title} on."], [f"{title} off."], [f"{title} on."]]


def test_the_next_event_that_is_not_canceled(company: Company) -> None:
    event = company.event("2026-01-06")
    assert summary_of(event).next_event is None
    access = require_organizer(company.account, company.club.id)
    announced = []
    for days in (7, 14):
        date = dt.date.today() + dt.timedelta(days=days)
        notice = calendar.Notice("Club night", date, dt.time(19, 30))
        announcement = calendar.announce(access, notice)
        assert isinstance(announcement, Announcement)
        announced.append(announcement)
    assert summary_of(event).next_event is announced[0]
    calendar.cancel(access, announced[0].id)
    assert summary_of(event).next_event is announced[1]
    # A summary of that very day looks beyond it.
    assert summary_of(company.event(announced[1].date.isoformat())).next_event is None
