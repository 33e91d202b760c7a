"""The screen link of a night, and what the pages of a night cost."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.store import Event as EventRow
from scorekeeper.store import db
from scorekeeper.store.live.sources import open_source
from tests.web.club_pages import Person
from tests.web.event_pages import Event
from tests.web.table.test_cost import Cost, counted


def link(event: Event) -> str:
    page = event.organizer.get(f"{event.path}/screen-link").text
    match = re.search(r'value="https?://[^/]+(/screen/[^"]+)"', page)
    assert match
    assert "<svg" in page
    return match[1]


def keys(event: Event) -> frozenset[str]:
    """By which keys the night can be followed."""
    channel = f"event:{event.path.rpartition('/')[2]}"
    with event.app.app_context(), open_source(db.engine) as news:
        return news.read([channel])[channel].keys


def test_a_television_shows_the_event_without_sign_in(app: Flask) -> None:
    event, television = Event(app), Person(app)
    assert television.status(f"{event.path}/screen") in (303, 404)
    first = link(event)
    event.come(*event.names[:5])
    event.draw()
    event.organizer.post(f"{event.path}/clock", minutes="20")
    page = television.get(first)
    assert page.status_code == 200
    assert page.text.count('class="tbl') == 1
    assert "data-clock" in page.text
    assert "Sitting out:" in page.text
    assert f'data-events="{first}/events"' in page.text
    assert "<form" not in page.text
    assert f'href="{event.path}' not in page.text
    # The key opens nothing else, and only this night.
    key = first.rpartition("/")[2]
    assert key in keys(event)
    assert television.status(event.path) in (303, 404)
    assert television.status(f"/event/in/{key}") == 404
    assert event.organizer.post(f"{event.path}/screen-link").status_code == 303
    assert television.status(first) == television.status(f"{first}/events") == 404
    second = link(event)
    assert second != first
    assert television.status(second) == 200
    for role, status in (("member", 403), ("stranger", 404)):
        assert event.people[role].status(f"{event.path}/screen-link") == status
        assert event.people[role].post(f"{event.path}/screen-link").status_code == status
    event.organizer.post(f"{event.path}/clock/stop-all")
    assert event.organizer.post(f"{event.path}/close").status_code == 303
    assert television.status(second) == 404
    assert second.rpartition("/")[2] not in keys(event)
    with app.app_context():
        assert db.session.get_one(EventRow, event.path.rpartition("/")[2]).closed_at is not None


#: The account, the membership, the club's members; the night with entrants, people, rounds, byes, tables, seats,
#: versions and disputes; its results with placings, confirmations and protests: whatever was played before.
MOST_TO_PROPOSE = 18
#: The same, and the draft as it is written: a round, two tables and a row for each seat.
MOST_TO_DRAW = 32
#: The same, what is written for two tables, and the draft as it is deleted.
MOST_TO_START = 44


@pytest.fixture
def event(app: Flask) -> Event:
    return Event(app)


def draw(event: Event, patch: pytest.MonkeyPatch, method: str) -> tuple[Cost, Cost]:
    """What drawing a round costs, and what the page of its seating does."""
    with counted(event.app, patch) as drawn:
        answer = event.organizer.post(f"{event.path}/draw", method=method, size="4")
    with counted(event.app, patch) as page:
        assert event.organizer.get(answer.headers["Location"]).status_code == 200
    return drawn, page


@pytest.mark.parametrize("method", ["new-partners", "standing"])
def test_a_proposal_loads_once_and_scores_no_finished_game(
    event: Event, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    event.come()
    for _ in range(3):
        event.draw()
        for table in event.tables():
            if "Not started" in event.organizer.text(table):
                event.scored(table)
        for cost, most in zip(draw(event, monkeypatch, method), (MOST_TO_DRAW, MOST_TO_PROPOSE), strict=True):
            assert cost.scorings == 0
            assert len(cost.statements) <= most, "\n".join(cost.statements)
            assert sum("FROM event " in statement.replace("\n", " ") for statement in cost.statements) == 1


def test_a_round_is_started_by_one_load_and_one_scoring_a_table(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    event.come()
    event.draw()
    for table in event.tables():
        event.scored(table)
    form = event.proposal()
    with counted(event.app, monkeypatch) as cost:
        assert event.organizer.client.post(f"{event.path}/draw/accept", data=form).status_code == 303
    assert cost.scorings == len(form.getlist("table"))
    assert len(cost.statements) <= MOST_TO_START, "\n".join(cost.statements)
    assert sum("FROM event " in statement.replace("\n", " ") for statement in cost.statements) == 1
