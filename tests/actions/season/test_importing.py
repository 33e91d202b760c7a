"""Games added to a season, and the nights in which they stand."""

from __future__ import annotations

import datetime as dt
import json

from scorekeeper.actions import season_games
from scorekeeper.actions.season import seasons
from scorekeeper.actions.season.seasons import SeasonDraft, draft_of
from scorekeeper.store import Event, Season, db
from scorekeeper.store.queries import season as season_queries
from tests.company import SWEEP, SWEPT, Company
from tests.rows import each_row


def brought(company: Company, season: Season, *records: dict[str, object]) -> object:
    head = {"format": "rook-record/1", "game": "original", "players": ["Ann", "Ben", "Cal", "Dot"]}
    text = "\n".join(json.dumps(head | record) for record in records)
    return season_games.import_records(company.access(season), company.device, text.encode(), {})


def test_games_of_one_day_are_in_one_event_of_their_season(company: Company) -> None:
    first = company.season(counting="hand")
    second = company.season("Cup", counting="hand")
    for season in (first, second):
        for hands in (SWEEP, SWEPT):
            assert brought(company, season, {"date": "2026-03-03", "hands": hands}) == 1
        assert len(season_queries.events_of(season.id)) == 1
        company.check(season)


def test_an_event_that_has_the_same_name_is_left_alone(company: Company) -> None:
    season = company.season()
    event = Event(
        id="event", club_id=company.club.id, date=dt.date(2026, 3, 3), name=season_games.NAME, slug="original"
    )
    db.session.add(event)
    db.session.commit()
    assert brought(company, season, {"date": "2026-03-03", "hands": SWEEP}) == 1
    assert event.season_id is None
    assert not event.rounds


def test_a_day_s_games_that_a_season_let_go_come_along_to_another(company: Company) -> None:
    season = company.season()
    assert brought(company, season, {"date": "2026-03-03", "hands": SWEEP}) == 1
    draft = draft_of(season)
    later = SeasonDraft(draft.name, dt.date(2026, 4, 1), draft.ends)
    assert seasons.edit(company.access(season), later) is None
    cup = company.season("Cup", (dt.date(2026, 3, 1), dt.date(2026, 3, 31)), counting="hand")
    assert brought(company, cup, {"date": "2026-03-03", "hands": SWEPT}) == 1
    assert len(season_queries.events_of(cup.id)) == 1
    company.check(cup)
    company.check(season)


@each_row(
    ("note", "heard"),
    [
        ("Club night, night 2 of the day", ("Club night", 2)),
        ("night 3 of the day", (None, 3)),
        ("A fine night 2 of the day", ("A fine night 2 of the day", 1)),
        ("night 0 of the day", ("night 0 of the day", 1)),
        ("", ("", 1)),
        (None, (None, 1)),
    ],
)
def test_notes_that_name_an_event(note: str | None, heard: tuple[str | None, int]) -> None:
    assert season_games.split_event_number(note) == heard
