"""The night's page says what comes next: one primary action, the tables it is waiting for, and closing asks once."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.store import Event as EventRow
from scorekeeper.store import db
from tests.web.club_pages import page_text
from tests.web.event_pages import Event


@pytest.fixture
def event(app: Flask) -> Event:
    return Event(app)


def primary_actions(event: Event) -> list[str]:
    """The words on the primary buttons of the page."""
    page = event.organizer.get(event.path).text
    return [" ".join(words.split()) for words in re.findall(r'class="btn[^"]*primary[^"]*"[^>]*>([^<]+)<', page)]


def is_closed(event: Event) -> bool:
    with event.app.app_context():
        row = db.session.get(EventRow, event.path.rpartition("/")[2])
        return row is not None and row.closed_at is not None


def test_one_primary_action_at_a_time(event: Event) -> None:
    assert "Nobody is here yet" in event.organizer.text(event.path)
    assert primary_actions(event) == ["Check in"]
    event.come()
    assert "8 people are here." in event.organizer.text(event.path)
    assert primary_actions(event) == ["Draw round 1"]
    event.draw()
    assert "Waiting for all 2 tables." in event.organizer.text(event.path)
    assert primary_actions(event) == ["Show table QR codes"]
    first, second = event.tables()
    event.scored(first)
    assert "1 of 2 tables is done. Waiting for table 2 (not started)." in event.organizer.text(event.path)
    assert primary_actions(event) == []
    event.scored(second)
    assert "All 2 tables are done." in event.organizer.text(event.path)
    assert primary_actions(event) == ["Draw round 2"]


def test_after_the_last_planned_round_the_event_is_to_be_closed(event: Event) -> None:
    form = {"game": "original", "name": "Club night", "hands": "1", "target": "300", "rounds": "1"}
    date = re.search(r'name="date"[^>]* value="([^"]+)"', event.organizer.get(f"{event.path}/change").text)
    assert date
    assert event.organizer.post(f"{event.path}/change", date=date[1], **form).status_code == 303
    event.come(*event.names[:4])
    event.draw()
    event.scored(event.tables()[0])
    page = event.organizer.text(event.path)
    assert "The night is complete The planned round was played." in page
    assert "Add a round" in page
    assert "Draw round 2" not in page
    assert primary_actions(event) == ["Close night"]
    # One more round is drawn as the last one was.
    form = {"method": "new-partners", "size": "4"}
    assert "Proposed seating for round 2" in page_text(
        event.organizer.client.post(f"{event.path}/draw", data=form, follow_redirects=True)
    )


def test_closing_asks_once(event: Event) -> None:
    # The night's own page has no button that closes it: only a link to the question.
    assert f'action="{event.path}/close"' not in event.organizer.get(event.path).text
    assert f'href="{event.path}/close"' in event.organizer.get(event.path).text
    event.come()
    event.draw()
    question = event.organizer.text(f"{event.path}/close")
    assert "Tables 1, 2 are still playing." in question
    assert f'action="{event.path}/close"' not in event.organizer.get(f"{event.path}/close").text
    for table in event.tables():
        event.scored(table)
    question = event.organizer.text(f"{event.path}/close")
    assert "Close this night?" in question
    assert "Cancel" in question
    assert not is_closed(event)
    assert event.organizer.post(f"{event.path}/close").status_code == 303
    assert is_closed(event)
    assert event.organizer.post(f"{event.path}/reopen").status_code == 303
    assert not is_closed(event)


def test_the_game_of_a_new_event_is_read_by_its_form(event: Event) -> None:
    assert event.organizer.status(f"{event.club}/nights/new?game=chess") == 404
    assert event.organizer.post(f"{event.club}/nights/new", game="chess").status_code == 404
    page = event.organizer.post(f"{event.club}/nights/new", game="original", name="Night", date="tomorrow", rounds="0")
    assert page.status_code == 422
    assert page.text.count("Choose a date within a year from today.") == 1
    assert page.text.count("Enter 1 to 50 rounds, or leave this empty.") == 1
