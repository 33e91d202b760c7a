"""Nights in the wrong season, junk nights and seasons, seasons closed by mistake."""

from __future__ import annotations

import datetime as dt

import pytest

from scorekeeper.actions.club.access import require_organizer
from scorekeeper.actions.correction import events, undoing
from scorekeeper.actions.errors import NotFoundError, Refusal
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.details import count_events, require_season
from scorekeeper.actions.season.standings import standings_of
from scorekeeper.actions.season.totals import PLAYERS
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.store import Event, LogEntry, Season, db
from tests.actions.club_event import refused
from tests.company import SWEPT, Company, hand

JANUARY = (dt.date(2026, 1, 1), dt.date(2026, 1, 31))


@pytest.fixture
def company(in_app: None) -> Company:
    return Company()


def undo(company: Company) -> Refusal | None:
    entries = db.session.query(LogEntry).filter(LogEntry.undo.is_not(None), LogEntry.undone_at.is_(None))
    entry = entries.order_by(LogEntry.id.desc()).first()
    assert entry is not None
    return undoing.undo_entry(require_organizer(company.account, company.club.id), entry.id)


def figures(company: Company, season: Season) -> dict[str, int]:
    return {name: int(figure) for _, name, figure in company.standings(season)}


def move(company: Company, event: Event, season: Season | None) -> Refusal | None:
    access = require_organizer(company.account, company.club.id)
    return events.move(access, event, season.id if season is not None else "")


def test_moving_a_played_event_updates_both_standings(company: Company) -> None:
    year = company.season()
    first, second = company.event("2026-01-13"), company.event("2026-01-20")
    company.play(first, "Ann Ben Cal Dot")
    junk = company.play(second, "Ann Ben Cal Dot", *SWEPT)
    january = company.season("January", JANUARY)
    assert seasons.count(company.access(year), junk.id, False) is None
    assert figures(company, year) == {"Ann": 1, "Cal": 1, "Ben": 0, "Dot": 0}
    assert next(choice.note for choice in events.destinations(first)) == "1 game counts there."
    assert move(company, first, january) is None
    assert move(company, second, january) is None
    assert (figures(company, year), figures(company, january)) == ({}, {"Ann": 1, "Cal": 1, "Ben": 0, "Dot": 0})
    for season in (year, january):
        company.check(season)
    assert undo(company) is None
    assert undo(company) is None
    assert figures(company, year) == {"Ann": 1, "Cal": 1, "Ben": 0, "Dot": 0}
    assert figures(company, january) == {}
    for season in (year, january):
        company.check(season)
    assert move(company, first, None) is None
    assert (figures(company, year), first.apart) == ({}, True)
    company.check(year)


def test_an_event_in_which_nothing_counts_is_no_event_of_the_season(company: Company) -> None:
    season = company.season(scheme=Scheme(drop=1))
    first, second, third = (company.event(f"2026-01-{day}") for day in (13, 20, 27))
    company.play(first, "Ann Ben Cal Dot")
    company.play(second, "Ann Ben Cal Dot")
    junk = company.play(third, "Ann Ben Cal Dot", *SWEPT)

    def held() -> int:
        return standings_of(season, PLAYERS).season.nights_held

    assert held() == 3
    assert seasons.count(company.access(season), junk.id, False) is None
    # The worst of two nights is dropped: the third is none that somebody has missed.
    assert held() == 2
    assert figures(company, season) == {"Ann": 1, "Cal": 1, "Ben": 0, "Dot": 0}
    assert seasons.count(company.access(season), junk.id, True) is None
    assert held() == 3
    company.check(season)


def test_an_event_moves_only_where_it_can_count(company: Company) -> None:
    year = company.season()
    event = company.event("2026-02-10")
    company.play(event, "Ann Ben Cal Dot")
    january, other = company.season("January", JANUARY), company.season("Tuxedo", slug="tuxedo")
    assert "is not in this season" in refused(move(company, event, january))
    assert "already there" in refused(move(company, event, year))
    assert [choice.season is None or bool(choice.hindrance) for choice in events.destinations(event)].count(False) == 1
    assert move(company, event, other) is None
    assert figures(company, other) == {}
    assert undo(company) is None
    assert seasons.close(company.access(year)) is None
    assert "closed" in refused(move(company, event, None))
    company.check(year)


def test_a_junk_event_can_be_deleted_and_restored(company: Company) -> None:
    season = company.season()
    event, junk = company.event("2026-01-13"), company.event("2026-01-20", "Test")
    company.play(event, "Ann Ben Cal Dot")
    company.play(junk, "Eve Fay Gus Hal")
    company.score(company.seat(junk, "Ann Ben Cal Dot", 2), hand(100))
    assert events.loss_of_event(junk) == events.Loss(2, 1, 4, 1)
    access = require_organizer(company.account, company.club.id)
    assert events.delete_event(access, junk) is None
    assert figures(company, season) == {"Ann": 1, "Cal": 1, "Ben": 0, "Dot": 0}
    with pytest.raises(NotFoundError):
        events.require_club_event(company.account, junk.id, "organizer")
    company.check(season)
    # Editing the season does not gather it again.
    assert seasons.edit(company.access(season), seasons.draft_of(season)) is None
    assert count_events(season) == 1
    assert undo(company) is None
    assert figures(company, season)["Eve"] == 1
    company.check(season)
    assert events.delete_event(access, junk) is None
    assert seasons.close(company.access(season)) is None
    assert "is closed" in refused(undo(company))
    assert "can't be deleted" in refused(events.delete_event(access, event))


def test_a_season_is_deleted_and_restored_with_its_events(company: Company) -> None:
    season = company.season()
    event = company.event("2026-01-13")
    company.play(event, "Ann Ben Cal Dot")
    before = company.standings(season)
    assert events.delete_season(company.access(season)) is None
    assert seasons.seasons_of(require_organizer(company.account, company.club.id)) == []
    with pytest.raises(NotFoundError):
        require_season(company.account, company.club.id, season.id)
    assert event.season_id is None
    assert undo(company) is None
    assert company.standings(season) == before
    company.check(season)
    assert seasons.close(company.access(season)) is None
    assert "Archive it" in refused(events.delete_season(company.access(season)))


def test_a_season_is_reopened_within_a_day_for_a_reason(company: Company) -> None:
    season = company.season()
    game = company.play(company.event("2026-01-13"), "Ann Ben Cal Dot")
    assert seasons.close(company.access(season)) is None
    company.change(game, 3, hand(0, 1))
    assert figures(company, season)["Ann"] == 1
    assert "Enter a reason" in refused(seasons.reopen(company.access(season), "  "))
    assert seasons.reopen(company.access(season), "Closed a week early.") is None
    entries = db.session.query(LogEntry).order_by(LogEntry.id.desc())
    assert entries[0].sentence == ["The season 2026 was reopened: Closed a week early."]
    # The correction made while it was closed counts now: 240 to 120 is no end.
    assert figures(company, season) == {}
    company.check(season)
    assert seasons.close(company.access(season)) is None
    assert season.closed_at is not None
    season.closed_at -= dt.timedelta(days=1, seconds=1)
    db.session.commit()
    assert "within a day" in refused(seasons.reopen(company.access(season), "Too late."))
