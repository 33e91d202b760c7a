"""The night's page says what comes next: one primary action, the tables it is waiting for, and closing asks once."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.store import Night as NightRow
from scorekeeper.store import db
from tests.web.club_pages import page_text
from tests.web.night_pages import Night


@pytest.fixture
def night(app: Flask) -> Night:
    return Night(app)


def primary_actions(night: Night) -> list[str]:
    """The words on the primary buttons of the page."""
    page = night.organizer.get(night.path).text
    return [" ".join(words.split()) for words in re.findall(r'class="btn[^"]*primary[^"]*"[^>]*>([^<]+)<', page)]


def is_closed(night: Night) -> bool:
    with night.app.app_context():
        row = db.session.get(NightRow, night.path.rpartition("/")[2])
        return row is not None and row.closed_at is not None


def test_one_primary_action_at_a_time(night: Night) -> None:
    assert "Nobody is here yet" in night.organizer.text(night.path)
    assert primary_actions(night) == ["Check in"]
    night.come()
    assert "8 people are here." in night.organizer.text(night.path)
    assert primary_actions(night) == ["Draw round 1"]
    night.draw()
    assert "Waiting for all 2 tables." in night.organizer.text(night.path)
    assert primary_actions(night) == ["Show table QR codes"]
    first, second = night.tables()
    night.scored(first)
    assert "1 of 2 tables is done. Waiting for table 2 (not started)." in night.organizer.text(night.path)
    assert primary_actions(night) == []
    night.scored(second)
    assert "All 2 tables are done." in night.organizer.text(night.path)
    assert primary_actions(night) == ["Draw round 2"]


def test_after_the_last_planned_round_the_night_is_to_be_closed(night: Night) -> None:
    form = {"game": "original", "name": "Club night", "hands": "1", "target": "300", "rounds": "1"}
    date = re.search(r'name="date"[^>]* value="([^"]+)"', night.organizer.get(f"{night.path}/change").text)
    assert date
    assert night.organizer.post(f"{night.path}/change", date=date[1], **form).status_code == 303
    night.come(*night.names[:4])
    night.draw()
    night.scored(night.tables()[0])
    page = night.organizer.text(night.path)
    assert "The night is complete The planned round was played." in page
    assert "Add a round" in page
    assert "Draw round 2" not in page
    assert primary_actions(night) == ["Close night"]
    # One more round is drawn as the last one was.
    form = {"method": "new-partners", "size": "4"}
    assert "Proposed seating for round 2" in page_text(
        night.organizer.client.post(f"{night.path}/draw", data=form, follow_redirects=True)
    )


def test_closing_asks_once(night: Night) -> None:
    # The night's own page has no button that closes it: only a link to the question.
    assert f'action="{night.path}/close"' not in night.organizer.get(night.path).text
    assert f'href="{night.path}/close"' in night.organizer.get(night.path).text
    night.come()
    night.draw()
    question = night.organizer.text(f"{night.path}/close")
    assert "Tables 1, 2 are still playing." in question
    assert f'action="{night.path}/close"' not in night.organizer.get(f"{night.path}/close").text
    for table in night.tables():
        night.scored(table)
    question = night.organizer.text(f"{night.path}/close")
    assert "Close this night?" in question
    assert "Cancel" in question
    assert not is_closed(night)
    assert night.organizer.post(f"{night.path}/close").status_code == 303
    assert is_closed(night)
    assert night.organizer.post(f"{night.path}/reopen").status_code == 303
    assert not is_closed(night)


def test_the_game_of_a_new_night_is_read_by_its_form(night: Night) -> None:
    assert night.organizer.status(f"{night.club}/nights/new?game=chess") == 404
    assert night.organizer.post(f"{night.club}/nights/new", game="chess").status_code == 404
    page = night.organizer.post(f"{night.club}/nights/new", game="original", name="Night", date="tomorrow", rounds="0")
    assert page.status_code == 422
    assert page.text.count("Choose a date within a year from today.") == 1
    assert page.text.count("Enter 1 to 50 rounds, or leave this empty.") == 1
